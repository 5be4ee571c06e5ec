"""Retrograde analysis: the value of every placement, one byte each.

A value is the number of plies to the end with best play of both, plus one: odd where the side to
move loses, even where it wins, 0 for a draw. The last capture or try counts as a ply. What is over
already has a value of its own where it is not lost.

Passes go up by plies. What is lost at ply n wins where a move leads to it, at n + 1. What is won at
ply n makes the placements before it *doubtful*: each is looked at forward, and lost at n + 1 if
every move leads to a win of the other side. The way back only says where to look, so that mirror
images and different moves to one placement need no counting. After the captures of a lion (ply 1)
nearly everything would be doubtful, so that this pass looks at all that is open.

Threads share the array: within a pass all write the same value to a byte, or none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numba import njit

from banmen.oracle.placement import PLACEMENTS
from banmen_oracle import board
from banmen_oracle.progress import Bar

__all__ = ["BLOCK", "CHUNK", "DRAW", "GONE", "OVER_BOTH", "OVER_WON", "holds", "solve"]

DRAW = 0
"""Also what is not decided yet, while the solver runs."""
DOUBTFUL, GONE, OVER_WON, OVER_BOTH = 250, 251, 252, 253
"""To be looked at in this pass; a mirror image that another placement stands for; the side to move has tried; both have."""

CHUNK, BLOCK = 1 << 20, 1 << 8
PATIENCE = 120
"""Seconds between two records of how far the solver got."""

fast = njit(cache=True, nogil=True)

SHOWN = np.array([DRAW, 1, OVER_WON, OVER_BOTH, 2, GONE], np.uint8)
"""The value of what `board.status` tells."""


@fast
def _first_look(values, begin, end, value, mark):
    for number in range(begin, end):
        values[number] = SHOWN[board.status(number)]
    return end - begin


@fast
def holds(values, begin, end, value):
    """Whether a value is among these. Written so that the compiler makes a few instructions of it for many bytes."""
    part = values[begin:end]
    found = False
    for place in range(len(part)):
        found |= part[place] == value
    return found


@fast
def _look_back(values, begin, end, value, mark):
    """Give `mark` to the open placements from which a move leads to one with `value`; gives how many have it."""
    out = np.empty(board.MOST, np.int64)
    found = 0
    for block in range(begin, end, BLOCK):
        last = min(block + BLOCK, end)
        if not holds(values, block, last, value):
            continue
        for number in range(block, last):
            if values[number] == value:
                found += 1
                for move in range(board.before(number, out)):
                    if values[out[move]] == DRAW:
                        values[out[move]] = mark
    return found


@fast
def _look_forward(values, begin, end, value, mark):
    """Of those with `value`, give `mark` to those whose moves all lead to a win of the other side; open the rest."""
    out = np.empty(board.MOST, np.int64)
    found = 0
    for block in range(begin, end, BLOCK):
        last = min(block + BLOCK, end)
        if not holds(values, block, last, value):
            continue
        for number in range(block, last):
            if values[number] == value:
                lost = True
                for move in range(board.after(number, out)):
                    reached = values[out[move]]
                    if reached & 1 or reached == DRAW or reached > mark:
                        lost = False
                        break
                values[number] = mark if lost else DRAW
                found += lost
    return found


def solve(folder: Path, threads: int = 2) -> np.ndarray:
    """The values of all placements, kept in `folder` and mapped into memory; goes on where a run before was ended."""
    solved = folder / "values.npy"
    if not solved.exists():
        folder.mkdir(parents=True, exist_ok=True)
        values, ply = _begun(folder)
        saved = time.monotonic()
        with ThreadPoolExecutor(threads) as pool:
            while _pass(pool, values, ply):
                ply += 1
                if time.monotonic() - saved > PATIENCE:
                    _save(values, folder / f"until-{ply:03}.npy")
                    saved = time.monotonic()
        _save(values, solved)
    return np.load(solved, mmap_mode="r")


def _begun(folder: Path) -> tuple[np.ndarray, int]:
    """What a run before has found, and the pass that comes next; -1 is the first look."""
    records = sorted(folder.glob("until-*.npy"))
    if records:
        return np.load(records[-1]), int(records[-1].stem.removeprefix("until-"))
    return np.zeros(PLACEMENTS, np.uint8), -1


def _save(values: np.ndarray, path: Path) -> None:
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.save(file, values)
    unfinished.rename(path)
    for record in path.parent.glob("until-*.npy"):
        if record != path:
            record.unlink()


def _pass(pool: ThreadPoolExecutor, values: np.ndarray, ply: int) -> bool:
    """Decide what is decided at `ply` + 1; False when nothing ends at `ply`, so that the rest are draws."""
    if ply < 0:
        return bool(_sweep(pool, "What each placement shows by itself", _first_look, values, 0, 0))
    if ply == 1:
        return bool(_sweep(pool, "Lost in 2", _look_forward, values, DRAW, 3))
    if ply % 2 == 0:
        return bool(_sweep(pool, f"Won in {ply + 1}", _look_back, values, ply + 1, ply + 2))
    found = _sweep(pool, f"Before what is won in {ply}", _look_back, values, ply + 1, DOUBTFUL)
    if found:
        _sweep(pool, f"Lost in {ply + 1}", _look_forward, values, DOUBTFUL, ply + 2)
    return found > 0


def _sweep(pool: ThreadPoolExecutor, label: str, look: Callable[..., int], values: np.ndarray, value: int, mark: int) -> int:
    """One look at everything, in chunks; the sum of what it found."""
    # Numba compiles at the first call, and only one thread can.
    look(values, 0, 0, np.uint8(value), np.uint8(mark))
    found = 0
    with Bar(label, PLACEMENTS) as bar:
        chunks = ((begin, min(begin + CHUNK, PLACEMENTS)) for begin in range(0, PLACEMENTS, CHUNK))
        for chunk in pool.map(lambda c: look(values, c[0], c[1], np.uint8(value), np.uint8(mark)), chunks):
            found += chunk
            bar.add(CHUNK)
    return found
