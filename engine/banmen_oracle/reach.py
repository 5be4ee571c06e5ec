"""Which placements the game can come to from its start, and what the solved game looks like in numbers.

A placement where a lion can be taken or has tried is reached but not gone on from, as if everyone
took a lion when there is one to take.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit

from banmen.oracle.placement import PLACEMENTS
from banmen_oracle import board
from banmen_oracle.progress import Bar
from banmen_oracle.solve import BLOCK, CHUNK, DRAW, holds

__all__ = ["OPEN", "TAKES", "TRIED", "Counts", "counts", "reach"]

NEW, OPEN, TAKES, TRIED = 1, 2, 3, 4
"""Reached and not looked at; the game goes on; the other lion can be taken; a lion has tried."""


@njit(cache=True, nogil=True)
def _expand(seen, begin, end):
    out = np.empty(board.MOST, np.int64)
    found = 0
    for block in range(begin, end, BLOCK):
        last = min(block + BLOCK, end)
        # A move may lead back into the same block: look again until nothing is new there.
        while holds(seen, block, last, NEW):
            for number in range(block, last):
                if seen[number] == NEW:
                    found += 1
                    status = board.status(number)
                    seen[number] = OPEN if status == board.OPEN else TAKES if status == board.TAKES else TRIED
                    if status == board.OPEN:
                        for move in range(board.after(number, out)):
                            if seen[out[move]] == 0:
                                seen[out[move]] = NEW
    return found


def reach(start: int, folder: Path, threads: int = 2) -> np.ndarray:
    """By placement 0, or what was reached; kept in `folder`."""
    path = folder / "reached.npy"
    if not path.exists():
        seen = np.zeros(PLACEMENTS, np.uint8)
        seen[start] = NEW
        _expand(seen, 0, 0)
        chunks = [(begin, min(begin + CHUNK, PLACEMENTS)) for begin in range(0, PLACEMENTS, CHUNK)]
        with ThreadPoolExecutor(threads) as pool:
            found, sweep = 1, 0
            while found:
                sweep += 1
                found = 0
                with Bar(f"Reached from the start, sweep {sweep}", len(chunks)) as bar:
                    for more in pool.map(lambda chunk: _expand(seen, *chunk), chunks):
                        found += more
                        bar.add(1)
        unfinished = path.with_suffix(".part")
        with unfinished.open("wb") as file:
            np.save(file, seen)
        unfinished.rename(path)
    return np.load(path, mmap_mode="r")


class Counts(NamedTuple):
    """Over the placements that are reached: how many, what they show, who wins, and the longest win in plies."""

    reached: int
    takes: int
    tried: int
    wins: int
    losses: int
    draws: int
    longest: int


def counts(values: np.ndarray, seen: np.ndarray) -> Counts:
    """The numbers to hold against those that others have published."""
    shown = np.zeros(5, np.int64)
    by_value = np.zeros(256, np.int64)
    for begin in range(0, PLACEMENTS, CHUNK):
        part = seen[begin : begin + CHUNK]
        shown += np.bincount(part, minlength=5)
        by_value += np.bincount(values[begin : begin + CHUNK][part > 0], minlength=256)
    won = by_value[2:250:2]
    return Counts(
        reached=int(by_value.sum()),
        takes=int(shown[TAKES]),
        tried=int(shown[TRIED]),
        wins=int(won.sum()),
        losses=int(by_value[1:250:2].sum()),
        draws=int(by_value[DRAW]),
        longest=int(np.flatnonzero(won)[-1]) * 2 + 1,
    )
