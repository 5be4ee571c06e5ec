"""Counting the tree of legal moves: the way move generators are compared with one another."""

from __future__ import annotations

from banmen import outcome
from banmen.position import Move, Position
from banmen.walker import Walker

__all__ = ["divide", "perft"]


def perft(position: Position, depth: int) -> int:
    """Leaves of the tree `depth` plies deep. A finished game has no children; depth 0 is one leaf."""
    if depth <= 0:
        return 1
    return sum(divide(position, depth).values())


def divide(position: Position, depth: int) -> dict[Move, int]:
    """For each legal move, the leaves below it; `depth` counts the move, at least 1."""
    walker = position.walker()
    counts = {}
    for move in position.legal_moves:
        walker.push(position.tables.code(move))
        counts[move] = _leaves(walker, depth - 1)
        walker.pop()
    return counts


def _leaves(walker: Walker, depth: int) -> int:
    if depth == 0:
        return 1
    if outcome.decided(walker):
        return 0
    moves = walker.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        walker.push(move)
        total += _leaves(walker, depth - 1)
        walker.pop()
    return total
