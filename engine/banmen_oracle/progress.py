"""A progress bar for what takes more than two seconds."""

from __future__ import annotations

import sys
import time
from types import TracebackType

__all__ = ["Bar"]


class Bar:
    """``with Bar("Doing it", total) as bar: bar.add(n)``; one line on stderr, and the seconds when it is done."""

    WIDTH = 30
    AFTER, EVERY = 2.0, 0.5

    def __init__(self, label: str, total: int) -> None:
        self.label, self.total = label, total
        self.done = 0
        self.start = self.shown = time.monotonic()

    def __enter__(self) -> Bar:
        return self

    def add(self, n: int) -> None:
        self.done = min(self.total, self.done + n)
        now = time.monotonic()
        if sys.stderr.isatty() and now - self.start > self.AFTER and now - self.shown > self.EVERY:
            self.shown = now
            full = self.WIDTH * self.done // self.total
            left = (now - self.start) * (self.total - self.done) / self.done
            self._write(f"\r{self.label} [{'#' * full}{'.' * (self.WIDTH - full)}] {left:4.0f} s left ")

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        seconds = time.monotonic() - self.start
        if seconds > self.AFTER:
            begin, rest = ("\r", " " * self.WIDTH) if sys.stderr.isatty() else ("", "")
            self._write(f"{begin}{self.label}: {seconds:.0f} s{rest}\n")

    @staticmethod
    def _write(text: str) -> None:
        print(text, end="", file=sys.stderr, flush=True)
