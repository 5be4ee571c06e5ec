"""Without a network, across releases, with broken files, below any address: what was read stays whole."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from releases import Host, described, hosted, next_release

HOMES = {"en": "", "fr": "fr/", "sv": "sv/", "de": "de/"}

# The engine keeps a memory of its own beside the service worker's caches.
NAMES = "async () => (await caches.keys()).filter((name) => name.startsWith('banmen '))"

KEPT = f"""async () => {{
  const places = [];
  for (const name of await ({NAMES})()) {{
    for (const {{ url }} of await (await caches.open(name)).keys()) places.push(url);
  }}
  return places;
}}"""

RUNTIME_KEPT = f"async () => (await ({KEPT})()).filter((url) => url.includes('/runtime-')).length"

BREAK = """async (ending) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (!url.endsWith(ending)) continue;
      const kept = await cache.match(url);
      const bytes = new Uint8Array(await kept.clone().arrayBuffer());
      bytes[bytes.length >> 1] ^= 1;
      await cache.put(url, new Response(bytes, { headers: kept.headers }));
    }
  }
}"""


@pytest.fixture
def host(built_site: Path, tmp_path: Path) -> Iterator[Host]:
    with hosted(built_site) as running:
        yield running


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Another than the one of the other tests: with a service worker."""
    fresh = browser.new_context()
    yield fresh
    fresh.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(60_000)
    return page


