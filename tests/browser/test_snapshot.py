"""The engine's memory kept in the browser: used by the next page, and never trusted when it is not what was written."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

NAME = "memory of the engine"


# Waits for a memory of a whole start with the sum that was written beside it.
READ = """async (name) => {
    for (;;) {
        const cache = await caches.open(name);
        const [key] = await cache.keys();
        const found = key && (await cache.match(key));
        const bytes = found ? new Uint8Array(await found.arrayBuffer()) : [];
        if (bytes.length > 10_000_000) {
            const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
            const hex = Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
            if (hex === found.headers.get("x-sha256")) return key.url;
        }
        await new Promise((later) => setTimeout(later, 200));
    }
}"""

CHANGE = """async ([name, how]) => {
    const cache = await caches.open(name);
    const [key] = await cache.keys();
    const found = await cache.match(key);
    let bytes = new Uint8Array(await found.arrayBuffer());
    let sum = found.headers.get("x-sha256");
    if (how === "flipped") bytes[bytes.length >> 1] ^= 255;
    if (how === "cut, with the right sum") {
        bytes = bytes.slice(0, 1000);
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
        sum = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    await cache.put(key, new Response(bytes, { headers: { "x-sha256": sum } }));
}"""


def answered(page: Page, site_url: str) -> None:
    """Open the home page, and ask the engine for the view of a game through the page's own client."""
    page.goto(site_url)
    board = page.locator('script[src$="board.mjs"]').first.get_attribute("src")
    moves = page.evaluate(
        """async (board) => {
            const { call } = await import(new URL("client.mjs", new URL(board, document.baseURI)).href);
            return (await call("view", { record: { game: "dobutsu" } })).moves.length;
        }""",
        board,
    )
    assert moves == 4


def kept(page: Page) -> str:
    """The name of the memory, once it is there."""
    name: str = page.evaluate(READ, NAME)
    return name


@pytest.mark.parametrize("how", ["flipped", "cut, with the right sum"])
def test_a_spoilt_memory_is_not_used(page: Page, site_url: str, how: str) -> None:
    answered(page, site_url)
    first = kept(page)
    assert "/runtime-" in first

    answered(page, site_url)
    page.evaluate(CHANGE, [NAME, how])
    warnings: list[str] = []
    page.on("console", lambda message: warnings.append(message.text))
    answered(page, site_url)
    # Thrown away and, after the fresh start, written anew.
    assert kept(page) == first
    # Only what has the right sum is handed to Pyodide at all.
    assert any("napshot" in text for text in warnings) == (how != "flipped")
    expect(page.locator("banmen-board").first).to_be_visible()
