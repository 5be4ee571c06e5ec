"""The glossary's tooltips: which words get one, where, and what it says."""

from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest
from pages import LANGUAGES, sources
from test_plugin import build

from banmen_mkdocs import glossary

GLOSSARY = """\
# Glossary {#glossary}

## Rules {#rules}

Piece {#piece}
:   What is moved.

## Japanese words {#words}

### Pawns {#pawns}

Nifu (二歩) {#nifu}
:   *Two pawns* of one player
    on [one file](shogi/index.md#two_pawns). It is not allowed.

    It loses.

Tsume / tsume shogi {#tsume}

:   A mate problem

## More {#more}

Castle {#castle}
:   A wall around the king.
"""


def rendered(text: str) -> str:
    token = glossary.here.set(glossary.titles(GLOSSARY))
    try:
        return markdown.markdown(text, extensions=["tables", "attr_list", "toc", "banmen_mkdocs.glossary"])
    finally:
        glossary.here.reset(token)


def test_terms_are_read() -> None:
    assert [(term.anchor, term.names) for term in glossary.terms(GLOSSARY)] == [
        ("piece", ("Piece",)),
        ("nifu", ("Nifu",)),
        ("tsume", ("Tsume", "tsume shogi")),
        ("castle", ("Castle",)),
    ]


def test_only_the_japanese_words_get_tooltips() -> None:
    assert glossary.titles(GLOSSARY) == {
        "nifu": "Two pawns of one player on one file.",
        "Nifu": "Two pawns of one player on one file.",
        "tsume": "A mate problem",
        "Tsume": "A mate problem",
        "tsume shogi": "A mate problem",
        "Tsume shogi": "A mate problem",
    }
    assert set(glossary.titles(GLOSSARY.replace("{#words}", "{#japanese}"))) >= {"piece", "nifu", "Castle"}


def test_first_use_in_a_section_gets_a_tooltip() -> None:
    html = rendered(
        "# Rules\n\nA nifu and *Nifu*: nifuish.\n\n## Nifu?\n\n| a | b |\n| - | - |\n| x nifu y tsume shogi z | `nifu` |\n"
    )
    assert html.count("<abbr") == 3
    assert '<abbr tabindex="0" title="Two pawns of one player on one file.">nifu</abbr> and <em>Nifu</em>: nifuish.</p>' in html
    assert '<h2 id="nifu">Nifu?</h2>' in html
    assert ">nifu</abbr> y <abbr" in html
    assert ">tsume shogi</abbr> z</td>" in html
    assert "<code>nifu</code>" in html


def test_what_a_page_is_about_gets_none() -> None:
    assert "<abbr" not in rendered("# Nifu\n\nnifu, [tsume](tsume.md)\n")


def test_in_a_site(tmp_path: Path) -> None:
    plugin = "plugins:\n  - banmen: {runtime: false, glossary: glossary.md}\n"
    settings = f"site_name: Test\n{plugin}markdown_extensions: [def_list, attr_list]\n"
    page = "# Page\n\nNo nifu here.\n\n```board\ngame: shogi\ncaption: This is nifu\n```\n"
    pages = {"index.md": page, "glossary.md": GLOSSARY.replace("shogi/index.md#two_pawns", "index.md")}
    done = build(tmp_path, settings, pages)
    assert done.returncode == 0, done.stderr
    assert len(re.findall("<abbr ", (tmp_path / "site" / "index.html").read_text("utf-8"))) == 1
    assert "<abbr " not in (tmp_path / "site" / "glossary" / "index.html").read_text("utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tooltips_are_sentences(lang: str) -> None:
    page = sources(lang).get("glossary/")
    if page is None:
        pytest.skip("the glossary is not there yet")
    titles = glossary.titles(page.text)
    assert titles
    assert [title for title in titles.values() if not title.endswith((".", "!", "?")) or len(title) > 200] == []
