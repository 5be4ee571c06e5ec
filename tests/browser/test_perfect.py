"""The perfect player where the large table cannot be had: it plays from the pocket table, without a network too."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from boards import PUT, Board, Boards
from playwright.sync_api import Browser, Page, Route, expect
from releases import hosted
from test_offline import KEPT, read
from test_who_wins import DIRECTORY, DOBUTSU, UNREACHABLE, Table, changed, cut_off, missing

from banmen import sfen
from banmen.fence import parse_fence
from banmen.games.dobutsu import DOBUTSU as GAME
from banmen.oracle.pocket import Pocket
from banmen.position import Position
from banmen.usi import format_move
from banmen_mkdocs import hashed
from banmen_mkdocs.bundled import POCKETS
from banmen_mkdocs.fence import Place, Solved, render

POCKET = POCKETS["dobutsu"].read_bytes()

WON = "+c1G/e1l/3/L1c w Eg 1"
"""The second player wins in nine moves by a single one, whatever the first player does."""


class PocketFile:
    """Where the pocket table comes from; `answer` may be changed."""

    def __init__(self) -> None:
        self.asked = 0
        self.answer: Callable[[Route, bytes], None] = lambda route, data: route.fulfill(body=data)

    def __call__(self, route: Route) -> None:
        self.asked += 1
        self.answer(route, POCKET)


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def pocket() -> PocketFile:
    return PocketFile()


@pytest.fixture
def boards(browser: Browser, site_url: str, table: Table, pocket: PocketFile) -> Iterator[Boards]:
    """An engine of their own, which has no table yet."""
    boards = Boards(browser, site_url, viewport={"width": 1200, "height": 900})
    boards.context.route("**/solved-dobutsu/*.bin", table)
    boards.context.route("**/pocket-*/*.bin", pocket)
    yield boards
    boards.close()
    assert boards.wrong == []


def let_it_play(board: Board, side: str = "Second player") -> None:
    board.root.get_by_label(side, exact=True).select_option("Computer, perfect")


def test_the_large_table_is_enough(boards: Boards, pocket: PocketFile) -> None:
    board = boards.put(DOBUTSU, table=DIRECTORY, pocket=True)
    let_it_play(board)
    board.move("2c", "2b")
    board.expect_piece("2b", "e")
    assert pocket.asked == 0


@pytest.mark.parametrize("fault", [missing, cut_off, changed])
def test_the_pocket_table_stands_in(
    boards: Boards, table: Table, pocket: PocketFile, fault: Callable[[Route, bytes], None]
) -> None:
    table.answer = fault
    board = boards.put(DOBUTSU, table=DIRECTORY, pocket=True)
    let_it_play(board)
    board.move("2c", "2b")
    board.expect_piece("2b", "e")  # the only move that wins
    expect(board.message).to_have_text("The first player to move")
    # What could not be had is left alone for a while, and what is here is not fetched again.
    asked = len(table.asked)
    board.move("1d", "1c")
    expect(board.message).to_have_text("The first player to move")
    assert len(table.asked) == asked
    assert pocket.asked == 1


def test_it_plays_where_there_is_no_large_table(boards: Boards, table: Table) -> None:
    board = boards.put(DOBUTSU, pocket=True)
    let_it_play(board)
    board.move("2c", "2b")
    board.expect_piece("2b", "e")
    assert table.asked == []


@pytest.mark.parametrize(
    ("fault", "said"),
    [(cut_off, UNREACHABLE), (changed, "A part of the solved table arrived damaged, so there is no verdict. Try once more.")],
)
def test_without_any_table_it_says_so_and_tries_again(
    boards: Boards, table: Table, pocket: PocketFile, fault: Callable[[Route, bytes], None], said: str
) -> None:
    whole, table.answer, pocket.answer = pocket.answer, cut_off, fault
    board = boards.put(DOBUTSU, table=DIRECTORY, pocket=True)
    let_it_play(board)
    board.move("2c", "2b")
    expect(board.message).to_have_text(said)
    pocket.answer = whole
    board.button("Try again").click()
    board.expect_piece("2b", "e")


def test_there_is_no_perfect_player_without_a_table(boards: Boards) -> None:
    board = boards.put(DOBUTSU)
    assert "Computer, perfect" not in board.root.locator(".banmen-player").first.locator("option").all_text_contents()


def put(page: Page, fence: str) -> Board:
    """A board whose large table is named and not there."""
    parsed = parse_fence(f"{fence}\ncaption: A board")
    solved = {"dobutsu": Solved(hashed.solved("dobutsu"), DIRECTORY, hashed.pocket("dobutsu"))}
    page.evaluate(PUT, render(parsed, Place("en", "./", hashed.pieces(), {}, solved)))
    page.locator("banmen-board[data-live]").wait_for()
    return Board(page, page.locator("banmen-board"))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_language_that_was_kept_brings_the_perfect_player(built_site: Path, browser: Browser, seed: int) -> None:
    context = browser.new_context()
    page = context.new_page()
    with hosted(built_site) as host:
        read(page, host.url)
        assert not [url for url in page.evaluate(KEPT) if "/pocket-" in url]
        choice = page.locator("banmen-offline")
        choice.get_by_role("button").click()
        expect(choice.get_by_text("work without a connection")).to_be_visible(timeout=60_000)
        assert [url for url in page.evaluate(KEPT) if "/pocket-" in url] == [host.url + hashed.pocket("dobutsu")[0]]
        host.is_cut = True
        context.set_offline(True)
        page.goto(host.url)
        board = put(page, f"{DOBUTSU}start: {WON}\n")
        let_it_play(board)
        rng, table, position = random.Random(seed), Pocket(POCKET), sfen.parse(WON, GAME)
        plies = 0
        while position.outcome() is None:
            if position.turn == 1:
                move = table.move(position)
            else:
                # Whoever makes no gift: a move that does not lose at once, if there is one.
                safe = [m for m in position.legal_moves if (after := position.play(m)).outcome() is None and not at_once(after)]
                move = rng.choice(safe or list(position.legal_moves))
                usi = format_move(move, GAME)
                board.move(usi[:2], usi[2:4])
            position, plies = position.play(move), plies + 1
            target = format_move(move, GAME)[2:4]
            expect(board.square(target)).to_have_attribute("data-state", "last")
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner == 1
        assert plies <= 9
        expect(board.message).to_contain_text("second player")
    context.close()


def at_once(position: Position) -> bool:
    """Whether the side to move can end the game."""
    return any(position.play(move).outcome() is not None for move in position.legal_moves)
