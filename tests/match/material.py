"""A plain player to measure by: so many plies ahead, pieces counted at the values of the declaration, and nothing else.

Depth 1 is the greedy player: it takes what is worth most and ends the game where it can.
"""

from __future__ import annotations

import random

from banmen import outcome
from banmen.game import Game
from banmen.moves import Move
from banmen.tables import Tables
from banmen.walker import Walker

__all__ = ["best"]

END = 10_000.0


def best(game: Game, depth: int, rng: random.Random) -> Move:
    """One of the moves of the greatest value, which of them is left to chance."""
    w, t = game.position.walker(), game.position.tables
    moves = [t.code(move) for move in game.legal_moves]
    rng.shuffle(moves)
    worth = _worth(t)
    top, found = -2 * END, moves[0]
    for move in moves:
        w.push(move)
        value = -_value(w, worth, depth - 1, -2 * END, -top)
        w.pop()
        if value > top:
            top, found = value, move
    return t.moves[found]


def _value(w: Walker, worth: list[float], depth: int, low: float, high: float) -> float:
    """What the position is worth to the side to move, an end the more the sooner it comes."""
    over = outcome.decided(w)
    # A leaf needs its moves only where it may be mate.
    moves = None if over or (depth == 0 and not (w.rules.variant.check and w.in_check())) else w.legal()
    if moves is not None:
        over = outcome.of_position(w, moves)
    if over:
        return 0.0 if over.winner is None else (END + depth) * (1 if over.winner == w.turn else -1)
    if depth == 0 or moves is None:
        return _count(w, worth)
    for move in moves:
        w.push(move)
        value = -_value(w, worth, depth - 1, -high, -low)
        w.pop()
        if value > low:
            low = value
            if low >= high:
                break
    return low


def _count(w: Walker, worth: list[float]) -> float:
    t, total = w.tables, 0.0
    for code in w.board:
        if code:
            total += worth[code] if t.color[code] == w.turn else -worth[code]
    for code, own, other in zip(t.drop_code[w.turn], w.hands[w.turn], w.hands[1 - w.turn], strict=True):
        total += worth[code] * (own - other)
    return total


def _worth(t: Tables) -> list[float]:
    """By piece code: the declared value."""
    values = [0.0]
    for symbol in t.symbols[1:]:
        kind = t.variant.kinds[symbol[-1].upper()]
        values.append(kind.promotion.value if symbol.startswith("+") and kind.promotion else kind.value)
    return values
