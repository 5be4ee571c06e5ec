"""A function from whole numbers to single bits, kept in hardly more than one bit for each number it was made for.

The value of a key is the exclusive or of four bits of a long row, at places that a hash of the key
tells; `banmen_oracle.bits` chooses the row so that every key gets its value. Of other keys nothing
is known: they get a bit too. The four places lie in neighbouring segments, which is what lets the
row be so short (the layout of Graf and Lemire's binary fuse filters).
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["PLACES", "WORD", "Bits", "Shape", "mix", "places"]

PLACES = 4
WORD = (1 << 64) - 1


class Shape(NamedTuple):
    """Of a row of bits: the length of a segment, a power of two; in how many segments a first place may lie; the hash's seed."""

    segment: int
    segments: int
    seed: int

    @property
    def length(self) -> int:
        return self.segment * (self.segments + PLACES - 1)


def mix(word: int) -> int:
    """64 bits that look random (the finish of SplitMix64)."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def places(key: int, shape: Shape) -> tuple[int, int, int, int]:
    """Where in the row the bits of a key lie."""
    word = mix((key + shape.seed * 0x9E3779B97F4A7C15) & WORD)
    first = (word >> 32) * (shape.segment * shape.segments) >> 32
    word, within = mix(word), shape.segment - 1
    return (
        first,
        first + shape.segment ^ (word & within),
        first + 2 * shape.segment ^ (word >> 21 & within),
        first + 3 * shape.segment ^ (word >> 42 & within),
    )


class Bits:
    """The function; `row` holds its bits, the lowest of each byte first."""

    def __init__(self, shape: Shape, row: bytes) -> None:
        self.shape, self.row = shape, row

    def __getitem__(self, key: int) -> int:
        bit = 0
        for place in places(key, self.shape):
            bit ^= self.row[place >> 3] >> (place & 7)
        return bit & 1
