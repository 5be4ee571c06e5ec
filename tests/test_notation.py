"""Written moves: Japanese against the hard cases, both notations there and back, what is typed in any language."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from banmen import usi
from banmen.errors import BanmenError
from banmen.game import Game
from banmen.games import games, load
from banmen.notation import japanese, typed, western
from banmen.sfen import parse

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases" / "ki2_write.jsonl").read_text("utf-8").splitlines()]

SWEDISH = {"K": "king", "T": "rook", "L": "bishop", "G": "gold", "S": "silver", "Sp": "knight", "La": "lance", "B": "pawn"}

# A knight of each language and other near misses; the start position with both bishops exchanged is `OPEN`.
OPEN = "7g7f 3c3d 8h2b+ 3a2b"
TYPED = [
    ("7g7f", None, "", "7g7f"),
    ("P-7f", None, "", "7g7f"),
    ("p7f", None, "", "7g7f"),
    ("P-76", None, "", "7g7f"),
    ("B-7f", SWEDISH, "", "7g7f"),
    ("b 7f", SWEDISH, "", "7g7f"),
    ("G6i-7h", None, "", "6i7h"),
    ("７六歩", None, "", "7g7f"),
    ("☗76歩", None, "", "7g7f"),
    ("Bx2b+", None, "7g7f 3c3d", "8h2b+"),
    ("Lx2b+", SWEDISH, "7g7f 3c3d", "8h2b+"),
    ("Lx2b=", SWEDISH, "7g7f 3c3d", "8h2b"),
    ("Lx2b", SWEDISH, "7g7f 3c3d", "8h2b"),
    ("同　銀", None, "7g7f 3c3d 8h2b+", "3a2b"),
    ("B*5e", None, OPEN, "B*5e"),
    ("L*5e", SWEDISH, OPEN, "B*5e"),
    ("５五角打", None, OPEN, "B*5e"),
    ("５八金右", None, "", "4i5h"),
    # Not legal, but clear: judged by the rules like any other move.
    ("P-5e", None, "", "9g5e"),
    ("S*5e", None, "", "S*5e"),
    ("P*5e", None, OPEN, "P*5e"),
]
UNREAD = [
    ("G-5h", None, "notation.ambiguous"),
    ("X-5h", None, "notation.move"),
    ("P-9z", None, "notation.square"),
    ("同銀", None, "notation.move"),
    ("７六", None, "notation.move"),
    ("", None, "notation.move"),
    ("+G-5h", None, "notation.move"),
    ("P*5e+", None, "usi.drop_promotes"),
    ("K" * 500, SWEDISH, "notation.move"),
]


def played(start: str | None, moves: str) -> Game:
    shogi = load("shogi")
    return Game(shogi, parse(start, shogi) if start else None, [usi.parse_move(move, shogi) for move in moves.split()])


# Of other games: what a list of moves writes can be typed too.
OTHERS = [
    ("dobutsu", "1lg/1C1/3/1L1 b - 1", {"L": "lion", "G": "giraffe", "C": "chick", "H": "hen"}, "C-2a+", "2b2a+"),
    ("dobutsu", "l1g/1+C1/3/1L1 b - 1", {"L": "lion", "G": "giraffe", "C": "chick", "H": "hen"}, "H-3b", "2b3b"),
    ("dobutsu", "l1g/1+C1/3/1L1 b - 1", {"L": "lion", "G": "giraffe", "C": "chick", "H": "hen"}, "Hx1a", "2b1a"),
    ("dobutsu", "l1g/1+C1/3/1L1 b - 1", None, "+C-3b", "2b3b"),
    ("hasami", None, {}, "5i-5e", "5i5e"),
    ("hasami", None, {}, "5i - 5e", "5i5e"),
    ("hasami", "p7p/9/9/9/2Pppp3/9/9/6P2/P7P b - 1", {"B": "man"}, "3h-3e x3", "3h3e"),
    ("shogi", None, SWEDISH, "7g-7f", "7g7f"),
]


@pytest.mark.parametrize(("key", "start", "letters", "text", "expected"), OTHERS)
def test_typed_in_other_games(key: str, start: str | None, letters: dict[str, str] | None, text: str, expected: str) -> None:
    variant = load(key)
    game = Game(variant, parse(start, variant) if start else None)
    assert usi.format_move(typed.read(text, game, letters), variant) == expected


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_japanese(case: dict[str, dict[str, str]]) -> None:
    game = played(case["setup"]["sfen"], " ".join(case["setup"].get("moves", [])))
    move = usi.parse_move(case["setup"]["move"], game.variant)
    text = japanese.format(game.play(move).steps[-1], game.steps[-1] if game.steps else None, game.variant)
    accepted = {case["expected"]["ki2"], *case["expected"]["also_accept"]}
    assert text.replace("竜", "龍") in {good.replace("竜", "龍") for good in accepted}
    for good in accepted:
        assert typed.read(good, game) == move


@pytest.mark.parametrize(("text", "letters", "moves", "expected"), TYPED)
def test_typed(text: str, letters: dict[str, str] | None, moves: str, expected: str) -> None:
    game = played(None, moves)
    assert usi.format_move(typed.read(text, game, letters), game.variant) == expected


@pytest.mark.parametrize(("text", "letters", "code"), UNREAD)
def test_not_understood(text: str, letters: dict[str, str] | None, code: str) -> None:
    with pytest.raises(BanmenError) as failure:
        typed.read(text, played(None, ""), letters)
    assert failure.value.code == code


@pytest.mark.parametrize("key", games())
def test_round_trip(key: str) -> None:
    """Whatever is written of a legal move is read as that move, in each notation."""
    variant, rng = load(key), random.Random(key)
    written = 0
    for _ in range(4):
        game = Game(variant)
        while not game.outcome and len(game.steps) < 80:
            before = game.steps[-1] if game.steps else None
            move = rng.choice(game.legal_moves)
            after = game.play(move)
            for text in (
                japanese.format(after.steps[-1], before, variant),
                western.format(after.steps[-1], variant, western.letters(variant)),
            ):
                assert typed.read(text, game) == move, (text, usi.format_position(after))
                written += 1
            game = after
    assert written > 40
