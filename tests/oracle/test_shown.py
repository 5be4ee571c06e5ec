"""What the pages say of positions, and the files that the browser's tests fetch, are what the whole table says."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from banmen import door
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
]


def verdict(start: str) -> dict[str, Any]:
    table = json.loads((BUILT / "dobutsu.json").read_text("utf-8"))["table"]
    blocks: dict[str, str] = {}
    while True:
        params = {"record": {"game": "dobutsu", "start": start}, "table": table, "blocks": blocks}
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


def test_the_positions_are_those_of_the_page() -> None:
    page = PAGE.read_text("utf-8")
    starts = [line.removeprefix("start: ") for line in page.splitlines() if line.startswith("start: ")]
    assert len(starts) == 3
    assert set(starts) <= {start for start, *_ in SHOWN}


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "browser" / "solved").glob("*.bin")), ids=lambda path: path.name)
def test_files_of_the_browsers_tests(path: Path) -> None:
    assert path.read_bytes() == (BUILT / "dobutsu" / path.name).read_bytes()
