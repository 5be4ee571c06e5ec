"""Random games and random placements, compared at every ply with engines that others wrote in C++.

    python tests/differential.py [--positions 1000000] [--seed 1] [--game shogi]

`cshogi` knows shogi, `pyffish` (Fairy-Stockfish) the others. Compared are all legal moves, the check, the position
after each move, and whether the game is over. Any difference not in KNOWN stops the run with the position.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Protocol

import cshogi
import pyffish

from banmen import refusal, sfen, usi
from banmen.game import Game
from banmen.games import load
from banmen.variant import Variant

SEED = 20240229

# Share of the positions that each game gets.
SHARES = {"shogi": 0.7, "dobutsu": 0.12, "minishogi": 0.06, "gorogoro": 0.06, "judkins": 0.06}

# Where another engine decides differently, by the code of our refusal, and why we do not follow it.
KNOWN = {
    "pawn_drop_mate": "pyffish generates a pawn drop that mates and lets it lose; rules.md: the drop is illegal",
}


class DifferenceError(AssertionError):
    """The two engines disagree about a position."""


class Oracle(Protocol):
    costly: int
    """Position and check are asked for once in so many plies, legal moves always."""

    def set(self, text: str) -> None: ...
    def push(self, move: str) -> None: ...
    def text(self) -> str: ...
    def moves(self) -> set[str]: ...
    def is_check(self) -> bool: ...
    def mates(self, move: str) -> bool: ...


class Cshogi:
    """Texts given to it must be well formed: it reads foreign memory on others."""

    costly = 1

    def set(self, text: str) -> None:
        self.board = cshogi.Board(text)

    def push(self, move: str) -> None:
        self.board.push_usi(move)

    def text(self) -> str:
        return str(self.board.sfen().rsplit(" ", 1)[0])

    def moves(self) -> set[str]:
        return {cshogi.move_to_usi(move) for move in self.board.legal_moves}

    def is_check(self) -> bool:
        return bool(self.board.is_check())

    def mates(self, move: str) -> bool:
        self.board.push_usi(move)
        mates = self.is_check() and not self.moves()
        self.board.pop()
        return mates


class Fairy:
    """Fairy-Stockfish counts files from the left and ranks from the bottom, and calls the first player white.

    Every call takes milliseconds. A finished game has no legal moves.
    """

    costly = 8

    def __init__(self, variant: Variant) -> None:
        ranks = variant.start.split()[0].split("/")
        self.key, self.ranks = variant.key, len(ranks)
        self.files = sum(int(mark) if mark.isdigit() else 1 for mark in ranks[0])
        order = "".join(variant.kinds)
        self.order = order + order.lower()

    def set(self, text: str) -> None:
        board, turn, hand, *_ = text.split()
        held = "".join(letter * int(count or 1) for count, letter in re.findall(r"(\d*)([A-Za-z])", hand))
        self.fen, self.played = f"{board}[{held}] {'wb'[turn == 'w']} 0 1", []

    def push(self, move: str) -> None:
        self.played.append(self._theirs(move))

    def text(self) -> str:
        fen = pyffish.get_fen(self.key, self.fen, self.played)
        board, held, turn = re.match(r"(.*)\[(.*)\] (.)", fen).groups()
        hand = "".join(f"{count if count > 1 else ''}{letter}" for letter in self.order if (count := held.count(letter)))
        return f"{board} {'bw'[turn == 'b']} {hand or '-'}"

    def moves(self) -> set[str]:
        return {self._ours(move) for move in pyffish.legal_moves(self.key, self.fen, self.played)}

    def is_check(self) -> bool:
        return bool(pyffish.gives_check(self.key, self.fen, self.played))

    def mates(self, move: str) -> bool:
        after = [*self.played, self._theirs(move)]
        return bool(pyffish.gives_check(self.key, self.fen, after)) and not pyffish.legal_moves(self.key, self.fen, after)

    def _ours(self, move: str) -> str:
        return re.sub(
            r"([a-i])([1-9])", lambda at: f"{self.files - 'abcdefghi'.index(at[1])}{'abcdefghi'[self.ranks - int(at[2])]}",
            move.replace("@", "*"),
        )

    def _theirs(self, move: str) -> str:
        return re.sub(
            r"([1-9])([a-i])", lambda at: f"{'abcdefghi'[self.files - int(at[1])]}{self.ranks - 'abcdefghi'.index(at[2])}",
            move.replace("*", "@"),
        )


def text_of(game: Game) -> str:
    return sfen.format(game.position).rsplit(" ", 1)[0]


def compare(game: Game, oracle: Oracle, seen: Counter[str], ply: int) -> bool:
    """Whether both agree that the game goes on. Raises DifferenceError."""
    if game.outcome and game.outcome.ending == "repetition":
        return False
    variant, place, theirs = game.variant, f"{game.variant.key} {text_of(game)}", oracle.moves()
    ours = {usi.format_move(move, variant) for move in game.legal_moves}
    if ply % oracle.costly == 0 or not theirs:
        if text_of(game) != oracle.text():
            raise DifferenceError(f"{place}: the other engine has {oracle.text()}")
        if variant.check and game.position.is_check != oracle.is_check():
            raise DifferenceError(f"{place}: in check {game.position.is_check}, the other engine says {oracle.is_check()}")
    for move in theirs - ours:
        refused = refusal.explain(game, move)
        if refused is None or refused.code not in KNOWN or not oracle.mates(move):
            raise DifferenceError(f"{place}: the other engine allows {move}, outcome {game.outcome}")
        seen[refused.code] += 1
    if ours - theirs:
        raise DifferenceError(f"{place}: the other engine does not allow {sorted(ours - theirs)}")
    if game.outcome:
        seen[game.outcome.ending] += 1
    return not game.outcome


def placed(rng: random.Random, variant: Variant) -> str:
    """Some of the game's pieces, most of them round a king on an edge, as pins and mates need; the others in hand or off."""
    rows = variant.start.split()[0].split("/")
    files, royal = sum(int(mark) if mark.isdigit() else 1 for mark in rows[0]), variant.royals
    squares = [(file, rank) for rank in range(len(rows)) for file in range(files)]
    first, second = rng.choice(squares), rng.choice(squares if rng.random() < 0.4 else squares[:files])
    near = [at for at in squares if max(abs(at[0] - second[0]), abs(at[1] - second[1])) <= 2]
    men, hands, share = {}, Counter(), rng.uniform(0.1, 0.6)
    for letter in re.sub(r"[^A-Za-z]", "", "".join(rows)).upper().replace(royal, ""):
        piece = letter if rng.random() < 0.6 else letter.lower()
        if rng.random() < 0.2:
            hands[piece] += 1
        elif rng.random() < share:
            promotes = variant.kinds[letter].promotion is not None and rng.random() < 0.3
            men[rng.choice(near if rng.random() < 0.6 else squares)] = "+" * promotes + piece
    men |= {first: royal, second: royal.lower()}
    if rng.random() < 0.5:
        men = {(files - 1 - file, len(rows) - 1 - rank): piece.swapcase() for (file, rank), piece in men.items()}
        hands = Counter({piece.swapcase(): count for piece, count in hands.items()})
    text = "/".join("".join(men.get((file, rank), "1") for file in range(files)) for rank in range(len(rows)))
    hand = "".join(f"{count}{letter}" for letter, count in hands.items())
    return f"{re.sub('1+', lambda run: str(len(run[0])), text)} {rng.choice('bw')} {hand or '-'} 1"


