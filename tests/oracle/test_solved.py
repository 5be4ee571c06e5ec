"""The solved game in numbers, against Tanaka's (2009) and others'. Solves it first where `make oracle` has not."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numba", reason="`make oracle` installs it")

from banmen import sfen
from banmen.games.dobutsu import DOBUTSU
from banmen.oracle.placement import index, of_position
from banmen.position import Position
from banmen.usi import format_move
from banmen_oracle.__main__ import FOLDER, solved
from banmen_oracle.reach import Counts
from banmen_oracle.solve import solve

pytestmark = pytest.mark.slow

BUILT = Path(__file__).parents[2] / FOLDER


def value(position: Position) -> int:
    placement = of_position(position)
    assert placement is not None
    return int(solve(BUILT)[index(placement)])


def test_the_solved_game_in_numbers() -> None:
    assert solved(BUILT) == Counts(
        reached=246_803_167, takes=140_298_614, tried=7_018_985,
        wins=196_773_087, losses=47_347_380, draws=2_682_700, longest=173,
    )  # fmt: skip


def test_the_start_is_lost_in_78_and_the_capture_of_the_chick_two_plies_sooner() -> None:
    start = sfen.parse(DOBUTSU.start, DOBUTSU)
    assert value(start) == 78 + 1
    # A move's plies count the move; after it the other side wins in one less.
    plies = {format_move(move, DOBUTSU): value(start.play(move)) - 1 + 1 for move in start.legal_moves}
    assert plies == {"2c2b": 76, "1d1c": 78, "2d1c": 78, "2d3c": 78}
