"""How games end as no position shows: by agreement, by counting, by the clock; and the counters on the way to a draw."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from boards import Board, Boards
from playwright.sync_api import Browser, Locator, expect

BOTH = "game: shogi\ntools: full\nplay: both\n"
DOBUTSU = "game: dobutsu\ntools: full\nplay: both\n"
HASAMI = "game: hasami\ntools: full\nplay: both\n"
AGREED = "The players agreed on a draw."


@pytest.fixture(scope="module")
def window(browser: Browser, site_url: str) -> Iterator[Boards]:
    """Its clock goes by itself, and can be put forward."""
    boards = Boards(browser, site_url, viewport={"width": 1200, "height": 900})
    boards.context.clock.install()
    yield boards
    boards.close()


def moves(board: Board, *played: str) -> None:
    """Both sides' moves, of which each waits for the one before."""
    for usi in played:
        turned = board.root.locator(".banmen-frame").get_attribute("data-to-move") == "far"
        board.move(usi[:2], usi[2:4], "w" if turned else "b")
        board.expect_settled()


def counters(board: Board) -> Locator:
    return board.root.locator(".banmen-counters")


def test_two_people_agree_on_a_draw(boards: Boards) -> None:
    board = boards.put(BOTH)
    expect(board.button("Offer a draw")).to_be_hidden()
    board.button("Agree on a draw").click()
    expect(board.live).to_have_text("Do both want a draw?")
    # Who does not answer has not agreed.
    board.page.clock.fast_forward(5000)
    board.button("Agree on a draw").click()
    board.button("Do both want a draw?").click()
    expect(board.message).to_have_text(AGREED)
    expect(board.live).to_have_text(AGREED)
    expect(board.button("Agree on a draw")).to_be_hidden()


