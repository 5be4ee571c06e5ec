"""Questions and answers told to search engines: made from the page that a reader sees."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pages import LANGUAGES, sources

from banmen_mkdocs.faq import entries, json_ld

PAGE = """\
<h1 id="faq">Questions<a class="headerlink" href="#faq" title="Permanent link">&para;</a></h1>
<p>Is this asked often? It may be.</p>
<h2 id="nifu">May a file hold two pawns of mine&nbsp;?<a class="headerlink" href="#nifu">&para;</a></h2>
<p>No: that is <em>nifu</em>, and <strong>illegal</strong>. See <a href="../#two_pawns">the rule</a>.</p>
<figure class="banmen"><banmen-board><script type="application/json">{"a":"</b>"}</script><svg><text>9</text></svg>
<p class="banmen-words">First player: pawn on 7g.</p></banmen-board><figcaption>A board</figcaption></figure>
<ul>
<li>A promoted pawn is none.</li>
<li>5 &lt; 6 is “true” &amp; safe.</li>
</ul>
<h2 id="empty">And if I do not care?</h2>
<h2 id="sources">Sources</h2>
<p>A book.</p>
"""


def test_questions_of_a_page() -> None:
    (entry,) = entries(PAGE)
    assert entry.anchor == "nifu"
    assert entry.question == "May a file hold two pawns of mine\u00a0?"
    assert entry.answer == (
        "No: that is nifu, and illegal. See the rule. A promoted pawn is none. 5 < 6 is “true” & safe."
    )


def test_description_cannot_end_its_script() -> None:
    html = json_ld(PAGE.replace("A book", "").replace("safe", "safe&lt;/script&gt;"), "fr")
    assert html.count("</script>") == 1
    description = json.loads(html.removeprefix('<script type="application/ld+json">').removesuffix("</script>"))
    assert description["@type"] == "FAQPage"
    assert description["inLanguage"] == "fr"
    (question,) = description["mainEntity"]
    assert question["acceptedAnswer"]["text"].endswith("safe</script>.")


def test_a_page_without_questions_says_nothing() -> None:
    assert json_ld("<h1>Title</h1><p>Text?</p>", "en") == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_built_pages_tell_their_questions(built_site: Path, lang: str) -> None:
    for url, source in sources(lang).items():
        html = (built_site / LANGUAGES[lang] / url / "index.html").read_text("utf-8")
        told = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
        if not source.meta.get("faq"):
            assert told == [], url
            continue
        (description,) = map(json.loads, told)
        asked = [line for line in source.text.splitlines() if re.match(r"## .*\? *\{", line)]
        assert len(description["mainEntity"]) == len(asked) >= 10, url
        for question in description["mainEntity"]:
            assert 20 <= len(question["acceptedAnswer"]["text"]) < 1500, question["name"]
