"""The door's moves by the pocket table, which is handed over in parts."""

from __future__ import annotations

import csv
import hashlib
import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from banmen import door
from banmen.games import load
from banmen.games.dobutsu import DOBUTSU
from banmen.oracle import handed

HERE = Path(__file__).parent
TABLE = (HERE.parents[1] / "engine" / "banmen_oracle" / "pocket.bin").read_bytes()
SHA256 = hashlib.sha256(TABLE).hexdigest()
PART = 600_000

with (HERE / "truth.tsv").open(encoding="utf-8", newline="") as _file:
    ROWS = {row["result"]: row for row in csv.DictReader(_file, delimiter="\t")}


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    handed._coming = handed._Coming("")
    yield
    handed._coming = handed._Coming("")


def ask(start: str = DOBUTSU.start, game: str = "dobutsu", rules: dict[str, str] | None = None, **more: object) -> dict[str, Any]:
    params = {"record": {"game": game, "start": start, "rules": rules or {}}, "pocket": SHA256, **more}
    text = json.dumps({"method": "pocket", "params": params})
    assert len(text) <= door.LONGEST
    answer: dict[str, Any] = json.loads(door.handle(text))
    return answer


def hand(table: bytes, at: int, start: str = DOBUTSU.start) -> dict[str, Any]:
    return ask(start, **{"from": at, "part": b64encode(table[at : at + PART]).decode()})


def hand_over(table: bytes, start: str = DOBUTSU.start) -> dict[str, Any]:
    """The answer to the last part."""
    answer = ask(start)
    while "need" in answer.get("result", {}):
        answer = hand(table, answer["result"]["need"], start)
    return answer


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_the_whole_table_plays(row: dict[str, str]) -> None:
    assert ask(row["sfen"])["result"] == {"need": 0}
    move = hand_over(TABLE, row["sfen"])["result"]["move"]
    if row["result"] != "loss":
        assert move in row["best" if row["result"] == "win" else "keep"].split(",")
    # It is kept for what follows.
    assert ask(row["sfen"])["result"] == {"move": move}


def test_boards_may_hand_over_the_same_parts() -> None:
    assert hand(TABLE, 0)["result"] == {"need": PART}
    assert hand(TABLE, 0)["result"] == {"need": PART}
    assert hand(TABLE, 2 * PART)["result"] == {"need": PART}
    assert "move" in hand_over(TABLE)["result"]
    assert "move" in hand(TABLE, PART)["result"]


@pytest.mark.parametrize(
    "spoiled",
    [TABLE[:-1], TABLE[:PART], TABLE + b"\0" * 600_001, TABLE[:-1] + bytes([TABLE[-1] ^ 1]), b"\2" + TABLE[1:], b""],
    ids=["cut", "cut short", "too long", "changed at its end", "changed at its begin", "empty"],
)
def test_another_table_is_refused_and_the_right_one_taken_then(spoiled: bytes) -> None:
    assert hand_over(spoiled)["error"] == {"code": "oracle.block", "details": {"name": "pocket"}}
    assert ask()["result"] == {"need": 0}
    assert "move" in hand_over(TABLE)["result"]


@pytest.mark.parametrize("more", [{"from": 0, "part": "é"}, {"from": 0, "part": 7}, {"from": -1, "part": ""}, {"pocket": None}])
def test_what_is_no_part_is_refused(more: dict[str, object]) -> None:
    assert ask(**more)["error"]["code"] == "door.params"


def test_what_was_not_solved_is_refused() -> None:
    assert ask(load("shogi").start, "shogi")["error"]["code"] == "oracle.game"
    assert ask(rules={"try": "reach"})["error"]["code"] == "oracle.rules"
    assert ask("1le/1c1/1C1/ELG b - 1")["error"]["code"] == "oracle.pieces"
    assert ask("1L1/3/3/l2 b 2G2E2C 1")["error"]["code"] == "door.over"
