"""What is agreed on before a game and what two people at one device need: sides, handicap, rules, turning, notation."""

from __future__ import annotations

import re

import pytest
from boards import Board, Boards
from playwright.sync_api import Locator, expect

BOTH = "game: shogi\ntools: full\nplay: both\n"


def setup(board: Board) -> Locator:
    """The window of a new game."""
    board.button("New game").click()
    return board.page.get_by_role("dialog", name="New game")


def start(dialog: Locator, board: Board) -> None:
    dialog.get_by_role("button", name="Start the game").click()
    expect(dialog).to_have_count(0)
    board.expect_settled()


def move(board: Board, origin: str, target: str, color: str = "b") -> None:
    board.move(origin, target, color)
    board.expect_settled()


def expect_near(board: Board, color: str) -> None:
    """Who sits at the bottom."""
    expect(board.root.locator('.banmen-side[data-side="near"] > .banmen-mark')).to_have_attribute("data-color", color)


def player(board: Board, color: str) -> Locator:
    return board.root.get_by_label(f"{color} player", exact=True)


def test_the_board_turns_to_whoever_is_to_move(boards: Boards) -> None:
    board = boards.put(BOTH)
    dialog = setup(board)
    dialog.get_by_label("Turn the board to whoever is to move").check()
    start(dialog, board)
    expect_near(board, "b")
    move(board, "7g", "7f")
    expect(board.message).to_have_text("The second player to move")
    expect_near(board, "w")
    move(board, "3c", "3d", "w")
    expect(board.message).to_have_text("The first player to move")
    expect_near(board, "b")
    # Not in the middle of a game with the computer, where one side is always the reader's.
    player(board, "Second").select_option("beginner")
    move(board, "2g", "2f")
    expect(board.root.locator(".banmen-move[aria-current]")).to_have_attribute("data-ply", "4")
    expect_near(board, "b")


def test_the_far_sides_pieces_can_stand_upright(boards: Boards) -> None:
    board = boards.put("game: dobutsu\ntools: full\nplay: both")
    turned = """place => {
      const {a, b} = new DOMMatrix(getComputedStyle(place.querySelector("svg.banmen-piece")).transform);
      return Math.round(Math.atan2(b, a) * 180 / Math.PI);
    }"""
    board.button("Settings").click()
    board.root.get_by_label("Far side’s pieces: picture upright").check()
    upright = "place => getComputedStyle(place.querySelector('svg')).getPropertyValue('--banmen-upright')"
    assert board.square("2a").evaluate(upright) == "180deg"
    assert board.square("2a").evaluate(turned) in (180, -180), "the piece itself points where it goes"
    board.root.get_by_label("Far side’s pieces: picture upright").uncheck()


def test_players_change_sides_from_game_to_game(boards: Boards) -> None:
    board = boards.put("game: dobutsu\ntools: full\nplay: computer\nlevel: beginner")
    dialog = setup(board)
    expect(dialog.get_by_label("Change sides")).not_to_be_checked()  # no game was played
    start(dialog, board)
    for computer, bottom in (("First", "w"), ("Second", "b")):
        if bottom == "w":
            move(board, "2c", "2b")
        expect(board.root.locator(".banmen-move[aria-current]")).to_have_attribute("data-ply", re.compile("[12]"))
        dialog = setup(board)
        expect(dialog.get_by_label("Change sides")).to_be_checked()
        start(dialog, board)
        expect(player(board, computer)).to_have_value("beginner")
        expect_near(board, bottom)


def test_a_game_with_a_handicap_is_played_to_its_end(boards: Boards) -> None:
    board = boards.put(BOTH)
    dialog = setup(board)
    dialog.get_by_label("Handicap").select_option(label="two pieces")
    start(dialog, board)
    board.expect_empty("8b")
    expect(board.message).to_have_text("Uwate (上手) to move")
    move(board, "4a", "3b", "w")
    move(board, "7g", "7f")
    expect(board.live).to_have_text("Shitate (下手): pawn from 7g to 7f. Uwate (上手) to move")
    board.button("Resign").click()
    board.button("Really resign?").click()
    expect(board.message).to_have_text("Uwate (上手) resigns: shitate (下手) wins.")
    # The next game has the same handicap, unless another one is chosen.
    expect(setup(board).get_by_label("Handicap")).to_have_value("two")
    board.page.keyboard.press("Escape")


