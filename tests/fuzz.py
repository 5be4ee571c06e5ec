"""Mutated SFEN, USI and door requests: a result or a coded error, nothing else, in bounded time.

    python tests/fuzz.py [--inputs 100000] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable

from table import cases, rows

from banmen import door, refusal, sfen, usi
from banmen.errors import BanmenError
from banmen.game import Game
from banmen.games import games, load
from banmen.variant import Variant

SEED = 20240301
SECONDS = 5
"""of the processor: no single input may take longer; the usual is a thousandth of it."""
MEMORY = 1 << 30
"""Bytes of the whole run, as `make fuzz` allows."""

CODE = re.compile(r"[a-z]+\.[a-z_]+")
GAMES = {key: load(key) for key in games()}
SFENS = {key: sorted({row[column] for name, column in (("perft.csv", "sfen"), ("rules.csv", "start"))
                      for row in rows(name) if row["game"] == key and row[column]}) for key in GAMES}
MOVES = ["7g7f", "8h2b+", "P*5e", "2c2b", "C*3a", "6h1h", "resign", "3c3d", "2b2a+", "p*1b", "7g7f=", "win"]
COMMANDS = {key: [f"position sfen {text} moves" for text in texts] + ["position startpos moves"] for key, texts in SFENS.items()}
COMMANDS["shogi"] += [
    "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e",
    *(case["setup"]["usi_text"] for case in cases("notation/usi")),
]
REQUESTS = [
    json.dumps({"id": number, "method": method, "params": {"record": record, **params}})
    for number, (method, params) in enumerate([
        ("games", {}), ("view", {}), ("explain", {"move": "7g7f"}), ("declare", {"agreed": True}), ("svg", {"marks": ["5e"]}),
    ])
    for record in (
        {"game": "shogi", "moves": ["7g7f", "3c3d", "8h2b+"], "rules": {"impasse": "24", "move_limit": 9}},
        {"v": 1, "game": "dobutsu", "rules": {"try": "survive"}, "start": "1g1/ecL/l2/3 b - 1", "moves": ["1b1a"]},
        {"game": "hasami", "rules": {"target": "lead3", "edge": "enclosure"}, "moves": ["5i5h"], "end": "resign"},
        {"game": "minishogi", "start": "4k/5/r4/5/1K3 w - 1", "moves": []},
    )
]
SCRAPS = [
    *"+*-/09 159aikKpPRx=%\"'{}[]:,\n\t\x00",
    "９", "歩", "\ud800", "٣", "🦁", "null", "true", "1e999", "-1", "NaN", "99999999", "[" * 50,
]
JSON_VALUES = [
    None, True, False, 0, -1, 1e308, 10**40, "", "x", [], {}, [[]], [None], {"": 1}, "7g7f", ["7g7f"], "shogi", "safe",
]


def mutate(rng: random.Random, text: str, others: list[str]) -> str:
    """`text` with a few characters removed, doubled, exchanged or replaced by a scrap or a piece of another text."""
    for _ in range(rng.randint(0, 4)):
        at, end = sorted(rng.randint(0, len(text)) for _ in range(2))
        end = min(end, at + rng.choice((1, 1, 2, 8, 10_000)))
        other = rng.choice(others)
        cut = rng.randint(0, len(other))
        text = text[:at] + rng.choice((
            "", text[at:end] * 2, rng.choice(SCRAPS), other[cut:cut + 8], text[at:end][::-1], text[at:end].swapcase(),
            chr(rng.randint(0, 0x2FF)), text[at:end] * rng.choice((1, 300)),
        )) + text[end:]
    return text


def mutate_json(rng: random.Random, value: object) -> object:
    """`value` with something in it replaced by a value of any type."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(sorted(value))
        changed = {name: part for name, part in value.items() if name != key}
        return changed if rng.random() < 0.1 else changed | {key: mutate_json(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return [*value[:at], mutate_json(rng, value[at]), *value[at + rng.randint(0, 1):]]
    return rng.choice(JSON_VALUES)


def draw(rng: random.Random, texts: dict[str, list[str]]) -> tuple[Variant, str]:
    """A game and a text of its own, now and then of another game, mutated."""
    key = rng.choice(sorted(GAMES))
    own = texts[key if rng.random() < 0.9 else rng.choice(sorted(GAMES))]
    return GAMES[key], mutate(rng, rng.choice(own), own)


def try_sfen(rng: random.Random) -> None:
    """What is read is written, and read the same; its moves can be listed."""
    variant, text = draw(rng, SFENS)
    position = sfen.parse(text, variant)
    assert sfen.parse(sfen.format(position), variant) == position
    assert position.legal_moves == () or position.problems() == ()


def try_usi(rng: random.Random) -> None:
    """A command that is read is written, and read the same; a legal move or two may follow."""
    variant, text = draw(rng, COMMANDS)
    game = usi.parse_position(text, variant)
    for _ in range(rng.randint(0, 2)):
        if game.legal_moves:
            game = game.play(rng.choice(game.legal_moves))
    assert usi.parse_position(usi.format_position(game), variant).position == game.position


def try_explain(rng: random.Random) -> None:
    """Any text is a legal move or refused with a code."""
    variant = GAMES[rng.choice(sorted(GAMES))]
    game = Game(variant, sfen.parse(rng.choice(SFENS[variant.key]), variant))
    legal = [usi.format_move(move, variant) for move in game.legal_moves]
    text = mutate(rng, rng.choice([*MOVES, *legal]), MOVES)
    refused = refusal.explain(game, text)
    if refused is None:
        game.play(usi.parse_move(text, variant))
    else:
        json.dumps(refused.details)
        assert all(square in game.position.tables.square_of for square in refused.squares)


def try_door(rng: random.Random) -> None:
    """The answer is one line of JSON with the request's id and either a result or a coded error."""
    request = rng.choice(REQUESTS)
    if rng.random() < 0.7:
        request = json.dumps(mutate_json(rng, json.loads(request)), ensure_ascii=rng.random() < 0.5)
    else:
        request = mutate(rng, request, REQUESTS)
    text = door.handle(request)
    answer = json.loads(text)
    assert "\n" not in text
    assert ("result" in answer) != ("error" in answer)
    if "error" in answer:
        raise BanmenError(answer["error"]["code"], **answer["error"]["details"])


TRIALS: dict[str, Callable[[random.Random], None]] = {
    "sfen": try_sfen, "usi": try_usi, "explain": try_explain, "door": try_door,
}


def trial(name: str, rng: random.Random) -> str:
    """One input; the code of its error, or `ok`. Anything but a coded error goes through."""
    began = time.process_time()
    refused = _error(TRIALS[name], rng)
    assert time.process_time() - began < SECONDS, f"took {time.process_time() - began:.1f} s"
    if refused is None:
        return "ok"
    assert CODE.fullmatch(refused.code), refused.code
    assert len(json.dumps(refused.details)) < 20_000, f"{refused.code} repeats what it was given"
    return refused.code


def _error(attempt: Callable[[random.Random], None], rng: random.Random) -> BanmenError | None:
    try:
        attempt(rng)
    except BanmenError as error:
        return error
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description="Give mutated inputs to the engine.")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    print(f"seed {options.seed}", flush=True)
    found: Counter[str] = Counter()
    for number in range(1, options.inputs + 1):
        name = list(TRIALS)[number % len(TRIALS)]
        try:
            found[f"{name} {trial(name, random.Random(f'{options.seed} {number}'))}"] += 1
        except Exception:
            print(f"\ninput {number} ({name}): fuzz.trial({name!r}, random.Random('{options.seed} {number}'))", flush=True)
            raise
        if number % 200 == 0 or number == options.inputs:
            bar = "#" * (number * 30 // options.inputs)
            print(f"\r[{bar:30}] {number:,} of {options.inputs:,} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for name, count in sorted(found.items()):
        print(f"{count:8,} {name}")


if __name__ == "__main__":
    main()
