"""The door's verdict, on tables of a few placements that are made up here."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterator
from typing import Any, Protocol

import pytest

from banmen import door, sfen
from banmen.games import load
from banmen.games.dobutsu import DOBUTSU
from banmen.oracle import verdict
from banmen.oracle.bits import Shape, places
from banmen.oracle.placement import Placement, index, of_position
from banmen.oracle.table import CODES, HEAD, VALUES, name_of
from banmen.usi import format_move, parse_move


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    verdict._kept.clear()
    yield
    verdict._kept.clear()


class Published(Protocol):
    """A table somewhere; `directory` is the sum of its directory."""

    directory: str


def row(value: dict[int, int]) -> bytes:
    """A block of these bits by key: one equation after the other, each solved for a place that no other then has."""
    shape = Shape(64, 4, 1)
    solved: dict[int, tuple[int, int]] = {}
    for key, bit in value.items():
        equation = 0
        for place in places(key, shape):
            equation ^= 1 << place
        for place, (other, its) in solved.items():
            if equation >> place & 1:
                equation, bit = equation ^ other, bit ^ its
        free = equation.bit_length() - 1
        for place, (other, its) in solved.items():
            if other >> free & 1:
                solved[place] = other ^ equation, its ^ bit
        solved[free] = equation, bit
    bits = sum(1 << place for place, (_, bit) in solved.items() if bit)
    return HEAD.pack(*shape) + bits.to_bytes(shape.length // 8, "little")


class Files(dict[str, bytes]):
    """The files of a table by name; `directory` is the sum of its directory."""

    def __init__(self, values: dict[Placement, int]) -> None:
        # Each value has a block of its own, and what lies between has blocks that nobody may need.
        lengths = bytes([8]) * VALUES * CODES
        numbers = {index(placement): value for placement, value in values.items()}
        entries = []
        for first in sorted({0, *numbers, *(number + 1 for number in numbers)}):
            data = b"not needed"
            if first in numbers:
                data = row({at: numbers[first] >> 7 - at & 1 for at in range(8)})
            sha256 = hashlib.sha256(data)
            entries.append(first.to_bytes(4, "big") + sha256.digest())
            self[name_of(sha256.hexdigest())] = data
        directory = lengths + b"".join(entries)
        self.directory = hashlib.sha256(directory).hexdigest()
        self[name_of(self.directory)] = directory


def table(start: str, values: dict[str, int]) -> Files:
    """A table that knows what follows these moves."""
    position = sfen.parse(start, DOBUTSU)
    after = {move: of_position(position.play(parse_move(move, DOBUTSU))) for move in values}
    return Files({place: values[move] for move, place in after.items() if place})


def ask(start: str, files: Published, given: dict[str, bytes] | None = None, game: str = "dobutsu", **rules: str) -> dict[str, Any]:
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
PLIES = {"2c2b": 75, "1d1c": 77, "2d1c": 77, "2d3c": 77}


def test_the_verdict_asks_for_the_directory_then_for_blocks_and_tells() -> None:
    files = table(START, PLIES)
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
    answer, _ = told(START, table(START, {"2c2b": 30, "1d1c": 0, "2d1c": 12, "2d3c": 15}))
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


def test_a_block_that_is_not_what_its_name_says_is_refused_and_nothing_is_told() -> None:
    files = table(START, PLIES)
    name = name_of(files.directory)
    for spoiled in (b"", files[name][:-1], files[name] + b"\0", b"\1" + files[name][1:]):
        assert ask(START, files, {name: spoiled})["error"] == {"code": "oracle.block", "details": {"name": name}}
    assert ask(START, files)["result"] == {"need": [{"name": name, "sha256": files.directory}]}


def test_what_was_not_solved_is_refused() -> None:
    files = table(START, PLIES)
    assert ask(load("shogi").start, files, game="shogi")["error"]["code"] == "oracle.game"
    assert ask(START, files, **{"try": "reach"})["error"]["code"] == "oracle.rules"
    assert ask("1le/1c1/1C1/ELG b - 1", files)["error"]["code"] == "oracle.pieces"
    assert ask("1L1/3/3/l2 b 2G2E2C 1", files)["error"]["code"] == "door.over"
