"""How fast the computer player thinks: ten positions a game, three seconds each, as `hard` has them in the browser.

Runs under CPython and, through pyodide.mjs beside it, under Pyodide. See README.md.
"""

from __future__ import annotations

import csv
import statistics
import sys
import time
from pathlib import Path

from banmen import sfen
from banmen.game import Game
from banmen.games import load
from banmen.search.levels import choose, level

POSITIONS = Path(__file__).with_name("thinking.csv")


def main() -> None:
    with POSITIONS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    hard = level("hard")
    title = f"hard, {hard.seconds:g} s a move"
    print(f"{title:20} {'nodes/s':>14} {'depth, median':>15} {'longest move':>14} {'longest slice':>14}")
    for key in dict.fromkeys(row["game"] for row in rows):
        variant = load(key)
        texts = [row["sfen"] for row in rows if row["game"] == key]
        rates, depths, moves, slices = [], [], [], []
        for number, text in enumerate(texts, 1):
            sys.stderr.write(f"\r{key}: position {number} of {len(texts)}   ")
            sys.stderr.flush()
            game = Game(variant, sfen.parse(text, variant))
            start = before = time.perf_counter()
            reports = []
            for report in choose(game, hard, seed=1):
                now = time.perf_counter()
                slices.append(now - before)
                before = now
                reports.append(report)
            moves.append(before - start)
            rates.append(reports[-1].nodes / moves[-1])
            depths.append(reports[-1].depth)
        sys.stderr.write("\r" + " " * 40 + "\r")
        nodes = f"{min(rates):.0f}–{max(rates):.0f}"
        depth = f"{min(depths)}–{max(depths)}, {statistics.median(depths):g}"
        print(f"{key:20} {nodes:>14} {depth:>15} {max(moves):12.2f} s {1000 * max(slices):11.0f} ms", flush=True)


if __name__ == "__main__":
    main()
