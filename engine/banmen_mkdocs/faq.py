"""Questions and answers as search engines read them: JSON-LD made from a page whose front matter says ``faq: true``.

A question is a heading of the second level that ends with a question mark; its answer is the text up to the next such
heading. Boards and their captions are left out: what they show is not text.
"""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import NamedTuple

__all__ = ["Entry", "entries", "json_ld"]

_SECTIONS = ("h1", "h2")
_LEFT_OUT = ("figure", "script", "style", "svg", "table")
_INLINE = ("a", "abbr", "b", "code", "em", "i", "kbd", "mark", "span", "strong", "sub", "sup")
_PERMALINK = "headerlink"


class Entry(NamedTuple):
    """A question as a page asks it, the id of its heading, and the plain text of the answer."""

    anchor: str
    question: str
    answer: str


def entries(html: str) -> list[Entry]:
    """The questions of a rendered page, in order; a question without an answer is none."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    found = [Entry(anchor, _plain(title), _plain(text)) for anchor, title, text in reader.sections]
    return [entry for entry in found if entry.question.endswith("?") and entry.answer]


def json_ld(html: str, language: str) -> str:
    """The script element that tells a page's questions to search engines, empty if it has none."""
    asked = entries(html)
    if not asked:
        return ""
    description = {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        "inLanguage": language,
        "mainEntity": [
            {"@type": "Question", "name": entry.question, "acceptedAnswer": {"@type": "Answer", "text": entry.answer}}
            for entry in asked
        ],
    }
    # A script ends at the first "</", whatever its type.
    data = json.dumps(description, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f'<script type="application/ld+json">{data}</script>'


def _plain(text: str) -> str:
    """One line of text. A no-break space stays what it is: French has one before its question marks."""
    return re.sub(r"[ \t\r\n]+", " ", text).strip()


class _Reader(HTMLParser):
    """Cuts a page at its headings."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[tuple[str, str, str]] = []
        self._in_title = False
        self._skipping: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if self._skipping:
            if tag == self._skipping[0]:
                self._skipping.append(tag)
        elif tag in _LEFT_OUT or _PERMALINK in (known.get("class") or "").split():
            self._skipping.append(tag)
        elif tag in _SECTIONS:
            self.sections.append((known.get("id") or "", "", ""))
            self._in_title = True
        elif tag not in _INLINE:
            self._add(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._skipping:
            if tag == self._skipping[0]:
                self._skipping.pop()
        elif tag in _SECTIONS:
            self._in_title = False
        elif tag not in _INLINE:
            self._add(" ")

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self._add(data)

    def _add(self, text: str) -> None:
        if self.sections:
            anchor, title, answer = self.sections[-1]
            self.sections[-1] = (anchor, title + text, answer) if self._in_title else (anchor, title, answer + text)
