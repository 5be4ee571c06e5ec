"""axe-core finds nothing on any kind of page, in any language, in light and in dark, with the board's parts open."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from boards import HOMES
from playwright.sync_api import Browser, Page

from banmen_mkdocs.bundled import REPOSITORY

AXE = (REPOSITORY / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")

# One page of each kind; those of other games are made of the same parts.
KINDS = ("", "hasami/", "play/dobutsu/", "404.html")

# Boards are alike: the first is enough, and the others would take minutes.
RUN = """async (rules) => {
  const more = [...document.querySelectorAll(".banmen")].slice(1);
  for (const board of more) board.dataset.alike = "";
  const {violations} = await axe.run(
    {include: document, exclude: [["[data-alike]"]]},
    {resultTypes: ["violations"], ...(rules && {runOnly: rules})},
  );
  return violations.flatMap(({id, nodes}) => nodes.map(({target, failureSummary}) => `${id}: ${target} ${failureSummary}`));
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
    found["dark"] = page.evaluate(RUN, ["color-contrast"])
    assert found == {"light": [], "dark": []}