def test_the_computer_takes_a_draw_only_where_it_stands_badly(boards: Boards) -> None:
    fence = "game: shogi\ntools: full\nplay: computer\nlevel: beginner\n"
    board = boards.put(fence)
    expect(board.button("Agree on a draw")).to_be_hidden()
    board.button("Offer a draw").click()
    board.button("Really offer a draw?").click()
    expect(board.message).to_have_text("The computer declines the draw and plays on.")

    board = boards.put(f"{fence}start: 4k4/9/4p4/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
    board.move("7g", "7f")
    expect(board.root.locator(".banmen-move[aria-current]")).to_have_attribute("data-ply", "2")
    board.button("Offer a draw").click()
    board.button("Really offer a draw?").click()
    expect(board.message).to_have_text(AGREED)


@pytest.mark.parametrize(("start", "said"), [
    ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", AGREED),
    ("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b RB 1",
     "The players agreed to count their pieces: the second player has too few points, and the first player wins."),
    ("4k4/9/9/9/9/9/9/9/4K4 b - 1", "Neither side has enough points, so the count decides nothing."),
], ids=["both have enough", "one has enough", "nobody has"])
def test_two_people_count_their_pieces(boards: Boards, start: str, said: str) -> None:
    board = boards.put(f"{BOTH}start: {start}")
    board.button("Impasse").click()
    board.page.get_by_role("button", name="Both agree: count the pieces").click()
    expect(board.message).to_have_text(said)


def test_a_wrong_declaration_loses_where_the_rules_are_strict(boards: Boards) -> None:
    board = boards.put(f"{BOTH}rules: strict=true")
    board.button("Impasse").click()
    board.page.get_by_role("dialog").get_by_role("button", name="Declare").click()
    expect(board.message).to_have_text("The declaration decides the game: the second player wins.")


def test_moves_without_a_capture_are_counted_when_they_matter(boards: Boards) -> None:
    board = boards.put(f"{HASAMI}rules: no_capture_limit=4")
    expect(counters(board)).to_be_hidden()
    moves(board, "9i9h")
    expect(counters(board)).to_be_hidden()
    moves(board, "9a9b")
    expect(counters(board)).to_have_text("Moves without a capture: 2 of 4. After that the game is a draw.")
    moves(board, "9h9g", "9b9c")
    expect(board.message).to_contain_text("draw")
    expect(counters(board)).to_be_hidden()
    board.button("Take back").click()
    expect(counters(board)).to_contain_text("3 of 4")


def test_a_position_that_comes_back_is_counted(boards: Boards) -> None:
    board = boards.put(DOBUTSU)
    shuffle = ("1d1c", "3a3b", "1c1d", "3b3a")
    moves(board, *shuffle[:3])
    expect(counters(board)).to_be_hidden()
    moves(board, shuffle[3])
    expect(counters(board)).to_have_text("This position has stood on the board 2 times.")
    moves(board, *shuffle)
    expect(board.message).to_contain_text("the game is a draw")


def test_a_limit_of_moves_ends_the_game(boards: Boards) -> None:
    board = boards.put(f"{BOTH}rules: move_limit=4")
    moves(board, "7g7f", "3c3d")
    expect(counters(board)).to_have_text("Move 2 of 4. After that the game is a draw.")
    moves(board, "2g2f", "8c8d")
    expect(board.message).to_contain_text("draw")
    expect(board.button("Resign")).to_be_hidden()


def timed(boards: Boards, time: str, fence: str = BOTH) -> Board:
    board = boards.put(fence)
    board.button("New game").click()
    dialog = board.page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Time").select_option(label=time)
    dialog.get_by_role("button", name="Start the game").click()
    board.expect_settled()
    return board


def clock(board: Board, color: str) -> Locator:
    return board.root.get_by_role("timer", name=f"Time of the {color} player")


@pytest.mark.parametrize("seconds", [30, 60])
def test_the_time_of_a_move_runs_out(boards: Boards, seconds: int) -> None:
    board = timed(boards, f"{seconds} seconds a move")
    full = f"{seconds // 60}:{seconds % 60:02}"
    expect(clock(board, "first")).to_have_text(full)
    board.page.clock.fast_forward(100_000)
    expect(clock(board, "first")).to_have_text(full)  # nobody has moved
    moves(board, "7g7f")
    board.page.clock.fast_forward((seconds - 12) * 1000)
    expect(clock(board, "second")).to_have_text(re.compile("0:1[0-2]"))
    board.page.clock.fast_forward(3000)
    expect(board.live).to_have_text("Seconds left: 10")
    expect(clock(board, "second")).to_have_attribute("data-state", "runs short")
    moves(board, "3c3d")
    # Each move has its own time.
    expect(clock(board, "second")).to_have_text(full)
    board.page.clock.fast_forward((seconds + 1) * 1000)
    expect(board.message).to_have_text("The first player has run out of time: the second player wins.")
    expect(board.live).to_contain_text("run out of time")


def test_byoyomi_begins_when_the_time_of_the_game_is_used_up(boards: Boards) -> None:
    board = timed(boards, "10 min, then 30 s a move (byoyomi)")
    moves(board, "7g7f")
    expect(clock(board, "first")).to_have_text("10:00")
    board.page.clock.fast_forward("08:00")
    expect(clock(board, "second")).to_have_text(re.compile("^(2:00|1:5.)$"))
    moves(board, "3c3d")
    moves(board, "2g2f")
    board.page.clock.fast_forward("02:01")
    expect(clock(board, "second")).to_have_text(re.compile("^0:2.$"))
    expect(clock(board, "second")).to_have_attribute("data-state", "runs last")
    expect(board.live).to_have_text("Seconds left: 30")
    moves(board, "8c8d")
    # The seconds of a move come back with each move, those of the game with a move taken back.
    expect(clock(board, "second")).to_have_text("0:30")
    board.button("Take back").click()
    expect(clock(board, "second")).to_have_text(re.compile("^(2:00|1:5.)$"))
    moves(board, "8c8d", "2f2e")
    board.page.clock.fast_forward("03:00")
    expect(board.message).to_have_text("The second player has run out of time: the first player wins.")


def test_the_computers_time_never_runs_out(boards: Boards) -> None:
    board = timed(boards, "30 seconds a move", "game: shogi\ntools: full\nplay: computer\nlevel: hard\n")
    board.move("7g", "7f")
    board.page.clock.fast_forward(40_000)
    expect(board.root.locator(".banmen-move[aria-current]")).to_have_attribute("data-ply", "2")
    expect(board.message).to_have_text("The first player to move")
