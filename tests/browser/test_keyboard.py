"""A whole game of each kind by keyboard alone, as a screen reader tells it: the accessibility tree and the live region."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from boards import Board, Boards, Tree
from playwright.sync_api import Browser, expect

SHOGI = "game: shogi\nstart: 4k4/9/4p4/4P4/9/9/9/9/4K4 b G 1\nplay: both"
DOBUTSU = "game: dobutsu\nplay: both"
HANDICAP = "game: shogi\nstart: lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\nplay: both"
HASAMI = "game: hasami\nstart: 9/9/9/3Pp4/1P7/2p6/9/9/3P1P3 b 3P 1\nplay: both"


@pytest.fixture(scope="module")
def window(browser: Browser, site_url: str) -> Iterator[Boards]:
    boards = Boards(browser, site_url)
    yield boards
    boards.close()


class Keys:
    """A reader who has nothing but a keyboard and what the accessibility tree says."""

    def __init__(self, board: Board) -> None:
        self.board, self.page = board, board.page
        self.tree = Tree(board.page)
        self.flipped = False

    @property
    def focused(self) -> dict[str, Any]:
        return self.tree.focused()

    @property
    def here(self) -> str:
        """The square or the piece in hand that has the focus."""
        at: str = self.page.evaluate("document.activeElement.dataset.square ?? document.activeElement.dataset.origin ?? ''")
        return at

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def enter_grid(self) -> None:
        """From the top of the page, by Tab."""
        self.page.evaluate("document.activeElement.blur()")
        for _ in range(40):
            self.press("Tab")
            if self.focused["role"] == "gridcell":
                return
        pytest.fail("Tab does not reach the board")

    def go(self, place: str) -> None:
        """By arrow keys."""
        if place.endswith("*"):
            self.go_to_hand(place)
            return
        if self.here.endswith("*"):
            self.press("ArrowUp" if self.is_near else "ArrowDown")
        across, down = int(self.here[0]) - int(place[0]), ord(place[1]) - ord(self.here[1])
        if self.flipped:
            across, down = -across, -down
        self.press(*["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across))
        self.press(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
        assert self.here == place
        assert self.focused["role"] == "gridcell"
        assert self.focused["name"].startswith(place)

    def go_to_hand(self, origin: str) -> None:
        black = (self.board.message.inner_text().lower()).startswith("the first")
        self.press("Control+End" if black != self.flipped else "Control+Home")
        self.press("ArrowDown" if black != self.flipped else "ArrowUp")
        for key in ("ArrowRight",) * 6:
            if self.here == origin:
                break
            self.press(key)
        assert self.here == origin
        assert self.focused["role"] == "button"

    @property
    def is_near(self) -> bool:
        near: bool = self.page.evaluate("document.activeElement.closest('.banmen-hand').dataset.side === 'near'")
        return near

    def move(self, usi: str, *said: str) -> None:
        """Makes a move and hears what is said of it; `said` are parts of that."""
        self.go(usi[:2])
        self.press("Enter")
        expect(self.board.live).to_contain_text("picked up, squares to")
        self.go(usi[2:4])
        assert "can " in self.focused["name"]
        self.press("Space")
        for part in said:
            expect(self.board.live).to_contain_text(part)
        self.board.expect_settled()


def test_shogi_to_mate(boards: Boards) -> None:
    keys = Keys(board := boards.put(SHOGI))
    keys.enter_grid()
    assert keys.focused["name"] == "9a, empty"
    keys.press("Control+End")
    assert keys.focused["name"] == "1i, empty"
    keys.press("Home")
    assert keys.here == "9i"
    keys.press("End", "Control+Home")
    assert keys.here == "9a"
    # Taken up and put back.
    keys.go("5d")
    assert keys.focused["name"] == "5d, pawn, first player"
    keys.press("Enter")
    assert keys.focused["name"] == "5d, pawn, first player, picked up"
    assert keys.focused["selected"]
    keys.press("Escape")
    expect(board.live).to_have_text("Nothing is picked up.")
    # A move that is not allowed, and why.
    keys.press("Enter")
    keys.go("5e")
    keys.press("Enter")
    expect(board.live).to_contain_text("The pawn does not move like that: it cannot go from 5d to 5e.")
    # Promotion is asked for where there is a choice, and can be thought over.
    keys.go("5d")
    keys.press("Enter")
    keys.go("5c")
    assert keys.focused["name"] == "5c, pawn, second player, can be taken"
    keys.press("Enter")
    expect(board.dialog).to_have_accessible_name("Promote the pawn?")
    assert keys.focused["role"] == "button"
    assert keys.focused["name"] == "Promote"
    keys.press("Tab")
    assert keys.focused["name"] == "Do not promote"
    keys.press("Escape")
    expect(board.dialog).to_have_count(0)
    assert keys.here == "5c"
    keys.go("5d")
    keys.press("Enter")
    keys.go("5c")
    keys.press("Enter", "Enter")
    expect(board.live).to_have_text(
        "First player: pawn from 5d takes pawn on 5c, promotes. The second player to move"
    )
    board.expect_settled()
    assert keys.focused["name"] == "5c, promoted pawn, first player, last move"
    keys.move("5a4a", "Second player: king from 5a to 4a.", "The first player to move")
    keys.go("G*")
    assert keys.focused["name"] == "Gold general in hand, 1, first player"
    keys.press("Enter")
    expect(board.live).to_contain_text("Gold general from the hand picked up")
    keys.go("4b")
    keys.press("Enter")
    expect(board.live).to_contain_text("First player: gold general dropped on 4b, check. Checkmate!")
    expect(board.live).to_contain_text("the first player wins.")
    keys.go("4a")
    assert keys.focused["name"] == "4a, king, second player, in check"


def test_the_shortest_game_of_shogi(boards: Boards) -> None:
    keys = Keys(board := boards.put("game: shogi\nplay: both"))
    keys.enter_grid()
    keys.move("7g7f", "First player: pawn from 7g to 7f. The second player to move")
    keys.move("6a7b", "Second player: gold general from 6a to 7b.")
    keys.go("8h")
    keys.press("Enter")
    keys.go("3c")
    keys.press("Space", "Enter")  # also the promotion
    expect(board.live).to_contain_text("bishop from 8h takes pawn on 3c, promotes, check. The second player to move, in check")
    board.expect_settled()
    assert keys.focused["name"] == "3c, promoted bishop, first player, last move"
    keys.move("4a4b", "Second player: gold general from 4a to 4b.")
    keys.move("3c4b", "takes gold general on 4b, check")
    keys.move("5a6a", "Second player: king from 5a to 6a.")
    keys.go("G*")
    assert keys.focused["name"] == "Gold general in hand, 1, first player"
    keys.press("Enter")
    keys.go("5b")
    keys.press("Enter")
    expect(board.live).to_contain_text("First player: gold general dropped on 5b, check. Checkmate!")
    keys.go("6a")
    assert keys.focused["name"] == "6a, king, second player, in check"


def test_dobutsu_to_a_try_on_a_turned_board(boards: Boards) -> None:
    keys = Keys(board := boards.put(DOBUTSU))
    board.button("Turn the board").focus()
    keys.press("Enter")
    expect(board.live).to_have_text("Board turned: the second player is at the bottom.")
    keys.flipped = True
    keys.enter_grid()
    keys.move("2d3c", "First player: lion from 2d to 3c.")
    keys.move("2a1b", "Second player: lion from 2a to 1b.")
    keys.move("3c3b", "First player: lion from 3c to 3b.")
    keys.move("2b2c", "Second player: chick from 2b takes chick on 2c.")
    keys.move("1d2d", "First player: ")
    keys.move("C*3c", "Second player: chick dropped on 3c.")
    keys.move("3b3a", "First player: lion from 3b", "Try! The first player has reached the goal on the far side and wins.")
    said = board.root.locator("[aria-label]").evaluate_all("places => places.map((place) => place.ariaLabel).join()")
    assert "check" not in said


def test_hasami_to_the_fifth_capture(boards: Boards) -> None:
    keys = Keys(boards.put(HASAMI))
    keys.enter_grid()
    keys.move("4i4d", "First player: man from 4i to 4d, captured: 5d. The second player to move")
    keys.move("7f7e", "Second player: man from 7f to 7e.")
    keys.move("6i6e", "captured: 7e.", "The first player has captured enough men and wins.")
    keys.press("Control+End", "ArrowDown")
    assert keys.focused["name"] == "Captured: man, 5, first player"


@pytest.mark.parametrize(("lang", "said", "turn"), [
    ("en", "The lion on 2b is under attack", "second player"),
    ("fr", "Le lion en 2b est en prise", "second joueur"),
    ("sv", "Lejonet på 2b är i fara", "ndra spelaren"),
    ("de", "Der Löwe auf 2b ist bedroht", "zweite Spieler"),
])
def test_an_attacked_lion_is_not_in_check(boards: Boards, lang: str, said: str, turn: str) -> None:
    board = boards.put("game: dobutsu\nstart: 3/1l1/3/EL1 b - 1\nplay: both", lang)
    board.square("2d").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        board.page.keyboard.press(key)
    expect(board.live).to_contain_text(said)
    expect(board.live).to_contain_text(turn)
    text = board.root.inner_text() + str(board.square("2b").get_attribute("aria-label"))
    assert not {word for word in ("check", "échec", "schack", "Schach") if word in text}


def test_words_in_the_page_and_on_the_board_agree(boards: Boards) -> None:
    """The position in words is written by the build and, when something has changed, by the page."""
    for lang in ("en", "fr", "sv", "de"):
        for fence in (SHOGI, HANDICAP, HASAMI, "game: dobutsu\nstart: 3/1l1/3/EL1 b - 1\nmoves: 2d2c"):
            board = boards.put(fence, lang)
            written = board.root.locator(".banmen-words").text_content()
            board.root.locator(".banmen-controls button[aria-expanded]").last.click()
            expect(board.root.locator(".banmen-typed section")).to_have_text(str(written))
