"""Tooltips from the glossary: the first use of a term in a section of a page shows the glossary's first sentence on it.

The glossary is a page with definition lists::

    Nifu (二歩) {#nifu}
    :   Two pawns of one player on one file. It is not allowed.

It is a Markdown extension too, which needs no MkDocs: `here` holds the terms of the page that is formatted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from typing import NamedTuple
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

__all__ = ["Term", "here", "makeExtension", "terms", "titles"]

WORDS = "words"
"""The id of the heading of the terms that get tooltips, if there is one; without it all do."""

_ENTRY = re.compile(
    r"^(?P<name>\S.*?)[ \t]*\{:?[ \t]*#(?P<anchor>[\w.-]+)[^}\n]*\}[ \t]*\n+:[ \t]+(?P<text>.+(?:\n(?![ \t]*\n|:).+)*)",
    re.MULTILINE,
)
_HEADING = re.compile(r"^(?P<marks>#{1,6})[ \t]+.*?(?:\{:?[ \t]*#(?P<anchor>[\w.-]+)[^}\n]*\}[ \t]*)?$", re.MULTILINE)
_SENTENCE = re.compile(r"(.+?[.!?。])(?=\s|$)", re.DOTALL)
_LINK, _MARKUP = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])"), re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")
# "Nifu (二歩)", "jishōgi / impasse", "tsume, tsume shogi"
_NAMES = re.compile(r"\s+/\s+|,\s+")
_ASIDE = re.compile(r"\s*[(（].*?[)）]")

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_UNTOUCHED = (*_HEADINGS, "a", "abbr", "button", "code", "kbd", "pre", "script", "style", "summary")


class Term(NamedTuple):
    """An entry of the glossary."""

    anchor: str
    names: tuple[str, ...]
    title: str
    """The first sentence on it, as plain text."""


here: ContextVar[Mapping[str, str] | None] = ContextVar("banmen_glossary", default=None)
"""By each name, what the tooltips of the page that is formatted next say."""


def terms(markdown: str) -> list[Term]:
    """The entries of a glossary from its source."""
    return [_term(match) for match in _ENTRY.finditer(markdown)]


def titles(markdown: str) -> dict[str, str]:
    """What the tooltips say, by the names that they stand at, with a small and with a capital letter at the start."""
    return {
        spelled: term.title
        for term in terms(_words(markdown))
        for name in term.names
        for spelled in (name[:1].lower() + name[1:], name[:1].upper() + name[1:])
    }


def _words(markdown: str) -> str:
    """The part of the glossary whose terms get tooltips."""
    headings = list(_HEADING.finditer(markdown))
    start = next((heading for heading in headings if heading["anchor"] == WORDS), None)
    if start is None:
        return markdown
    rest = headings[headings.index(start) + 1 :]
    ends = (heading.start() for heading in rest if len(heading["marks"]) <= len(start["marks"]))
    return markdown[start.end() : next(ends, len(markdown))]


def _term(match: re.Match[str]) -> Term:
    names = [_ASIDE.sub("", name).strip() for name in _NAMES.split(_plain(match["name"]))]
    text = " ".join(_plain(match["text"]).split())
    sentence = _SENTENCE.match(text)
    return Term(match["anchor"], tuple(filter(None, names)), sentence[1] if sentence else text)


def _plain(markdown: str) -> str:
    return _MARKUP.sub("", _LINK.sub(r"\1", markdown))


class Tooltips(Treeprocessor):
    """Puts ``<abbr>`` around the first use of each term in a section, but not in headings, links and code.

    It can have the focus, so that the keyboard and a finger reach the tooltip too.
    """

    def run(self, root: Element) -> None:
        self._titles = here.get() or {}
        if not self._titles:
            return
        names = sorted(self._titles, key=len, reverse=True)
        self._name = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, names))})(?![\w-])")
        # What the page is about needs no explanation in it.
        title = root.find("h1")
        self._known = set(self._in(title)) if title is not None else set()
        self._seen = set(self._known)
        self._walk(root)

    def _in(self, element: Element) -> Iterator[str]:
        return (self._titles[match[0]] for match in self._name.finditer("".join(element.itertext())))

    def _walk(self, element: Element) -> None:
        element.text, found = self._split(element.text)
        children = list(element)
        for new in reversed(found):
            element.insert(0, new)
        for child in children:
            if child.tag in _HEADINGS:
                self._seen = set(self._known)
            if child.tag not in _UNTOUCHED:
                self._walk(child)
            child.tail, found = self._split(child.tail)
            place = list(element).index(child) + 1
            for new in reversed(found):
                element.insert(place, new)

    def _split(self, text: str | None) -> tuple[str | None, list[Element]]:
        """The text before the first term, and the terms with what follows each of them."""
        if not text or isinstance(text, AtomicString):
            return text, []
        found: list[Element] = []
        before, end = text, 0
        for match in self._name.finditer(text):
            title = self._titles[match[0]]
            if title in self._seen:
                continue
            self._seen.add(title)
            between = text[end : match.start()]
            if found:
                found[-1].tail = between
            else:
                before = between
            abbr = Element("abbr", {"title": title, "tabindex": "0"})
            abbr.text = AtomicString(match[0])
            found.append(abbr)
            end = match.end()
        if found:
            found[-1].tail = text[end:]
        return before, found


class _Glossary(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        # After inline markup is read (20) and before the table of contents is made of the headings (5).
        md.treeprocessors.register(Tooltips(md), "banmen_glossary", 7)


def makeExtension(**settings: object) -> Extension:  # noqa: N802
    """What Markdown calls."""
    return _Glossary(**settings)
