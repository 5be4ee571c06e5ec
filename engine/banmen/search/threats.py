"""What a side would do if the other one passed: a threat is a move that has to be answered."""

from __future__ import annotations

from banmen.game import Game
from banmen.position import Position
from banmen.search.mate import Mate, Task, solve

__all__ = ["passed", "stops_mate", "threatens_mate"]

PLIES, NODES = 5, 2_500
"""How far a threatened mate is looked for: a reader sees no further either."""


def passed(position: Position) -> Position:
    """The same position with the other side to move; playable only if nobody stands in check."""
    w = position.walker()
    return Position(w.rules, w.board, w.hands, 1 - w.turn)


def threatens_mate(after: Game) -> Task[int | None]:
    """Plies of the mate that the side which has just moved would give if the other one passed."""
    return (yield from _mate(passed(after.position))).plies


def stops_mate(before: Position, after: Game) -> Task[int | None]:
    """Plies of the mate that the other side would give in `before`, the move passed, if it has none `after` it."""
    plies = (yield from _mate(before)).plies
    if plies is None:
        return None
    left = yield from _mate(after.position)
    return plies if left.plies is None and left.none_within >= PLIES else None


def _mate(position: Position) -> Task[Mate]:
    found = Mate()
    for mate in solve(Game(position.variant, position), PLIES, NODES):
        found = mate
        yield
    return found
