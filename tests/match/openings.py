"""Where matches begin: short random openings that neither side has won yet, kept in openings.csv.

``python tests/match/openings.py GAME [COUNT]`` prints the rows of a game: 4 to 8 random legal plies from a fixed seed, kept if
a search of some thousand nodes sees neither side ahead by more than a pawn, no other opening leads there, and none of them goes
back to a position that it came from, which would bring the game close to a draw before it begins. They are
kept as a file because the search, and with it the choice, gets better, while matches must stay comparable.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from banmen import usi
from banmen.game import Game
from banmen.games import load
from banmen.moves import Move
from banmen.position import Position
from banmen.search.search import Limits, Search

__all__ = ["generate", "openings", "royal_captures"]

FILE = Path(__file__).with_name("openings.csv")
SEED = 20
PLIES = (4, 8)
MOST_AHEAD = 100
"""Hundredths of the weakest piece."""
NODES = 4000


def openings(key: str) -> list[str]:
    """The USI moves of each opening of a game, in the order in which matches use them."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return [row["moves"] for row in csv.DictReader(file) if row["game"] == key]


def generate(key: str, count: int, nodes: int = NODES) -> Iterator[str]:
    """That many openings, no two of which lead to one position."""
    rng = random.Random(f"{SEED} {key}")
    seen = set()
    while count:
        game = Game(load(key))
        for _ in range(rng.randint(*PLIES)):
            if game.legal_moves:
                game = game.play(rng.choice(game.legal_moves))
        if game.outcome or game.position.key in seen or _hung(game) or _returns(game):
            continue
        *_, report = Search(game, Limits(nodes=nodes)).run()
        if abs(report.score) <= MOST_AHEAD:
            seen.add(game.position.key)
            count -= 1
            yield " ".join(usi.format_move(move, game.variant) for move in game.moves)


def _returns(game: Game) -> bool:
    """Whether a position stands on the board for the second time."""
    reached = [Game(game.variant, game.start, game.moves[:plies]).position.key for plies in range(len(game.moves) + 1)]
    return len(set(reached)) < len(reached)


def _hung(game: Game) -> bool:
    """Whether a royal was left to be captured on the way, as only chance does; other engines call such a move illegal."""
    moves = game.moves
    positions = [Game(game.variant, game.start, moves[:plies]).position for plies in range(1, len(moves) + 1)]
    return any(royal_captures(position) for position in positions)


def royal_captures(position: Position) -> list[Move]:
    """The moves that end the game by taking the other side's royal; none where royals are mated."""
    king = -1 if position.variant.check else position.walker().kings[position.turn.other]
    return [move for move in position.legal_moves if move.target == king]


def main() -> None:
    key, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 40
    rows = csv.writer(sys.stdout, lineterminator="\n")
    for number, moves in enumerate(generate(key, count), 1):
        print(f"\r{key}: {number} of {count}", end="", file=sys.stderr)
        rows.writerow([key, moves])
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
