"""Tasks: what solves them, what does not, and pages that count them."""

import json
import re

import pytest
from boards import HOMES, Board, Boards
from playwright.sync_api import BrowserContext, Page, expect

from banmen_mkdocs.bundled import ASSETS

# Mate in three. At the second move the gold general mates at once, the silver general much later.
MATE = "game: shogi\nstart: 8k/9/4+R4/9/9/9/9/9/9 b GSr2b3g3s4n4l18p 1\nplay: task\ntask: mate 3"
WIN = "game: dobutsu\nstart: 1l1/1G1/3/1L1 b - 1\nplay: task\ntask: win 1"
LIST = "game: shogi\nstart: 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\nplay: task\ntask: G*5b"

LESSON = "shogi/first-steps/"


def say(lang: str, key: str, **args: object) -> str:
    text: str = json.loads((ASSETS / "words" / f"{lang}.json").read_text("utf-8"))["ui"][key]
    return text.format(**args)


@pytest.mark.parametrize("lang", HOMES)
def test_a_mate_is_played_out_against_the_best_defence(window: Boards, lang: str) -> None:
    board = window.put(MATE, lang)
    asked: str = say(lang, "task_mate", plies=3, color=type("Side", (), {"the": "|", "the_acc": "|"})).partition("|")[0]
    expect(board.message).to_contain_text(asked)
    board.move("5c", "5a")
    expect(board.message).to_have_text(say(lang, "task_unproven"))
    board.expect_piece("5c", "+R")
    board.move("5c", "5d")
    expect(board.message).to_have_text(say(lang, "task_no_check"))
    board.move("5c", "1c")
    expect(board.message).to_have_text(say(lang, "task_on"))
    board.expect_piece("2a", "k")
    board.move("G*", "2b")
    expect(board.message).to_contain_text(say(lang, "task_solved"))
    assert window.wrong == []


def test_a_slower_mate_is_accepted_and_called_so(window: Boards) -> None:
    board = window.put(MATE)
    board.move("5c", "1c")
    board.expect_piece("2a", "k")
    board.move("S*", "2b")
    expect(board.message).to_have_text(say("en", "task_on_slower"))
    board.expect_piece("3b", "k")
    # Whoever takes it back may try the faster way.
    board.button(say("en", "take_back")).click()
    board.button(say("en", "take_back")).click()
    board.move("G*", "2b")
    expect(board.message).to_contain_text(say("en", "task_solved_slower"))


def test_a_check_that_lets_the_king_escape_shows_how(window: Boards) -> None:
    board = window.put("game: shogi\nstart: 7nk/9/7G1/9/9/9/9/9/4K4 b GP 1\nplay: task\ntask: mate 1")
    board.move("2c", "2b")
    expect(board.message).to_have_text(say("en", "task_mate_escapes"))
    expect(board.square("2b")).to_have_attribute("data-state", re.compile("proof"))


def test_a_win_without_check(window: Boards) -> None:
    board = window.put(WIN)
    board.move("2b", "3b")
    expect(board.message).to_have_text(say("en", "task_win_escapes"))
    board.move("2b", "2a")
    expect(board.message).to_contain_text(say("en", "task_solved"))


def test_one_of_the_moves_of_the_page(window: Boards) -> None:
    board = window.put(LIST)
    board.move("G*", "4b")
    expect(board.message).to_have_text(say("en", "task_wrong"))
    board.expect_empty("4b")
    board.move("G*", "5b")
    expect(board.message).to_contain_text(say("en", "task_solved"))


def test_a_task_is_solved_with_the_keyboard(window: Boards) -> None:
    board = window.put(LIST)
    board.held("G").focus()
    board.page.keyboard.press("Enter")
    board.square("5b").focus()
    board.page.keyboard.press("Enter")
    expect(board.message).to_contain_text(say("en", "task_solved"))
    expect(board.live).to_contain_text(say("en", "task_solved"))


def test_the_board_can_be_left_while_the_answer_is_on_its_way(window: Boards) -> None:
    board = window.put(MATE)
    board.move("5c", "1c")
    expect(board.message).to_have_text(say("en", "task_on"))
    board.button(say("en", "reset")).click()
    board.expect_piece("5c", "+R")
    board.page.wait_for_timeout(600)
    board.expect_piece("1a", "k")


def tasks(page: Page) -> int:
    count = "[...document.querySelectorAll('banmen-board script')].filter((s) => JSON.parse(s.text).play === 'task').length"
    return int(page.evaluate(count))


def first_task(page: Page) -> tuple[Board, str]:
    """The first board of a page that lists its solutions, and one of them."""
    boards = page.locator("banmen-board")
    for number in range(boards.count()):
        config = json.loads(boards.nth(number).locator("script").text_content() or "")
        if config["task"]:
            return Board(page, boards.nth(number)), str(config["task"][0])
    raise AssertionError("no task on this page")


def solve(page: Page) -> None:
    page.locator("banmen-board[data-live]").first.wait_for()
    board, move = first_task(page)
    origin = f"{move[0]}*" if move[1] == "*" else move[:2]
    board.move(origin, move[2:4])
    if move.endswith("+") and board.dialog.is_visible():
        board.dialog.get_by_role("button").first.click()
    expect(board.message).to_contain_text(say("en", "task_solved"))


def test_a_lesson_counts_and_remembers(context: BrowserContext, site_url: str) -> None:
    page = context.new_page()
    page.goto(site_url + LESSON)
    lesson = page.locator(".banmen-lesson")
    total = tasks(page)
    expect(lesson).to_contain_text(say("en", "lesson_count", n=0, all=total))
    solve(page)
    expect(lesson).to_contain_text(say("en", "lesson_count", n=1, all=total))
    expect(page.locator("figcaption .banmen-done")).to_have_count(1)
    page.goto(site_url + "sv/" + LESSON)
    expect(lesson).to_contain_text(say("sv", "lesson_count", n=1, all=total))
    lesson.get_by_role("link", name=say("sv", "lesson_next")).click()
    expect(page).to_have_url(f"{site_url}sv/{LESSON}#task-2")
    lesson.get_by_role("button", name=say("sv", "lesson_over")).click()
    expect(lesson).to_contain_text(say("sv", "lesson_count", n=0, all=total))
    expect(page.locator("figcaption .banmen-done")).to_have_count(0)


# What stands where solved tasks are kept, and whether that is a reason to say something.
STORED = [("[]", False), ("not JSON", False), ('{"a": 1}', False), ('[1, null, "shogi"]', False), (None, True)]


@pytest.mark.parametrize(("stored", "is_told"), STORED)
def test_a_lesson_lives_with_any_storage(context: BrowserContext, site_url: str, stored: str | None, is_told: bool) -> None:
    page = context.new_page()
    full = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
    page.add_init_script(full if stored is None else f"localStorage.setItem('banmen solved', {json.dumps(stored)})")
    page.goto(site_url + LESSON)
    solve(page)
    total = tasks(page)
    lesson = page.locator(".banmen-lesson")
    expect(lesson).to_contain_text(say("en", "lesson_count", n=1, all=total))
    assert (say("en", "lesson_unkept") in lesson.inner_text()) == is_told
