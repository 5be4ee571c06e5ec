"""Proofs of tasks are kept from build to build, and only as long as they hold."""

import json
from pathlib import Path

import pytest

from banmen import fence
from banmen.fence import parse_fence, prove
from banmen_mkdocs import proofs

TASK = "game: dobutsu\ncaption: x\nstart: 1l1/1G1/3/1L1 b - 1\nplay: task\ntask: win 1\n"


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int | None, list[str]]]:
    known: dict[str, tuple[int | None, list[str]]] = {}
    monkeypatch.setattr(fence, "PROOFS", known)
    monkeypatch.setattr(proofs, "PROOFS", known)
    return known


def test_what_is_proven_is_known_to_the_next_build(tmp_path: Path, nothing_known: dict[str, tuple[int | None, list[str]]]) -> None:
    assert prove(parse_fence(TASK)) == []
    (found,) = nothing_known.values()
    assert found == (1, ["2b2a"])
    proofs.retain(tmp_path / "new" / "folder")
    nothing_known.clear()
    proofs.recall(tmp_path / "new" / "folder")
    assert list(nothing_known.values()) == [found]


@pytest.mark.parametrize("change", [lambda kept: "{", lambda kept: "[]", lambda kept: kept.replace('"engine": "', '"engine": "0')])
def test_what_another_engine_has_proven_is_forgotten(change, tmp_path: Path, nothing_known: dict[str, object]) -> None:  # type: ignore[no-untyped-def]
    prove(parse_fence(TASK))
    proofs.retain(tmp_path)
    nothing_known.clear()
    (kept,) = tmp_path.iterdir()
    kept.write_text(change(kept.read_text("utf-8")), "utf-8")
    proofs.recall(tmp_path)
    assert nothing_known == {}


def test_a_wrong_task_stays_wrong_when_it_is_known(nothing_known: dict[str, object]) -> None:
    wrong = TASK.replace("win 1", "win 3")
    for _ in range(2):
        assert [problem.code for problem in prove(parse_fence(wrong))] == ["fence.goal"]
    assert len(nothing_known) == 1
    assert json.dumps(nothing_known)


def test_nothing_is_written_where_nothing_was_proven(tmp_path: Path, nothing_known: dict[str, object]) -> None:
    proofs.retain(tmp_path / "none")
    assert not (tmp_path / "none").exists()
