"""How long a reader waits for the first answer, and for how many bytes, beside a page that starts stock Pyodide.

    make bench-browser
    python tests/browser/bench.py [--runs 5] [--browser Chromium|Firefox] [--line unthrottled|4G|"Fast 3G"]

The first view is that of a browser that has never been here; the second one is in the same browser
a few seconds later. Both sides take turns. Prints a table for the README.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hatchling.builders.wheel import WheelBuilder
from host import LINES, Host
from readers import BROWSERS, Reader

from banmen_mkdocs.bundled import REPOSITORY

STOCK = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

# What a reader spends on a page before the first move, and after it.
LOOK, STAY = 2.0, 5.0

VIEWS = ("first", "second")

MOVE = "7g7f"

# Chooses a move on a board and waits until the engine has confirmed it; gives the milliseconds.
CHOOSE = """async (usi) => {
  const isFor = ({ play, view }) => ["free", "both"].includes(play) && view.moves.includes(usi);
  const configOf = (board) => JSON.parse(board.querySelector("script").textContent);
  const board = [...document.querySelectorAll("banmen-board")].find((board) => isFor(configOf(board)));
  while (!("live" in board.dataset)) await new Promise((resolve) => setTimeout(resolve, 20));
  const grid = board.querySelector("[role=grid]");
  const square = (name) => board.querySelector(`[data-square="${name}"]`);
  const begun = performance.now();
  square(usi.slice(0, 2)).click();
  square(usi.slice(2, 4)).click();
  await new Promise((resolve, reject) => {
    new MutationObserver(() => {
      if (grid.getAttribute("aria-busy") === "false") resolve();
      if (board.querySelector("[data-kind=failure]")) reject(new Error("the engine does not start"));
    }).observe(board, { attributes: true, subtree: true });
  });
  return performance.now() - begun;
}"""

# The same question to stock Pyodide.
ASK = """async (line, wheel) => {
  const begun = performance.now();
  const { error } = await ask(line, wheel);
  if (error) throw new Error(error.code);
  return performance.now() - begun;
}"""

# A page that is broken must not keep the others waiting.
LIMITED = """(...texts) => Promise.race([
  (%s)(...texts),
  new Promise((_, reject) => setTimeout(reject, 180_000, new Error("no answer in three minutes"))),
])"""


class Side(NamedTuple):
    """A page, and the function that makes it answer."""

    address: str
    function: str
    arguments: tuple[str, ...]


class Visit(NamedTuple):
    """Seconds from the choice to the answer, and the bytes of the page before and of the start since."""

    seconds: float
    page: int
    start: int


def visit(reader: Reader, host: Host, side: Side) -> Visit:
    begun = host.sent
    reader.open(host.url + side.address)
    time.sleep(LOOK)
    looked = host.sent
    milliseconds = reader.evaluate(LIMITED % side.function, *side.arguments)
    return Visit(milliseconds / 1000, looked - begun, host.sent - looked)


def views(browser: str, host: Host, side: Side) -> tuple[Visit, Visit]:
    """The first and the second view of a page in a new browser."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, BROWSERS[browser](Path(folder, "profile")) as reader:
        first = visit(reader, host, side)
        time.sleep(STAY)
        return first, visit(reader, host, side)


@contextmanager
def hosted(site: Path) -> Iterator[tuple[Host, Side, Side]]:
    """The site and the stock page on one host."""
    with TemporaryDirectory() as folder:
        for name in STOCK:
            shutil.copy(REPOSITORY / "node_modules" / "pyodide" / name, folder)
        (wheel,) = WheelBuilder(str(REPOSITORY / "engine")).build(directory=folder, versions=["standard"])
        stock = Path(__file__).with_name("stock")
        host = Host({"/": site, "/stock/": stock, "/stock/hashed/": Path(folder)})
        line = {"id": 1, "method": "view", "params": {"record": {"game": "shogi", "moves": [MOVE]}}}
        yield host, Side("shogi/", CHOOSE, (MOVE,)), Side("stock/", ASK, (json.dumps(line), Path(wheel).name))
        host.close()


