"""The solved game as files: a directory and some thousand blocks, of which a position needs a few.

All placements of the eight pieces are there, also those that no game comes to; but not those that a
look of NEAR plies decides. A value is the number of plies to the end, odd where the side to move
wins and even where it loses, or 0 for a draw. It is written in a prefix code, frequent values in
fewer bits; there is a code for each number of pieces that the side to move owns, since who has more
tends to win. The bits are kept by `bits`, which needs no room for the placements themselves.

A block holds a range of placements that ends between two deployments (see `placement`): so all moves
that are not the lion's and take nothing need one block, each move of the lion perhaps another, and
each kind of capture too. A value is read from a block as it was fetched, in some microseconds.

Simpler was tried: blocks of a byte a placement in zlib, what is near repeating the byte before, have
49 MB, and 44 MB with a look of 7 plies, which takes a browser seconds where the hands are full. With
lzma they would have 41 MB, as now (41.4), but a browser's Python has lzma only as one more download.

The directory: for each code the length of each value's word in bits, 256 bytes; then an entry for
each block, in order: the first placement, four bytes, high byte first, and the block's SHA-256. A
block: the shape of the row in three times four bytes, low byte first, and the row. A file's name is
made of its sum, so that it never changes.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from banmen.oracle.bits import Bits, Shape
from banmen.oracle.placement import Placement, index

__all__ = ["CODES", "HEAD", "NEAR", "VALUES", "WORDS", "Directory", "code_of", "name_of", "words"]

NEAR = 5
"""Plies within which an end is looked for; what is nearer is not in the table."""
CODES = 7
VALUES = 256
WORDS = 32
"""More bits than any word has."""
HEAD = struct.Struct("<3I")
_ENTRY = struct.Struct(">I32s")


def name_of(sha256: str) -> str:
    """The name of the file with this sum."""
    return f"{sha256[:20]}.bin"


def code_of(placement: Placement) -> int:
    """Which code the value of a placement is written in: how many pieces but the lion the side to move owns."""
    return sum(squares.bit_count() for squares in placement.mine) + sum(placement.hand)


def words(lengths: Sequence[int]) -> dict[int, int]:
    """By word, with a 1 before its first bit, the value: shorter words come first, and of one length those of smaller values."""
    found: dict[int, int] = {}
    word, length = 0, 0
    for value in sorted(filter(lengths.__getitem__, range(len(lengths))), key=lambda value: (lengths[value], value)):
        word <<= lengths[value] - length
        length = lengths[value]
        found[1 << length | word] = value
        word += 1
    return found


class Directory:
    """Which block holds a placement, the sum that it must have, and how to read it."""

    def __init__(self, data: bytes) -> None:
        codes = CODES * VALUES
        self._words = [words(data[begin : begin + VALUES]) for begin in range(0, codes, VALUES)]
        entries = list(_ENTRY.iter_unpack(data[codes:]))
        self._firsts: list[int] = [first for first, _ in entries]
        self._sums: list[str] = [sha256.hex() for _, sha256 in entries]

    def block(self, placement: Placement) -> str:
        """The sum of the block that holds a placement."""
        return self._sums[bisect_right(self._firsts, index(placement)) - 1]

    def value(self, placement: Placement, blocks: Mapping[str, bytes]) -> int:
        """The value of a placement that is not near an end; `blocks`: by sum. KeyError if the one that it takes is not there."""
        number = index(placement)
        place = bisect_right(self._firsts, number) - 1
        block = blocks[self._sums[place]]
        bits = Bits(Shape(*HEAD.unpack_from(block)), block[HEAD.size :])
        values, word = self._words[code_of(placement)], 1
        key = (number - self._firsts[place]) * WORDS
        while word not in values:
            word = word << 1 | bits[key]
            key += 1
        return values[word]
