"""Ends found by looking, against positions that others solved."""

from __future__ import annotations

import csv
from pathlib import Path

from banmen import sfen
from banmen.games.dobutsu import DOBUTSU
from banmen.oracle.near import near, winning
from banmen.usi import format_move

PLIES = 5

with Path(__file__).with_name("truth.tsv").open(encoding="utf-8", newline="") as _file:
    ROWS = list(csv.DictReader(_file, delimiter="\t"))


def test_near_ends_are_found_and_far_ones_are_not() -> None:
    found = 0
    for row in ROWS[::4]:
        walker = sfen.parse(row["sfen"], DOBUTSU).walker()
        plies = int(row["plies"])
        expected = 0 if plies > PLIES else plies if row["result"] == "win" else -plies
        assert near(walker, PLIES) == expected, row["sfen"]
        move = winning(walker, PLIES)
        if expected > 0:
            found += 1
            assert move is not None
            assert format_move(walker.tables.moves[move], DOBUTSU) in row["best"].split(",")
        else:
            assert move is None
    assert found > 100
