"""Every word of the pages is in a dictionary of its language, or is a word of shogi that words.txt knows."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import DOCS, LANGUAGES
from spelling import WORDS, is_known, unknown

PAGES = [(lang, path.relative_to(DOCS / lang)) for lang in LANGUAGES for path in sorted((DOCS / lang).rglob("*.md"))]


@pytest.mark.parametrize(("lang", "page"), PAGES, ids=str)
def test_page_is_spelled_right(lang: str, page: Path) -> None:
    """`python tests/site/spelling.py` lists what all pages have; a right word goes into words.txt."""
    assert [f"{page}:{number}: {word}" for number, word in unknown(DOCS / lang / page, lang)] == []


@pytest.mark.parametrize(("lang", "right", "wrong"), [
    ("en", "colour", "colur"),
    ("fr", "l’échiquier", "l’échiqier"),
    ("sv", "schackmatt", "skackmatt"),
    ("de", "Schachbrett", "Schachbret"),
])
def test_mistakes_are_found(lang: str, right: str, wrong: str) -> None:
    assert is_known(lang, right)
    assert not is_known(lang, wrong)


def test_word_list_is_in_order() -> None:
    sections = WORDS.read_text("utf-8").split("\n[")
    for section in sections[1:]:
        words = section.strip().split("\n")[1:]
        assert words == sorted(set(words), key=lambda word: (word.casefold(), word))
