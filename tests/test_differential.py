"""20,000 positions compared with cshogi and pyffish; a million by `make fuzz`. See `differential.py`."""

from __future__ import annotations

from collections import Counter

import differential
import pytest

POSITIONS = 20_000


@pytest.mark.parametrize("key", differential.SHARES)
def test_agrees(key: str) -> None:
    print(f"seed {differential.SEED}")
    count = round(POSITIONS * differential.SHARES[key])
    assert max(differential.run(key, count, differential.SEED, Counter())) == count
