"""The legal moves that give check, made directly: a search for mates tries nothing else."""

from __future__ import annotations

from functools import cache, partial

from banmen.moves import ORIGIN, PROMOTES, TARGET
from banmen.tables import Lazy, Tables, tables
from banmen.variant import Variant
from banmen.walker import Walker

__all__ = ["checks", "dropped"]


def checks(walker: Walker) -> list[int]:
    """All legal moves after which the other side's royal is attacked; none in a game without check.

    As with `Walker.legal`, the position has no problems and nothing is said of the order.
    """
    w, t, turn = walker, walker.tables, walker.turn
    king = w.kings[1 - turn]
    if king < 0 or not t.variant.check:
        return []
    if w.in_check():
        return [move for move in w.legal() if _gives_check(w, move)]
    board, bits, n = w.board, w.bits, t.size
    step_hits, slides, promoted = t.step_hits, t.slides, t.promoted
    uncovering = _uncovering(w, king)
    moves: list[int] = []
    for move in w.legal(drops=False):
        target, origin = move & TARGET, move >> ORIGIN & TARGET
        put = promoted[board[origin]] if move & PROMOTES else board[origin]
        leaves_line = origin in uncovering and not uncovering[origin] >> target & 1
        if leaves_line or step_hits[put][target] >> king & 1:
            moves.append(move)
        elif slides[put]:
            between = t.between[put][target].get(king)
            # What stood on the origin no longer stops the line.
            if between is not None and not bits & between & ~(1 << origin + turn * n):
                moves.append(move)
    moves += dropped(w)
    return moves


def dropped(walker: Walker) -> list[int]:
    """The drops that give check, where the side to move is not in check itself; both sides have a royal."""
    w, t, turn = walker, walker.tables, walker.turn
    if not t.variant.drops:
        return []
    king, free = w.kings[1 - turn], ~(w.bits | w.bits >> t.size)
    near = _drops(t.variant)
    moves: list[int] = []
    for index, count in enumerate(w.hands[turn]):
        if count:
            steps, lines = near[turn][index][king]
            squares = steps & free
            for line in lines:
                for square in line:
                    if not free >> square & 1:
                        break
                    squares |= 1 << square
            if squares:
                moves += w.drops_on(index, squares)
    return moves


def _gives_check(walker: Walker, move: int) -> bool:
    walker.push(move)
    checked = walker.in_check()
    walker.pop()
    return checked


def _uncovering(w: Walker, king: int) -> dict[int, int]:
    """Own pieces that alone stand between an own slider and the other royal, with the squares on that line."""
    t, turn, bits = w.tables, w.turn, w.bits
    n = t.size
    found: dict[int, int] = {}
    far = bits & t.far[turn][king]
    base = t.slide + turn * n
    while far:
        low = far & -far
        far ^= low
        slider = low.bit_length() - 1 - base
        between = t.between[w.board[slider]][slider].get(king)
        blockers = bits & between if between else 0
        if between and blockers and not blockers & blockers - 1:
            square = blockers.bit_length() - 1 - turn * n
            if 0 <= square < n:
                found[square] = between & t.taken[0]
    return found


_Near = tuple[int, list[list[int]]]
"""Where a piece steps onto a square from, as bits; from where it slides there, from near to far."""


@cache
def _drops(variant: Variant) -> list[list[Lazy[_Near]]]:
    """By color and kind of the hand, and by the other side's royal, from where a dropped piece attacks it."""
    t = tables(variant)
    return [[Lazy(partial(_near, t, code)) for code in codes] for codes in t.drop_code]


def _near(t: Tables, code: int, king: int) -> _Near:
    # The other side's piece of the same kind goes from the royal's square to where this one comes from.
    other = t.code_of[t.symbols[code].swapcase()]
    lines = t.lines[other][king]
    steps = sum(1 << line[0] for slides, line in lines if not slides)
    return steps, [line for slides, line in lines if slides]
