"""The built site: its languages, its boards, and that it names no other origin."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from banmen_mkdocs.bundled import REPOSITORY

LANGUAGES = {"en": "", "fr": "fr/", "sv": "sv/", "de": "de/"}
DOCS = REPOSITORY / "docs" / "en"
RULES = ["shogi/", "dobutsu/", "hasami/"]
PAGES = [path.relative_to(DOCS).as_posix().removesuffix(".md").removesuffix("index") for path in sorted(DOCS.rglob("*.md"))]
PAGES = [f"{page.rstrip('/')}/" if page else "" for page in PAGES]
ALL = [(lang, page) for lang in LANGUAGES for page in PAGES]
# Where the reader is taught or plays; the others are to print, or for those who run a site.
PLAYED = [(lang, page) for lang, page in ALL if page in ("", *RULES) or page.startswith("play/")]

# Names, examples and thanks, which nobody fetches; and Material's own code for what this site does not use: diagrams, repository
# facts, old browsers.
HARMLESS = re.compile(
    r"https?://(?:example\.org/|schema\.org$|www\.w3\.org/|fontawesome\.com|bit\.ly/2s3ChXG"
    r"|unpkg\.com/mermaid|unpkg\.com/resize-observer-polyfill|api\.github\.com/|\$\{e\}/api/v4/)"
)
ADDRESS = re.compile(r"""https?://[^\s"'`<>)]+|(?<=["'`(])//\w[^\s"'`<>)]*""")

# What a browser fetches by itself, unlike the target of an <a>.
FETCHED = {"script": "src", "link": "href", "img": "src", "use": "href", "iframe": "src", "source": "src", "video": "src"}


class Elements(HTMLParser):
    """Every start tag with its attributes, and the text of scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self._inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {key: value or "" for key, value in attrs}))
        self._inside = tag

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style"):
            self.texts.append(data)

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attrs for found, attrs in self.found if found == tag]


def read(site: Path, lang: str, page: str) -> Elements:
    return Elements((site / LANGUAGES[lang] / page / "index.html").read_text("utf-8"))


@pytest.mark.parametrize(("lang", "page"), ALL)
def test_page_is_in_its_language_and_linked_to_the_others(built_site: Path, lang: str, page: str) -> None:
    elements = read(built_site, lang, page)
    assert elements.all("html")[0]["lang"] == lang
    here = Path("/", LANGUAGES[lang], page)
    links = [link for link in elements.all("link") if link.get("rel", "").strip() == "alternate"]
    linked = {link["hreflang"]: (here / link["href"]).resolve() for link in links}
    assert linked == {other: Path("/", folder, page) for other, folder in LANGUAGES.items()}


def test_alternates_do_not_make_material_ask_for_sitemaps(built_site: Path) -> None:
    assert 'rel="alternate"' not in (built_site / "index.html").read_text("utf-8")


@pytest.mark.parametrize(("lang", "page"), PLAYED)
def test_page_has_boards(built_site: Path, lang: str, page: str) -> None:
    elements = read(built_site, lang, page)
    boards = len(elements.all("banmen-board"))
    assert boards >= (3 if page in RULES else 1)
    figures = [attrs for attrs in elements.all("figure") if "banmen" in attrs.get("class", "").split()]
    assert len(figures) >= boards
    assert all("data-search-exclude" in figure for figure in figures)
    pictures = [attrs for attrs in elements.all("svg") if "banmen-svg" in attrs.get("class", "").split()]
    assert len(pictures) == len(figures)
    assert all(picture["role"] == "img" and picture["aria-label"] for picture in pictures)


@pytest.mark.parametrize(("lang", "page"), ALL)
def test_what_boards_refer_to_is_there(built_site: Path, lang: str, page: str) -> None:
    folder = built_site / LANGUAGES[lang] / page
    html = (folder / "index.html").read_text("utf-8")
    for text in re.findall(r'<banmen-board><script type="application/json">(.*?)</script>', html):
        config = json.loads(text)
        assert (folder / config["pieces"]).is_file()
        # A game that is only shown on the way has no page of rules.
        own = built_site / LANGUAGES[lang] / config["record"]["game"] / "index.html"
        assert own.is_file() == (config["rules_page"] is not None)
        if config["rules_page"]:
            assert (folder / config["rules_page"] / "index.html").resolve() == own
    for href in set(re.findall(r'<use href="([^"#]+)#', html)):
        assert (folder / href).is_file()


def test_runtime_is_there_under_a_name_made_of_its_content(built_site: Path) -> None:
    (described,) = built_site.glob("assets/hashed/board-*/runtime.mjs")
    runtime = json.loads(described.read_text("utf-8").removeprefix("export default ").removesuffix(";\n"))
    index = (described.parent / runtime["index"]).resolve()
    assert re.fullmatch(r"runtime-[0-9a-f]{12}", index.name)
    assert (index / runtime["wheel"]).is_file()
    counted = sum(path.stat().st_size for path in index.iterdir() if path.suffix != ".mjs")
    assert runtime["bytes"] == counted


def test_every_language_has_its_own_404_page(built_site: Path) -> None:
    for lang, folder in LANGUAGES.items():
        elements = Elements((built_site / folder / "404.html").read_text("utf-8"))
        assert elements.all("html")[0]["lang"] == lang
        sections = [attrs["lang"] for attrs in elements.all("section") if "lang" in attrs]
        # A host that has one 404 page for all shows the site's own.
        assert sections == (list(LANGUAGES) if lang == "en" else [lang])
    assert len({(built_site / folder / "404.html").read_text("utf-8") for folder in LANGUAGES.values()}) == len(LANGUAGES)


@pytest.mark.parametrize(("lang", "folder"), LANGUAGES.items())
def test_search_index_is_of_one_language(built_site: Path, lang: str, folder: str) -> None:
    index = json.loads((built_site / folder / "search" / "search_index.json").read_text("utf-8"))
    assert index["config"]["lang"] == [lang]
    pages = {entry["location"].partition("#")[0] for entry in index["docs"]}
    # Pages to print leave themselves out.
    assert {page for of, page in PLAYED if of == lang} <= pages <= set(PAGES)
    settings = json.loads(next(text for text in read(built_site, lang, "shogi/").texts if '"base"' in text))
    base = (built_site / folder / "shogi" / settings["base"]).resolve()
    assert base == built_site / folder
    boards = [entry for entry in index["docs"] if re.search("lnsgkgsnl|aria-", entry["text"])]
    assert boards == []


def test_no_other_origin_is_named(built_site: Path) -> None:
    named = []
    for path in built_site.rglob("*"):
        if path.suffix == ".html":
            elements = Elements(path.read_text("utf-8"))
            named += [(path, attrs[FETCHED[tag]]) for tag, attrs in elements.found if "//" in attrs.get(FETCHED.get(tag, ""), "")]
            named += [(path, address) for text in elements.texts for address in _addresses(text)]
        elif path.suffix in (".css", ".js", ".json", ".mjs", ".svg") and not re.search(r"/(lunr|runtime-\w+)/", str(path)):
            named += [(path, address) for address in _addresses(_code(path))]
    assert named == []


def _addresses(code: str) -> list[str]:
    return [address for address in ADDRESS.findall(code) if not HARMLESS.match(address)]


def _code(path: Path) -> str:
    """The text of a file without its comments, where authors name whom they thank."""
    text = path.read_text("utf-8")
    if path.suffix in (".css", ".js", ".mjs"):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        text = re.sub(r"^\s*//.*", "", text, flags=re.MULTILINE)
    return text
