"""The pocket table in the hands of who has no files: whoever asks for a move hands it over, in parts, when it is first needed.

Nothing here fetches. What came is kept, and used once it is whole and has the sum that it was asked for by.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from banmen.errors import OracleError
from banmen.oracle.pocket import Pocket
from banmen.oracle.verdict import require_solved
from banmen.position import Position
from banmen.usi import format_move

__all__ = ["MOST", "Part", "best"]

MOST = 5_000_000
"""Bytes of a table: no pocket is larger."""


class Part(NamedTuple):
    """Bytes of the table, and how many lie before them."""

    start: int
    data: bytes


class _Coming:
    """A table of which the first bytes are here."""

    def __init__(self, sha256: str) -> None:
        self.sha256 = sha256
        self._data = bytearray()
        self._sum = hashlib.sha256()
        self.pocket: Pocket | None = None

    def __len__(self) -> int:
        return len(self._data)

    def add(self, data: bytes) -> None:
        self._data += data
        self._sum.update(data)
        if self._sum.hexdigest() == self.sha256:
            self.pocket = Pocket(bytes(self._data))
            self._data.clear()


_coming = _Coming("")


def best(position: Position, sha256: str, part: Part | None = None) -> dict[str, Any]:
    """The move that the table with this sum plays, or from which byte on it is to be handed over.

    A part that does not go on from what is here is passed over: two boards may hand over the same
    table. Raises OracleError ``oracle.block`` where the table has ended, or is too long, without
    having its sum; and as `require_solved` does.
    """
    global _coming
    require_solved(position)
    if _coming.sha256 != sha256:
        _coming = _Coming(sha256)
    if part and not _coming.pocket and part.start == len(_coming):
        if not part.data or len(_coming) + len(part.data) > MOST:
            _coming = _Coming("")
            raise OracleError("oracle.block", name="pocket")
        _coming.add(part.data)
    if not _coming.pocket:
        return {"need": len(_coming)}
    return {"move": format_move(_coming.pocket.move(position), position.variant)}
