"""The site as it is published at an address: what search engines and those who share a page are told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pages import LANGUAGES, sources, url
from test_docs import DOCS, ENGLISH
from test_site import Elements

ADDRESS = "https://example.org/banmen/"
ALL = [(lang, url(page)) for lang in LANGUAGES for page in ENGLISH]
NAMES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


def addresses(page: str) -> dict[str, str]:
    """What a page's translations are called and where they are, the default one twice."""
    found = {lang: f"{ADDRESS}{folder}{page}" for lang, folder in LANGUAGES.items()}
    return {**found, "x-default": found["en"]}


def head(site: Path, lang: str, page: str) -> Elements:
    return Elements((site / LANGUAGES[lang] / page / "index.html").read_text("utf-8").partition("</head>")[0])


def properties(elements: Elements) -> Iterator[tuple[str, str]]:
    return ((meta.get("property") or meta.get("name", ""), meta.get("content", "")) for meta in elements.all("meta"))


@pytest.mark.parametrize(("lang", "page"), ALL)
def test_translations_are_named_by_their_addresses(published_site: Path, lang: str, page: str) -> None:
    links = head(published_site, lang, page).all("link")
    assert [link["href"] for link in links if link["rel"] == "canonical"] == [addresses(page)[lang]]
    assert {link["hreflang"]: link["href"] for link in links if link["rel"].strip() == "alternate"} == addresses(page)


def test_sitemap_names_every_page_and_its_translations(published_site: Path) -> None:
    root = ElementTree.fromstring((published_site / "sitemap.xml").read_text("utf-8"))
    found = {}
    for entry in root.findall("s:url", NAMES):
        links = {link.get("hreflang"): link.get("href") for link in entry.findall("x:link", NAMES)}
        found[entry.findtext("s:loc", namespaces=NAMES)] = links
    assert found == {addresses(page)[lang]: addresses(page) for lang, page in ALL}
    assert len(root.findall("s:url", NAMES)) == len(ALL)


@pytest.mark.parametrize(("lang", "page"), ALL)
def test_page_can_be_shared(published_site: Path, lang: str, page: str) -> None:
    told = list(properties(head(published_site, lang, page)))
    assert len({key for key, _ in told if key.startswith("og:")}) == len([key for key, _ in told if key.startswith("og:")]) - 2
    facts, source = dict(told), sources(lang)[page]
    assert facts["og:title"] == source.meta["title"]
    assert facts["og:description"] == source.meta["description"] == facts["description"]
    assert facts["og:type"] == ("article" if page else "website")
    assert facts["og:url"] == addresses(page)[lang]
    assert facts["twitter:card"] == "summary_large_image"
    locales = [content for key, content in told if key.startswith("og:locale")]
    assert locales[0][:2] == lang
    assert sorted(locale[:2] for locale in locales) == sorted(LANGUAGES)
    picture = published_site / facts["og:image"].removeprefix(ADDRESS)
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert [int.from_bytes(data[at : at + 4]) for at in (16, 20)] == [1200, 630]
    assert len(data) < 200_000
    # All languages share one.
    assert facts["og:image"] == dict(properties(head(published_site, "en", page)))["og:image"]


def test_pictures_differ_and_none_is_left_over(published_site: Path) -> None:
    used = {dict(properties(head(published_site, "en", page)))["og:image"] for _, page in ALL}
    assert {f"{ADDRESS}{path.relative_to(published_site)}" for path in (published_site / "assets/hashed/cards").iterdir()} == used
    assert len({dict(properties(head(published_site, "en", page)))["og:image"] for page in ("shogi/", "dobutsu/", "hasami/")}) == 3


def test_pictures_need_an_address(built_site: Path) -> None:
    assert not (built_site / "assets/hashed/cards").exists()
    facts = dict(properties(head(built_site, "fr", "shogi/")))
    assert facts["og:title"] == sources("fr")["shogi/"].meta["title"]
    assert facts["twitter:card"] == "summary"
    assert not {"og:image", "og:url"} & set(facts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_have_titles_and_descriptions(lang: str) -> None:
    pages = sources(lang)
    wrong = [f"{address}: {len(page.meta.get('description', ''))} characters" for address, page in pages.items()
             if not 50 <= len(page.meta.get("description", "")) <= 160]
    assert wrong == []
    for key in ("title", "description"):
        said = [page.meta[key] for page in pages.values()]
        assert sorted({text for text in said if said.count(text) > 1}) == [], key
    assert all(re.fullmatch(r"\S.{1,68}\S", page.meta["title"]) for page in pages.values())


def test_sources_are_found() -> None:
    assert set(sources("en")) == {url(page) for page in ENGLISH}
    assert all(page.path.is_relative_to(DOCS) for page in sources("en").values())
