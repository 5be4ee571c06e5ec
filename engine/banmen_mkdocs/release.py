"""What makes the files of one build belong together: a mark in every page, and the service worker that knows them.

The mark is made of the content of the whole site. The worker (sw.mjs) keeps nothing that is not of its own release.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from gzip import compress
from hashlib import sha256
from html import escape
from pathlib import Path

from banmen_mkdocs.bundled import ASSETS
from banmen_mkdocs.hashed import FOLDER, content_name, contents, lean
from banmen_mkdocs.words import load

__all__ = ["FRESH", "HEADERS", "IMMUTABLE", "WORKER", "ReadPage", "headers", "write"]

WORKER, HEADERS = "sw.js", "_headers"

# Written at each build, or read by hosts alone.
_NOT_CONTENT = re.compile(rf"{WORKER}|{HEADERS}|sitemap\.xml(\.gz)?|(.*/)?\..*")
# Material names its own files by their content too.
_NAMED = re.compile(rf"{FOLDER}.+|assets/.+\.[0-9a-f]{{8}}\.min\.(js|css)")
# The runtime is only fetched for boards that are played on, and each language's files for its readers.
_RUNTIME = re.compile(rf"{FOLDER}runtime-.+")
# Only for who wants to have a language with them.
_POCKET = re.compile(rf"{FOLDER}pocket-.+")
_CORE = re.compile(r"assets/(?!.*/(?:words|lunr)/).+\.(m?js|css|svg|json)|assets/.+\.stemmer\.support\.min\.js")
_LANGUAGE = r"assets/.+/(?:words/{lang}\.json|lunr/min/lunr\.{lang}\.min\.js)|{home}search/search_index\.json"

IMMUTABLE, FRESH = "public, max-age=31536000, immutable", "no-cache"

Entries = dict[str, tuple[str, int, bool]]
"""By place below the site's root: sha256, bytes, and whether the name is made of the content."""


@dataclass(frozen=True)
class ReadPage:
    """A page of the site as a reader comes to it."""

    lang: str
    url: str
    """Below the site's root, empty for its home page."""
    title: str


def write(site: Path, pages: Iterable[ReadPage], homes: dict[str, str]) -> None:
    """Mark the pages and write the worker. `homes` has each language's folder, with a slash at its end if it has one."""
    release = content_name(contents(site, _contents(site)))
    places = [path.relative_to(site).as_posix() for path in _contents(site)]
    core = [place for place in places if _CORE.fullmatch(place) and not _RUNTIME.fullmatch(place)]
    runtime = [place for place in places if _RUNTIME.fullmatch(place)]
    pocket = [place for place in places if _POCKET.fullmatch(place)]
    shared = _wire(site, core + runtime + pocket)
    languages = {}
    for lang, home in homes.items():
        own = re.compile(_LANGUAGE.format(lang=re.escape(lang), home=re.escape(home)))
        files = [place for place in places if own.fullmatch(place)]
        titles = {page.url: page.title for page in pages if page.lang == lang}
        sources = {url: _source(site, url) for url in titles}
        wire = shared + _wire(site, [*files, *sources.values()])
        for place in [*sources.values(), f"{home}404.html"]:
            _mark(site / place, release, wire)
        words = load(lang)["ui"]
        languages[lang] = {
            "home": home,
            "pages": {url: (escape(title), (site / sources[url]).stat().st_size) for url, title in titles.items()},
            "files": _entries(site, files),
            "unread": escape(words["offline_unread"]),
            "unread_but": escape(words["offline_unread_but"]),
        }
    groups = {"core": core, "runtime": runtime, "pocket": pocket}
    description = {"release": release, "languages": languages, **{name: _entries(site, group) for name, group in groups.items()}}
    line = json.dumps(description, ensure_ascii=False, separators=(",", ":"))
    code = lean((ASSETS / "sw.mjs").read_text("utf-8"))
    (site / WORKER).write_text(f"self.banmen = {line};\n{code}", encoding="utf-8")


def _mark(page: Path, release: str, wire: int) -> None:
    if page.is_file():
        mark = f'<meta name="banmen-release" content="{release}" data-wire="{wire}">'
        page.write_text(page.read_text("utf-8").replace("</head>", f"{mark}</head>", 1), encoding="utf-8")


def headers(site: Path, base: str) -> str:
    """A `_headers` file, as Netlify and Cloudflare Pages read it, for a site at the path `base` of its host.

    Where two rules name the same address, these hosts join what both say, so no two of these do.
    """
    fresh = [f"/{path.name}/*" if path.is_dir() else f"/{path.name}" for path in sorted(site.iterdir()) if path.name != "assets"]
    named = [f"/{path.relative_to(site).as_posix()}" for path in sorted(_contents(site))]
    immutable = [f"/{FOLDER}*", *(name for name in named if _NAMED.fullmatch(name[1:]) and not name[1:].startswith(FOLDER))]
    rules = [("/", FRESH), *((path, FRESH) for path in fresh), *((path, IMMUTABLE) for path in immutable)]
    return "".join(f"{base.rstrip('/')}{path}\n  Cache-Control: {value}\n" for path, value in rules)


def _contents(site: Path) -> list[Path]:
    files = (path for path in site.rglob("*") if path.is_file())
    return [path for path in files if not _NOT_CONTENT.fullmatch(path.relative_to(site).as_posix())]


def _source(site: Path, url: str) -> str:
    return f"{url}index.html" if (site / url).is_dir() else url


def _entries(site: Path, places: Iterable[str]) -> Entries:
    contents = {place: (site / place).read_bytes() for place in sorted(places)}
    return {
        place: (sha256(content).hexdigest(), len(content), bool(_NAMED.fullmatch(place))) for place, content in contents.items()
    }


def _wire(site: Path, places: Iterable[str]) -> int:
    """About how many bytes cross the wire from a host that compresses."""
    return sum(len(compress((site / place).read_bytes(), 6)) for place in places)