def start(rng: random.Random, variant: Variant) -> Game:
    """The start position, or a placement that can be played and is not over."""
    if rng.random() < 0.2:
        return Game(variant)
    while True:
        position = sfen.parse(placed(rng, variant), variant)
        if not position.problems() and not position.outcome():
            return Game(variant, position)


def positions(key: str, seed: int, seen: Counter[str]) -> Iterator[None]:
    """Compare positions of one game for ever, yielding after each."""
    rng, variant = random.Random(f"{seed} {key}"), load(key)
    oracle: Oracle = Cshogi() if key == "shogi" else Fairy(variant)
    while True:
        game = start(rng, variant)
        oracle.set(sfen.format(game.position))
        for ply in range(40):
            going = compare(game, oracle, seen, ply)
            yield
            if not going:
                break
            moves = game.legal_moves
            captures = [move for move in moves if game.position.piece_at(move.target)]
            move = rng.choice(captures if captures and rng.random() < 0.3 else moves)
            game = game.play(move)
            oracle.push(usi.format_move(move, variant))


def run(key: str, count: int, seed: int, seen: Counter[str]) -> Iterator[int]:
    """Compare `count` positions of a game, yielding how many are done."""
    for done, _ in zip(range(1, count + 1), positions(key, seed, seen), strict=False):
        yield done


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare with cshogi and pyffish.")
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--game", choices=SHARES)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    for key in [options.game] if options.game else SHARES:
        count = options.positions if options.game else int(options.positions * SHARES[key])
        seen: Counter[str] = Counter()
        began = time.monotonic()
        for done in run(key, count, options.seed, seen):
            if done % 500 == 0 or done == count:
                bar = "#" * (done * 30 // count)
                left = (time.monotonic() - began) / done * (count - done)
                print(f"\r{key:10} [{bar:30}] {done:,} of {count:,}, {left:,.0f} s left ", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        print(f"{key}: {count:,} positions, no difference; {dict(seen)}", flush=True)


if __name__ == "__main__":
    main()
