"""The pages around the boards: nothing is missing, and search and languages work in each language."""

from __future__ import annotations

import json

import pytest
from boards import HOMES, Board
from playwright.sync_api import Page, expect

from banmen_mkdocs.bundled import REPOSITORY

PAGES = ("", "shogi/", "dobutsu/", "hasami/")


@pytest.mark.parametrize("lang", HOMES)
def test_every_page_finds_what_it_asks_for(page: Page, site_url: str, lang: str) -> None:
    missing: list[str] = []
    page.on("response", lambda response: response.status < 400 or missing.append(f"{response.status} {response.url}"))
    for name in PAGES:
        page.goto(f"{site_url}{HOMES[lang]}{name}", wait_until="networkidle")
        assert page.locator("html").get_attribute("lang") == lang
    assert missing == []


@pytest.mark.parametrize(("lang", "word", "other"), [
    ("en", "pawns", "Bauern"),
    ("fr", "pions", "pawns"),
    ("sv", "bönder", "pions"),
    ("de", "Bauern", "pawns"),
])
def test_search_finds_words_of_its_own_language(page: Page, site_url: str, lang: str, word: str, other: str) -> None:
    page.goto(f"{site_url}{HOMES[lang]}hasami/")
    page.get_by_role("textbox").first.click()
    page.keyboard.type(word)
    results = page.locator(".md-search-result__link")
    expect(results.first).to_be_visible()
    addresses: list[str] = results.evaluate_all("links => links.map((link) => link.href.split(/[?#]/)[0])")
    for address in addresses:
        assert address.startswith(site_url + HOMES[lang])
        assert lang != "en" or not address.startswith(tuple(site_url + home for home in HOMES.values() if home))
    with page.expect_navigation():
        results.first.click()
    assert page.locator("html").get_attribute("lang") == lang
    page.get_by_role("textbox").first.click()
    page.get_by_role("textbox").first.fill(other)
    expect(page.locator(".md-search-result__meta")).not_to_be_empty()
    expect(results).to_have_count(0)


# What is typed, and pages of which game are to be found.
JAPANESE = dict.fromkeys(("dobutsu", "dōbutsu"), "dobutsu/") | dict.fromkeys(("nifu", "jishogi", "歩兵", "shōgi"), "shogi/")

# The list is made anew with each letter, and grows as it is read.
LISTED = "start => [...document.querySelectorAll('.md-search-result__link')].some(({ href }) => href.startsWith(start))"


@pytest.mark.parametrize("lang", HOMES)
def test_search_finds_japanese_words_however_they_are_written(page: Page, site_url: str, lang: str) -> None:
    page.goto(f"{site_url}{HOMES[lang]}hasami/")
    box = page.get_by_role("textbox").first
    for word, game in JAPANESE.items():
        box.click()
        # Material looks when a key goes up, and no key is pressed for a letter that the keyboard lacks.
        box.fill("")
        page.keyboard.press("End")
        expect(page.locator(".md-search-result__link")).to_have_count(0)
        page.keyboard.type(word)
        page.keyboard.press("End")
        page.wait_for_function(LISTED, arg=f"{site_url}{HOMES[lang]}{game}")
        # Other spellings are searched, not shown.
        assert "spellings" not in page.locator(".md-search-result__list").inner_html()


def test_the_language_switch_stays_on_the_page(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}shogi/")
    for lang in ("fr", "sv", "de", "en"):
        page.locator(f".md-select__link[hreflang={lang}]").dispatch_event("click")
        page.wait_for_url(f"{site_url}{HOMES[lang]}shogi/")


@pytest.mark.parametrize("lang", HOMES)
def test_a_missing_page_says_so_in_its_language(page: Page, site_url: str, lang: str) -> None:
    response = page.goto(f"{site_url}{HOMES[lang]}shogi/nothing-here/")
    assert response is not None
    assert response.status == 404
    assert page.locator("html").get_attribute("lang") == lang
    page.locator(f"section[lang={lang}] a").click()
    page.wait_for_url(f"{site_url}{HOMES[lang]}")


def test_colours_follow_the_system(page: Page, site_url: str) -> None:
    for scheme, expected in (("dark", "slate"), ("light", "default")):
        page.emulate_media(color_scheme=scheme)
        page.goto(site_url)
        assert page.locator("body").get_attribute("data-md-color-scheme") == expected


@pytest.mark.parametrize("lang", HOMES)
def test_a_site_without_the_engine_shows_one_move_and_says_why_no_more(page: Page, site_url: str, lang: str) -> None:
    page.route("**/runtime.mjs", lambda route: route.fulfill(body="export default null;", content_type="text/javascript"))
    page.goto(site_url + HOMES[lang])
    page.locator("banmen-board[data-live]").first.wait_for()
    board = Board(page, page.locator("banmen-board").first)
    board.move("2c", "2b")
    words = json.loads((REPOSITORY / "overrides/assets/banmen/words" / f"{lang}.json").read_text("utf-8"))["ui"]
    expect(board.message).to_have_text(words["failed_none"])
    expect(board.button(words["retry"])).to_be_hidden()
    board.expect_piece("2b", "C")
