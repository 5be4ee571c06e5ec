"""The two acts of a player, as callers see them and as the engine packs them into one int.

A packed move is the target square, the origin square shifted by ORIGIN, and the PROMOTES bit; a
drop's "origin" is the number of squares plus the kind's place in the hand.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ORIGIN", "PROMOTES", "TARGET", "BoardMove", "Drop", "Move"]

ORIGIN = 7
TARGET = (1 << ORIGIN) - 1
PROMOTES = 1 << 2 * ORIGIN


class BoardMove(NamedTuple):
    """A piece goes from one square to another, and may promote."""

    origin: int
    target: int
    promotes: bool = False


class Drop(NamedTuple):
    """A piece from the hand is put on a square; `kind` is its upper-case SFEN letter."""

    kind: str
    target: int


Move = BoardMove | Drop
