"""The search index: other spellings of the words, beside what Material puts in. The browser's tests search in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pages import LANGUAGES

from banmen_mkdocs.search import SEPARATOR, bare, refine

CONFIG = {"lang": ["en"], "separator": r"\s", "pipeline": [], "fields": {"title": {"boost": 1000.0}, "text": {"boost": 1.0}}}
ENTRIES = [
    {"location": "a/", "title": "Dōbutsu", "text": "<p>Two pawns (<em>nifu</em>, 二歩)</p>"},
    {"location": "b/", "title": "Shogi", "text": "<p>Caf&eacute;, dobutsu, jishōgi</p>"},
]


def test_words_are_found_by_other_spellings() -> None:
    index = refine("en", CONFIG, ENTRIES)
    first, second = index["docs"]
    assert first == {**ENTRIES[0], "title_spellings": "dobutsu", "text_spellings": "歩"}
    assert second == {**ENTRIES[1], "text_spellings": "cafe dōbutsu jishogi"}
    assert index["config"]["fields"]["title_spellings"] == {"boost": 1000.0}
    assert index["config"]["lang"] == ["en"]


@pytest.mark.parametrize(("lang", "word", "expected"), [
    ("en", "dōbutsu", "dobutsu"),
    ("fr", "échecs", "echecs"),
    ("sv", "bönder", "bönder"),
    ("sv", "yōkaï", "yokai"),
    ("de", "züge", "züge"),
    ("de", "café", "cafe"),
    ("fr", "cœur", "cœur"),
])
def test_letters_of_a_language_stay(lang: str, word: str, expected: str) -> None:
    assert bare(word, lang) == expected


def test_marks_stand_between_words() -> None:
    assert [word for word in re.split(SEPARATOR, "l’échec (nifu), “d'or” «P*7e» +R 二歩。") if word] == [
        "l", "échec", "nifu", "d", "or", "P*7e", "+R", "二歩"
    ]


@pytest.mark.parametrize(("lang", "folder"), LANGUAGES.items())
def test_index_holds_japanese_words(built_site: Path, lang: str, folder: str) -> None:
    index = json.loads((built_site / folder / "search" / "search_index.json").read_text("utf-8"))
    assert index["config"]["separator"] == SEPARATOR
    said: set[str] = set()
    for entry in index["docs"]:
        if entry["location"].startswith("shogi/"):
            said.update(entry.get("title_spellings", "").split(), entry.get("text_spellings", "").split())
    # The pawn, 歩兵, is found by its beginning without help.
    assert {"兵", "jishogi", "osho"} <= said
