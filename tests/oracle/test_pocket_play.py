"""The pocket table wins what is won and holds what is drawn, in positions that others solved. Needs what `make oracle` makes."""

from __future__ import annotations

import csv
import random
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="`make oracle` installs it")

import numpy as np

from banmen import sfen
from banmen.games.dobutsu import DOBUTSU
from banmen.oracle.placement import index, of_position
from banmen.oracle.pocket import Pocket
from banmen.position import Position
from banmen_oracle.pocket import POCKET

HERE = Path(__file__).parent
VALUES = HERE.parents[1] / "build" / "oracle" / "values.npy"
LONG_ENOUGH = 40
"""Plies for which a draw is held; what comes after comes again."""

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not VALUES.exists(), reason="`make oracle` solves the game")]

with (HERE / "truth.tsv").open(encoding="utf-8", newline="") as _file:
    TRUTH = [row for row in csv.DictReader(_file, delimiter="\t") if row["result"] != "loss"]


@cache
def pocket() -> Pocket:
    return Pocket(POCKET.read_bytes())


@cache
def values() -> np.ndarray:
    return np.load(VALUES, mmap_mode="r")


def worth(position: Position) -> int:
    """Plies to the end: above 0 if the side to move wins, below if it loses, 0 for a draw."""
    placement = of_position(position)
    assert placement is not None
    value = int(values()[index(placement)])
    return 0 if value == 0 else value - 1 if value % 2 == 0 else 1 - value


def defend(position: Position, perfect: bool, rng: random.Random) -> Position:
    """The position after a move that puts off the loss longest, or holds a draw; or after any move."""
    after = [position.play(move) for move in position.legal_moves]
    if perfect:
        going_on = [other for other in after if other.outcome() is None]
        after = [max(going_on, key=worth)] if worth(position) < 0 and going_on else [o for o in going_on if not worth(o)] or after
    return rng.choice(after)


@pytest.mark.parametrize("perfect", [True, False], ids=["perfect", "random"])
def test_won_positions_are_won_and_drawn_ones_held(perfect: bool) -> None:
    rng = random.Random(perfect)
    for row in TRUTH:
        position = sfen.parse(row["sfen"], DOBUTSU)
        me, plies = position.turn, worth(position)
        assert (plies > 0) == (row["result"] == "win")
        for _ in range(LONG_ENOUGH if not plies else 200):
            if position.outcome() is not None:
                break
            if position.turn != me:
                position = defend(position, perfect, rng)
                continue
            now = worth(position)
            assert now > 0 if plies else now >= 0, row["sfen"]
            position = position.play(pocket().move(position))
            # The win comes nearer with each move, so that there are no circles.
            assert position.outcome() is not None or worth(position) == (1 - now if now else 0), sfen.format(position)
        end = position.outcome()
        assert end is None if not plies and end is None else end is not None and end.winner == me, row["sfen"]
