"""A browser, the built site served as static files, and pages that must not talk to anyone else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import chromium
import pytest
from boards import Boards
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from banmen_mkdocs.serve import server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium or Chrome."""
    path = chromium.find()
    if path is None:
        pytest.fail("no Chromium or Chrome is installed, and none could be installed by `make test`")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=chromium.flags())
        yield running
        running.close()


@pytest.fixture(scope="session")
def site_url(built_site: Path) -> Iterator[str]:
    """The address of the built site, with a slash at its end."""
    serving = server(built_site, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}/"
    serving.shutdown()
    serving.server_close()


@pytest.fixture
def context(browser: Browser, site_url: str) -> Iterator[BrowserContext]:
    """A fresh browser context. The test fails if any of its pages asks another origin or raises an error.

    Without a service worker, whose requests tests could neither see nor stop.
    """
    with_nothing = browser.new_context(service_workers="block")
    wrong: list[str] = []
    with_nothing.on("request", lambda request: request.url.startswith((site_url, "data:", "blob:")) or wrong.append(request.url))
    with_nothing.on("weberror", lambda error: wrong.append(str(error.error)))
    yield with_nothing
    with_nothing.close()
    assert wrong == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture(scope="module")
def window(browser: Browser, site_url: str) -> Iterator[Boards]:
    """A page a language for all boards of a file, on which the engine starts once."""
    boards = Boards(browser, site_url, viewport={"width": 1200, "height": 900})
    yield boards
    boards.close()


@pytest.fixture
def boards(window: Boards) -> Iterator[Boards]:
    """Where a test puts its boards. It fails if its page has raised an error."""
    yield window
    assert window.wrong == []
