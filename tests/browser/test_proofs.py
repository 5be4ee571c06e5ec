"""Each language's page proves something of its own: a whole way from the built page to the engine and back."""

from __future__ import annotations

from boards import Board
from playwright.sync_api import Browser, Locator, Page, expect

from banmen.fence import parse_fence
from banmen_mkdocs import hashed
from banmen_mkdocs.fence import Place, render


def board(page: Page, words: str) -> Board:
    """The live board whose caption has these words."""
    figure = page.locator("figure.banmen", has=page.locator("figcaption", has_text=words))
    root: Locator = figure.locator("banmen-board")
    root.scroll_into_view_if_needed()
    return Board(page, root)


def test_a_game_of_animal_shogi_is_won_by_a_try_in_german(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}de/dobutsu/")
    won = board(page, "Der Löwe auf 1b kann jetzt gewinnen")
    won.move("1b", "1a")
    expect(won.message).to_contain_text("Try! Das Ziel auf der anderen Seite ist erreicht, und der erste Spieler gewinnt.")
    won.expect_piece("1a", "L")


def test_a_second_pawn_is_refused_in_swedish(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}sv/shogi/")
    refused = board(page, "Försök släppa bonden på 5e")
    refused.move("P*", "5e")
    expect(refused.message).to_have_text(
        "Två bönder (nifu): din obefordrade bonde på 5g står redan på linje 5. Du får inte släppa en till där."
    )
    refused.expect_empty("5e")
    expect(refused.held("P")).to_be_visible()
    refused.rule.click()
    assert page.url.endswith("/sv/shogi/#two_pawns")


def test_a_corner_piece_is_captured_in_french(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}fr/hasami/")
    # The page is in French, the board a position in which the capture is still to be made.
    place = Place("fr", "../../", hashed.pieces(), {"hasami": "./"})
    fence = "game: hasami\nstart: p1p1p2Pp/P8/9/9/9/9/9/9/P7P b - 1\nplay: both\ncaption: Essai"
    html = render(parse_fence(fence), place)
    page.locator("figure.banmen").first.evaluate("(figure, html) => { figure.outerHTML = html; }", html)
    corner = board(page, "Essai")
    corner.root.and_(page.locator("[data-live]")).wait_for()
    corner.move("9b", "1b")
    corner.expect_settled()
    corner.expect_empty("1a")
    expect(corner.live).to_contain_text("pion")
    expect(corner.message).to_contain_text("second joueur")


def test_without_javascript_a_board_is_a_picture_with_its_caption(browser: Browser, site_url: str) -> None:
    for lang in ("", "fr/", "sv/", "de/"):
        context = browser.new_context(java_script_enabled=False, service_workers="block")
        page = context.new_page()
        page.goto(f"{site_url}{lang}hasami/")
        figure = page.locator("figure.banmen").first
        picture, caption = figure.locator("svg.banmen-svg"), figure.locator("figcaption")
        expect(picture).to_be_visible()
        expect(caption).to_be_visible()
        assert picture.get_attribute("aria-label") == caption.inner_text()
        expect(figure.locator(".banmen-words")).to_be_visible()
        expect(figure.get_by_role("grid")).to_have_count(0)
        context.close()
