"""Rows of bits: builder and reader agree."""

from __future__ import annotations

import random

import pytest

from banmen.oracle.bits import Bits

pytest.importorskip("numba", reason="`make oracle` installs it")

import numpy as np

from banmen_oracle import bits


@pytest.mark.parametrize("count", [1, 2, 10, 1000, 100_000])
def test_a_row_of_bits_gives_every_key_its_value(count: int) -> None:
    rng = random.Random(count)
    value = {key: rng.getrandbits(1) for key in rng.sample(range(1 << 40), count)}
    shape, row = bits.row(np.array([key << 1 | bit for key, bit in value.items()], np.uint64))
    found = Bits(shape, row)
    assert {key: found[key] for key in value} == value
    assert len(row) * 8 < 1.15 * count or count < 100_000
