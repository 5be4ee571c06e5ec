"""Spelling of the pages. `python tests/site/spelling.py [LANGUAGE …]` lists the unknown words, the commonest first.

The dictionaries are those of the npm packages dictionary-en-gb, -fr, -sv and -de; what they lack and is right stands in
words.txt: a word a line, below `[all]` or the language's own heading.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hunspell import Hunspell
from pages import DOCS, LANGUAGES, prose, source

from banmen_mkdocs.bundled import REPOSITORY

WORDS = Path(__file__).with_name("words.txt")
PACKAGES = {"en": "dictionary-en-gb", "fr": "dictionary-fr", "sv": "dictionary-sv", "de": "dictionary-de"}

# Letters with what joins them within a word; numbers, squares and moves have digits.
_WORD = re.compile(r"[^\W_]+(?:['’·-][^\W_]+)*")
_EMPHASIS = re.compile(r"""(?:(?<!\*)\*(?![*\s])|[«„“”"])((?:[^*«»„“”"\n]|\n(?!\n))+)(?:\*(?!\*)|[»“”"])""")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ'·-]+")
_ELIDED = re.compile(r"(?:[cdjlmnstCDJLMNST]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)['’]")


@cache
def known(lang: str) -> frozenset[str]:
    """The words of words.txt that hold for a language."""
    words, section = set(), ""
    for line in WORDS.read_text("utf-8").splitlines():
        word = line.partition("#")[0].strip()
        if word.startswith("["):
            section = word.strip("[]")
        elif word and section in ("all", lang):
            words.add(word)
    return frozenset(words)


@cache
def _dictionary(lang: str) -> Hunspell:
    return Hunspell("index", hunspell_data_dir=str(REPOSITORY / "node_modules" / PACKAGES[lang]))


@cache
def is_known(lang: str, word: str) -> bool:
    """Whether a word is spelled as it should be, by itself or in its parts."""
    word = word.replace("’", "'")
    if any(letter.isdigit() for letter in word) or not _LATIN.fullmatch(word) or len(word) == 1:
        return True
    if _is_own(lang, word) or _dictionary(lang).spell(word):
        return True
    if lang == "fr" and _ELIDED.match(word):
        return is_known(lang, _ELIDED.sub("", word, count=1))
    if lang in ("sv", "de") and any(_is_known_rest(lang, word[end:]) for end in range(4, len(word)) if _is_own(lang, word[:end])):
        return True
    return "-" in word and all(is_known(lang, part) for part in word.split("-") if part)


def _is_own(lang: str, word: str) -> bool:
    own = known(lang)
    return any(form in own for form in (word, word[:1].lower() + word[1:], word.removesuffix("'s")))


def _is_known_rest(lang: str, rest: str) -> bool:
    """Whether this may end a word that begins with one of ours: it is the genitive's s or a word itself."""
    return rest == "s" or len(rest) > 3 and any(_dictionary(lang).spell(form) for form in (rest, rest.capitalize()))


def unknown(path: Path, lang: str) -> Iterator[tuple[int, str]]:
    """The words of a page that nobody knows, with their lines. Emphasized and quoted ones may be of another language: titles."""
    lines = list(prose(source(path)))
    at = 0
    parts = _EMPHASIS.split("\n".join(line for _, line in lines))
    for part, emphasized in zip(parts, itertools.cycle((False, True)), strict=False):
        languages = LANGUAGES if emphasized else (lang,)
        for place, line in enumerate(part.split("\n"), at):
            yield from ((lines[place][0], word) for word in _WORD.findall(line) if not any(is_known(of, word) for of in languages))
        at += part.count("\n")


def main(languages: list[str]) -> None:
    for lang in languages or LANGUAGES:
        places: defaultdict[str, list[str]] = defaultdict(list)
        for path in sorted((DOCS / lang).rglob("*.md")):
            for number, word in unknown(path, lang):
                places[word].append(f"{path.relative_to(DOCS)}:{number}")
        for word, at in sorted(places.items(), key=lambda item: (-len(item[1]), item[0])):
            print(f"{lang} {len(at):3} {word}  {at[0]}")


if __name__ == "__main__":
    main(sys.argv[1:])
