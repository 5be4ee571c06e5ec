"""What Material's search needs to find Japanese words however they are written.

It splits words at spaces and hyphens only, so that "(nifu)" is a word, it takes ō and o for different letters, and finds a
word by its beginning only, so that 歩 does not lead to 二歩. Each entry of the index gets fields more, which are searched but
not shown, with other spellings of its words.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

__all__ = ["SEPARATOR", "bare", "refine"]

SEPARATOR = r"""[\s\u200b\-‐‑–—.,:;!?…()\[\]{}"'’‘“”„«»‹›/·・、。「」（）|=&<>→←]+"""
"""Between words, as JavaScript reads it. Not * and +, which are signs of searching."""

_FIELDS = {"title": "title_spellings", "text": "text_spellings"}
_OWN = {"sv": "åäö", "de": "äöü"}
"""Letters that are letters of their own to the language's readers, not others with a mark."""

_TAG, _WORD = re.compile(r"<[^>]*>"), re.compile(r"\w+")
_KANJI = re.compile(r"[\u3400-\u9fff々]+")

Entry = Mapping[str, Any]


def refine(lang: str, config: Entry, entries: Iterable[Entry]) -> dict[str, Any]:
    """The search index of a language, from Material's."""
    docs = [dict(entry) for entry in entries]
    written = {(number, field): set(_words(doc[field])) for number, doc in enumerate(docs) for field in _FIELDS}
    marked: defaultdict[str, set[str]] = defaultdict(set)
    for word in set().union(*written.values()):
        if bare(word, lang) != word:
            marked[bare(word, lang)].add(word)
    for (number, field), words in written.items():
        more = {spelling for word in words for spelling in _spellings(word, lang, marked)} - words
        if more:
            docs[number][_FIELDS[field]] = " ".join(sorted(more))
    fields = dict(config["fields"])
    fields |= {more: dict(fields[field]) for field, more in _FIELDS.items()}
    return {"config": {**config, "lang": [lang], "separator": SEPARATOR, "fields": fields}, "docs": docs}


def bare(word: str, lang: str) -> str:
    """The word without the marks on its letters, but for those of the language's own letters."""
    own = _OWN.get(lang, "")
    return "".join(letter if letter in own else _bare(letter) for letter in unicodedata.normalize("NFC", word))


def _bare(letter: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))


def _words(text: str) -> Iterator[str]:
    return (word.lower() for word in _WORD.findall(html.unescape(_TAG.sub(" ", text))))


def _spellings(word: str, lang: str, marked: Mapping[str, set[str]]) -> Iterator[str]:
    yield bare(word, lang)
    yield from marked.get(word, ())
    for kanji in _KANJI.findall(word):
        yield from (kanji[start:] for start in range(len(kanji)))
