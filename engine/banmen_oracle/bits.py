"""Makes the rows of `banmen.oracle.bits`: chooses bits so that every key gets its value.

A place that only one key uses can always be set right in the end, whatever the others come to. So
such keys are put aside one after the other until none is left, and then set in the opposite order.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit, uint64

from banmen.oracle.bits import Shape

__all__ = ["row"]

ROOM = 1.08
"""Places a key; a row without any room to spare is hardly ever found."""

fast = njit(cache=True, nogil=True)


@fast
def _mix(word):
    word = (word ^ word >> uint64(30)) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> uint64(27)) * uint64(0x94D049BB133111EB)
    return word ^ word >> uint64(31)


@fast
def _place(key, which, segment, segments, seed):
    """One of the places of `banmen.oracle.bits.places`."""
    word = _mix(key + seed * uint64(0x9E3779B97F4A7C15))
    first = (word >> uint64(32)) * (segment * segments) >> uint64(32)
    if which == 0:
        return np.int64(first)
    word = _mix(word) >> uint64(21) * (which - uint64(1))
    return np.int64(first + which * segment ^ (word & (segment - uint64(1))))


@fast
def _aside(entries, segment, segments, seed, length):
    """Entries (key << 1 | value) in the order in which they are put aside, with the place that each has to itself; how many."""
    count = np.zeros(length, np.uint8)
    every = np.zeros(length, np.uint64)
    for entry in entries:
        for which in range(4):
            place = _place(entry >> uint64(1), uint64(which), segment, segments, seed)
            count[place] += 1
            every[place] ^= entry
    order, alone = np.empty(len(entries), np.uint64), np.empty(len(entries), np.uint32)
    done = 0
    todo = np.empty(length, np.uint32)
    waiting = 0
    for place in range(length):
        if count[place] == 1:
            todo[waiting] = place
            waiting += 1
    while waiting:
        waiting -= 1
        place = todo[waiting]
        if count[place] != 1:
            continue
        entry = every[place]
        order[done], alone[done] = entry, place
        done += 1
        for which in range(4):
            other = _place(entry >> uint64(1), uint64(which), segment, segments, seed)
            count[other] -= 1
            every[other] ^= entry
            if count[other] == 1:
                todo[waiting] = other
                waiting += 1
    return order, alone, done


@fast
def _set(order, alone, segment, segments, seed, length):
    bits = np.zeros(length, np.uint8)
    for at in range(len(order) - 1, -1, -1):
        entry = order[at]
        bit = np.uint8(entry & uint64(1))
        for which in range(4):
            bit ^= bits[_place(entry >> uint64(1), uint64(which), segment, segments, seed)]
        bits[alone[at]] = bit
    return bits


def row(entries: np.ndarray) -> tuple[Shape, bytes]:
    """The shape and bits of the function; an entry is a key of up to 63 bits, all different, and below it the bit it is to get."""
    segment = 1 << max(3, min(18, int(math.log(max(len(entries), 2)) / math.log(2.91) - 0.5)))
    segments = max(1, math.ceil(len(entries) * ROOM / segment) - 3)
    for seed in range(100):
        shape = Shape(segment, segments, seed)
        sizes = np.uint64(segment), np.uint64(segments), np.uint64(seed)
        order, alone, done = _aside(entries, *sizes, shape.length)
        if done == len(entries):
            return shape, np.packbits(_set(order, alone, *sizes, shape.length), bitorder="little").tobytes()
        # Unlucky: a little more room, and another hash.
        segments += max(1, segments // 100)
    raise RuntimeError(f"no row found for {len(entries)} keys")
