"""The page on hosting: its nginx configuration serves the site, and its headers say what may be kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nginx
import pytest
import yaml
from playwright.sync_api import APIRequestContext, Page, expect

from banmen_mkdocs.bundled import REPOSITORY
from banmen_mkdocs.release import FRESH, IMMUTABLE

LANGUAGES = ("en", "fr", "sv", "de")


def blocks(lang: str) -> list[tuple[str, str]]:
    text = (REPOSITORY / "docs" / lang / "host.md").read_text("utf-8")
    return re.findall(r"^```(\w+)\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def nginx_url(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    config = dict(blocks("en"))["nginx"]
    for written, here in {
        "listen 80;": "listen 127.0.0.1:PORT;",
        "root /var/www/banmen;": f"root {built_site};",
        "/etc/nginx/mime.types": "TYPES",
    }.items():
        assert config.count(written) == 1
        config = config.replace(written, here)
    with nginx.running(config, tmp_path_factory.mktemp("nginx")) as port:
        yield f"http://127.0.0.1:{port}/"


@pytest.fixture
def site_url(nginx_url: str) -> str:
    """In this file, the pages come from nginx."""
    return nginx_url


@pytest.fixture
def request_of(page: Page) -> APIRequestContext:
    return page.request


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_configurations_are_the_same_in_every_language(lang: str) -> None:
    assert blocks(lang) == blocks("en")


def test_the_workflow_is_well_formed_and_builds_the_site_by_make() -> None:
    workflow = yaml.safe_load(dict(blocks("en"))["yaml"])
    steps = workflow["jobs"]["pages"]["steps"]
    assert "make site" in [step.get("run") for step in steps]
    assert {"path": "site"} in [step.get("with") for step in steps]


@pytest.mark.parametrize(("pattern", "media_type", "kept"), [
    ("assets/hashed/board-*/board.mjs", "text/javascript; charset=utf-8", IMMUTABLE),
    ("assets/hashed/runtime-*/pyodide.asm.mjs", "text/javascript; charset=utf-8", IMMUTABLE),
    ("assets/hashed/runtime-*/pyodide.asm.wasm", "application/wasm", IMMUTABLE),
    ("assets/hashed/board-*/words/fr.json", "application/json; charset=utf-8", IMMUTABLE),
    ("assets/hashed/pieces-*/kanji.svg", "image/svg+xml", IMMUTABLE),
    ("fr/manifest.webmanifest", "application/manifest+json", FRESH),
    ("sw.js", r"(application|text)/javascript; charset=utf-8", FRESH),
    ("fr/shogi/index.html", "text/html; charset=utf-8", FRESH),
])
def test_nginx_names_types_and_how_long_they_last(
    request_of: APIRequestContext, built_site: Path, site_url: str, pattern: str, media_type: str, kept: str
) -> None:
    (path,) = built_site.glob(pattern)
    answer = request_of.get(site_url + path.relative_to(built_site).as_posix())
    assert answer.status == 200
    assert re.fullmatch(media_type.replace("+", r"\+"), answer.headers["content-type"])
    assert answer.headers["cache-control"] == kept
    if path.suffix not in (".webmanifest",):
        assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(("lang", "folder"), [("en", ""), ("fr", "fr/"), ("sv", "sv/"), ("de", "de/")])
def test_nginx_has_a_page_for_missing_addresses_in_each_language(page: Page, site_url: str, lang: str, folder: str) -> None:
    response = page.goto(f"{site_url}{folder}nothing/here/")
    assert response is not None
    assert response.status == 404
    assert "cache-control" not in response.headers
    assert page.locator("html").get_attribute("lang") == lang


def test_boards_are_played_on_from_nginx(page: Page, site_url: str) -> None:
    page.goto(site_url)
    grid = page.locator(".banmen-grid").first
    for square in ("2c", "2b", "1a", "2b"):
        grid.locator(f"[data-square='{square}']").click()
        expect(grid).to_have_attribute("aria-busy", "false", timeout=60_000)
    expect(grid.locator("[data-square='1a']")).to_have_attribute("data-state", "last")


def test_headers_name_every_file_once(built_site: Path) -> None:
    """Netlify and Cloudflare Pages join the values of all rules that name an address."""
    lines = (built_site / "_headers").read_text("utf-8").splitlines()
    rules = [(path, value.partition(": ")[2]) for path, value in zip(lines[::2], lines[1::2], strict=True)]
    assert len(rules) < 100  # Cloudflare's limit

    def values(address: str) -> list[str]:
        return [value for path, value in rules if re.fullmatch(re.escape(path).replace(r"\*", ".*"), address)]

    files = [path for path in built_site.rglob("*") if path.is_file() and path.name != "_headers"]
    for path in files:
        address = "/" + path.relative_to(built_site).as_posix()
        found = values(address)
        assert len(found) <= 1, address
        if path.suffix == ".html" or path.name == "sw.js":
            assert found == [FRESH], address
            assert values(address.removesuffix("index.html")) == [FRESH]
        elif "/hashed/" in address:
            assert found == [IMMUTABLE], address
