"""Facts about a move in a game of men that are captured by enclosing them."""

from __future__ import annotations

from banmen.moves import ORIGIN, TARGET
from banmen.position import Position
from banmen.search.threats import passed
from banmen.walker import Walker

__all__ = ["facts"]


def facts(position: Position, move: int) -> dict[str, dict[str, object]]:
    """What the move captures, what it saves from capture and what it threatens to capture next."""
    endangered = _capturable(passed(position).walker())
    w = position.walker()
    threatened = _capturable(w)
    origin, target = move >> ORIGIN & TARGET, move & TARGET
    w.push(move)
    captured, still = set(w.stack[-1][3]), _capturable(w)
    saved = {square for square in endangered if (target if square == origin else square) not in still}
    new = _capturable(passed(Position.of(w)).walker()) - threatened
    # A threat that the other side's own capture comes before is none to speak of.
    return _named(w, "captures", captured) | _named(w, "saves", saved) | _named(w, "threatens", new if not still else set())


def _named(w: Walker, does: str, squares: set[int]) -> dict[str, dict[str, object]]:
    names = [w.tables.squares[square] for square in sorted(squares)]
    if len(names) == 1:
        return {f"{does}_man": {"square": names[0]}}
    return {f"{does}_men": {"n": len(names), "squares": names}} if names else {}


def _capturable(w: Walker) -> set[int]:
    """The squares of all men that the side to move could capture with one move or another."""
    found: set[int] = set()
    for move in w.legal():
        w.push(move)
        found.update(w.stack[-1][3])
        w.pop()
    return found
