"""What the pages say in one language they say in every one: the same tables, questions and terms, and no word that was given up."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from pages import DOCS, LANGUAGES, prose, source, tables
from test_docs import OTHERS

from banmen_mkdocs import glossary

TERMS = list(csv.DictReader(Path(__file__).with_name("terms.csv").read_text("utf-8").splitlines()))
AVOIDED = [(entry[:2], re.compile(entry[3:])) for term in TERMS for entry in term["avoid"].split()]
"""Languages with expressions for what was said in them before."""


@pytest.mark.parametrize(("lang", "page"), OTHERS, ids=str)
def test_same_tables(lang: str, page: Path) -> None:
    assert list(tables(source(DOCS / lang / page).text)) == list(tables(source(DOCS / "en" / page).text))


@pytest.mark.parametrize(("lang", "page"), OTHERS, ids=str)
def test_same_questions_and_kind_of_page(lang: str, page: Path) -> None:
    own, english = source(DOCS / lang / page), source(DOCS / "en" / page)
    assert set(own.meta) == set(english.meta)
    assert {key: own.meta[key] for key in ("faq", "lesson", "hide", "search") if key in own.meta} == {
        key: english.meta[key] for key in ("faq", "lesson", "hide", "search") if key in english.meta
    }
    if own.meta.get("faq"):
        assert questions(own.text) == questions(english.text)


def questions(text: str) -> list[str]:
    return re.findall(r"^## .*\? *\{#([\w.-]+)\}", text, re.MULTILINE)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_same_glossary(lang: str) -> None:
    pages = [DOCS / of / "glossary.md" for of in ("en", lang)]
    if not all(page.is_file() for page in pages):
        pytest.skip("the glossary is not there in both languages")
    english, own = ([term.anchor for term in glossary.terms(page.read_text("utf-8"))] for page in pages)
    assert sorted(own) == sorted(english)
    assert len(own) == len(set(own))


def test_every_term_has_one_word_in_each_language() -> None:
    assert [term["key"] for term in TERMS if not all(term[lang] for lang in LANGUAGES)] == []
    assert all(lang in LANGUAGES for lang, _ in AVOIDED)
    assert AVOIDED


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_that_was_given_up(lang: str) -> None:
    words = [word for of, word in AVOIDED if of == lang]
    found = [
        f"{page.relative_to(DOCS)}:{number}: {match[0]}"
        for page in sorted((DOCS / lang).rglob("*.md"))
        for number, line in prose(source(page))
        for word in words
        for match in word.finditer(line)
    ]
    assert found == []