@pytest.fixture(scope="module")
def renewed_site(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("renewed") / "site"
    next_release(built_site, site, "renewed")
    return site


def until(page: Page, function: str, argument: str | None = None) -> None:
    """Wait for an asynchronous function to give true; Playwright's own way takes any promise for true."""
    end = time.monotonic() + 60
    while not page.evaluate(function, argument):
        assert time.monotonic() < end, function
        time.sleep(0.2)


def read(page: Page, address: str) -> None:
    """Open a page and wait until the service worker has what it needs of it."""
    page.goto(address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    until(page, f"async () => (await ({KEPT})()).includes(location.href)")


def play(page: Page, *moves: str) -> None:
    """Make moves on the page's first board, each confirmed by the engine."""
    grid = page.locator(".banmen-grid").first
    for move in moves:
        for square in (move[:2], move[2:]):
            grid.locator(f"[data-square='{square}']").click()
        expect(grid).to_have_attribute("aria-busy", "false", timeout=60_000)
        for square in (move[:2], move[2:]):
            expect(grid.locator(f"[data-square='{square}']")).to_have_attribute("data-state", "last")


def play_and_keep(page: Page) -> None:
    play(page, "2c2b")
    until(page, f"async () => await ({RUNTIME_KEPT})() >= 6")


def spoil(page: Page, ending: str) -> None:
    """Change a byte of the kept files with such names, as a disk may between two days: the worker does not live that long."""
    page.evaluate(BREAK, ending)
    workers = page.context.new_cdp_session(page)
    workers.send("ServiceWorker.enable")
    workers.send("ServiceWorker.stopAllWorkers")


def took_over(release: str) -> str:
    """The condition that this release's worker is there and has cleared up behind others."""
    return f"async () => (await ({NAMES})()).every((name) => name.endsWith(' {release}'))"


def release_of(page: Page) -> str | None:
    return page.locator("meta[name=banmen-release]").get_attribute("content")


def test_what_was_read_and_the_engine_stay_without_a_network(host: Host, context: BrowserContext, page: Page) -> None:
    read(page, host.url)
    play_and_keep(page)
    read(page, host.url + "fr/shogi/")
    host.is_cut = True
    context.set_offline(True)
    page.goto(host.url)
    play(page, "2c2b", "1a2b", "1d1c")
    page.goto(host.url + "fr/shogi/")
    play(page, "7g7f", "3c3d")
    # Search, in the index of the page's own language.
    page.get_by_role("textbox").first.click()
    page.keyboard.type("pions")
    expect(page.locator(".md-search-result__link").first).to_be_visible()


def test_a_page_that_was_not_read_says_so_in_its_language(host: Host, page: Page) -> None:
    read(page, host.url + "sv/")
    host.is_cut = True
    response = page.goto(host.url + "sv/hasami/")
    assert response is not None
    assert response.status == 503
    assert page.locator("html").get_attribute("lang") == "sv"
    page.get_by_role("link").first.click()
    page.wait_for_url(host.url + "sv/")
    expect(page.locator("banmen-board").first).to_be_visible()


def test_an_offline_language_by_choice(host: Host, page: Page) -> None:
    page.goto(host.url + "de/")
    choice = page.locator("banmen-offline")
    choice.get_by_role("button").click()
    expect(choice.get_by_role("progressbar")).to_be_visible()
    expect(choice.get_by_text("funktionieren ohne Internet")).to_be_visible(timeout=60_000)
    kept = {url.removeprefix(host.url) for url in page.evaluate(KEPT)}
    pages = {place for place in kept if place == "" or place.endswith("/")}
    assert pages == set(described(host.site)["languages"]["de"]["pages"])
    assert {place.rpartition("/")[2] for place in kept if "/words/" in place} == {"de.json"}
    host.is_cut = True
    page.goto(host.url + "de/dobutsu/")
    play(page, "2c2b", "1a2b")
    expect(choice.get_by_text("funktionieren ohne Internet")).to_be_visible()
    host.is_cut = False
    choice.get_by_role("button").click()
    expect(choice.get_by_text("Von diesem Gerät gelöscht")).to_be_visible()
    left = {url.removeprefix(host.url) for url in page.evaluate(KEPT)}
    assert not [place for place in left if place.startswith("de/") or "/runtime-" in place or "offline=" in place]


def test_a_broken_download_of_a_language_is_told_and_taken_up_again(host: Host, page: Page) -> None:
    read(page, host.url)
    choice = page.locator("banmen-offline")
    expect(choice.get_by_role("button")).to_be_visible()
    host.is_cut = True
    choice.get_by_role("button").click()
    expect(choice.get_by_text("That did not work")).to_be_visible()
    host.is_cut = False
    choice.get_by_role("button").click()
    expect(choice.get_by_text("work without a connection")).to_be_visible(timeout=60_000)


def test_a_new_release_replaces_the_old_one_whole(host: Host, renewed_site: Path, page: Page) -> None:
    old, new = (described(site)["release"] for site in (host.site, renewed_site))
    assert old != new
    read(page, host.url)
    play_and_keep(page)
    read(page, host.url + "sv/dobutsu/")
    host.site = renewed_site
    host.asked.clear()

    # The new page comes at once, with the new page side and the new engine, while the old worker is still there.
    page.goto(host.url)
    assert release_of(page) == new
    play(page, "2c2b", "1a2b")
    assert all("beef/" in path for path in host.asked if "/hashed/" in path), host.asked

    # Then its worker takes over, with all that was read before, and nothing else is left.
    until(page, took_over(new))
    kept = page.evaluate(KEPT)
    assert host.url + "sv/dobutsu/" in kept
    assert all("beef/" in url for url in kept if "/hashed/" in url)
    assert len([url for url in kept if "/runtime-" in url]) == 6
    host.is_cut = True
    for place in ("sv/dobutsu/", ""):
        page.goto(host.url + place)
        assert release_of(page) == new
        expect(page.locator("h1 i")).to_have_text("renewed")
        play(page, "2c2b", "1a2b")


def test_an_open_page_keeps_its_release(host: Host, renewed_site: Path, context: BrowserContext, page: Page) -> None:
    old, new = (described(site)["release"] for site in (host.site, renewed_site))
    read(page, host.url)
    play_and_keep(page)
    host.site = renewed_site
    other = context.new_page()
    other.goto(host.url + "fr/")
    assert release_of(other) == new
    until(other, "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
    host.is_cut = True
    # The old page goes on with the old engine, from the cache, although the host no longer has it.
    page.get_by_role("button", name="Start again").first.click()
    page.goto(host.url)
    assert release_of(page) == old
    play(page, "2c2b", "1a2b")
    page.close()
    host.is_cut = False
    other.goto(host.url)
    until(other, took_over(new))


def test_half_a_release_does_not_replace_a_whole_one(host: Host, renewed_site: Path, tmp_path: Path, page: Page) -> None:
    """As while a site is being uploaded: the new worker is there, some of its files are not."""
    old = described(host.site)["release"]
    read(page, host.url)
    play_and_keep(page)
    torn = tmp_path / "torn"
    next_release(renewed_site, torn, "torn")
    (wasm,) = torn.glob("assets/hashed/runtime-*/pyodide.asm.wasm")
    wasm.write_bytes(wasm.read_bytes()[:1000])
    host.site = torn
    page.goto(host.url)
    until(page, "async () => !(await navigator.serviceWorker.getRegistration()).installing")
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update().catch(() => {}); }")
    until(page, "async () => { const r = await navigator.serviceWorker.getRegistration(); return !r.installing && !r.waiting; }")
    host.is_cut = True
    page.goto(host.url)
    assert release_of(page) == old
    play(page, "2c2b", "1a2b")


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "python_stdlib.zip.wasm", "play.mjs"])
def test_a_broken_kept_file_is_found_and_fetched_anew(host: Host, page: Page, name: str) -> None:
    read(page, host.url)
    play_and_keep(page)
    spoil(page, name)
    host.asked.clear()
    page.goto(host.url)
    play(page, "2c2b", "1a2b")
    # It is whole again for the time when nobody can be asked.
    until(page, f"async (name) => (await ({KEPT})()).some((url) => url.endsWith(name))", name)
    host.is_cut = True
    page.goto(host.url)
    play(page, "2c2b", "1a2b")


