"""The pages' sources: the same boards and the same headings in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from banmen.fence import check_folder, find_fences, parse_fence, prove
from banmen_mkdocs.bundled import REPOSITORY

DOCS = REPOSITORY / "docs"
ENGLISH = sorted(path.relative_to(DOCS / "en") for path in (DOCS / "en").rglob("*.md"))
OTHERS = [(lang, page) for lang in ("fr", "sv", "de") for page in ENGLISH]


def boards(path: Path) -> list[list[str]]:
    """The boards of a page without what is said about them."""
    return [
        [line for line in text.splitlines() if not line.startswith(("caption:", "#"))]
        for _, text in find_fences(path.read_text("utf-8"))
    ]


def anchors(path: Path) -> list[str]:
    return re.findall(r"\{:? ?#([\w.-]+)", path.read_text("utf-8"))


def test_every_board_is_true() -> None:
    assert [str(finding) for finding in check_folder(DOCS)] == []


def test_the_board_in_the_readme_is_true() -> None:
    readme = (REPOSITORY / "README.md").read_text("utf-8")
    (board,) = find_fences(readme)
    assert prove(parse_fence(board[1])) == []


@pytest.mark.parametrize(("lang", "page"), OTHERS, ids=str)
def test_same_boards_and_anchors(lang: str, page: Path) -> None:
    assert boards(DOCS / lang / page) == boards(DOCS / "en" / page)
    assert anchors(DOCS / lang / page) == anchors(DOCS / "en" / page)


def test_same_pages() -> None:
    for lang in ("fr", "sv", "de"):
        assert sorted(path.relative_to(DOCS / lang) for path in (DOCS / lang).rglob("*.md")) == ENGLISH


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=lambda path: str(path.relative_to(DOCS)))
def test_headings_have_anchors_of_their_own(path: Path) -> None:
    text = re.sub(r"^(`{3,}|~{3,}).*?^\1", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    bare = [line for line in text.splitlines() if re.match(r"#{1,6} ", line) and not re.search(r"\{:? ?#[\w.-]+", line)]
    assert bare == []
    found = anchors(path)
    assert len(found) == len(set(found))
