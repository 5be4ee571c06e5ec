"""The reader's numbers of positions: equal for what is the same game, different for what is not."""

from __future__ import annotations

import random

from placements import position

from banmen import sfen
from banmen.games.dobutsu import DOBUTSU
from banmen.oracle.placement import PLACEMENTS, index, of_position


def number(text: str) -> int | None:
    placement = of_position(sfen.parse(text, DOBUTSU))
    return None if placement is None else index(placement)


def test_all_placements_are_counted() -> None:
    assert PLACEMENTS == 855_232_344


def test_mirror_images_and_turned_boards_have_one_number() -> None:
    one = number("1le/g2/E+C1/1L1 b Gc 1")
    assert one is not None
    assert number("el1/2g/1+CE/1L1 b Gc 1") == one
    assert number("1l1/1+ce/2G/EL1 w gC 1") == one
    assert number("1l1/e+c1/G2/1LE w gC 1") == one
    assert number("1le/g2/E+C1/1L1 w Gc 1") != one
    assert number("1le/g2/EC1/1L1 b Gc 1") != one
    assert number("1le/g2/E+C1/1L1 b GC 1") != one


def test_a_position_that_lacks_a_piece_has_no_number() -> None:
    assert number("gl1/1c1/1C1/ELG b - 1") is None
    assert number("g1e/1c1/1C1/ELG b - 1") is None


def test_positions_of_random_games_have_a_number_and_come_back_from_their_placement() -> None:
    rng = random.Random(8)
    for _ in range(20):
        there = sfen.parse(DOBUTSU.start, DOBUTSU)
        while placement := of_position(there):
            assert position(placement, there.turn) == there
            assert 0 <= index(placement) < PLACEMENTS
            if not there.legal_moves:
                break
            there = there.play(rng.choice(there.legal_moves))
