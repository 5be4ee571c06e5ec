"""A phone in the hand: taps, drags, drops, double taps and scrolling, with real touch events."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from boards import Board, Boards, centre
from playwright.sync_api import Browser, Locator, expect

DROP = "game: shogi\nstart: 4k4/9/9/9/9/9/4P4/9/4K4 b 2P 1\nplay: both"
PROMOTION = "game: shogi\nstart: 9/9/9/3S5/9/9/9/9/K7k b - 1\nplay: both"


@pytest.fixture(scope="module")
def window(browser: Browser, site_url: str) -> Iterator[Boards]:
    boards = Boards(browser, site_url, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    yield boards
    boards.close()


class Finger:
    """One finger, through the browser's own input, so that scrolling and gestures happen as on a device."""

    def __init__(self, board: Board) -> None:
        self.session = board.page.context.new_cdp_session(board.page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def double_tap(self, place: Locator) -> None:
        x, y = centre(place)
        for at in ((x, y), (x + 3, y + 2)):
            self._touch("touchStart", at)
            self._touch("touchEnd")

    def slide(self, start: tuple[float, float], end: tuple[float, float], *, lift: bool = True) -> None:
        self._touch("touchStart", start)
        for step in range(1, 9):
            self._touch("touchMove", *[(start[0] + (end[0] - start[0]) * step / 8, start[1] + (end[1] - start[1]) * step / 8)])
        if lift:
            self._touch("touchEnd")

    def press(self, place: Locator, milliseconds: int) -> None:
        self._touch("touchStart", centre(place))
        place.page.wait_for_timeout(milliseconds)
        self._touch("touchEnd")

    def cancel(self) -> None:
        self._touch("touchCancel")


def scrolled(board: Board) -> int:
    """After the page has had time to scroll."""
    return int(board.page.evaluate("new Promise((done) => setTimeout(() => done(scrollY), 300))"))


def test_a_drag_moves_a_piece_and_not_the_page(boards: Boards) -> None:
    board = boards.put(DROP)
    Finger(board).slide(centre(board.square("5g")), centre(board.square("5f")))
    board.expect_piece("5f", "P")
    assert scrolled(board) == 0
    expect(board.live).to_contain_text("First player: pawn from 5g to 5f.")


def test_a_drag_from_the_hand_drops(boards: Boards) -> None:
    board = boards.put(DROP)
    Finger(board).slide(centre(board.held("P")), centre(board.square("3e")))
    board.expect_piece("3e", "P")
    assert scrolled(board) == 0
    expect(board.held("P")).to_have_accessible_name("Pawn in hand, 1, first player")


def test_an_illegal_drag_snaps_back_and_is_explained(boards: Boards) -> None:
    board = boards.put(DROP)
    Finger(board).slide(centre(board.held("P")), centre(board.square("5d")))
    expect(board.message).to_contain_text("Two pawns (nifu)")
    board.expect_empty("5d")
    expect(board.root.locator(".banmen-ghost")).to_have_count(0)


def test_a_drag_that_the_phone_takes_away_leaves_nothing_in_the_air(boards: Boards) -> None:
    board = boards.put(DROP)
    finger = Finger(board)
    finger.slide(centre(board.square("5g")), centre(board.square("5f")), lift=False)
    expect(board.root.locator(".banmen-ghost")).to_have_count(1)
    expect(board.square("5f")).to_have_attribute("data-over", "")
    finger.cancel()
    expect(board.root.locator(".banmen-ghost, [data-over]")).to_have_count(0)
    expect(board.square("5g")).to_have_attribute("aria-selected", "false")


@pytest.mark.parametrize("start", ["5e", "5a"])
def test_a_finger_on_the_rest_of_the_board_scrolls(boards: Boards, start: str) -> None:
    board = boards.put(DROP)
    board.page.evaluate("document.querySelector('article').style.paddingBottom = '1000px'")
    x, y = centre(board.square(start))
    Finger(board).slide((x, y), (x, y - 150))
    assert scrolled(board) > 50
    board.expect_piece("5g", "P")


def test_a_double_tap_plays_one_thing(boards: Boards) -> None:
    board = boards.put(DROP)
    board.square("5g").tap()
    Finger(board).double_tap(board.square("5f"))
    board.expect_settled()
    expect(board.message).to_have_text("The second player to move")
    assert board.root.locator(".banmen-message").get_attribute("data-kind") == "status"
    # On a piece it picks up, and does not put down again.
    board = boards.put(DROP)
    Finger(board).double_tap(board.square("5g"))
    expect(board.square("5g")).to_have_attribute("aria-selected", "true")


def test_a_double_tap_does_not_answer_the_choice_that_it_opens(boards: Boards) -> None:
    board = boards.put(PROMOTION)
    board.square("6d").tap()
    Finger(board).double_tap(board.square("6c"))
    expect(board.dialog).to_be_visible()
    board.page.wait_for_timeout(400)
    board.dialog.get_by_role("button", name="Do not promote").tap()
    board.expect_piece("6c", "S")


def test_a_long_press_says_what_a_piece_is_and_how_it_moves(boards: Boards) -> None:
    board = boards.put("game: shogi\nplay: both")
    name = board.root.locator(".banmen-name")
    # Even the first touch of a board, which brings what shows it.
    for square, said, set_ in (("2h", "Rook", "international-R"), ("8b", "Rook", "international-r")):
        Finger(board).press(board.square(square), 1500)
        expect(name.locator("span")).to_have_text(said)
        expect(name.locator("use")).to_have_attribute("href", re.compile(f"{set_}$"))
        expect(name.get_by_role("link", name="How it moves")).to_have_attribute("href", re.compile("shogi/#pieces$"))
        at, pressed = name.bounding_box(), board.square(square).bounding_box()
        assert at
        assert pressed
        assert at["y"] + at["height"] < pressed["y"]
        assert 0 <= at["x"] < 360 - at["width"]
    expect(board.root.locator("[data-hint]")).to_have_count(0)  # the second player's rook cannot go anywhere now
    expect(board.square("2h")).to_have_attribute("aria-selected", "false")
    assert board.root.locator(".banmen-message").get_attribute("data-kind") == "status"
    Finger(board).press(board.square("7g"), 1000)
    expect(board.square("7f")).to_have_attribute("data-hint", "target")
    # The next touch is an ordinary one.
    board.square("7g").tap()
    expect(name).to_be_hidden()
    expect(board.square("7g")).to_have_attribute("aria-selected", "true")


def test_a_piece_in_hand_has_a_name_too_and_a_drag_hides_it(boards: Boards) -> None:
    board = boards.put(DROP)
    finger = Finger(board)
    finger.press(board.held("P"), 1500)
    name = board.root.locator(".banmen-name")
    expect(name.locator("span")).to_have_text("Pawn")
    finger.slide(centre(board.held("P")), centre(board.square("3e")))
    board.expect_piece("3e", "P")
    expect(name).to_be_hidden()


def test_a_tap_elsewhere_puts_back(boards: Boards) -> None:
    board = boards.put(DROP)
    board.page.wait_for_timeout(800)  # the browser takes a tap right after another test's slide for its end
    board.square("5g").tap()
    expect(board.square("5g")).to_have_attribute("aria-selected", "true")
    board.root.locator(".banmen-message").tap(position={"x": 300, "y": 5})
    expect(board.square("5g")).to_have_attribute("aria-selected", "false")


def test_a_pen_drags_like_a_mouse(boards: Boards) -> None:
    board = boards.put(DROP)
    session = board.page.context.new_cdp_session(board.page)
    for kind, (x, y) in (
        ("mousePressed", centre(board.square("5g"))),
        ("mouseMoved", centre(board.square("5f"))),
        ("mouseReleased", centre(board.square("5f"))),
    ):
        event = {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1, "pointerType": "pen"}
        session.send("Input.dispatchMouseEvent", event)
    board.expect_piece("5f", "P")


@pytest.mark.parametrize(("fence", "width"), [
    (DROP, 320), (DROP, 640), ("game: dobutsu\nplay: both", 320), (f"{DROP}\ntools: full", 320),
])
def test_targets_are_large_enough_and_nothing_is_wider_than_the_window(boards: Boards, fence: str, width: int) -> None:
    """320 CSS pixels, and 1280 at 200 %."""
    page = boards.page()
    page.set_viewport_size({"width": width, "height": 640})
    board = boards.put(fence)
    board.root.locator(".banmen-controls button[aria-expanded]").last.click()
    board.root.locator(".banmen-typed").wait_for()
    for target in board.root.locator(":is(button, input, select, [data-square]):visible").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24, target
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 360, "height": 640})
