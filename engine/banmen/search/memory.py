"""What a search has found out about positions, in bounded memory."""

from __future__ import annotations

__all__ = ["EXACT", "LOWER", "UPPER", "Memory", "Stored"]

EXACT, LOWER, UPPER = 0, 1, 2

Stored = tuple[int, int, int, int]
"""Depth, score, bound, move."""

GENERATION = 60_000
"""Positions after which the older half is forgotten; two generations take about 40 MB."""


class Memory:
    """Positions by `Walker.bits`, which is the whole position: what is stored for it is never another's.

    Two generations: when the new one is full it becomes the old one, and the old one goes. What is
    asked for is carried over, so that what the search still uses stays.
    """

    __slots__ = ("new", "old")

    def __init__(self) -> None:
        self.new: dict[int, Stored] = {}
        self.old: dict[int, Stored] = {}

    def get(self, key: int) -> Stored | None:
        found = self.new.get(key)
        if found is None and self.old:
            found = self.old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: int, stored: Stored) -> None:
        if len(self.new) >= GENERATION:
            self.old, self.new = self.new, {}
        self.new[key] = stored
