"""The solver plays by the engine's rules, on placements picked at random."""

from __future__ import annotations

import random

import pytest
from placements import placement, position

from banmen.oracle.placement import PLACEMENTS, index, of_position
from banmen.outcome import Outcome

pytest.importorskip("numba", reason="`make oracle` installs it")

import numpy as np

from banmen_oracle import board

SEED, COUNT = 20261130, 2000


def shown(number: int, turn: int) -> int:
    """What the engine says that a placement shows by itself."""
    there = position(placement(board.place(number)), turn)
    match there.outcome():
        case Outcome(None, "both_try"):
            return board.BOTH
        case Outcome(winner, "try"):
            return board.WON if winner == turn else board.LOST
        case None:
            royal = there.walker().kings[1 - turn]
            return board.TAKES if there.walker().attackers(royal, turn) else board.OPEN
    raise AssertionError(there.outcome())


def test_a_number_and_its_placement_are_the_same_thing() -> None:
    rng = random.Random(SEED)
    for number in rng.sample(range(PLACEMENTS), COUNT):
        there = placement(board.place(number))
        turn = rng.randrange(2)
        assert of_position(position(there, turn)) == there
        if board.status(number) == board.IMAGE:
            assert index(there) < number
        else:
            assert index(there) == number


def test_what_a_placement_shows() -> None:
    rng = random.Random(SEED + 1)
    seen = set()
    for number in rng.sample(range(PLACEMENTS), COUNT):
        status = board.status(number)
        seen.add(status)
        assert status in (board.IMAGE, shown(number, rng.randrange(2))), number
    assert seen == {board.OPEN, board.LOST, board.WON, board.BOTH, board.TAKES, board.IMAGE}


def test_moves_lead_where_the_engines_moves_lead_and_back() -> None:
    rng = random.Random(SEED + 2)
    out, back = np.empty(board.MOST, np.int64), np.empty(board.MOST, np.int64)
    opened = 0
    for number in rng.sample(range(PLACEMENTS), 3 * COUNT):
        if board.status(number) != board.OPEN:
            continue
        opened += 1
        there = position(placement(board.place(number)), rng.randrange(2))
        after = sorted(out[: board.after(number, out)].tolist())
        reached = [of_position(there.play(move)) for move in there.legal_moves]
        assert sorted(index(place) for place in reached if place) == after, number
        for other in after:
            assert number in back[: board.before(other, back)], (number, other)
    assert opened > COUNT / 4
