"""The home page's suggestion of the reader's own language: one quiet line, which can be closed for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect


@contextmanager
def reader(browser: Browser, locale: str) -> Iterator[Page]:
    context = browser.new_context(locale=locale, service_workers="block", viewport={"width": 360, "height": 640})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(("locale", "lang", "text"), [
    ("fr-CA", "fr", "Cette page existe en français"),
    ("sv-SE", "sv", "Den här sidan finns på svenska"),
    ("de", "de", "Diese Seite gibt es auf Deutsch"),
])
def test_own_language_is_suggested_until_closed(browser: Browser, site_url: str, locale: str, lang: str, text: str) -> None:
    with reader(browser, locale) as page:
        page.goto(site_url)
        assert page.url == site_url
        bar = page.get_by_role("complementary").filter(has_text=text)
        expect(bar).to_be_visible()
        expect(page.locator(".site-suggest:visible")).to_have_count(1)
        assert bar.get_attribute("lang") == lang
        box = bar.bounding_box()
        assert box is not None
        assert box["height"] < 80
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        # It lies between the header and the title, and neither makes way for it.
        title = page.locator("h1").bounding_box()
        header = page.locator(".md-header").bounding_box()
        assert title is not None
        assert header is not None
        assert header["y"] + header["height"] <= box["y"]
        assert box["y"] + box["height"] <= title["y"]
        assert page.evaluate("getComputedStyle(document.querySelector('.site-suggest:not([hidden])')).position") == "absolute"
        link = bar.get_by_role("link", name=text)
        link.focus()
        page.keyboard.press("Enter")
        page.wait_for_url(f"{site_url}{lang}/")
        expect(page.locator(".site-suggest")).to_have_count(0)
        page.goto(site_url)
        bar.get_by_role("button").click()
        expect(bar).to_be_hidden()
        page.reload()
        page.locator("banmen-board[data-live]").first.wait_for()
        expect(bar).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_others_are_not_asked(browser: Browser, site_url: str, locale: str) -> None:
    with reader(browser, locale) as page:
        page.goto(site_url)
        page.locator("banmen-board[data-live]").first.wait_for()
        expect(page.locator(".site-suggest:visible")).to_have_count(0)


def test_other_pages_do_not_suggest(browser: Browser, site_url: str) -> None:
    with reader(browser, "fr-FR") as page:
        page.goto(f"{site_url}shogi/")
        expect(page.locator(".site-suggest")).to_have_count(0)
