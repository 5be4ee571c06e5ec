"""Links and memory: a game in the address, in any language; hostile addresses; games that the browser keeps, or cannot keep."""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from boards import Board, Boards
from playwright.sync_api import Browser, BrowserContext, Page, expect

from banmen.game import Game
from banmen.games import load
from banmen.usi import format_move

PLAY = "play/dobutsu/"
FENCE = "game: dobutsu\ntools: full\nplay: both"


@pytest.fixture
def shown(window: Boards) -> Iterator[Board]:
    yield window.put(FENCE)
    assert window.wrong == []


@pytest.fixture
def opened(page: Page, site_url: str) -> Page:
    """A play page, with people on both sides."""
    page.goto(site_url + PLAY)
    board(page)
    player = page.get_by_role("combobox", name="Second player")
    expect(player).not_to_have_value("")
    player.select_option("")
    return page


def board(page: Page, nth: int = 0) -> Board:
    root = page.locator("banmen-board").nth(nth)
    expect(root).to_have_attribute("data-live", "")
    return Board(page, root)


def play_on(shown: Board) -> Board:
    """The first player's chick takes the second's, and the address says so."""
    shown.move("2c", "2b")
    shown.expect_settled()
    expect_played(shown)
    expect(shown.page).to_have_url(re.compile(r"#g=1z?\.[\w-]+$"))
    return shown


def open_address(page: Page, fragment: str) -> None:
    page.evaluate("fragment => { location.hash = fragment; }", fragment)


def expect_played(shown: Board) -> None:
    shown.expect_piece("2b", "C")
    shown.expect_empty("2c")
    shown.expect_settled()


def test_a_link_opens_in_another_language_at_the_same_point(opened: Page, site_url: str, context: BrowserContext) -> None:
    shown = play_on(board(opened))
    shown.move("2a", "2b")
    shown.expect_settled()
    shown.button("Take back").click()
    expect_played(shown)
    shown.button("Share").click()
    address = opened.get_by_role("textbox", name="Link")
    link = address.input_value()
    other = context.new_page()
    other.goto(link.replace(f"{site_url}{PLAY}", f"{site_url}sv/{PLAY}"))
    expect_played(board(other))
    expect(other.locator(".banmen-move[aria-current]")).to_have_attribute("data-ply", "1")
    expect(other.locator(".banmen-move")).to_have_count(3)
    other.locator(".md-select__link[hreflang=fr]").dispatch_event("click")
    other.wait_for_url(re.compile(r"/fr/play/dobutsu/#g="))
    expect_played(board(other))


def test_a_board_in_a_rules_page_has_a_link_too(page: Page, site_url: str) -> None:
    page.goto(f"{site_url}fr/dobutsu/")
    games = page.locator("banmen-board script").evaluate_all(
        "all => all.map(one => JSON.parse(one.textContent)).map(({play, view}) => [play, view.moves[0]])"
    )
    nth = next(index for index, (play, move) in enumerate(games) if index and play != "task" and move and move[1] != "*")
    shown = board(page, nth)
    expect(shown.button("Partager")).to_have_count(0)
    before, move = page.url, games[nth][1]
    shown.move(move[:2], move[2:4])
    if shown.dialog.count():
        shown.dialog.get_by_role("button").first.click()
    shown.expect_settled()
    shown.button("Partager").click()
    link = page.get_by_role("textbox", name="Lien").input_value()
    assert page.url == before, "such a page leaves its address alone"
    page.goto("about:blank")
    page.goto(link.replace("/fr/", "/de/"))
    expect(board(page, nth).square(move[2:4])).to_have_attribute("data-state", re.compile("last"))


