"""How boards look and move: piece sets, themes, coordinates, settings that last, hover, arrows, motion, and paper."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

SETTINGS = {"en": "Settings", "fr": "Réglages"}
HOMES = {"en": "", "fr": "fr/", "sv": "sv/", "de": "de/"}
MARGINS = {"top": "12mm", "bottom": "12mm", "left": "14mm", "right": "14mm"}


def board(page: Page) -> Locator:
    found = page.locator("banmen-board[data-live]").first
    found.wait_for()
    return found


def square(page: Page, name: str) -> Locator:
    return board(page).locator(f'[data-square="{name}"]')


def settings(page: Page, lang: str = "en") -> Locator:
    board(page).get_by_role("button", name=SETTINGS[lang]).click()
    return board(page).get_by_role("dialog", name=SETTINGS[lang])


def sets(page: Page) -> set[str]:
    hrefs = page.locator(".banmen use").evaluate_all("uses => uses.map(use => use.getAttribute('href'))")
    return {re.sub(r".*/(\w+)\.svg#.*", r"\1", href) for href in hrefs if href}


@pytest.fixture
def still(browser: Browser, site_url: str) -> Iterator[BrowserContext]:
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    yield context
    context.close()


def test_what_is_chosen_shows_at_once_and_on_every_page_after(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}shogi/")
    assert sets(page) == {"kanji"}
    box = settings(page)
    box.get_by_label("Pieces", exact=True).select_option("international")
    box.get_by_label("Board", exact=True).select_option("contrast")
    box.get_by_label("Coordinates").select_option("japanese")
    assert sets(page) == {"international"}
    expect(page.locator("html")).to_have_attribute("data-banmen-theme", "contrast")
    expect(board(page).locator(".banmen-ranks text").first).to_have_text("一")
    wood = board(page).locator(".banmen-wood").evaluate("wood => getComputedStyle(wood).fill")
    assert wood == "rgb(255, 255, 255)"

    page.goto(f"{site_url}de/shogi/")
    board(page)
    assert sets(page) == {"international"}
    expect(board(page).locator(".banmen-ranks text").last).to_have_text("九")
    board(page).get_by_role("button", name="Brett drehen").click()
    expect(board(page).locator(".banmen-ranks text").last).to_have_text("一")
    page.goto(site_url)
    board(page)
    assert sets(page) == {"animals"}  # each game keeps its own


@pytest.mark.parametrize("kept", ["{", "[]", "7", json.dumps({"theme": "pink", "pieces": {"kanji": 3}, "sound": "loud"})])
def test_settings_that_are_not_ours_change_nothing(page: Page, site_url: str, kept: str) -> None:
    page.add_init_script(f"localStorage.setItem('banmen settings', {json.dumps(kept)})")
    page.goto(site_url)
    board(page)
    assert sets(page) == {"animals"}
    expect(page.locator("html")).to_have_attribute("data-banmen-theme", "auto")


def test_a_browser_that_keeps_nothing_still_has_settings(still: BrowserContext, site_url: str) -> None:
    page = still.new_page()
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})")
    page.goto(site_url)
    settings(page).get_by_label("Pieces", exact=True).select_option("animals_kanji")
    assert sets(page) == {"animals_kanji"}


def test_settings_are_left_by_keyboard(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}fr/")
    box = settings(page, "fr")
    expect(box.get_by_role("combobox").first).to_be_focused()
    expect(box.locator("label")).to_have_count(9)
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(board(page).get_by_role("button", name=SETTINGS["fr"])).to_be_focused()


def test_targets_and_tries_can_be_turned_off(page: Page, site_url: str) -> None:
    page.goto(site_url)
    box = settings(page)
    box.get_by_label("Show where").uncheck()
    box.get_by_label("Let me try").uncheck()
    square(page, "2c").click()
    expect(square(page, "2c")).to_have_attribute("aria-selected", "true")
    expect(board(page).locator("[data-state~=target], [data-state~=capture]")).to_have_count(0)
    square(page, "1c").click()
    expect(square(page, "2c")).to_have_attribute("aria-selected", "false")
    expect(board(page).locator("[data-state~=proof]")).to_have_count(0)
    expect(board(page).locator(".banmen-message[data-kind=refusal]")).to_have_count(0)
    # What can be done at all is still said.
    said = board(page).locator(".banmen-message[data-kind=refusal] .banmen-text")
    square(page, "2b").click()
    expect(said).to_have_text("This piece belongs to the other player: the first player is to move.")
    square(page, "3d").click()
    expect(said).to_have_text("The elephant on 3d has no legal move now.")
    expect(square(page, "3d")).to_have_attribute("aria-selected", "false")


def test_a_piece_under_the_pointer_says_its_name_and_where_it_may_go(page: Page, site_url: str) -> None:
    page.goto(site_url)
    square(page, "2c").hover()
    expect(board(page).locator(".banmen-name")).to_have_text(re.compile("^Chick"))
    expect(square(page, "2b")).to_have_attribute("data-hint", "capture")
    square(page, "3b").hover()
    expect(board(page).locator("[data-hint]")).to_have_count(0)


def test_arrows_and_marks_stay_until_the_next_left_click(page: Page, site_url: str) -> None:
    page.goto(site_url)
    square(page, "1c").hover()
    arrows = board(page).locator(".banmen-arrow")
    board(page).locator(".banmen-arrows").wait_for(state="attached")
    square(page, "1d").hover()
    page.mouse.down(button="right")
    square(page, "1b").hover()
    page.mouse.up(button="right")
    square(page, "3b").click(button="right", modifiers=["Shift"])
    expect(arrows).to_have_count(2)
    expect(board(page).locator(".banmen-arrow-dashed")).to_have_count(1)
    square(page, "3c").click()
    expect(arrows).to_have_count(0)


SEE_MOTION = """Element.prototype.animate = new Proxy(Element.prototype.animate, {
    apply(animate, element, options) { window.moved = true; return animate.apply(element, options); },
})"""


def played(page: Page, site_url: str) -> bool:
    """Whether anything was animated while a chick took the other one."""
    page.add_init_script(SEE_MOTION)
    page.goto(site_url)
    square(page, "2c").hover()
    board(page).locator(".banmen-arrows").wait_for(state="attached")
    square(page, "2c").click()
    square(page, "2b").click()
    expect(square(page, "2b").locator("use")).to_have_attribute("href", re.compile("animals-C$"))
    return bool(page.evaluate("window.moved"))


# Where each piece that is taken comes to rest, as seen from the board.
SEE_FLIGHTS = """addEventListener("DOMContentLoaded", () => {
  window.flights = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({addedNodes}) => [...addedNodes])) {
      if (!(node instanceof Element) || !node.classList.contains("banmen-flying")) continue;
      const [flight] = node.getAnimations();
      flight.pause();
      flight.currentTime = flight.effect.getTiming().duration - 1;
      const [{left, top}, frame] = [node, node.parentElement].map((shown) => shown.getBoundingClientRect());
      flights.push([left - frame.left, top - frame.top]);
      flight.play();
    }
  }).observe(document.body, {subtree: true, childList: true});
})"""


def test_a_captured_piece_flies_to_the_hand(page: Page, site_url: str) -> None:
    page.add_init_script(SEE_FLIGHTS)
    assert played(page, site_url)
    chick, frame = board(page).locator('[data-origin="C*"][data-color="b"]'), board(page).locator(".banmen-frame")
    expect(chick).to_be_visible(timeout=60_000)
    flights = page.evaluate("flights")
    assert len(flights) == 1
    at, around = chick.bounding_box(), frame.bounding_box()
    assert at
    assert around
    assert flights[0] == pytest.approx([at["x"] - around["x"], at["y"] - around["y"]], abs=at["width"] / 2)
    expect(page.locator(".banmen-flying")).to_have_count(0)


def test_moves_are_animated(page: Page, site_url: str) -> None:
    assert played(page, site_url)


def test_nothing_moves_for_who_wants_less_motion(still: BrowserContext, site_url: str) -> None:
    page = still.new_page()
    page.add_init_script(SEE_FLIGHTS)
    assert not played(page, site_url)
    expect(board(page).locator('[data-origin="C*"][data-color="b"]')).to_be_visible(timeout=60_000)
    assert page.evaluate("flights") == []


@pytest.mark.parametrize("lang", HOMES)
def test_a_rule_sheet_is_two_pages_of_paper_and_so_is_the_set_to_cut_out(page: Page, site_url: str, lang: str) -> None:
    for sheet in ("shogi/sheet/", "dobutsu/sheet/", "hasami/sheet/", "dobutsu/cutout/"):
        page.goto(f"{site_url}{HOMES[lang]}{sheet}")
        paper = page.pdf(format="A4", margin=MARGINS, print_background=True)  # type: ignore[arg-type]
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) <= 2, sheet


def test_the_set_to_cut_out_has_its_real_size(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}dobutsu/cutout/")
    width = page.locator(".banmen-cutout").first.evaluate("picture => picture.getBoundingClientRect().width")
    assert width == pytest.approx(3 * 38 * 96 / 25.4, abs=0.5)


def test_paper_has_boards_and_nothing_to_press(page: Page, site_url: str) -> None:
    page.goto(site_url)
    board(page)
    page.emulate_media(media="print")
    for hidden in (".md-header", ".banmen-panel", ".md-footer", ".headerlink"):
        for element in page.locator(hidden).all():
            expect(element).to_be_hidden()
    expect(board(page).locator(".banmen-grid")).to_be_visible()
