"""What the pages say of positions, and the files that the browser's tests fetch, are what the whole table says."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from banmen import door
from banmen.fence import find_fences, parse_fence
from banmen.games.dobutsu import DOBUTSU

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "oracle"
PAGE = ROOT / "docs" / "en" / "dobutsu" / "solved.md"

# Position, result for the side to move, plies, and the only moves that win.
SHOWN = [
    (DOBUTSU.start, "loss", 78, []),
    ("lgc/e2/L2/Gec b - 1", "win", 173, None),
    ("l1g/1C1/1Le/Gec b - 1", "loss", 156, []),
    ("l1g/1C1/1Le/Gec w - 1", "loss", None, []),
    ("3/1cl/1gE/LEG b C 1", "win", 57, ["C*3a"]),
    ("l1C/g2/E2/LGC b e 1", "loss", 172, []),
    ("1+Ce/Geg/2l/L1c b - 1", "loss", 158, []),
    ("1+Ce/Geg/2l/L1c w - 1", "loss", 8, []),
    ("E2/E1l/Lcg/1g1 b C 1", "win", 89, ["C*1a"]),
]


def verdict(start: str, moves: list[str] | None = None) -> dict[str, Any]:
    table = json.loads((BUILT / "dobutsu.json").read_text("utf-8"))["table"]
    blocks: dict[str, str] = {}
    while True:
        params = {"record": {"game": "dobutsu", "start": start, "moves": moves or []}, "table": table, "blocks": blocks}
        found: dict[str, Any] = json.loads(door.handle(json.dumps({"method": "verdict", "params": params})))["result"]
        if "need" not in found:
            return found
        blocks = {part["name"]: b64encode((BUILT / "dobutsu" / part["name"]).read_bytes()).decode() for part in found["need"]}


@pytest.mark.parametrize(("start", "result", "plies", "winning"), SHOWN)
def test_positions(start: str, result: str, plies: int | None, winning: list[str] | None) -> None:
    found = verdict(start)
    assert found["result"] == result
    assert plies in (None, found["plies"])
    if winning is not None:
        assert [move["usi"] for move in found["moves"] if move["result"] == "win"] == winning


# What captions say of the moves that do not win or hold: the result and the most plies.
OTHERS = [
    ("l1C/g2/E2/LGC b e 1", ["2d2c"], {("loss", 50)}),
    ("E2/E1l/Lcg/1g1 b C 1", ["C*1a", "C*2a"], {("loss", 20)}),
]


@pytest.mark.parametrize(("start", "apart", "others"), OTHERS)
def test_other_moves(start: str, apart: list[str], others: set[tuple[str, int]]) -> None:
    rest = [move for move in verdict(start)["moves"] if move["usi"] not in apart]
    assert {move["result"] for move in rest} == {result for result, _ in others}
    assert max(move["plies"] for move in rest) == max(plies for _, plies in others)


def test_the_positions_are_those_of_the_page() -> None:
    page = PAGE.read_text("utf-8")
    starts = [line.removeprefix("start: ") for line in page.splitlines() if line.startswith("start: ")]
    assert len(starts) == 6
    assert set(starts) <= {start for start, *_ in SHOWN}


LINE = [parse_fence(text) for _, text in find_fences((PAGE.parent / "line.md").read_text("utf-8"))]


def best(moves: list[dict[str, Any]]) -> set[str]:
    """Those that are worth as much as the first, which is the best."""
    return {move["usi"] for move in moves if (move["result"], move["plies"]) == (moves[0]["result"], moves[0]["plies"])}


def test_the_perfect_game_is_perfect() -> None:
    moves = [word.text for word in LINE[0].words("moves")]
    assert len(moves) == 78
    for ply, move in enumerate(moves):
        found = verdict(DOBUTSU.start, moves[:ply])
        assert (found["result"], found["plies"]) == ("win" if ply % 2 else "loss", 78 - ply)
        assert move in best(found["moves"])


TASKS = [fence for fence in LINE if fence.play == "task"]


@pytest.mark.parametrize("fence", TASKS, ids=lambda fence: str(len(fence.words("moves"))))
def test_turning_points_have_the_moves_that_the_page_wants(fence: Any) -> None:
    """The moves that win, or of several that do the quickest, or of moves that all lose the longest."""
    wanted = {word.text for word in fence.words("task")}
    found = verdict(DOBUTSU.start, [word.text for word in fence.words("moves")])["moves"]
    winning = {move["usi"] for move in found if move["result"] == "win"}
    assert wanted in (winning, best(found))


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "browser" / "solved").glob("*.bin")), ids=lambda path: path.name)
def test_files_of_the_browsers_tests(path: Path) -> None:
    assert path.read_bytes() == (BUILT / "dobutsu" / path.name).read_bytes()
