"""The published table: what it says of 2,194 positions that others solved, and what it costs to ask.

Needs the table that `make oracle` makes.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from test_verdict import ask

from banmen.oracle import verdict

HERE = Path(__file__).parent
BUILT = HERE.parents[1] / "build" / "oracle"
RELEASE = BUILT / "dobutsu.json"

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not RELEASE.exists(), reason="`make oracle` makes the table")]

with (HERE / "truth.tsv").open(encoding="utf-8", newline="") as _file:
    TRUTH = list(csv.DictReader(_file, delimiter="\t"))


class Built:
    """The table as a static server would give it, and how many files and bytes were asked for."""

    def __init__(self) -> None:
        self.directory = json.loads(RELEASE.read_text("utf-8"))["table"]
        self.files = self.bytes = 0

    def verdict(self, start: str) -> dict[str, Any]:
        """The verdict on a position, to someone who has the directory and nothing else."""
        self.files = self.bytes = 0
        for sha256 in verdict._kept.keys() - {self.directory}:
            del verdict._kept[sha256]
        answer = ask(start, self)
        while needed := answer.get("result", {}).get("need"):
            given = {need["name"]: (BUILT / "dobutsu" / need["name"]).read_bytes() for need in needed}
            if self.directory not in (need["sha256"] for need in needed):
                self.files += len(given)
                self.bytes += sum(map(len, given.values()))
            answer = ask(start, self, given)
        return answer


def test_the_table_says_what_others_found() -> None:
    built, wrong = Built(), []
    costs = []
    for row in TRUTH:
        answer = built.verdict(row["sfen"])
        costs.append((built.files, built.bytes))
        result = answer.get("result", {})
        moves = {move["usi"]: (move["result"], move["plies"]) for move in result.get("moves", ())}
        own = row["result"], int(row["plies"])
        best = {move for move, value in moves.items() if value == own}
        keep = {move for move, (worth, _) in moves.items() if worth == row["result"]}
        told = result.get("result"), result.get("plies")
        if (told, best, keep) != (own, set(row["best"].split(",")), set(row["keep"].split(","))):
            wrong.append((row["sfen"], own, told, answer.get("error")))
    assert not wrong, f"{len(wrong)} of {len(TRUTH)}: {wrong[:5]}"

    # What it costs to value all moves of a position.
    files, weights = sorted(files for files, _ in costs), sorted(weight for _, weight in costs)
    most = int(0.95 * len(TRUTH))
    assert files[most] <= 12
    assert weights[most] <= 300_000
    assert files[-1] <= 24


def test_the_table_is_small_enough() -> None:
    assert sum(path.stat().st_size for path in (BUILT / "dobutsu").iterdir()) <= 45_000_000