HOSTILE = {
    "nothing": ("#g=", "damaged"),
    "cut off": ("#g=1.AB", "damaged"),
    "signs": ("#g=%E0%A4%A\"'<script>alert(1)</script>", "damaged"),
    "later version": ("#g=2z.AAAA", "newer version"),
    "long": ("#g=1z." + "A" * 70_000, "too long"),
    "another game": ({"g": "hasami"}, "No board on this page"),
    "no game": ({"g": "__proto__"}, "does not have the right form"),
    "illegal move": ({"g": "dobutsu", "m": "2c2a"}, "not allowed: 2c2a"),
    "no position": ({"g": "dobutsu", "s": "9/9 b - 1"}, "This board needs 4 ranks"),
    "strange end": ({"g": "dobutsu", "e": "aliens"}, "ends in a way"),
    "strange rule": ({"g": "dobutsu", "r": {"x": "y"}}, "no rule option"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_link_is_explained_and_leaves_the_page_whole(shown: Board, name: str) -> None:
    asked, words = HOSTILE[name]
    open_address(shown.page, asked if isinstance(asked, str) else f"#g={forged(asked)}")
    expect(shown.root.locator(".banmen-panel")).to_contain_text(words)
    play_on(shown)


def forged(short: dict[str, object]) -> str:
    """A link as link.mjs writes it, of anything."""
    data = json.dumps(short).encode()
    a, b = 1, 0
    for byte in data:
        a = (a + byte) % 255
        b = (b + a) % 255
    return "1." + base64.urlsafe_b64encode(bytes([a, b]) + data).decode().rstrip("=")


def test_a_game_goes_on_after_a_reload_and_in_another_language(opened: Page, site_url: str) -> None:
    play_on(board(opened))
    opened.reload()
    expect_played(board(opened))
    opened.goto(f"{site_url}de/{PLAY}")
    expect_played(board(opened))


def test_a_link_moves_another_game_aside(shown: Board) -> None:
    play_on(shown)
    open_address(shown.page, f"#g={forged({'g': 'dobutsu', 'm': '1d1c'})}")
    expect(shown.root).to_contain_text("now among your saved games")
    shown.expect_piece("1c", "G")
    shown.move("3a", "3b")
    shown.expect_settled()
    expect(shown.button("Send the link back")).to_be_visible()
    shown.button("Saved games").click()
    saved = shown.page.get_by_role("dialog", name="Saved games")
    saved.get_by_role("button", name="Open", exact=True).first.click()
    expect_played(shown)


def test_saved_games_are_kept_renamed_exported_imported_and_deleted(shown: Board, tmp_path: Path) -> None:
    opened = shown.page
    opened.evaluate("localStorage.clear()")
    play_on(shown)
    shown.button("Share").click()
    sharing = opened.get_by_role("dialog", name="Share this game")
    sharing.get_by_role("button", name="QR code").click()
    expect(sharing.get_by_role("img", name="QR code of this link")).to_be_visible()
    sfen = "gle/1C1/3/ELG w C 2"
    expect(sharing.get_by_role("textbox", name="Position (SFEN)")).to_have_value(sfen)
    sharing.get_by_role("button", name="Keep in this browser").click()
    expect(sharing.get_by_role("status")).to_have_text("The game is among your saved games.")
    opened.keyboard.press("Escape")
    expect(shown.button("Share")).to_be_focused()
    shown.button("Saved games").click()
    saved = opened.get_by_role("dialog", name="Saved games")
    saved.get_by_label("Name of the game").fill("Chick first")
    saved.get_by_label("Name of the game").press("Tab")
    with opened.expect_download() as download:
        saved.get_by_role("button", name="Save as a file").click()
    path = tmp_path / "game.json"
    download.value.save_as(path)
    assert json.loads(path.read_text("utf-8"))["moves"] == ["2c2b"]
    saved.get_by_role("button", name="Delete").click()
    saved.get_by_role("button", name="Undo").click()
    expect(saved.get_by_label("Name of the game")).to_have_value("Chick first")
    saved.get_by_role("button", name="Delete").click()
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    saved.locator("input[type=file]").set_input_files([wrong])
    expect(saved.get_by_role("status")).to_contain_text("does not have the right form")
    saved.locator("input[type=file]").set_input_files([path])
    expect(saved.get_by_role("status")).to_have_text("Games read from the file: 1")
    expect(saved.get_by_label("Name of the game")).to_have_value("Chick first")


def long_game(plies: int) -> str:
    """A game that nobody would play, always the same."""
    variant = load("shogi")
    game, chance = Game(variant), random.Random(7)
    while len(game.moves) < plies:
        after = game.play(chance.choice(game.legal_moves))
        game = game if after.outcome else after
    return " ".join(format_move(move, variant) for move in game.moves)


@pytest.mark.parametrize(("plies", "has_note", "has_code"), [(200, False, True), (750, True, False)])
def test_a_long_link_says_how_else_to_share(window: Boards, plies: int, has_note: bool, has_code: bool) -> None:
    shown = window.put(f"game: shogi\ntools: full\nplay: both\nmoves: {long_game(plies)}")
    shown.button("Share").click()
    sharing = shown.page.get_by_role("dialog", name="Share this game")
    link = sharing.get_by_role("textbox", name="Link").input_value()
    assert (len(link) > 2000) == has_note
    note = sharing.get_by_text("some programs cut links off")
    expect(note).to_have_count(1)
    expect(note).to_have_text(re.compile(f"^This link has {len(link)} characters")) if has_note else expect(note).to_be_hidden()
    sharing.get_by_role("button", name="QR code").click()
    expect(sharing.get_by_role("img", name="QR code of this link")).to_have_count(int(has_code))
    expect(sharing.get_by_text("too long for a QR code")).to_have_count(int(not has_code))
    # It is a whole link all the same.
    shown.page.keyboard.press("Escape")
    open_address(shown.page, "#nothing")
    open_address(shown.page, link[link.index("#") :])
    expect(shown.root.locator(".banmen-move")).to_have_count(plies + 1)
    assert window.wrong == []


BLOCK = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
  Object.defineProperty(window, name, {get() { throw new DOMException("refused", "SecurityError"); }});
}"""


def test_a_browser_that_forbids_all_storage_from_the_start_plays_on(browser: Browser, site_url: str) -> None:
    context = browser.new_context(service_workers="block")
    faults: list[str] = []
    # What the theme makes of it is not ours to mend.
    context.on("weberror", lambda error: "/hashed/" in str(error.error.stack) and faults.append(str(error.error)))
    page = context.new_page()
    page.add_init_script(BLOCK)
    page.goto(f"{site_url}{PLAY}")
    shown = board(page)
    expect(shown.root.locator(".banmen-notice")).to_contain_text("does not let the page keep games")
    page.get_by_role("combobox", name="Second player").select_option("")
    expect_played(play_on(shown))
    shown.button("Saved games").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("does not let the page keep games")
    page.keyboard.press("Escape")
    # The settings hold as long as the page is open.
    shown.button("Settings").click()
    shown.root.locator(".banmen-settings select").first.select_option("animals_kanji")
    expect(shown.square("2b").locator("use")).to_have_attribute("href", re.compile("animals_kanji"))
    page.goto(f"{site_url}shogi/")
    board(page)
    context.close()
    assert faults == []


FORBID = """name => {
  const refuse = () => { throw new DOMException("refused", name); };
  const [owner, key] = name === "SecurityError" ? [window, "localStorage"] : [Storage.prototype, "setItem"];
  const before = Object.getOwnPropertyDescriptor(owner, key);
  Object.defineProperty(owner, key, key === "setItem" ? { ...before, value: refuse } : { ...before, get: refuse });
  window.allowAgain = () => Object.defineProperty(owner, key, before);
}"""


@pytest.mark.parametrize(("error", "words"), [
    ("SecurityError", "does not let the page keep games"),
    ("QuotaExceededError", "storage is full"),
])
def test_storage_that_is_blocked_or_full_is_told(shown: Board, error: str, words: str) -> None:
    shown.page.evaluate(FORBID, error)
    try:
        play_on(shown)
        expect(shown.root).to_contain_text(words)
        shown.button("Share").click()
        sharing = shown.page.get_by_role("dialog", name="Share this game")
        sharing.get_by_role("button", name="Keep in this browser").click()
        expect(sharing.get_by_role("status")).to_contain_text(words)
        shown.page.keyboard.press("Escape")
    finally:
        shown.page.evaluate("allowAgain()")


SPOIL = """() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith("banmen game ")) localStorage.setItem(key, "{spoilt");
}"""


def test_a_spoilt_game_is_reported_and_not_lost(opened: Page) -> None:
    play_on(board(opened))
    opened.evaluate(SPOIL)
    opened.reload()
    shown = board(opened)
    expect(shown.root).to_contain_text("cannot be read. Its text is among your saved games")
    expect_played(shown)
    shown.button("Saved games").click()
    expect(opened.get_by_role("dialog", name="Saved games").locator("li")).to_contain_text("cannot be read as a game")
