"""The formatter against the fixture that it shares with words.mjs, and the words against each other."""

import json
from pathlib import Path
from typing import Any

import pytest

from banmen_mkdocs.bundled import ASSETS
from banmen_mkdocs.words import load, sentence

FIXTURE = json.loads((Path(__file__).parents[1] / "words_cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", FIXTURE["cases"], ids=lambda case: f"{case['lang']} {case['template']}")
def test_sentence(case: dict[str, Any]) -> None:
    assert sentence(FIXTURE["words"][case["lang"]], case["template"], case["args"]) == case["expected"]


@pytest.mark.parametrize("case", FIXTURE["errors"], ids=lambda case: f"{case['lang']} {case['template']}")
def test_error(case: dict[str, Any]) -> None:
    with pytest.raises(KeyError) as error:
        sentence(FIXTURE["words"][case["lang"]], case["template"], case["args"])
    assert case["placeholder"] in str(error.value)


def test_a_language_without_words_gets_english() -> None:
    assert load("xx") == load("en")
    assert load("sv-SE") == load("sv") != load("en")


def test_every_file_names_its_language() -> None:
    for path in (ASSETS / "words").glob("*.json"):
        assert load(path.stem)["lang"] == path.stem
