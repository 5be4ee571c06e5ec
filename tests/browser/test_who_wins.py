"""The verdict of the solved table on a board: what it fetches, what it says, and that a bad file never ends in a wrong answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from boards import Board, Boards
from playwright.sync_api import Browser, Route, expect

FILES = {path.name: path.read_bytes() for path in Path(__file__).with_name("solved").glob("*.bin")}
DIRECTORY = "dd605f3354068e23a08de55190232349fe5728b4c23a287db313fe72581d1d0b"
DOBUTSU = "game: dobutsu\ntools: full\nplay: both\n"

UNREACHABLE = "The solved table cannot be reached. Try again when the connection is back."


class Table:
    """Where the files of the table come from, and which were asked for; `answer` may be changed."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answer: Callable[[Route, bytes], None] = lambda route, data: route.fulfill(body=data)

    def __call__(self, route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        self.asked.append(name)
        self.answer(route, FILES[name])


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def boards(browser: Browser, site_url: str, table: Table) -> Iterator[Boards]:
    """An engine of their own, which has no file of the table yet."""
    boards = Boards(browser, site_url, viewport={"width": 1200, "height": 900})
    boards.context.route("**/solved-dobutsu/*.bin", table)
    yield boards
    boards.close()
    assert boards.wrong == []


def expect_verdict(board: Board, text: str) -> None:
    expect(board.root.locator(".banmen-verdict")).to_have_text(text)


@pytest.mark.parametrize(
    ("lang", "button", "verdict", "worth"),
    [
        ("en", "Who wins?", "The second player wins in 78 moves with best play.", "Loses in 76"),
        ("fr", "Qui gagne\u00a0?", "Avec le meilleur jeu, le second joueur gagne en 78 coups.", "Perd en 76"),
        ("sv", "Vem vinner?", "Andra spelaren vinner på 78 drag med bästa spel.", "Förlorar på 76"),
        ("de", "Wer gewinnt?", "Bei bestem Spiel gewinnt der zweite Spieler in 78 Zügen.", "Verliert in 76"),
    ],
)
def test_who_wins(boards: Boards, table: Table, lang: str, button: str, verdict: str, worth: str) -> None:
    board = boards.put(DOBUTSU, lang, DIRECTORY)
    assert table.asked == []
    board.button(button).click()
    expect_verdict(board, verdict)
    expect(board.root.locator(".banmen-worths li")).to_have_count(4)
    expect(board.root.locator(".banmen-worths li").last).to_contain_text(worth)
    expect(board.live).to_have_text(verdict)
    assert len(table.asked) == len(set(table.asked)) <= 12


def test_the_verdict_follows_the_game(boards: Boards) -> None:
    board = boards.put(DOBUTSU, table=DIRECTORY)
    board.button("Who wins?").click()
    board.root.locator(".banmen-worths").get_by_role("button", name="Cx2b").click()
    expect_verdict(board, "The second player wins in 75 moves with best play.")
    board.expect_empty("2c")
    board.button("Take back").click()
    expect_verdict(board, "The second player wins in 78 moves with best play.")
    board.button("Who wins?").click()
    expect(board.root.locator(".banmen-verdict")).to_have_count(0)


def missing(route: Route, data: bytes) -> None:
    route.fulfill(status=404)


def cut_off(route: Route, data: bytes) -> None:
    route.abort("internetdisconnected")


def changed(route: Route, data: bytes) -> None:
    route.fulfill(body=data[:-1] + bytes([data[-1] ^ 1]))


def shortened(route: Route, data: bytes) -> None:
    route.fulfill(body=data[: len(data) // 2])


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (missing, UNREACHABLE),
        (cut_off, UNREACHABLE),
        (changed, "A part of the solved table arrived damaged, so there is no verdict. Try once more."),
        (shortened, "A part of the solved table arrived damaged, so there is no verdict. Try once more."),
    ],
)
@pytest.mark.parametrize("part", ["directory", "block"])
def test_a_bad_file_is_no_verdict(
    boards: Boards, table: Table, fault: Callable[[Route, bytes], None], said: str, part: str
) -> None:
    whole = table.answer

    def answer(route: Route, data: bytes) -> None:
        is_directory = table.asked[-1].startswith(DIRECTORY[:20])
        (fault if is_directory is (part == "directory") else whole)(route, data)

    table.answer = answer
    board = boards.put(DOBUTSU, table=DIRECTORY)
    board.button("Who wins?").click()
    expect_verdict(board, said)
    expect(board.root.locator(".banmen-worths li")).to_have_count(0)
    table.answer = whole
    board.button("Who wins?").click()
    board.button("Who wins?").click()
    expect_verdict(board, "The second player wins in 78 moves with best play.")


def test_a_copy_of_the_site_without_the_table_says_so(boards: Boards) -> None:
    board = boards.put(DOBUTSU)
    board.button("Who wins?").click()
    expect_verdict(board, "The solved table is not part of this copy of the site.")


def test_other_rules_are_not_solved(boards: Boards) -> None:
    board = boards.put(DOBUTSU + "rules: try=reach\n", table=DIRECTORY)
    board.button("Who wins?").click()
    expect(board.root.locator(".banmen-verdict")).to_contain_text("The game was solved with the rule")


def test_the_perfect_player_answers_from_the_table(boards: Boards, table: Table) -> None:
    board = boards.put(DOBUTSU, table=DIRECTORY)
    board.root.get_by_label("Second player", exact=True).select_option("Computer, perfect")
    board.move("2c", "2b")
    board.expect_piece("2b", "e")  # the only move that wins
    expect(board.message).to_have_text("The first player to move")


def test_the_perfect_player_without_its_table_offers_to_try_again(boards: Boards, table: Table) -> None:
    whole, table.answer = table.answer, cut_off
    board = boards.put(DOBUTSU, table=DIRECTORY)
    board.root.get_by_label("Second player", exact=True).select_option("Computer, perfect")
    board.move("2c", "2b")
    expect(board.message).to_have_text(UNREACHABLE)
    table.answer = whole
    board.button("Try again").click()
    board.expect_piece("2b", "e")


def test_only_a_solved_game_has_a_perfect_player(boards: Boards) -> None:
    board = boards.put("game: shogi\ntools: full\nplay: both\n")
    assert "Computer, hard" in (options := board.root.locator(".banmen-player").first.locator("option").all_text_contents())
    assert "Computer, perfect" not in options
