"""The pages' sources, as the tests of the site read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from banmen_mkdocs.bundled import REPOSITORY

DOCS = REPOSITORY / "docs"
LANGUAGES = {"en": "", "fr": "fr/", "sv": "sv/", "de": "de/"}

_FRONT = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)
_FENCE = re.compile(r"^(?P<margin>[ \t>]*)(?P<marks>`{3,}|~{3,})(?P<info>[^\n]*)\n(?P<text>.*?)^[ \t>]*(?P=marks)[ \t]*$",
                    re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$")


@dataclass(frozen=True)
class Source:
    """A page as it is written."""

    path: Path
    meta: dict[str, Any]
    text: str
    """Without the front matter; the lines are those of the file, for it is replaced by empty ones."""


def source(path: Path) -> Source:
    text = path.read_text("utf-8")
    front = _FRONT.match(text)
    if front is None:
        return Source(path, {}, text)
    return Source(path, yaml.safe_load(front[1]) or {}, "\n" * front[0].count("\n") + text[front.end() :])


def sources(lang: str) -> dict[str, Source]:
    """By their addresses below the language's home, the pages of a language."""
    folder = DOCS / lang
    return {url(path.relative_to(folder)): source(path) for path in sorted(folder.rglob("*.md"))}


def url(page: Path) -> str:
    """The address of a page below its language's home, empty or with a slash at its end."""
    name = page.as_posix().removesuffix(".md").removesuffix("index").rstrip("/")
    return f"{name}/" if name else ""


def without_fences(text: str, kept: str = "") -> str:
    """The text without its fences, as many lines long; of the lines of a fence only those that begin with `kept` stay."""

    def lines(match: re.Match[str]) -> str:
        inside = [line.strip() for line in match[0].split("\n")]
        return "\n".join(line.removeprefix(kept) if kept and line.startswith(kept) else "" for line in inside)

    return _FENCE.sub(lines, text)


def tables(text: str) -> Iterator[list[int]]:
    """Of each table the numbers of cells in its rows."""
    table: list[int] = []
    for line in [*without_fences(text).splitlines(), ""]:
        if _ROW.match(line):
            table.append(len(re.findall(r"(?<!\\)\|", line)) - 1)
        elif table:
            yield table
            table = []


def prose(page: Source) -> Iterator[tuple[int, str]]:
    """The lines that a reader reads, with their numbers: title, description, text and captions, without code and addresses."""
    text = re.sub(r"<!--.*?-->", lambda match: "\n" * match[0].count("\n"), page.text, flags=re.DOTALL)
    text = without_fences(text, "caption:")
    text = re.sub(r"^[ \t]*(?:\?\?\?\+?|!!!) [\w-]+", "", text, flags=re.MULTILINE)
    # What others call their own pages and works.
    text = re.sub(r"\[[^\]]*\]\(https?://[^)]*\)", " ", text)
    text = re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", " ", text, flags=re.DOTALL)
    text = re.sub(r"\]\([^)\s]*(?:\s[^)]*)?\)|\]\[[^\]]*\]|\{[^}\n]*\}|<[^>\n]*>|https?://\S+|\b[a-z-]+\.[a-z]{2,3}\b", " ", text)
    for key in ("title", "description"):
        yield 1, str(page.meta.get(key, ""))
    yield from ((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
