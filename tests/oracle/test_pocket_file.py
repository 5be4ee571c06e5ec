"""The committed pocket table, as whoever has only the engine reads it."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

import pytest

from banmen import sfen
from banmen.games.dobutsu import DOBUTSU
from banmen.oracle.pocket import Pocket
from banmen.usi import format_move

HERE = Path(__file__).parent
POCKET = HERE.parents[1] / "engine" / "banmen_oracle" / "pocket.bin"
SHA256 = "ff3056f2099ea83d225d7430e63bed3499a7fccf1842247f977c07637eac3db4"

with (HERE / "truth.tsv").open(encoding="utf-8", newline="") as _file:
    TRUTH = [row for row in csv.DictReader(_file, delimiter="\t") if row["result"] != "loss"]


@pytest.fixture(scope="module")
def pocket() -> Pocket:
    return Pocket(POCKET.read_bytes())


def test_it_is_what_was_made_and_no_larger_than_was_promised() -> None:
    assert hashlib.sha256(POCKET.read_bytes()).hexdigest() == SHA256
    assert POCKET.stat().st_size <= 5_000_000


@pytest.mark.parametrize("row", TRUTH[::50], ids=lambda row: row["sfen"])
def test_its_move_wins_soonest_or_holds_the_draw(pocket: Pocket, row: dict[str, str]) -> None:
    move = pocket.move(sfen.parse(row["sfen"], DOBUTSU))
    assert format_move(move, DOBUTSU) in row["best" if row["result"] == "win" else "keep"].split(",")
