"""axe-core finds nothing on any kind of page, in any language, in light and in dark, with the board's parts open."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from boards import HOMES, Boards
from playwright.sync_api import Browser, Page, expect

from banmen_mkdocs.bundled import REPOSITORY

AXE = (REPOSITORY / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")

# One page of each kind.
KINDS = (
    "", "dobutsu/", "play/dobutsu/", "play/shogi/", "play/hasami/", "host/", "404.html",
    "hasami/first-steps/", "dobutsu/problems/", "hasami/faq/", "dobutsu/line/", "glossary/", "settings/",
)  # fmt: skip
OPEN = ":is(dialog[open], .banmen-settings, .banmen-choice)"
THEMES = ("auto", "wood", "light", "dark", "contrast")

# Boards are alike: the first is enough, and the others would take minutes.
RUN = """async (asked) => {
  const [part, rules] = asked ?? [];
  const more = [...document.querySelectorAll(".banmen:has(banmen-board)")].slice(1);
  for (const board of more) board.dataset.alike = "";
  const {violations} = await axe.run(
    {include: [[part ?? "html"]], exclude: [["[data-alike]"]]},
    {resultTypes: ["violations"], ...(rules && {runOnly: rules})},
  );
  return violations.flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) => `${id}: ${target} ${failureSummary}`));
}"""


WEAR = """async (theme) => {
  const {settings} = await import(new URL("settings.mjs", document.querySelector('script[src$="board.mjs"]').src));
  settings.set("theme", theme);
}"""


@pytest.fixture(scope="module")
def page_of_all(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(service_workers="block")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("lang", HOMES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_has_no_faults(page_of_all: Page, site_url: str, lang: str, kind: str) -> None:
    page = page_of_all
    page.emulate_media(color_scheme="light")
    page.goto(f"{site_url}{HOMES[lang]}{kind}")
    if page.locator("banmen-board").count():
        # Also what comes only when it is asked for.
        page.locator(".banmen-controls").first.locator("button[aria-expanded]").last.click()
        page.locator(".banmen-typed").wait_for()
    page.evaluate(AXE)
    found = {"light": page.evaluate(RUN)}
    page.emulate_media(color_scheme="dark")
    page.locator("body[data-md-color-scheme=slate]").wait_for()
    found["dark"] = page.evaluate(RUN, [None, ["color-contrast"]])
    assert found == {"light": [], "dark": []}


def test_the_suggestion_of_a_language_has_no_faults(browser: Browser, site_url: str) -> None:
    context = browser.new_context(locale="fr-FR", service_workers="block")
    page = context.new_page()
    page.goto(site_url)
    page.locator(".site-suggest:visible").wait_for()
    page.evaluate(AXE)
    found = {"light": page.evaluate(RUN, [".site-suggest:not([hidden])", None])}
    page.emulate_media(color_scheme="dark")
    page.locator("body[data-md-color-scheme=slate]").wait_for()
    found["dark"] = page.evaluate(RUN, [".site-suggest:not([hidden])", ["color-contrast"]])
    context.close()
    assert found == {"light": [], "dark": []}


def test_the_longest_page_has_no_faults(page_of_all: Page, site_url: str) -> None:
    page_of_all.goto(f"{site_url}shogi/")
    page_of_all.locator("banmen-board[data-live]").first.wait_for()
    page_of_all.evaluate(AXE)
    assert page_of_all.evaluate(RUN) == []


def test_no_theme_of_the_board_has_too_little_contrast(page_of_all: Page, site_url: str) -> None:
    page, found = page_of_all, {}
    page.goto(f"{site_url}play/dobutsu/")
    page.locator("banmen-board[data-live]").wait_for()
    page.evaluate(AXE)
    for scheme, name in (("dark", "slate"), ("light", "default")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.locator(f"body[data-md-color-scheme={name}]").wait_for()
        for theme in reversed(THEMES):
            page.evaluate(WEAR, theme)
            found[f"{theme} in {scheme}"] = page.evaluate(RUN, [".banmen", ["color-contrast"]])
    assert {name: faults for name, faults in found.items() if faults} == {}


# What opens, by the key of the words of its button. The promotion choice is opened by a move instead.
OPENED = ("set_settings", "game_new", "game_impasse", "link_share", "link_saved", "promote")

KEEP = """() => {
  const kept = {v: 1, record: {game: "shogi", moves: ["7g7f"]}, ply: 1, bottom: "b", page: "/", at: 0, name: "One"};
  localStorage.setItem("banmen saved 1", JSON.stringify(kept));
  localStorage.setItem("banmen saved 2", "{spoilt");
}"""


@pytest.fixture(scope="module")
def window(browser: Browser, site_url: str) -> Iterator[Boards]:
    boards = Boards(browser, site_url)
    yield boards
    boards.close()


@pytest.mark.parametrize("lang", HOMES)
def test_what_opens_has_no_faults(window: Boards, lang: str) -> None:
    words = json.loads((REPOSITORY / "overrides/assets/banmen/words" / f"{lang}.json").read_text("utf-8"))["ui"]
    board = window.put("game: shogi\ntools: full\nplay: both\nstart: 9/9/9/3S5/9/9/9/9/K7k b - 1", lang)
    page, found = board.page, {}
    page.evaluate(KEEP)
    page.evaluate(AXE)
    for key in OPENED:
        if key == "promote":
            board.move("6d", "6c")
        else:
            board.button(words[key]).click()
        opened = page.locator(OPEN)
        opened.wait_for()
        if key == "link_share":
            opened.get_by_role("button", name=words["link_qr"]).click()
            opened.get_by_role("img").wait_for()
        for scheme, name in (("dark", "slate"), ("light", "default")):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.locator(f"body[data-md-color-scheme={name}]").wait_for()
            found[f"{key} in {scheme}"] = page.evaluate(RUN, [OPEN, ["color-contrast"] if scheme == "dark" else None])
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)
    assert {name: faults for name, faults in found.items() if faults} == {}
    assert window.wrong == []


@pytest.mark.parametrize("lang", HOMES)
def test_advice_and_the_editor_have_no_faults(window: Boards, lang: str) -> None:
    words = json.loads((REPOSITORY / "overrides/assets/banmen/words" / f"{lang}.json").read_text("utf-8"))["ui"]
    board = window.put("game: dobutsu\ntools: full\nplay: both\nmoves: 2c2b 2a2b", lang)
    page, found = board.page, {}
    page.evaluate(AXE)

    def look(state: str) -> None:
        for scheme, name in (("dark", "slate"), ("light", "default")):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.locator(f"body[data-md-color-scheme={name}]").wait_for()
            found[f"{state} in {scheme}"] = page.evaluate(RUN, [".banmen", ["color-contrast"] if scheme == "dark" else None])

    board.button(words["analysis"]).click()
    board.root.locator(".banmen-turns li").first.wait_for()
    board.button(words["solved"]).click()
    board.root.locator(".banmen-verdict").nth(1).wait_for()
    look("advice")
    board.button(words["game_new"]).click()
    page.get_by_role("button", name=words["edit"]).click()
    board.square("3d").click()
    look("editor")
    assert {name: faults for name, faults in found.items() if faults} == {}
    assert window.wrong == []
