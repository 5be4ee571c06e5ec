"""Any board on a real page of the built site, without a build of its own; one page a language serves all tests.

Replacing the board keeps the page's engine running, so that only the first board of a language waits for it.
"""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, expect

from banmen.fence import parse_fence
from banmen_mkdocs import hashed
from banmen_mkdocs.fence import Place, Solved, render

HOMES = {"en": "", "fr": "fr/", "sv": "sv/", "de": "de/"}

# The shared machines that run the tests start the engine slowly.
expect.set_options(timeout=20_000)


# Neither the address nor the browser remembers a game of the board before.
PUT = """html => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  document.querySelector("article").replaceChildren();
  history.replaceState(null, "", location.pathname);
  for (const key of Object.keys(localStorage)) if (key.startsWith("banmen game ")) localStorage.removeItem(key);
  document.querySelector("article").innerHTML = html;
  scrollTo(0, 0);
}"""


class Board:
    """A live board, as tests speak of it."""

    def __init__(self, page: Page, root: Locator) -> None:
        self.page, self.root = page, root
        self.grid = root.get_by_role("grid")
        self.message = root.locator(".banmen-message .banmen-text")
        self.rule = root.locator(".banmen-message a")
        self.live = root.locator("[aria-live=polite]")
        self.dialog = root.get_by_role("dialog")

    def square(self, name: str) -> Locator:
        return self.root.locator(f'[data-square="{name}"]')

    def held(self, kind: str, color: str = "b") -> Locator:
        return self.root.locator(f'[data-origin="{kind}*"][data-color="{color}"]')

    def place(self, origin: str, color: str = "b") -> Locator:
        return self.held(origin[0], color) if origin.endswith("*") else self.square(origin)

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def move(self, origin: str, target: str, color: str = "b") -> None:
        """By two clicks."""
        self.place(origin, color).click()
        self.square(target).click()

    def drag(self, origin: str, target: str) -> None:
        """With the mouse."""
        self.place(origin).hover()
        self.page.mouse.down()
        x, y = centre(self.square(target))
        self.page.mouse.move(x, y, steps=4)
        self.page.mouse.up()

    def expect_piece(self, square: str, symbol: str) -> None:
        """`symbol` as in SFEN."""
        href = re.compile(rf"#\w+-{symbol.replace('+', 'x')}$")
        expect(self.square(square).locator("svg:not([hidden]) use")).to_have_attribute("href", href)

    def expect_empty(self, square: str) -> None:
        expect(self.square(square).locator("svg:not([hidden])")).to_have_count(0)

    def expect_settled(self) -> None:
        """The engine has answered."""
        expect(self.grid).to_have_attribute("aria-busy", "false")


def centre(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Boards:
    """Pages that boards can be put on, one for each language, in one kind of window."""

    def __init__(self, browser: Browser, site_url: str, **window: Any) -> None:
        self.site_url = site_url
        self.wrong: list[str] = []
        self.context: BrowserContext = browser.new_context(service_workers="block", **window)
        self.context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        self._pages: dict[str, Page] = {}

    def page(self, lang: str = "en") -> Page:
        if lang not in self._pages:
            page = self._pages[lang] = self.context.new_page()
            page.goto(self.site_url + HOMES[lang])
            page.locator("banmen-board[data-live]").first.wait_for()
        return self._pages[lang]

    def put(self, fence: str, lang: str = "en", table: str | None = None, pocket: bool = False) -> Board:
        """Instead of what the page says, a board; `fence` may leave the caption out.

        `table`: the sum of the directory of a solved game's table; `pocket`: whether there is a pocket table.
        """
        page = self.page(lang)
        root = "../" if HOMES[lang] else "./"
        rules = {game: f"{game}/" for game in ("shogi", "dobutsu", "hasami")}
        solved = Solved(hashed.solved("dobutsu"), table, hashed.pocket("dobutsu") if pocket else None)
        place = Place(lang, root, hashed.pieces(), rules, {"dobutsu": solved})
        parsed = parse_fence(fence if "caption:" in fence else f"{fence}\ncaption: A board")
        assert parsed.problems == []
        page.evaluate(PUT, render(parsed, place))
        page.locator("banmen-board[data-live]").wait_for()
        return Board(page, page.locator("banmen-board"))

    def close(self) -> None:
        self.context.close()


class Tree:
    """The accessibility tree, as a screen reader gets it."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)

    def focused(self) -> dict[str, Any]:
        """Role, name, and properties of what has the focus."""
        found = self.session.send("Runtime.evaluate", {"expression": "document.activeElement"})
        asked = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        node = self.session.send("Accessibility.getPartialAXTree", asked)["nodes"][0]
        states = {state["name"]: state["value"].get("value") for state in node.get("properties", [])}
        return {"role": node["role"]["value"], "name": node["name"]["value"], **states}
