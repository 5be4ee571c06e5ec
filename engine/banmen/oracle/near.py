"""Ends that are so near that they are found by looking: no table holds them."""

from __future__ import annotations

from banmen.moves import TARGET
from banmen.outcome import decided
from banmen.walker import Walker

__all__ = ["near", "winning"]


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


def winning(walker: Walker, plies: int) -> int | None:
    """The move that wins soonest, as the walker has it, if one wins within an odd number of plies."""
    me = walker.turn
    for n in range(1, plies + 1, 2):
        for move in walker.legal():
            walker.push(move)
            end = decided(walker)
            won = end.winner == me if end else n > 1 and _loses(walker, n - 1)
            walker.pop()
            if won:
                return move
    return None


def _wins(w: Walker, plies: int) -> bool:
    """Whether the side to move can force its win within an odd number of plies."""
    if _at_once(w):
        return True
    if plies > 1:
        for move in w.legal():
            w.push(move)
            won = not decided(w) and _loses(w, plies - 1)
            w.pop()
            if won:
                return True
    return False


def _loses(w: Walker, plies: int) -> bool:
    """Whether every move of the side to move lets the other win within an even number of plies."""
    if _at_once(w):
        return False
    other = 1 - w.turn
    moves = w.legal()
    # What takes something refutes most often.
    moves.sort(key=lambda move: not w.board[move & TARGET])
    for move in moves:
        w.push(move)
        end = decided(w)
        lost = end.winner == other if end else _wins(w, plies - 1)
        w.pop()
        if not lost:
            return False
    return True


def _at_once(w: Walker) -> bool:
    """Whether the side to move can take the lion, or step with its own to the last rank, unattacked: no other move wins at once."""
    t, me = w.tables, w.turn
    if w.attackers(w.kings[1 - me], me):
        return True
    lion = w.kings[me]
    if t.far_rank(me, lion) != 1:
        return False
    targets = t.step_hits[w.board[lion]][lion]
    return any(
        targets >> square & 1 and square not in w.pieces[me] and not w.attackers(square, 1 - me)
        for square in range(t.size)
        if t.far_rank(me, square) == 0
    )
