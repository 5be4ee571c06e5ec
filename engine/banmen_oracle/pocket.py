"""Makes the pocket table that `banmen.oracle.pocket` reads: which move keeps what a placement is worth."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numba import njit

from banmen.oracle.guess import FEATURES
from banmen.oracle.placement import PLACEMENTS
from banmen.oracle.pocket import LOOK, NEAR, RANKS, packed
from banmen_oracle import board
from banmen_oracle.bits import row
from banmen_oracle.guess import MOST_FEATURES, features, fit
from banmen_oracle.progress import Bar
from banmen_oracle.solve import CHUNK, DOUBTFUL, DRAW

__all__ = ["POCKET", "WEIGHTS", "entries", "pocket", "weights"]

POCKET = Path(__file__).with_name("pocket.bin")
"""The table, committed, so that nobody has to solve the game to play it."""
WEIGHTS = Path(__file__).with_name("weights.json")
"""Of the features, fitted once by ``python -m banmen_oracle fit``: elsewhere a fit could differ in the last bit."""

SPAN = 1 << 12
"""Placements in a row that are samples."""

# What a compiled function reads from elsewhere stays as it was when it was compiled and kept: what may change is a parameter.
fast = njit(cache=True, nogil=True)


@fast
def asked(values, number, near):
    """Whether the pocket table has to answer for a placement: not lost, and no win is near."""
    return values[number] == DRAW or (values[number] % 2 == 0 and near + 1 < values[number] < DOUBTFUL)


@fast
def candidates(values, number, look, out):
    """The placements that moves lead to, each once, but for those where the other side has a near win; how many."""
    every = np.sort(out[: board.after(number, out)])
    n = 0
    last = np.int64(-1)
    for child in every:
        value = values[child]
        if child != last and not (value % 2 == 0 and 2 <= value <= look + 1):
            out[n] = child
            n += 1
        last = child
    return n


@fast
def best(values, number, child):
    """Whether a move to `child` is one that wins soonest, or keeps a draw."""
    return values[child] == (DRAW if values[number] == DRAW else values[number] - 1)


@fast
def rank(values, number, look, weights, out, found):
    """How many candidates look better than the first of the best, and how many there are."""
    n = candidates(values, number, look, out)
    first_score, first_child = np.int64(-1 << 60), np.int64(0)
    scores = np.empty(n, np.int64)
    for at in range(n):
        score = np.int64(0)
        for feature in range(features(out[at], found)):
            score += weights[found[feature]]
        scores[at] = score
        if best(values, number, out[at]) and (score > first_score or (score == first_score and out[at] < first_child)):
            first_score, first_child = score, out[at]
    before = 0
    for at in range(n):
        before += scores[at] > first_score or (scores[at] == first_score and out[at] < first_child)
    return before, n


@fast
def _entries(values, weights, begin, end, near, look, ranks):
    """What the rows have to say of the placements in a range: for each candidate up to the best, whether it is the best."""
    out, found = np.empty(board.MOST, np.int64), np.empty(MOST_FEATURES, np.int64)
    entries = np.empty(1 << 12, np.uint64)
    n = 0
    for number in range(begin, end):
        if not asked(values, number, near):
            continue
        place, count = rank(values, number, look, weights, out, found)
        ranks[place] += 1
        if n + RANKS > len(entries):
            more = np.empty(2 * len(entries), np.uint64)
            more[:n] = entries[:n]
            entries = more
        # The last candidate needs no word: if no other is the best, it is.
        for at in range(min(place + 1, count - 1)):
            entries[n] = (number * RANKS + at) << 1 | (at == place)
            n += 1
    return entries[:n].copy()


def entries(values: np.ndarray, weights: np.ndarray, threads: int) -> tuple[np.ndarray, np.ndarray]:
    """All entries, and how many placements have their best move at each rank."""
    chunks = [(begin, min(begin + CHUNK, PLACEMENTS)) for begin in range(0, PLACEMENTS, CHUNK)]
    ranks = np.zeros((len(chunks), RANKS), np.int64)
    found = []
    _entries(values, weights, 0, 0, NEAR, LOOK, ranks[0])
    with ThreadPoolExecutor(threads) as pool, Bar("Ranks of the best moves", len(chunks)) as bar:
        for part in pool.map(lambda at: _entries(values, weights, *chunks[at], NEAR, LOOK, ranks[at]), range(len(chunks))):
            found.append(part)
            bar.add(1)
    return np.concatenate(found), ranks.sum(axis=0)


@fast
def _samples(values, near, look, every):
    """Placements that the table has to answer for, from one run in `every`: candidates, where each one's begin, which are best."""
    out = np.empty(board.MOST, np.int64)
    children, good = np.empty(1 << 16, np.int64), np.empty(1 << 16, np.uint8)
    starts = [0]
    n = 0
    for run in range(0, len(values), SPAN * every):
        for number in range(run, min(run + SPAN, len(values))):
            if not asked(values, number, near):
                continue
            count = candidates(values, number, look, out)
            if n + count > len(children):
                children, good = np.append(children, children), np.append(good, good)
            for at in range(count):
                children[n + at] = out[at]
                good[n + at] = best(values, number, out[at])
            if count > 1:
                n += count
                starts.append(n)
    return children[:n], np.array(starts), good[:n]


def weights(values: np.ndarray, every: int = 40) -> list[int]:
    """Weights of the features, fitted to a part of all placements."""
    return fit(*_samples(np.asarray(values), NEAR, LOOK, every))


def pocket(values: np.ndarray, threads: int = 2) -> bytes:
    """The pocket table."""
    fitted: list[int] = json.loads(WEIGHTS.read_text("utf-8"))
    assert len(fitted) == FEATURES
    found, _ = entries(np.asarray(values), np.array(fitted, np.int64), threads)
    return packed(fitted, *row(found))
