"""Whole games: against the computer, with branches, endings that no position shows, and another start."""

from __future__ import annotations

import re

from boards import Board, Boards
from playwright.sync_api import expect

DOBUTSU = "game: dobutsu\ntools: full\n"
SHOGI = "game: shogi\ntools: full\n"
THINKING = re.compile("thinking")

# Whatever its level, the computer takes a minute for a move: longer than anything is waited for here.
SLOW = """() => {
  window.quick = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (line) {
    quick.call(this, line.replace(/"level":"hard"/, '"time_ms":60000'));
  };
}"""


def expect_moves(board: Board, *moves: str) -> None:
    """What the list holds, from the start; branches too, in the order of the page."""
    expect(board.root.locator(".banmen-move")).to_have_text(["Start", *moves])


def expect_ply(board: Board, ply: int) -> None:
    shown = board.root.locator(".banmen-move[aria-current]")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-ply", str(ply)) if ply else expect(shown).to_have_text("Start")


def expect_answer(board: Board, ply: int) -> None:
    """The computer has made the move of this number."""
    expect_ply(board, ply)
    board.expect_settled()


def test_a_game_against_a_beginner(boards: Boards) -> None:
    board = boards.put(DOBUTSU + "play: computer\nlevel: beginner")
    board.move("2c", "2b")
    expect_answer(board, 2)
    board.button("Take back").click()
    expect_ply(board, 0)
    expect(board.message).to_have_text("The first player to move")
    board.move("1d", "1c")
    expect_answer(board, 2)
    expect(board.root.locator(".banmen-branch")).to_have_count(1)


def test_the_computer_takes_over_and_begins(boards: Boards) -> None:
    board = boards.put(DOBUTSU + "play: both")
    board.root.get_by_label("First player", exact=True).select_option("beginner")
    expect_answer(board, 1)
    expect(board.message).to_have_text(re.compile("^The second player to move"))


def test_thinking_can_be_stopped(boards: Boards) -> None:
    boards.page().evaluate(SLOW)
    board = boards.put(SHOGI + "play: computer\nlevel: hard\ncolor: second")
    expect(board.message).to_have_text(THINKING)
    stop = board.button("Stop thinking")
    expect(board.root.locator("progress")).to_be_visible()
    stop.click()
    expect(board.message).not_to_have_text(THINKING)
    expect(stop).to_be_hidden()
    boards.page().evaluate("() => { Worker.prototype.postMessage = quick; }")


def test_step_back_and_play_on(boards: Boards) -> None:
    board = boards.put(SHOGI + "play: both")
    board.move("7g", "7f")
    expect_ply(board, 1)
    board.move("3c", "3d")
    expect_ply(board, 2)
    board.button("One move back").click()
    expect_ply(board, 1)
    board.expect_piece("3c", "p")
    board.move("8c", "8d")
    expect_moves(board, "P-7f", "P-8d", "P-3d")
    expect(board.root.get_by_role("group", name="Other line from move 2")).to_have_text("P-3d")
    board.button("To the start").click()
    expect_ply(board, 0)
    board.page.keyboard.press("ArrowRight")
    expect_ply(board, 1)
    board.button("P-3d").click()
    board.expect_piece("3d", "p")
    expect_moves(board, "P-7f", "P-3d", "P-8d")
    record = board.page.evaluate(
        """() => new Promise((resolve) => {
          const board = document.querySelector("banmen-board");
          board.addEventListener("banmen:change", ({ detail }) => resolve([detail.record, detail.ply]), { once: true });
          board.querySelector('[aria-label="One move back"]').click();
        })"""
    )
    assert record == [{"v": 1, "game": "shogi", "moves": ["7g7f", "3c3d"], "tree": [{"ply": 1, "moves": ["8c8d"]}]}, 1]


def test_declare(boards: Boards) -> None:
    board = boards.put(SHOGI + "play: both\nstart: 2SGS4/+B+RGKGLLRB/3G5/9/7pp/8k/9/9/9 b - 1")
    board.button("Impasse").click()
    dialog = board.page.get_by_role("dialog", name="Impasse")
    expect(dialog.get_by_role("listitem")).to_have_count(4)
    expect(dialog).to_contain_text("Yes Points: 28, needed: 28.")
    dialog.get_by_role("button", name="Declare").click()
    expect(board.message).to_have_text("The declaration decides the game: the first player wins.")


def test_a_declaration_that_fails_is_explained(boards: Boards) -> None:
    board = boards.put(SHOGI + "play: both")
    board.button("Impasse").click()
    dialog = board.page.get_by_role("dialog", name="Impasse")
    dialog.get_by_role("button", name="Declare").click()
    expect(board.rule).to_have_attribute("href", re.compile("#declaration_fails$"))


def test_resign_and_take_it_back(boards: Boards) -> None:
    board = boards.put(SHOGI + "play: both")
    board.button("Resign").click()
    board.button("Really resign?").click()
    expect(board.message).to_have_text("The first player resigns: the second player wins.")
    expect(board.button("Resign")).to_be_hidden()
    board.button("Take back").click()
    expect(board.message).to_have_text("The first player to move")


def test_a_new_game_with_a_handicap(boards: Boards) -> None:
    board = boards.put(SHOGI + "play: computer\nlevel: beginner\nmoves: 7g7f 3c3d")
    board.button("New game").click()
    dialog = board.page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Handicap").select_option(label="rook")
    dialog.get_by_label("impasse rule").select_option(label="24 points")
    expect(dialog.get_by_label("Change sides")).to_be_checked()
    dialog.get_by_role("button", name="Start the game").click()
    # The giver of the handicap begins and is the reader now, with the board turned; the computer waits for the first move.
    board.expect_empty("8b")
    expect_moves(board)
    expect(board.root.get_by_label("First player", exact=True)).to_have_value("beginner")
    expect(board.grid.get_by_role("gridcell").first).to_have_attribute("data-square", "1i")
    board.move("3a", "3b", "w")
    expect_answer(board, 2)


def test_time_runs_out(boards: Boards) -> None:
    board = boards.put(SHOGI + "play: both")
    board.button("New game").click()
    dialog = board.page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Time").select_option(label="30 seconds a move")
    dialog.get_by_role("button", name="Start the game").click()
    expect(board.root.get_by_label("Time of the first player")).to_have_text("0:30")
    board.move("7g", "7f")
    expect(board.root.get_by_label("Time of the second player")).to_have_text("0:29")
