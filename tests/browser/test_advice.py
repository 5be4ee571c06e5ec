"""What the computer says of a game: a hint with its reasons, the chances move by move, and where most was lost."""

from __future__ import annotations

import re

import pytest
from boards import Boards
from playwright.sync_api import expect

# A bishop given away on the third move.
LOST_BISHOP = "game: shogi\ntools: full\nplay: both\nmoves: 7g7f 3c3d 8h5e 2b5e\n"

# One gold drop mates, behind a pawn on 5c.
MATE = "game: shogi\ntools: full\nplay: both\nstart: 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\n"


def test_the_move_that_cost_most_is_named(boards: Boards) -> None:
    board = boards.put(LOST_BISHOP)
    board.button("Analyse").click()
    turn = board.root.locator(".banmen-turns li").first
    expect(turn).to_have_text(re.compile(r"^Move 3, B-5e: chances down from \d+\s?% to \d+\s?%\. Better: \S+\.$"), timeout=60_000)
    expect(board.root.locator(".banmen-verdict")).to_have_text(re.compile("^The second player "))
    expect(board.root.locator(".banmen-graph")).to_have_accessible_name("Winning chances, move by move. Above: first player")
    turn.get_by_role("button").click()
    board.expect_settled()
    board.expect_piece("8h", "B")
    expect(board.root.locator(".banmen-verdict")).to_have_text("The position is about even.")


def test_a_click_on_the_graph_goes_to_that_move(boards: Boards) -> None:
    board = boards.put(LOST_BISHOP)
    board.button("Analyse").click()
    expect(board.root.locator(".banmen-turns li").first).to_be_visible(timeout=60_000)
    graph = board.root.locator(".banmen-graph")
    graph.click(position={"x": 2, "y": 20})
    board.expect_settled()
    expect(board.root.locator(".banmen-move[aria-current]")).to_have_text("Start")


@pytest.mark.parametrize(
    ("lang", "button", "said"),
    [
        ("en", "Hint", "Hint: drop a gold general on 5b. "),
        ("fr", "Indice", "Indice\u00a0: général d’or à parachuter en 5b. "),
        ("sv", "Ledtråd", "Ledtråd: släpp en guldgeneral på 5b. "),
        ("de", "Tipp", "Tipp: Goldgeneral auf 5b einsetzen. "),
    ],
)
def test_a_hint_says_what_and_why(boards: Boards, lang: str, button: str, said: str) -> None:
    board = boards.put(MATE, lang)
    board.button(button).click()
    expect(board.message).to_have_text(re.compile(f"^{re.escape(said)}.*mat"), timeout=60_000)
    expect(board.square("5b")).to_have_attribute("data-state", "marked")
    expect(board.live).to_have_text(re.compile(f"^{re.escape(said)}"))


# The engine hears of a hint only when the move is made.
LATE = """() => {
  window.quick = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (line) {
    if (line.includes('"method":"hint"')) window.late = () => quick.call(this, line);
    else quick.call(this, line);
  };
}"""


def test_a_hint_is_overtaken_by_a_move(boards: Boards) -> None:
    board = boards.put("game: shogi\ntools: full\nplay: both\n")
    board.page.evaluate(LATE)
    board.button("Hint").click()
    board.page.wait_for_function("'late' in window")
    board.move("7g", "7f")
    board.expect_settled()
    expect(board.message).to_have_text("The second player to move")
    board.page.evaluate("() => { late(); Worker.prototype.postMessage = quick; }")
    board.move("3c", "3d", "w")
    board.expect_settled()
    expect(board.message).to_have_text("The first player to move")
    expect(board.button("Stop thinking")).to_be_hidden()
