"""The solved game as files: a directory and some thousand blocks, of which a position needs a few.

A block is a zlib stream of one byte a placement, for a range of placements that ends between two
deployments (see `placement`): so all moves that are not the lion's and take nothing need one block,
each move of the lion perhaps another, and each kind of capture too. Nothing smaller was needed:
placements that a look of NEAR plies decides have no value of their own but repeat the one
before, which costs next to nothing; arithmetic coding with contexts would save a fifth of the bytes
and make Python decode for seconds what zlib decodes in a few thousandths.

The directory has one entry for each block, in order: the first placement, four bytes, big end first,
and the block's SHA-256. A block's name is made of its sum, so that it never changes.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Mapping

from banmen.oracle.placement import PLACEMENTS

__all__ = ["DRAW", "ENTRY", "NEAR", "UNKNOWN", "Directory", "name_of"]

NEAR = 1
"""Plies within which an end is looked for; what is nearer has no value of its own in the table."""
UNKNOWN, DRAW = 0, 1
"""Bytes of a block that are not a number of plies; no win or loss of 1 ply is in the table."""
ENTRY = 4 + 32


def name_of(sha256: str) -> str:
    """The name of the file with this sum."""
    return f"{sha256[:20]}.bin"


class Directory:
    """Which block holds a placement, and the sum that it must have."""

    def __init__(self, data: bytes) -> None:
        entries = [data[begin : begin + ENTRY] for begin in range(0, len(data), ENTRY)]
        self._firsts = [int.from_bytes(entry[:4], "big") for entry in entries]
        self._sums = [entry[4:].hex() for entry in entries]

    def block(self, number: int) -> str:
        """The sum of the block that holds placement `number`."""
        return self._sums[bisect_right(self._firsts, number) - 1]

    def value(self, number: int, blocks: Mapping[str, bytes]) -> int:
        """The byte of a placement; `blocks`: by sum, the bytes of those blocks that are there. KeyError if its block is not."""
        place = bisect_right(self._firsts, number) - 1
        end = self._firsts[place + 1] if place + 1 < len(self._firsts) else PLACEMENTS
        values = zlib.decompress(blocks[self._sums[place]], bufsize=end - self._firsts[place])
        return values[number - self._firsts[place]]
