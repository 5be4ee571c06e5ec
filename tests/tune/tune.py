"""Fits the weights of the evaluation: ``python tests/tune/tune.py [GAME …] [--games N]``. See README.md.

Games go to build/tune/GAME.jsonl, one a line, and are kept: a second run goes on where the first stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import pprint
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fit import fit
from games import play

from banmen.games import load
from banmen.search.weights import Weights, derived

ROOT = Path(__file__).parents[2]
PLAYED = ROOT / "build" / "tune"
FITTED = ROOT / "engine" / "banmen" / "search" / "fitted"
GAMES = ("shogi", "dobutsu", "hasami")


def lines(key: str) -> Iterator[dict[str, Any]]:
    """What has been played of a game so far: seeds and rows."""
    file = PLAYED / f"{key}.jsonl"
    if file.exists():
        with file.open(encoding="utf-8") as played:
            yield from map(json.loads, played)


def gather(key: str, games: int, processes: int) -> None:
    """Self-play until there are so many games."""
    PLAYED.mkdir(parents=True, exist_ok=True)
    known = {line["seed"] for line in lines(key)}
    todo = [seed for seed in range(games) if seed not in known]
    with ProcessPoolExecutor(processes) as pool, (PLAYED / f"{key}.jsonl").open("a", encoding="utf-8") as out:
        running = {pool.submit(play, key, seed): seed for seed in todo}
        for number, done in enumerate(as_completed(running), 1):
            out.write(json.dumps({"seed": running[done], "rows": done.result()}) + "\n")
            out.flush()
            print(f"\r{key}: {number} of {len(todo)} games", end="", file=sys.stderr)
    if todo:
        print(file=sys.stderr)


def write(key: str, weights: Weights, said: str) -> None:
    """The weights as a readable file of the engine."""
    parts = [f'"""{said}"""']
    for name, value in asdict(weights).items():
        if value:
            parts.append(f"{name.upper()} = {pprint.pformat(value, width=120, sort_dicts=False)}")
    (FITTED / f"{key}.py").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_of", nargs="*", default=GAMES, metavar="GAME")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fit-only", action="store_true", help="with the games that are there")
    asked = parser.parse_args()
    for key in asked.games_of:
        if not asked.fit_only:
            gather(key, asked.games, asked.processes)
        played = [line["rows"] for line in sorted(lines(key), key=lambda line: line["seed"]) if line["rows"]]
        variant = load(key)
        weights, before, after = fit(variant, derived(variant), played)
        positions = sum(map(len, played))
        write(key, weights, f"Fitted to {positions:,} positions of {len(played):,} games of self-play by tests/tune.")
        print(f"{key}: {len(played)} games, {positions} positions; error on a tenth kept apart {before:.5f}, fitted {after:.5f}")


if __name__ == "__main__":
    main()
