"""Banmen against python-shogi 1.1.1, interleaved in one process; medians, ratios and their spread.

Runs under CPython (`make bench`) and, through pyodide.mjs beside it, under Pyodide. See README.md.
"""

from __future__ import annotations

import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import shogi

from banmen import door, sfen
from banmen.games import load
from banmen.walker import Walker

POSITIONS = Path(__file__).with_name("positions.txt").read_text("utf-8").split("\n")[:-1]
MATSURI = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
BUSY = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
SHOGI = load("shogi")

Run = Callable[[], int]


def lists_ours() -> int:
    total = 0
    for walker in _walkers:
        total += len([*map(walker.tables.moves.__getitem__, walker.legal())])
    return total


def lists_theirs() -> int:
    return sum(len(list(board.legal_moves)) for board in _boards)


def fresh_ours() -> int:
    return sum(len(sfen.parse(text, SHOGI).legal_moves) for text in POSITIONS)


def fresh_theirs() -> int:
    return sum(len(list(shogi.Board(text).legal_moves)) for text in POSITIONS)


def perft_ours(text: str, depth: int, made: bool) -> Run:
    def leaves(walker: Walker, depth: int) -> int:
        moves = walker.legal()
        if depth == 1 and not made:
            return len(moves)
        total = 0
        for move in moves:
            walker.push(move)
            total += leaves(walker, depth - 1) if depth > 1 else 1
            walker.pop()
        return total

    return lambda: leaves(sfen.parse(text, SHOGI).walker(), depth)


def perft_theirs(text: str, depth: int, made: bool) -> Run:
    def leaves(board: shogi.Board, depth: int) -> int:
        moves = list(board.legal_moves)
        if depth == 1 and not made:
            return len(moves)
        total = 0
        for move in moves:
            board.push(move)
            total += leaves(board, depth - 1) if depth > 1 else 1
            board.pop()
        return total

    return lambda: leaves(shogi.Board(text), depth)


def tasks() -> list[tuple[str, Run, Run]]:
    rows: list[tuple[str, Run, Run]] = [
        ("legal moves, 200 positions", lists_ours, lists_theirs),
        ("the same, from SFEN texts", fresh_ours, fresh_theirs),
    ]
    for name, text, depth in (("perft 3, start", SHOGI.start, 3), ("perft 2, matsuri", MATSURI, 2)):
        for made in (True, False):
            label = f"{name}, leaves {'made' if made else 'counted'}"
            rows.append((label, perft_ours(text, depth, made), perft_theirs(text, depth, made)))
    return rows


def seconds(run: Run) -> tuple[float, int]:
    start = time.perf_counter()
    answer = run()
    return time.perf_counter() - start, answer


def compare(runs: int) -> None:
    print(f"{'task':36} {'banmen':>10} {'python-shogi':>13} {'ratio':>7} {'spread':>13} {'first':>7}")
    rows = tasks()
    for number, (label, ours, theirs) in enumerate(rows, 1):
        pairs = []
        for run in range(runs):
            sys.stderr.write(f"\r{number}/{len(rows)} {label}: run {run + 1} of {runs}   ")
            sys.stderr.flush()
            (a, answer), (b, expected) = seconds(ours), seconds(theirs)
            if answer != expected:
                raise SystemExit(f"{label}: banmen counts {answer}, python-shogi {expected}")
            pairs.append((a, b))
        ratios = sorted(b / a for a, b in pairs)
        sys.stderr.write("\r" + " " * 78 + "\r")
        ours_ms, theirs_ms = (1000 * statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"{label:36} {ours_ms:8.1f}ms {theirs_ms:11.0f}ms "
              f"{statistics.median(ratios):6.0f}x {ratios[0]:5.0f}x–{ratios[-1]:4.0f}x "
              f"{pairs[0][1] / pairs[0][0]:6.0f}x", flush=True)


def views(runs: int) -> None:
    """The two positions alternate, since the door keeps the last game and would answer a repeat from it."""
    starts = {"start, 30 moves": SHOGI.start, "busy, 593 moves": BUSY}
    times: dict[str, list[float]] = {label: [] for label in starts}
    for _ in range(runs * 4):
        for label, start in starts.items():
            request = json.dumps({"id": 1, "method": "view", "params": {"record": {"game": "shogi", "start": start}}})
            times[label].append(seconds(lambda request=request: len(door.handle(request)))[0])
    for label, found in times.items():
        middle, worst = 1000 * statistics.median(found), 1000 * max(found)
        print(f"view through the door, {label:16} median {middle:6.2f}ms, worst {worst:6.2f}ms")


_walkers = [sfen.parse(text, SHOGI).walker() for text in POSITIONS]
_boards = [shogi.Board(text) for text in POSITIONS]


def main(runs: int = 5) -> None:
    print(f"Python {platform.python_version()} on {sys.platform}, median of {runs} interleaved runs")
    compare(runs)
    views(runs)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
