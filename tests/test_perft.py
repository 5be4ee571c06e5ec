"""Leaf counts that independent engines made. `make perft` runs the large ones, marked `slow`."""

from __future__ import annotations

import pytest
from table import rows

from banmen import sfen
from banmen.games import load
from banmen.perft import perft

SLOW = 200_000


def _counts() -> list[object]:
    return [
        pytest.param(
            row["game"], row["sfen"], int(row["depth"]), int(row["nodes"]),
            id=f"{row['line']} {row['game']} {row['depth']}",
            marks=[pytest.mark.slow] if int(row["nodes"]) > SLOW else [],
        )
        for row in rows("perft.csv")
    ]


@pytest.mark.parametrize(("game", "start", "depth", "nodes"), _counts())
def test_perft(game: str, start: str, depth: int, nodes: int) -> None:
    assert perft(sfen.parse(start, load(game)), depth) == nodes
