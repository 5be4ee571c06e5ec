"""Sentences in the reader's language, from words/<lang>.json; words.mjs does the same in the page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from banmen_mkdocs.bundled import ASSETS

__all__ = ["Arg", "Words", "fill", "load", "of_handicap", "sentence"]

FALLBACK = "en"

# What a person typed is never a word of ours, even when it happens to spell one.
VERBATIM = "text"

_PLACEHOLDER = re.compile(r"\{([a-z_]+)(?:\.([a-z_]+))?\}")
_SENTENCE_END = re.compile(r"[.!?]\s+$")

Words = Mapping[str, Any]
Arg = str | int | Sequence["Arg"] | None


@cache
def load(language: str) -> Words:
    """The words of a language ("sv" or "sv-SE"), English where there are none."""
    path = ASSETS / "words" / f"{language.lower().split('-')[0]}.json"
    words: Words = json.loads((path if path.is_file() else path.with_name(f"{FALLBACK}.json")).read_text("utf-8"))
    return words


def of_handicap(words: Words) -> Words:
    """The words for a game with a handicap, whose sides are not called by who moves first: the stronger one does."""
    return {**words, "colors": words["handicap_colors"]}


def sentence(words: Words, template: str, args: Mapping[str, Arg]) -> str:
    """The template filled, with a capital at its start. Raises KeyError for a placeholder that cannot be filled."""
    return _capitalized(fill(words, template, args))


def fill(words: Words, template: str, args: Mapping[str, Arg]) -> str:
    """The template filled and left as it is, to be put into another one."""

    def spelled(match: re.Match[str]) -> str:
        name, form = match.groups()
        value = args.get(name)
        if value is None:
            raise KeyError(f"{match[0]} has no value in “{template}”")
        text = _literal(value, form) if name == VERBATIM else _spell(words, value, form)
        if text is None:
            raise KeyError(f"{match[0]} has no such form in “{template}”")
        starts = name != VERBATIM and _SENTENCE_END.search(template[: match.start()])
        return _capitalized(text) if starts else text

    return _PLACEHOLDER.sub(spelled, template)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def _spell(words: Words, value: Arg, form: str | None) -> str | None:
    if isinstance(value, Sequence) and not isinstance(value, str):
        items = [_spell(words, item, form) for item in value]
        return _join(words, [item for item in items if item is not None]) if None not in items else None
    piece = words["pieces"].get(str(value))
    if piece is not None:
        forms = {**words["genders"].get(piece.get("gender"), {}), **piece}
        return _text(forms.get(form or "name"))
    color = words["colors"].get(str(value))
    if color is not None:
        return _text(color.get(form or "name"))
    return _literal(value, form)


def _literal(value: Arg, form: str | None) -> str | None:
    return None if form else str(value)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _join(words: Words, items: list[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    between, last = words["list"]["between"], words["list"]["last"]
    return f"{between.join(items[:-1])}{last}{items[-1]}"