class Row(NamedTuple):
    """All visits of one kind: ours and the stock page's."""

    browser: str
    line: str
    view: str
    ours: list[Visit]
    stock: list[Visit]

    @property
    def time_ratio(self) -> float:
        return median(visit.seconds for visit in self.ours) / median(visit.seconds for visit in self.stock)

    @property
    def byte_ratio(self) -> float:
        return median(visit.start for visit in self.ours) / median(visit.start for visit in self.stock)


def measure(browser: str, line: str, runs: int, host: Host, sides: tuple[Side, Side]) -> list[Row]:
    """Every run shows both sides, and every other run the other one first."""
    host.line = LINES[line]
    rows = [Row(browser, line, view, [], []) for view in VIEWS]
    for run in range(runs):
        for index in (0, 1) if run % 2 else (1, 0):
            show(f"{browser}, {line}: run {run + 1} of {runs}, {('Banmen', 'stock Pyodide')[index]}")
            for row, seen in zip(rows, views(browser, host, sides[index]), strict=True):
                (row.ours, row.stock)[index].append(seen)
    return rows


def table(rows: list[Row]) -> Iterator[str]:
    yield "| browser, line | view | Banmen | stock Pyodide | time | Banmen | stock Pyodide | bytes |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for row in rows:
        times = [_spread([visit.seconds for visit in side]) for side in (row.ours, row.stock)]
        sizes = [_size(median(visit.start for visit in side)) for side in (row.ours, row.stock)]
        bytes_ratio = f"{row.byte_ratio:.2f}" if row.view == "first" else ""
        yield " | ".join([f"| {row.browser}, {row.line}", row.view, *times, f"{row.time_ratio:.2f}", *sizes, f"{bytes_ratio} |"])
    yield ""
    pages = median(visit.page for row in rows if row.view == "first" for visit in row.ours)
    yield "Seconds and bytes from the choice of a move to the engine's answer: median (least–most)."
    yield f"Banmen's page before that: {_size(pages)}."


def bars(rows: list[Row]) -> Iterator[str]:
    """What was promised, and whether it is so."""
    for row in rows:
        if (row.browser, row.line) != ("Chromium", "unthrottled"):
            continue
        promised = {"first": 1 / 3, "second": 1 / 4}[row.view]
        yield f"{row.view} view: {row.time_ratio:.2f} of stock, bar {promised:.2f}: {_verdict(row.time_ratio <= promised)}"
        if row.view == "first":
            yield f"bytes: {row.byte_ratio:.2f} of stock, bar 0.75: {_verdict(row.byte_ratio <= 0.75)}"


def _verdict(is_met: bool) -> str:
    return "met" if is_met else "MISSED"


def _spread(seconds: list[float]) -> str:
    return f"{median(seconds):.2f} s ({min(seconds):.2f}–{max(seconds):.2f})"


def _size(size: float) -> str:
    return f"{size / 1e6:.2f} MB" if size >= 1e5 else f"{size / 1e3:.0f} kB"


def show(text: str) -> None:
    print(f"\r\033[K{text}" if sys.stderr.isatty() else text, end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--browser", choices=BROWSERS, action="append")
    parser.add_argument("--line", choices=LINES, action="append")
    parser.add_argument("--site", type=Path, default=REPOSITORY / "site")
    chosen = parser.parse_args()
    cases = [("Chromium", line) for line in LINES] + [("Firefox", "unthrottled")]
    if chosen.browser or chosen.line:
        cases = [(browser, line) for browser in chosen.browser or BROWSERS for line in chosen.line or LINES]
    rows: list[Row] = []
    with hosted(chosen.site) as (host, *sides):
        show("Compressing what the host sends (two minutes the first time)")
        host.compress()
        for browser, line in cases:
            rows += measure(browser, line, chosen.runs, host, (sides[0], sides[1]))
    show("")
    print("\n".join([*table(rows), "", *bars(rows)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
