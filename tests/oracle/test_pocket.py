"""The parts of the pocket table: builder and reader agree to the last bit."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from placements import placement

from banmen.oracle import guess as reader
from banmen.oracle.placement import PLACEMENTS

pytest.importorskip("numba", reason="`make oracle` installs it")

import numpy as np

from banmen_oracle import board, guess
from banmen_oracle.pocket import POCKET

REBUILT = Path(__file__).parents[2] / "build" / "oracle" / POCKET.name


def test_builder_and_reader_see_the_same_features() -> None:
    out = np.empty(guess.MOST_FEATURES, np.int64)
    for number in random.Random(1).sample(range(PLACEMENTS), 2000):
        found = out[: guess.features(number, out)].tolist()
        assert sorted(found) == sorted(reader.features(placement(board.place(number)))), number


@pytest.mark.slow
@pytest.mark.skipif(not REBUILT.exists(), reason="`make oracle` makes it")
def test_the_committed_table_is_what_the_solver_makes() -> None:
    assert REBUILT.read_bytes() == POCKET.read_bytes()
    assert POCKET.stat().st_size <= 5_000_000
