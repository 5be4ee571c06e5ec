"""Browsers with a profile of their own, all driven alike: show a page, run a function in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import chromium
import firefox
from playwright.sync_api import BrowserContext, sync_playwright

__all__ = ["BROWSERS", "Reader"]


class Reader(Protocol):
    def open(self, address: str) -> None:
        """Show a page in a new tab instead of the one before."""

    def evaluate(self, function: str, *arguments: str) -> Any:
        """What an async function in JavaScript gives for these texts."""


class Chromium:
    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._page = context.pages[0]

    def open(self, address: str) -> None:
        before, self._page = self._page, self._context.new_page()
        before.close()
        self._page.goto(address, timeout=120_000)

    def evaluate(self, function: str, *arguments: str) -> Any:
        return self._page.evaluate(f"(texts) => ({function})(...texts)", arguments)


@contextmanager
def _chromium(profile: Path) -> Iterator[Reader]:
    path = chromium.find()
    with sync_playwright() as playwright:
        # Not a mere context, which keeps less: readers' browsers also keep compiled code.
        context = playwright.chromium.launch_persistent_context(profile, executable_path=path, args=chromium.flags())
        yield Chromium(context)
        context.close()


@contextmanager
def _firefox(profile: Path) -> Iterator[Reader]:
    if not firefox.find():
        firefox.install()
    path = firefox.find()
    if path is None:
        raise FileNotFoundError("no Firefox is installed, and none could be installed")
    with firefox.running(path, profile) as running:
        yield running


BROWSERS: Mapping[str, Callable[[Path], AbstractContextManager[Reader]]] = {"Chromium": _chromium, "Firefox": _firefox}
"""How to start each with a profile in a folder."""