def test_a_broken_engine_without_a_network_is_a_clear_failure(host: Host, page: Page) -> None:
    read(page, host.url)
    play_and_keep(page)
    spoil(page, "pyodide.asm.wasm")
    host.is_cut = True
    page.goto(host.url)
    page.locator("[data-square='2c']").first.click()
    page.locator("[data-square='2b']").first.click()
    expect(page.get_by_text("The rules could not be downloaded").first).to_be_visible(timeout=60_000)
    host.is_cut = False
    page.get_by_role("button", name="Try again").first.click()
    expect(page.locator(".banmen-grid").first).to_have_attribute("aria-busy", "false", timeout=60_000)
    play(page, "1a2b")


@pytest.mark.parametrize("base", ["/banmen/", "/v1/x/"])
def test_the_site_works_below_any_address(built_site: Path, browser: Browser, base: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    failed: list[str] = []
    page.on("response", lambda response: response.status < 400 or failed.append(response.url))
    with hosted(built_site, base) as host:
        for home in HOMES.values():
            page.goto(f"{host.url}{home}shogi/", wait_until="networkidle")
        read(page, host.url)
        play_and_keep(page)
        assert failed == []
        assert [path for path in host.asked if not path.startswith(base)] == []
        host.is_cut = True
        page.goto(host.url)
        play(page, "2c2b", "1a2b")
        (name,) = page.evaluate(NAMES)
        assert f" {host.url} " in name
    context.close()


def test_sites_of_one_host_leave_each_other_alone(built_site: Path, browser: Browser, renewed_site: Path) -> None:
    """A versioned folder below a site: each has its own worker and cache."""
    context = browser.new_context()
    page = context.new_page()
    with hosted(built_site) as host:
        read(page, host.url)
        (first,) = page.evaluate(NAMES)
        host.site, host.base = renewed_site, "/v1/"
        read(page, host.url + "v1/fr/")
        names = page.evaluate(NAMES)
    assert len(names) == 2
    assert first in names
    context.close()


@pytest.mark.parametrize("lang", HOMES)
def test_the_manifest_makes_the_site_installable(host: Host, built_site: Path, page: Page, lang: str) -> None:
    page.goto(f"{host.url}{HOMES[lang]}shogi/")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{host.url}{HOMES[lang]}manifest.webmanifest"
    manifest = json.loads(found["data"])
    assert manifest["lang"] == lang
    assert found["manifest"]["startUrl"] == f"{host.url}{HOMES[lang]}"
    assert found["manifest"]["scope"] == host.url
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    # Headless browsers report being so; anything else would be a fault of the manifest.
    errors = {error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert errors <= {"in-incognito"}
    for icon in manifest["icons"]:
        path = urlsplit(page.evaluate("(texts) => new URL(...texts).href", [icon["src"], found["url"]])).path
        png = (built_site / path[1:]).read_bytes()
        assert f"{int.from_bytes(png[16:20])}x{int.from_bytes(png[20:24])}" == icon["sizes"]
