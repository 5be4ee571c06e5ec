"""What a reader pays for a page with boards before touching one, and for the first answer: bytes, requests and jumps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import CHOOSE, MOVE
from compression import brotli_at_most, compressed, is_compressible
from host import Host
from playwright.sync_api import Browser, Page

from banmen_mkdocs.bundled import REPOSITORY

DOCS = REPOSITORY / "docs" / "en"
PAGES = sorted(f"{path.relative_to(DOCS).with_suffix('').as_posix()}/".removesuffix("index/") for path in DOCS.rglob("*.md"))
GAMES = [page for page in PAGES if page.startswith("play/")]
# The words of a board for whole games fill more lines in some languages than in others.
PHONE, DESK = 360, 1200
PLACES = [(page, PHONE) for page in PAGES]
# What differs on a wide screen differs by kind, not by game.
PLACES += [(page, DESK) for page in PAGES if page.startswith(("dobutsu/", "play/")) or "/" not in page.rstrip("/")]
PLACES += [(f"{lang}/{page}", PHONE) for lang in ("fr", "sv", "de") for page in GAMES]

# Each file compressed by itself, in bytes.
HTML = 60_000
OWN_FILES = {".mjs": 40_000, ".css": 25_000, ".json": 14_000}
FIRST_START = {"br": 4_000_000, "gzip": 5_000_000}

# An engine's worker is the first sign of Python.
PYTHON = re.compile(r"/worker\.mjs|/runtime\.mjs|/runtime-\w+/")

OWN = re.compile(r"assets/hashed/board-[^?]*")

# What jumps in the text: a board that grew would move what follows it. The theme moves a button of its header.
SHIFTS = """() => {
  window.shifts = [];
  const described = ({ node }) => node?.outerHTML?.slice(0, 200) ?? node?.nodeName ?? "";
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.filter(({ node }) => !node?.parentElement?.closest(".md-header"));
      if (moved.length) window.shifts.push(`${value}: ${moved.map(described).join(" | ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""

READ = """async () => {
  for (let top = 0; top < document.documentElement.scrollHeight; top += 700) {
    scrollTo({ top, behavior: "instant" });
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  }
}"""

SAVE_DATA = "() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"


@pytest.fixture(scope="module")
def host(built_site: Path) -> Iterator[Host]:
    serving = Host({"/": built_site}, ("gzip",))
    yield serving
    serving.close()


def loaded(page: Page, address: str) -> list[str]:
    """The paths of all that a page asks for until its boards are ready and the network rests."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address, wait_until="networkidle")
    page.wait_for_function("[...document.querySelectorAll('banmen-board')].every((board) => 'live' in board.dataset)")
    return asked


def weight(site: Path, addresses: list[str], suffix: str) -> int:
    """What our own files of a kind weigh."""
    own = {found[0] for address in addresses if (found := OWN.search(address)) and found[0].endswith(suffix)}
    return sum(len(compressed((site / name).read_bytes(), "gzip")) for name in own)


def test_html_of_every_page(built_site: Path) -> None:
    pages = {path.relative_to(built_site).as_posix(): path.read_bytes() for path in built_site.rglob("*.html")}
    sizes = {name: len(compressed(html, "gzip")) for name, html in pages.items()}
    assert len(sizes) > len(PAGES)
    assert {name: size for name, size in sizes.items() if size > HTML} == {}


@pytest.mark.parametrize(("name", "width"), PLACES)
def test_a_page_is_light_and_still_before_a_board_is_touched(
    built_site: Path, site_url: str, page: Page, name: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(f"({SHIFTS})()")
    saves_data = width == PHONE
    if saves_data:
        page.add_init_script(f"({SAVE_DATA})()")
    asked = loaded(page, site_url + name)
    weights = {suffix: weight(built_site, asked, suffix) for suffix in OWN_FILES}
    assert {suffix: size for suffix, size in weights.items() if size > OWN_FILES[suffix]} == {}
    # A computer gets ready while the reader looks at the board, but not at the cost of who counts bytes.
    if saves_data or '"play":"computer"' not in page.content():
        assert [address for address in asked if PYTHON.search(address)] == []
    page.evaluate(READ)
    assert page.evaluate("shifts") == []


def test_first_start_over_the_wire(browser: Browser, host: Host) -> None:
    """The page, the board and the engine, in a browser that was never here."""
    page = browser.new_page(service_workers="block")
    page.goto(f"{host.url}shogi/")
    page.evaluate(CHOOSE, MOVE)
    page.close()
    sent = {"gzip": host.sent, "br": host.sent}
    for content in (file.read_bytes() for file in host.found if is_compressible(file.name)):
        sent["br"] += brotli_at_most(content) - len(compressed(content, "gzip"))
    assert {encoding: size for encoding, size in sent.items() if size > FIRST_START[encoding]} == {}