def test_the_rules_of_a_game_stand_beside_its_board(boards: Boards) -> None:
    board = boards.put("game: hasami\ntools: full\nplay: both")
    rules = board.root.locator(".banmen-rules")
    expect(rules).to_be_hidden()
    dialog = setup(board)
    expect(dialog.get_by_role("link", name="What these rules mean")).to_have_attribute("href", re.compile(r"hasami/#options$"))
    dialog.get_by_label("captures needed to win").select_option(label="eight men")
    dialog.get_by_label("moves without a capture until a draw").fill("60")
    start(dialog, board)
    expect(rules).to_contain_text("Captures needed to win: eight men. Moves without a capture until a draw: 60.")
    expect(rules.get_by_role("link", name="What these rules mean")).to_have_attribute("href", re.compile(r"hasami/#options$"))
    # And in the window of the next game, where they can be given up.
    dialog = setup(board)
    expect(dialog.get_by_label("captures needed to win")).to_have_value("8")
    dialog.get_by_label("captures needed to win").select_option(label="five men")
    dialog.get_by_label("moves without a capture until a draw").fill("100")
    start(dialog, board)
    expect(rules).to_be_hidden()


@pytest.mark.parametrize(("lang", "notation", "written"), [
    ("de", "local", ["B-7f", "B-3d", "Lx2b+"]),
    ("de", "western", ["P-7f", "P-3d", "Bx2b+"]),
    ("de", "japanese", ["☗７六歩", "☖３四歩", "☗２二角成"]),
    ("de", "usi", ["7g7f", "3c3d", "8h2b+"]),
])
def test_the_list_of_moves_speaks_the_readers_notation(boards: Boards, lang: str, notation: str, written: list[str]) -> None:
    board = boards.put(f"{BOTH}moves: 7g7f 3c3d", lang)
    board.button("Einstellungen").click()
    board.root.get_by_label("Zugliste").select_option(notation)
    board.button("Schließen").click()
    board.move("8h", "2b")
    board.dialog.get_by_role("button").first.press("Enter")
    board.expect_settled()
    expect(board.root.locator(".banmen-move[data-ply]")).to_have_text(written)
    # Whoever cannot read the signs hears the sentence.
    last = board.root.locator(".banmen-move[data-ply='3']")
    expect(last).to_have_attribute("title", re.compile("Läufer von 8h schlägt den Läufer auf 2b"))


def test_what_is_taken_back_can_be_played_again(boards: Boards) -> None:
    board = boards.put(BOTH)
    for origin, target in (("7g", "7f"), ("3c", "3d")):
        move(board, origin, target)
    for piece in ("3c", "7g"):
        board.button("Take back").click()
        expect(board.square(piece).locator("svg:not([hidden])")).to_have_count(1)
    expect(board.button("Take back")).to_be_hidden()
    for piece in ("7f", "3d"):
        board.button("One move forward").click()
        expect(board.square(piece).locator("svg:not([hidden])")).to_have_count(1)
    expect(board.live).to_have_text("Second player: pawn from 3c to 3d. The first player to move")


def test_a_record_of_time_rules_and_players_comes_back_with_the_page(boards: Boards, site_url: str) -> None:
    page = boards.context.new_page()
    page.goto(f"{site_url}play/dobutsu/")
    board = Board(page, page.locator("banmen-board"))
    dialog = setup(board)
    dialog.get_by_label("Time").select_option(label="60 seconds a move")
    dialog.get_by_label("try", exact=True).select_option("reach")
    start(dialog, board)
    move(board, "2c", "2b")
    expect(board.root.locator(".banmen-move[aria-current]")).to_have_attribute("data-ply", "2")
    page.reload()
    expect(board.root.locator(".banmen-move[aria-current]")).to_have_attribute("data-ply", "2")
    expect(board.root.get_by_role("timer", name="Time of the first player")).to_be_visible()
    expect(board.root.locator(".banmen-rules")).to_contain_text("Try: wins as soon as the lion arrives.")
    expect(player(board, "Second")).to_have_value("beginner")
    page.close()
