"""The door's verdict, on tables of a few placements that are made up here."""

from __future__ import annotations

import hashlib
import json
import zlib
from base64 import b64encode
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from banmen import door, sfen
from banmen.games import load
from banmen.games.dobutsu import DOBUTSU
from banmen.oracle import verdict
from banmen.oracle.placement import index, of_position
from banmen.oracle.table import name_of
from banmen.usi import format_move, parse_move


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    verdict._kept.clear()
    yield
    verdict._kept.clear()


class Files(dict[str, bytes]):
    """The files of a table by name; `directory` is the sum of the first."""

    def __init__(self, values: dict[int, int]) -> None:
        # Each value has a block of its own, and what lies between has blocks that nobody may need.
        firsts = sorted({0, *values, *(number + 1 for number in values)})
        entries = []
        for first in firsts:
            data = zlib.compress(bytes([values[first]])) if first in values else b"not needed %d" % first
            entries.append(first.to_bytes(4, "big") + hashlib.sha256(data).digest())
            self[name_of(hashlib.sha256(data).hexdigest())] = data
        directory = b"".join(entries)
        self.directory = hashlib.sha256(directory).hexdigest()
        self[name_of(self.directory)] = directory
        assert all(a < b for a, b in pairwise(firsts))


def table(start: str, values: dict[str, int]) -> Files:
    """A table that knows what follows these moves."""
    position = sfen.parse(start, DOBUTSU)
    after = {move: of_position(position.play(parse_move(move, DOBUTSU))) for move in values}
    return Files({index(place): values[move] for move, place in after.items() if place})


def ask(start: str, files: Files, given: dict[str, bytes] | None = None, game: str = "dobutsu", **rules: str) -> dict[str, Any]:
    blocks = {name: b64encode(data).decode() for name, data in (given or {}).items()}
    params = {"record": {"game": game, "start": start, "rules": rules}, "table": files.directory, "blocks": blocks}
    answer: dict[str, Any] = json.loads(door.handle(json.dumps({"method": "verdict", "params": params})))
    return answer


def told(start: str, files: Files) -> tuple[dict[str, Any], list[str]]:
    """The answer when every block that is asked for is handed over, and the names of those."""
    asked: list[str] = []
    answer = ask(start, files)
    while "need" in answer.get("result", {}):
        needed = [need["name"] for need in answer["result"]["need"]]
        assert not set(needed) & set(asked)
        asked += needed
        answer = ask(start, files, {name: files[name] for name in needed})
    return answer, asked


START = DOBUTSU.start
VALUES = {"2c2b": 75, "1d1c": 77, "2d1c": 77, "2d3c": 77}


def test_the_verdict_asks_for_the_directory_then_for_blocks_and_tells() -> None:
    files = table(START, VALUES)
    answer, asked = told(START, files)
    result = answer["result"]
    assert (result["result"], result["plies"]) == ("loss", 78)
    moves = [(move["usi"], move["result"], move["plies"]) for move in result["moves"]]
    assert sorted(moves[:3]) == [("1d1c", "loss", 78), ("2d1c", "loss", 78), ("2d3c", "loss", 78)]
    assert moves[3:] == [("2c2b", "loss", 76)]
    assert asked[0] == name_of(files.directory)
    # Blocks with the same values are one file.
    assert len(asked) == 3
    # What was handed over is kept.
    assert ask(START, files) == answer


def test_results_are_for_the_side_that_moves() -> None:
    answer, _ = told(START, table(START, {"2c2b": 30, "1d1c": 1, "2d1c": 12, "2d3c": 15}))
    moves = [(move["usi"], move["result"], move["plies"]) for move in answer["result"]["moves"]]
    assert moves == [("2d1c", "win", 13), ("2c2b", "win", 31), ("1d1c", "draw", 0), ("2d3c", "loss", 16)]
    assert (answer["result"]["result"], answer["result"]["plies"]) == ("win", 13)


def test_a_near_end_needs_no_table() -> None:
    # The giraffe takes the lion; whatever else is done, the other lion takes the giraffe or flees.
    start = "1l1/1G1/3/1L1 b GEECc 1"
    position = sfen.parse(start, DOBUTSU)
    values = {format_move(move, DOBUTSU): 0 for move in position.legal_moves if format_move(move, DOBUTSU) != "2b2a"}
    answer, _ = told(start, table(start, values))
    result = answer["result"]
    assert (result["result"], result["plies"]) == ("win", 1)
    assert result["moves"][0] == {"usi": "2b2a", "result": "win", "plies": 1}
    assert result["moves"][-1]["result"] is None


def test_what_the_table_does_not_know_is_said() -> None:
    answer, _ = told(START, table(START, {**VALUES, "2c2b": 0}))
    assert answer["error"] == {"code": "oracle.unreached", "details": {}}


def test_a_block_that_is_not_what_its_name_says_is_refused_and_nothing_is_told() -> None:
    files = table(START, VALUES)
    name = name_of(files.directory)
    for spoiled in (b"", files[name][:-1], files[name] + b"\0", b"\1" + files[name][1:]):
        assert ask(START, files, {name: spoiled})["error"] == {"code": "oracle.block", "details": {"name": name}}
    assert ask(START, files)["result"] == {"need": [{"name": name, "sha256": files.directory}]}


def test_what_was_not_solved_is_refused() -> None:
    files = table(START, VALUES)
    assert ask(load("shogi").start, files, game="shogi")["error"]["code"] == "oracle.game"
    assert ask(START, files, **{"try": "reach"})["error"]["code"] == "oracle.rules"
    assert ask("1le/1c1/1C1/ELG b - 1", files)["error"]["code"] == "oracle.pieces"
    assert ask("1L1/3/3/l2 b 2G2E2C 1", files)["error"]["code"] == "door.over"
