"""The interface's hard cases after public bug reports (`cases/ui.jsonl`), each seen in a browser."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, quote

import pytest
from boards import Board, Boards, Tree, centre
from playwright.sync_api import Browser, Locator, expect
from table import cases

CASES = {case["id"]: case for case in cases("ui")}
SEEN: set[str] = set()

Test = Callable[..., None]


def case(name: str) -> Callable[[Test], Test]:
    """Says which row a test sees."""
    SEEN.add(name)
    return lambda test: test


def setup(name: str) -> dict[str, Any]:
    return dict(CASES[name]["setup"])


@pytest.fixture(scope="module")
def window(browser: Browser, site_url: str) -> Iterator[Boards]:
    boards = Boards(browser, site_url, viewport={"width": 1000, "height": 900})
    yield boards
    boards.close()


def fence(sfen: str, *lines: str) -> str:
    return "\n".join(("game: shogi", f"start: {sfen}", "play: both", *lines))


def pixels(place: Locator, *at: tuple[float, float]) -> list[list[int]]:
    """The colours that a reader sees at these places, each a share of the width and of the height."""
    picture = base64.b64encode(place.screenshot()).decode()
    found: list[list[int]] = place.page.evaluate(
        """async ([picture, at]) => {
          const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
          const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
          canvas.drawImage(image, 0, 0);
          return at.map(([x, y]) => [...canvas.getImageData(x * image.width, y * image.height, 1, 1).data.slice(0, 3)]);
        }""",
        [picture, [list(place) for place in at]],
    )
    return found


def differ(one: list[int], other: list[int]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > 90


@case("N-URL-01")
def test_a_shared_position_keeps_its_plus_signs(boards: Boards) -> None:
    sfen = setup("N-URL-01")["sfen"]
    board = boards.put(fence(sfen))
    shared, read = board.page.evaluate(
        """async (start) => {
          const {pack, unpack} = await import(new URL("link.mjs", document.querySelector('script[src$="board.mjs"]').src));
          const packed = await pack({record: {game: "shogi", start, moves: []}, ply: 0, bottom: "b"});
          const decoded = new URLSearchParams(`g=${packed}`).get("g");
          return [packed, (await unpack(decoded)).record.start];
        }""",
        sfen,
    )
    assert quote(shared, safe="") == shared  # nothing in it that a form decoder would change
    assert parse_qs(f"g={shared}")["g"] == [shared]
    assert read == CASES["N-URL-01"]["expected"]["round_trip_equals"]
    assert CASES["N-URL-01"]["expected"]["encoded_contains"] in quote(sfen)


@case("UI-01")
def test_a_drop_needs_no_dragging(browser: Browser, site_url: str) -> None:
    phone = Boards(browser, site_url, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    board = phone.put(fence(setup("UI-01")["sfen"]))
    pawn = board.held("P")
    pawn.tap()
    expect(pawn).to_have_attribute("aria-pressed", "true")
    board.page.wait_for_timeout(400)  # or the two taps would be one double tap
    pawn.tap()
    expect(pawn).to_have_attribute("aria-pressed", "false")
    expect(board.square("5e")).to_have_attribute("data-state", "")
    board.page.wait_for_timeout(400)
    pawn.tap()
    board.square("5e").tap()
    board.expect_piece("5e", "P")
    expect(pawn).to_be_hidden()
    phone.close()
    assert phone.wrong == []


def by_taps(board: Board, origin: str, target: str) -> None:
    board.move(origin, target)


def by_drag(board: Board, origin: str, target: str) -> None:
    board.drag(origin, target)


def by_keys(board: Board, origin: str, target: str) -> None:
    board.square(origin).focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        board.page.keyboard.press(key)


@case("UI-02")
@pytest.mark.parametrize("play", [by_taps, by_drag, by_keys])
def test_the_choice_to_promote_comes_with_every_way_of_moving(boards: Boards, play: Callable[[Board, str, str], None]) -> None:
    origin, target = setup("UI-02")["move"].split(" to ")
    for name, symbol in (("Promote", "+S"), ("Do not promote", "S")):
        board = boards.put(fence(setup("UI-02")["sfen"]))
        play(board, origin, target)
        expect(board.dialog).to_have_accessible_name("Promote the silver general?")
        at, (x, y) = board.dialog.bounding_box(), centre(board.square(target))
        assert at is not None
        assert at["x"] < x < at["x"] + at["width"]
        assert at["y"] < y < at["y"] + at["height"]
        if play is by_keys:
            board.page.keyboard.press("Enter" if symbol == "+S" else "ArrowRight")
            board.page.keyboard.press("Enter") if symbol == "S" else None
        else:
            board.page.wait_for_timeout(400)  # a tap right after the one that asked is its other half
            board.button(name).click()
        board.expect_piece(target, symbol)
        board.expect_settled()
    for cancel in (lambda page: page.keyboard.press("Escape"), lambda page: page.mouse.click(5, 300)):
        board = boards.put(fence(setup("UI-02")["sfen"]))
        play(board, origin, target)
        expect(board.dialog).to_be_visible()
        cancel(board.page)
        expect(board.dialog).to_have_count(0)
        board.expect_piece(origin, "S")


@case("UI-03")
def test_a_promotion_without_a_choice_asks_nothing(boards: Boards) -> None:
    board = boards.put(fence(setup("UI-03")["sfen"]))
    board.move(*setup("UI-03")["move"].split(" to "))
    board.expect_piece("5a", "+P")
    expect(board.dialog).to_have_count(0)
    expect(board.live).to_contain_text("promotes")


@case("UI-04")
def test_turning_the_board_turns_everything(boards: Boards) -> None:
    board = boards.put(fence("4k4/9/9/9/9/9/4P4/9/4K4 b Pg 1"))

    def seen() -> dict[str, Any]:
        return {
            "files": board.root.locator(".banmen-files text").all_text_contents(),
            "ranks": board.root.locator(".banmen-ranks text").all_text_contents(),
            "sides": [side.get_attribute("data-color") for side in board.root.locator(".banmen-side > .banmen-mark").all()],
            "top pawn": board.held("P").bounding_box()["y"] < board.grid.bounding_box()["y"],  # type: ignore[index]
            "top gold": board.held("G", "w").bounding_box()["y"] < board.grid.bounding_box()["y"],  # type: ignore[index]
            "faces": [board.square(name).locator("svg").get_attribute("data-faces") for name in ("5a", "5i", "5g")],
        }

    before = seen()
    names = {name: board.square(name).get_attribute("aria-label") for name in ("5a", "5g", "1a", "9i")}
    first = on_board(board, "1a")
    board.button("Turn the board").click()
    assert before["files"] == list("987654321")
    assert before["sides"] == ["w", "b"]
    assert before["faces"] == ["far", "near", "near"]
    assert seen() == {
        "files": before["files"][::-1],
        "ranks": before["ranks"][::-1],
        "sides": ["b", "w"],
        "top pawn": True,
        "top gold": False,
        "faces": ["near", "far", "far"],
    }
    # Squares keep their names, wherever they are now.
    assert names == {name: board.square(name).get_attribute("aria-label") for name in names}
    assert on_board(board, "9i") == pytest.approx(first, abs=1)


def on_board(board: Board, square: str) -> tuple[float, float]:
    """Where a square is, whatever has been scrolled."""
    (x, y), (left, top) = centre(board.square(square)), centre(board.grid)
    return x - left, y - top


@case("UI-05")
def test_files_count_from_the_right_and_ranks_from_the_top(boards: Boards) -> None:
    board = boards.put("game: shogi\nplay: both")
    x, y = centre(board.square(CASES["UI-05"]["expected"]["top_right"]))
    for square in (centre(place) for place in board.grid.get_by_role("gridcell").all()):
        assert square[0] <= x + 1
        assert square[1] >= y - 1
    assert board.root.locator(".banmen-files text").all_text_contents() == list("987654321")
    assert board.root.locator(".banmen-ranks text").all_text_contents() == list("abcdefghi")


@case("UI-06")
@pytest.mark.parametrize(("lang", "standing"), [
    ("en", "Uwate (上手) to move"),
    ("fr", "À uwate (上手) de jouer"),
    ("sv", "Uwate (上手) är vid draget"),
    ("de", "Uwate (上手) ist am Zug"),
])
def test_a_handicap_names_the_sides_and_the_stronger_one_begins(boards: Boards, lang: str, standing: str) -> None:
    two = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    board = boards.put(fence(two), lang)
    assert [side.inner_text() for side in board.root.locator(".banmen-side").all()] == setup_labels()
    expect(board.message).to_have_text(standing)
    board.move("4a", "3b", "w")
    expect(board.message).to_contain_text("hitate (下手)")
    expect(board.live).to_contain_text("wate (上手)")
    assert "(上手)" in str(board.square("3b").get_attribute("aria-label"))


@case("UI-06")
def test_the_computer_begins_where_it_is_the_stronger_side(boards: Boards) -> None:
    two = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    board = boards.put(f"game: shogi\nstart: {two}\nplay: computer\nlevel: beginner\ncolor: first")
    expect(board.live).to_contain_text("Uwate (上手): ")
    expect(board.message).to_have_text("Shitate (下手) to move")


def setup_labels() -> list[str]:
    return list(CASES["UI-06"]["expected"]["labels"])


@case("UI-07")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_filled_mark_is_the_first_players(boards: Boards, scheme: str) -> None:
    boards.page().emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    board = boards.put("game: shogi\nplay: both")
    expect(board.page.locator("body")).to_have_attribute("data-md-color-scheme", {"light": "default", "dark": "slate"}[scheme])
    marks = board.root.locator(":is(.banmen-side, .banmen-message) > .banmen-mark").all()
    assert [mark.get_attribute("data-color") for mark in marks] == ["w", "b", "b"]
    for mark in marks:
        mark.evaluate("mark => { mark.style.fontSize = '60px'; mark.style.flex = 'none'; }")  # to have pixels enough
        middle, rim, beside = pixels(mark, (0.5, 0.55), (0.5, 0.95), (0.02, 0.05))
        assert differ(rim, beside), "the shape can be seen"
        assert differ(middle, beside) == (mark.get_attribute("data-color") == "b")
    boards.page().emulate_media(color_scheme="light")


@case("UI-08")
@pytest.mark.parametrize(("lang", "rule"), [
    ("en", "Pawn-drop mate (uchifuzume)"), ("fr", "Mat par parachutage de pion (uchifuzume)"),
    ("sv", "uchifuzume"), ("de", "Uchifuzume"),
])
def test_a_refused_move_names_the_rule(boards: Boards, lang: str, rule: str) -> None:
    board = boards.put(fence(setup("UI-08")["sfen"]), lang)
    board.move("P*", "1b")
    expect(board.message).to_contain_text(rule)
    expect(board.live).to_contain_text(rule)
    expect(board.rule).to_have_attribute("href", re.compile(r"#pawn_drop_mate$"))
    board.expect_empty("1b")
    expect(board.held("P")).to_be_visible()
    expect(board.square("1a")).to_have_attribute("data-state", re.compile("proof"))


@case("UI-09")
def test_a_side_without_a_king_can_still_drop(boards: Boards) -> None:
    board = boards.put(fence(setup("UI-09")["sfen"]))
    board.move("B*", "1a")
    board.expect_settled()
    board.move("2b", "1a")
    expect(board.message).to_have_text("The first player to move")
    for kind in ("R", "G"):
        board.held(kind).click()
        expect(board.held(kind)).to_have_attribute("aria-pressed", "true")
        assert board.root.locator('[data-state~="target"]').count() > 50


@case("UI-10")
def test_everything_has_a_name_and_moves_can_be_typed(boards: Boards) -> None:
    board = boards.put(fence("4k4/9/9/9/4p4/9/4P4/9/4K4 b 2P 1"))
    labels = [place.get_attribute("aria-label") for place in board.grid.get_by_role("gridcell").all()]
    assert len(labels) == 81
    assert {"5g, pawn, first player", "5e, pawn, second player", "3c, empty"} <= set(labels)
    expect(board.held("P")).to_have_accessible_name("Pawn in hand, 2, first player")
    board.square("5g").focus()
    assert Tree(board.page).focused()["role"] == "gridcell"
    board.button("In words").click()
    box = board.root.get_by_role("textbox", name="Type a move")
    expect(box).to_be_focused()
    for typed, said in (
        ("7g7f", "There is no piece on 7g"),
        ("5g5f", "First player: pawn from 5g to 5f."),
        ("P-5f", "takes pawn on 5f"),
    ):
        box.fill(typed)
        box.press("Enter")
        expect(board.live).to_contain_text(said)
    box.fill("２二歩打")
    box.press("Enter")
    expect(board.live).to_contain_text("pawn dropped on 2b")
    expect(board.square("2b")).to_have_accessible_name("2b, pawn, first player, last move")
    box.fill("nonsense")
    box.press("Enter")
    expect(board.live).to_contain_text("“nonsense” is not a move")
    expect(board.root.get_by_role("region", name="The position in words")).to_contain_text("Second player: king 5a and pawn 5f.")


@case("UI-11")
@pytest.mark.parametrize(("lang", "said"), [
    ("en", "The second player has no legal move left, and that loses: the first player wins."),
    ("fr", "Le second joueur n’a plus aucun coup légal et perd pour cette raison"),
    ("sv", "Andra spelaren"),
    ("de", "Der zweite Spieler"),
])
def test_a_side_without_a_move_is_said_to_lose(boards: Boards, lang: str, said: str) -> None:
    board = boards.put(fence(setup("UI-11")["sfen"]), lang)
    expect(board.message).to_contain_text(said)


@case("UI-12")
@pytest.mark.parametrize(("sfen", "last"), [
    ("", ["2h3h", "8b7b", "3h2h", "7b8b"]),
    ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", ["8b7b", "2h3h", "7b8b", "3h2h"]),
], ids=["completed by the second player", "completed by the first player"])
def test_the_fourth_repetition_ends_the_game(boards: Boards, sfen: str, last: list[str]) -> None:
    shuffle = (last * 3)[:-1]
    start = f"start: {sfen}\n" if sfen else ""
    board = boards.put(f"game: shogi\n{start}moves: {' '.join(shuffle)}\nplay: both")
    color = "w" if last[-1] == "7b8b" else "b"
    board.move(last[-1][:2], last[-1][2:], color)
    expect(board.message).to_have_text("The same position has come back too often: the game is a draw.")
    expect(board.live).to_contain_text("the game is a draw")
    board.move("7g", "7f")
    board.expect_empty("7f")
    expect(board.message).to_contain_text("The game is over.")


def test_every_case_is_seen() -> None:
    assert set(CASES) == SEEN
