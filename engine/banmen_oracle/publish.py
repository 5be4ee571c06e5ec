"""Writes the solved game as the files that `banmen.oracle.table` describes."""

from __future__ import annotations

import hashlib
import shutil
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numba import njit

from banmen.oracle.placement import DEPLOYMENTS, PAIRS, PLACEMENTS_OF_PAIR
from banmen.oracle.table import DRAW, NEAR, UNKNOWN, name_of
from banmen_oracle.progress import Bar
from banmen_oracle.reach import OPEN
from banmen_oracle.solve import DOUBTFUL

__all__ = ["publish"]

FULL = 50_000
"""Placements with a value of their own in a block, where its last deployment does not bring more: about 20 kB."""


@njit(cache=True, nogil=True)
def _bytes(values, seen, told):
    """The bytes of the table; `told` becomes 1 where one is a value of its own, and not a copy of the one before."""
    last = np.uint8(UNKNOWN)
    data = np.empty(len(values), np.uint8)
    for number in range(len(values)):
        value = values[number]
        told[number] = value == 0 or NEAR + 1 < value < DOUBTFUL
        if told[number]:
            last = np.uint8(UNKNOWN) if seen[number] != OPEN else np.uint8(DRAW) if value == 0 else np.uint8(value - 1)
        data[number] = last
    return data


def _cuts(told: np.ndarray) -> Iterator[tuple[int, int]]:
    """The ranges of blocks among the placements of a pair of lions; no deployment is cut."""
    begin = count = 0
    for deployments in DEPLOYMENTS:
        end = deployments.base + deployments.size * deployments.every
        each = told[deployments.base : end].reshape(deployments.every, deployments.size).sum(axis=1, dtype=np.int64)
        for place, more in enumerate(each.tolist()):
            here = deployments.base + place * deployments.size
            if count and count + more > FULL:
                yield begin, here
                begin, count = here, 0
            count += more
    yield begin, PLACEMENTS_OF_PAIR


def publish(values: np.ndarray, seen: np.ndarray, folder: Path, threads: int = 2) -> str:
    """Write blocks and directory into `folder`, anew; gives the sum of the directory."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)

    def blocks_of(pair: int) -> list[tuple[int, bytes]]:
        base = pair * PLACEMENTS_OF_PAIR
        told = np.empty(PLACEMENTS_OF_PAIR, np.uint8)
        data = _bytes(np.array(values[base : base + PLACEMENTS_OF_PAIR]), np.array(seen[base : base + PLACEMENTS_OF_PAIR]), told)
        return [(base + begin, zlib.compress(data[begin:end].tobytes(), 9)) for begin, end in _cuts(told)]

    directory = b""
    with ThreadPoolExecutor(threads) as pool, Bar("Writing the table", len(PAIRS)) as bar:
        for blocks in pool.map(blocks_of, range(len(PAIRS))):
            for first, block in blocks:
                directory += first.to_bytes(4, "big") + bytes.fromhex(_write(folder, block))
            bar.add(1)
    return _write(folder, directory)


def _write(folder: Path, data: bytes) -> str:
    sha256 = hashlib.sha256(data).hexdigest()
    (folder / name_of(sha256)).write_bytes(data)
    return sha256
