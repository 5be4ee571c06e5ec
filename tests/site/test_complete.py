"""Completeness is tested, not remembered: words in every language, a row, a sentence and a paragraph for every refusal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from table import game, rows

from banmen.games import games, load
from banmen.outcome import ENDINGS
from banmen.refusal import REFUSALS, Refusal, explain
from banmen.search.hint import REASONS
from banmen.tables import tables
from banmen_mkdocs.bundled import ASSETS, REPOSITORY
from banmen_mkdocs.words import Words, sentence

LANGUAGES = ("en", "fr", "sv", "de")
DOCS = REPOSITORY / "docs"
WORDS: dict[str, Words] = {lang: json.loads((ASSETS / "words" / f"{lang}.json").read_text("utf-8")) for lang in LANGUAGES}

PUBLISHED = [key for key in games() if (DOCS / "en" / key / "index.md").is_file()]

# Sections whose keys are free in a language: a piece has the forms that its sentences need.
FREE = ("pieces", "genders", "colors", "handicap_colors")
PLACEHOLDER = re.compile(r"\{([a-z_]+)")


def leaves(words: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(words, dict) and not (len(at) == 2 and at[0] in FREE):
        for key, value in words.items():
            yield from leaves(value, (*at, key))
    else:
        yield at


def refused() -> list[tuple[str, Refusal]]:
    """What every row that refuses a move is refused for, with its game."""
    found = []
    for row in rows("rules.csv"):
        if row["expect"] == "refused":
            refusal = explain(game(row["game"], row["start"], row["moves"], row["rules"]), row["move"])
            assert refusal is not None, row["line"]
            found.append((row["game"], refusal))
    return found


REFUSED = refused()


def sentence_key(refusal: Refusal) -> str:
    reason = refusal.details.get("reason")
    return f"{refusal.code}.{reason}" if reason else refusal.code


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_words_have_the_same_keys(lang: str) -> None:
    def keys(words: Words) -> set[tuple[str, ...]]:
        return {at for at in leaves(words) if at[0] != "genders"}

    assert keys(WORDS[lang]) == keys(WORDS["en"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_take_the_same_facts(lang: str) -> None:
    """A translation may leave a fact out, but asks for none that English does not get."""
    for section in ("refusals", "problems", "errors", "hints", "ui"):
        for key, template in WORDS[lang][section].items():
            unknown = set(PLACEHOLDER.findall(str(template))) - set(PLACEHOLDER.findall(str(WORDS["en"][section][key])))
            # What a refusal knows beyond its English sentence is shown by the rows below.
            assert section == "refusals" or not unknown, (section, key, unknown)


def test_every_refusal_has_a_row() -> None:
    shown = {refusal.code for _, refusal in REFUSED}
    assert set(REFUSALS) - shown == set()


def test_every_sentence_of_a_refusal_has_a_row() -> None:
    # Two ways of writing a move: not in the rule table, which speaks USI only.
    assert set(WORDS["en"]["refusals"]) - {sentence_key(refusal) for _, refusal in REFUSED} <= {"not_usi.ambiguous"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_becomes_a_sentence(lang: str) -> None:
    for key, refusal in REFUSED:
        said = sentence(WORDS[lang], WORDS[lang]["refusals"][sentence_key(refusal)], refusal.details)  # type: ignore[arg-type]
        assert said, key
        assert "{" not in said
        assert said[0] == said[0].upper()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_its_paragraph(built_site: Path, lang: str) -> None:
    for key, refusal in REFUSED:
        if key in PUBLISHED:
            page = built_site / ("" if lang == "en" else lang) / key / "index.html"
            assert f'id="{refusal.code}"' in page.read_text("utf-8"), (key, refusal.code)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_ending_has_its_sentence(lang: str) -> None:
    endings = WORDS[lang]["endings"]
    assert set(endings) == set(ENDINGS)
    for forms in endings.values():
        for form, template in forms.items():
            winner = {"win": {"winner": "b", "loser": "w"}, "draw": {}}[form]
            assert sentence(WORDS[lang], template, winner)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_of_a_hint_becomes_a_sentence(lang: str) -> None:
    """With every piece of the published games: a sentence may need a form that one of them lacks."""
    assert set(WORDS[lang]["hints"]) == set(REASONS)
    pieces = {name for key in PUBLISHED for name in tables(load(key)).names if name}
    for code, details in REASONS.items():
        for piece in pieces:
            facts = {"piece": piece, "pieces": [piece, "lion"], "lost": piece, "square": "5e", "squares": ["5e", "4d"], "n": 2,
                     "plies": 3, "depth": 7}
            said = sentence(WORDS[lang], WORDS[lang]["hints"][code], {detail: facts[detail] for detail in details})  # type: ignore[misc]
            assert "{" not in said
            assert said[0] == said[0].upper()
            assert said[-1] == "."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", PUBLISHED)
def test_published_game_is_complete(key: str, lang: str) -> None:
    words, variant = WORDS[lang], load(key)
    assert (DOCS / lang / key / "index.md").is_file()
    assert words["games"][key]
    for name in filter(None, tables(variant).names):
        assert words["pieces"][name]["name"], name
    for option in variant.options:
        named = words["options"][option.key]
        values = {str(value).lower() if isinstance(value, bool) else str(value) for value in option.values}
        assert values <= set(named["values"]), option.key
    assert {handicap.key for handicap in variant.handicaps} <= set(words["handicaps"])


@pytest.mark.parametrize("key", games())
def test_every_game_is_counted(key: str) -> None:
    assert [row for row in rows("perft.csv") if row["game"] == key]


def test_games_are_named_in_every_language() -> None:
    for lang in LANGUAGES:
        assert set(games()) <= set(WORDS[lang]["games"])
