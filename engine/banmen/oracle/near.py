"""Ends that are so near that they are found by looking: no table holds them."""

from __future__ import annotations

from banmen.outcome import decided
from banmen.walker import Walker

__all__ = ["near"]


def near(walker: Walker, plies: int) -> int:
    """Plies to the end if best play of both comes to it within `plies`: negative if the side to move loses, 0 if it is not near.

    The game must be going on.
    """
    for n in range(1, plies + 1):
        if n % 2 and _wins(walker, n):
            return n
        if n % 2 == 0 and _loses(walker, n):
            return -n
    return 0


def _wins(w: Walker, plies: int) -> bool:
    """Whether the side to move can force its win within an odd number of plies."""
    me = w.turn
    if w.attackers(w.kings[1 - me], me):
        return True
    for move in w.legal():
        w.push(move)
        end = decided(w)
        won = end.winner == me if end else plies > 1 and _loses(w, plies - 1)
        w.pop()
        if won:
            return True
    return False


def _loses(w: Walker, plies: int) -> bool:
    """Whether every move of the side to move lets the other win within an even number of plies."""
    other = 1 - w.turn
    for move in w.legal():
        w.push(move)
        end = decided(w)
        lost = end.winner == other if end else _wins(w, plies - 1)
        w.pop()
        if not lost:
            return False
    return True
