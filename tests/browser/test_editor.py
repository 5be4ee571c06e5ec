"""Setting up a position by hand: with mouse and keys, and what is wrong with it afterwards."""

from __future__ import annotations

from boards import Board, Boards
from playwright.sync_api import expect

DOBUTSU = "game: dobutsu\ntools: full\nplay: both\n"
SHOGI = "game: shogi\ntools: full\nplay: both\n"


def edit(board: Board) -> None:
    board.button("New game").click()
    board.page.get_by_role("button", name="Set up a position").click()
    expect(board.root.get_by_role("group", name="Set up a position")).to_be_visible()


def done(board: Board) -> None:
    board.button("Done").click()
    expect(board.root.get_by_role("group", name="Set up a position")).to_have_count(0)
    board.expect_settled()


def test_pieces_go_where_they_are_put(boards: Boards) -> None:
    board = boards.put(DOBUTSU)
    edit(board)
    said = "Tap a piece, then its square. If the square is taken, the two change places."
    expect(board.message).to_have_text(f"{said} The first player to move.")
    board.move("2c", "1c")  # to an empty square
    board.move("3d", "2d")  # the elephant and the lion change places
    board.square("2b").click()
    board.button("In hand: first player").click()
    board.square("3a").click()
    board.button("Give it to the other side").click()
    board.square("3a").click()
    board.button("Other side to move").click()
    done(board)
    for square, symbol in {"1c": "C", "2d": "E", "3d": "L", "3a": "G", "2a": "l"}.items():
        board.expect_piece(square, symbol)
    board.expect_empty("2b")
    expect(board.held("C", "b")).to_be_visible()
    expect(board.message).to_have_text("The second player to move. The lion on 2a is under attack")
    board.move("2a", "3a")
    board.expect_settled()
    expect(board.held("G", "w")).to_be_visible()


def test_what_lies_in_a_hand_comes_back_promoted(boards: Boards) -> None:
    board = boards.put(DOBUTSU + "moves: 2c2b 2a2b\n")
    edit(board)
    board.move("C*", "3b", "w")
    board.square("3b").press("Enter")  # a second tap so soon would be one too many
    board.button("Promote or not").click()
    done(board)
    board.expect_piece("3b", "+c")
    expect(board.held("C", "w")).to_be_hidden()


def test_a_position_that_cannot_be_played_says_why(boards: Boards) -> None:
    board = boards.put(SHOGI)
    edit(board)
    board.move("1g", "2f")
    done(board)
    expect(board.message).to_contain_text("This position cannot be played")
    board.expect_piece("2f", "P")


def test_cancelling_leaves_the_game_as_it_was(boards: Boards) -> None:
    board = boards.put(SHOGI + "moves: 7g7f\n")
    edit(board)
    board.move("7f", "7e")
    board.button("Cancel").click()
    board.expect_piece("7f", "P")
    board.expect_empty("7e")
    board.move("3c", "3d", "w")
    board.expect_settled()
    board.expect_piece("3d", "p")


def test_with_keys_alone(boards: Boards) -> None:
    board = boards.put(DOBUTSU)
    edit(board)
    board.square("2c").focus()
    for key in ("Enter", "ArrowRight", "Enter"):
        board.page.keyboard.press(key)
    expect(board.live).to_have_text("1c, chick, first player")
    board.page.keyboard.press("Enter")
    board.button("In hand: second player").press("Enter")
    expect(board.live).to_have_text("Chick in hand, 1, second player")
    board.button("Done").press("Enter")
    board.expect_settled()
    board.expect_empty("1c")
    expect(board.held("C", "w")).to_be_visible()
