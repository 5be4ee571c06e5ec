"""Self-play: the positions from which the weights are fitted, and how each game went on.

Every game begins with a few random moves; then both sides search a small number of nodes and
play the best move (now and then a random one of the good ones, so that games differ). Written
are quiet positions only: not in check, and the move found is neither a capture nor a promotion.
"""

from __future__ import annotations

import random
from typing import Any

from banmen import sfen
from banmen.game import Game
from banmen.games import load
from banmen.moves import PROMOTES
from banmen.search.search import Limits, Search
from banmen.variant import Color

__all__ = ["play"]

NODES = 200
"""A move."""
RANDOM_PLIES = {"shogi": (4, 12), "hasami": (8, 40), "dobutsu": (2, 8)}
"""Hasami needs many: from level positions nearly all games are drawn, and say nothing."""
LONGEST = 160
"""Plies after which a game is a draw for our purpose."""
WON, FOR = 1500, 6
"""A game is given up when so many searches in a row agree that one side is so far ahead."""


def play(key: str, seed: int) -> list[dict[str, Any]]:
    """The rows of one game: position, score of the search for the side to move, result for it (1, 0.5, 0)."""
    rng = random.Random(f"{key} {seed}")
    variant = load(key)
    game = Game(variant)
    for _ in range(rng.randint(*RANDOM_PLIES.get(key, (2, 8)))):
        if game.legal_moves:
            game = game.play(rng.choice(game.legal_moves))
    rows: list[tuple[str, int, int]] = []
    t = game.position.tables
    ahead = 0
    while game.legal_moves and len(game.steps) < LONGEST and abs(ahead) < FOR:
        *_, report = Search(game, Limits(nodes=NODES)).run()
        move = report.move
        before = len(game.steps)
        strays = rng.random() < 0.04
        if strays:
            # One of the moves that the search thinks no more than half a pawn worse.
            move = rng.choice([m for m, score in report.scores.items() if score > report.score - 50] or [move])
        position, turn = game.position, game.position.turn
        # Counted up while the first player is far ahead, down while the second is.
        side = 0 if abs(report.score) < WON else 1 if (report.score > 0) == (turn == Color.BLACK) else -1
        ahead = ahead + side if side and ahead * side >= 0 else side
        game = game.play(t.moves[move])
        quiet = not strays and not position.is_check and not game.steps[before].captured and not move & PROMOTES
        if quiet and abs(report.score) < 3000:
            rows.append((sfen.format(position), report.score, turn))
    winner = game.outcome.winner if game.outcome else (Color.BLACK if ahead > 0 else Color.WHITE) if abs(ahead) >= FOR else None
    return [
        {"sfen": text, "score": score, "result": 0.5 if winner is None else float(winner == turn)}
        for text, score, turn in rows
    ]
