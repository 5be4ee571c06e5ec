"""Do fitted weights pay? ``python tests/tune/compare.py GAME [--nodes N] [--games N]``: the same search with the fitted weights
against itself with those derived from the declaration, at fixed nodes. Every opening is another one, made as those of the
matches are (`tests/match/openings.py`), and played with both colors.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "match"))
from openings import generate

from banmen import sfen, usi
from banmen.game import Game
from banmen.games import load
from banmen.search.evaluate import Evaluation
from banmen.search.search import Limits, Search
from banmen.search.weights import derived, weights
from banmen.variant import Color

LONGEST = 250
LEVEL = 1000
"""Nodes of the search that says whether an opening is level."""


def play(game: Game, players: list[Evaluation], nodes: int) -> float:
    """What the first player gets: 1, 0.5 or 0."""
    t = game.position.tables
    while game.legal_moves:
        *_, report = Search(game, Limits(nodes=nodes), value=players[game.position.turn]).run()
        game = game.play(t.moves[report.move])
    winner = game.outcome.winner if game.outcome else None
    return 0.5 if winner is None else float(winner == Color.BLACK)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--games", type=int, default=80)
    asked = parser.parse_args()
    variant = load(asked.game)
    new, old = Evaluation(variant, weights(variant)), Evaluation(variant, derived(variant))
    scores, opening = list[float](), ""
    openings = generate(asked.game, asked.games, LEVEL)
    for number in range(asked.games):
        opening = next(openings) if number % 2 == 0 else opening
        start = sfen.parse(variant.start, variant, {"move_limit": LONGEST})
        moves = [usi.parse_move(text, variant) for text in opening.split()]
        game = Game(variant, start, moves)
        first = play(game, [new, old] if number % 2 == 0 else [old, new], asked.nodes)
        scores.append(first if number % 2 == 0 else 1 - first)
        print(f"\r{number + 1} of {asked.games} games, so far {100 * statistics.mean(scores):.0f} %", end="", file=sys.stderr)
    error = 196 * statistics.stdev(scores) / len(scores) ** 0.5
    print(f"\n{asked.game}, {asked.nodes} nodes a move: fitted against derived weights {100 * statistics.mean(scores):.1f} "
          f"± {error:.1f} % of {asked.games} games")


if __name__ == "__main__":
    main()
