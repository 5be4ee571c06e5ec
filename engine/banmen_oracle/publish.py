"""Writes the solved game as the files that `banmen.oracle.table` describes."""

from __future__ import annotations

import hashlib
import heapq
import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numba import njit

from banmen.games.dobutsu import DOBUTSU
from banmen.oracle.placement import DEPLOYMENTS, PAIRS, PLACEMENTS_OF_PAIR
from banmen.oracle.table import CODES, HEAD, NEAR, VALUES, WORDS, name_of, words
from banmen_oracle import board
from banmen_oracle.bits import row
from banmen_oracle.progress import Bar
from banmen_oracle.solve import DOUBTFUL, DRAW

__all__ = ["lengths", "publish"]

FULL = 40_000
"""Placements in a block, where its last deployment does not bring more: about 25 kB."""

# What a compiled function reads from elsewhere stays as it was when it was compiled and kept: what may change is a parameter.
fast = njit(cache=True, nogil=True)


@fast
def _code(number):
    """As `table.code_of`."""
    _, _, G, E, C, H, _, _, _, _, hg, he, hc = board.place(number)
    return board.COUNT[G | E | C | H] + hg + he + hc


@fast
def _survey(values, begin, end, near, each, counts):
    """Which placements of a range have a value in the table, to `each`, and how often each code has each value."""
    for number in range(begin, end):
        value = values[number]
        each[number - begin] = value == DRAW or near + 1 < value < DOUBTFUL
        if each[number - begin]:
            counts[_code(number), value - 1 if value else 0] += 1


@fast
def _entries(values, begin, end, near, lengths, codewords, room):
    """The bits of all values in a range, as `bits.row` takes them; `room`: what a word may take."""
    entries = np.empty(1 << 17, np.uint64)
    n = 0
    for number in range(begin, end):
        value = values[number]
        if not (value == DRAW or near + 1 < value < DOUBTFUL):
            continue
        if n + room > len(entries):
            more = np.empty(2 * len(entries), np.uint64)
            more[:n] = entries[:n]
            entries = more
        code, plies = _code(number), np.int64(value - 1 if value else 0)
        length, word = lengths[code, plies], codewords[code, plies]
        for at in range(length):
            entries[n] = ((number - begin) * room + at) << 1 | (word >> (length - 1 - at) & 1)
            n += 1
    return entries[:n].copy()


def lengths(counts: list[int]) -> list[int]:
    """By value, how many bits Huffman's code gives its word; 0 for those that do not occur."""
    found = [0] * len(counts)
    heap = [(count, value, [value]) for value, count in enumerate(counts) if count]
    heapq.heapify(heap)
    while len(heap) > 1:
        rare, rarer = heapq.heappop(heap), heapq.heappop(heap)
        both = rare[2] + rarer[2]
        for value in both:
            found[value] += 1
        heapq.heappush(heap, (rare[0] + rarer[0], rare[1], both))
    return found


def _cuts(each: np.ndarray) -> Iterator[tuple[int, int]]:
    """The ranges of blocks among the placements of a pair of lions; no deployment is cut."""
    begin = count = 0
    for deployments in DEPLOYMENTS:
        end = deployments.base + deployments.size * deployments.every
        sums = each[deployments.base : end].reshape(deployments.every, deployments.size).sum(axis=1, dtype=np.int64)
        for place, more in enumerate(sums.tolist()):
            here = deployments.base + place * deployments.size
            if count and count + more > FULL:
                yield begin, here
                begin, count = here, 0
            count += more
    yield begin, PLACEMENTS_OF_PAIR


def publish(values: np.ndarray, target: Path, threads: int = 2) -> None:
    """Write blocks and directory into the folder `target`/dobutsu, anew, and the directory's sum into `target`/dobutsu.json."""
    folder, release = target / DOBUTSU.key, target / f"{DOBUTSU.key}.json"
    release.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    values = np.asarray(values)
    ranges, counts = _surveyed(values, threads)
    table = np.array([lengths(code) for code in counts.tolist()], np.int64)
    assert table.max() < WORDS
    codewords = np.zeros((CODES, VALUES), np.int64)
    for code in range(CODES):
        for word, value in words(table[code].tolist()).items():
            codewords[code, value] = word

    def block(cut: tuple[int, int]) -> bytes:
        shape, bits = row(_entries(values, *cut, NEAR, table, codewords, WORDS))
        return _write(folder, HEAD.pack(*shape) + bits)

    directory = table.astype(np.uint8).tobytes()
    with ThreadPoolExecutor(threads) as pool, Bar("Writing the blocks", len(ranges)) as bar:
        for (first, _), digest in zip(ranges, pool.map(block, ranges), strict=True):
            directory += first.to_bytes(4, "big") + digest
            bar.add(1)
    release.write_text(json.dumps({"table": _write(folder, directory).hex()}), "utf-8")


def _surveyed(values: np.ndarray, threads: int) -> tuple[list[tuple[int, int]], np.ndarray]:
    """The ranges of all blocks, and how often each code has each value."""

    def survey(pair: int) -> tuple[list[tuple[int, int]], np.ndarray]:
        base = pair * PLACEMENTS_OF_PAIR
        each, counts = np.empty(PLACEMENTS_OF_PAIR, np.uint8), np.zeros((CODES, VALUES), np.int64)
        _survey(values, base, base + PLACEMENTS_OF_PAIR, NEAR, each, counts)
        # Between lions that can take each other there is nothing.
        return [(base + begin, base + end) for begin, end in _cuts(each)] if each.any() else [], counts

    ranges, total = [], np.zeros((CODES, VALUES), np.int64)
    with ThreadPoolExecutor(threads) as pool, Bar("What the table has to hold", len(PAIRS)) as bar:
        for cuts, counts in pool.map(survey, range(len(PAIRS))):
            ranges += cuts
            total += counts
            bar.add(1)
    return ranges, total


def _write(folder: Path, data: bytes) -> bytes:
    """Write a file under the name that its sum makes; gives the sum."""
    digest = hashlib.sha256(data).digest()
    (folder / name_of(digest.hex())).write_bytes(data)
    return digest
