"""`make match`: play the matches of plan.csv, or one that is named, and say what they show of the players' strength.

    python tests/match/match.py                                    # the whole plan, every opening
    python tests/match/match.py --openings 10 --only shogi         # the first ten openings of the plan's shogi matches
    python tests/match/match.py shogi search:nodes=2000 fairy:nodes=500 --openings 5
    python tests/match/match.py --table                            # only the table of what was played

Each opening is played twice, so that either side has it once. Every finished game is a line of build/match/games.jsonl, and
a game that is written there is not played again: stop at any time and go on later. README.md says more.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import report
from one_game import Pairing, play
from openings import openings
from players import full_name, make
from version import version

HERE = Path(__file__).parent
GAMES = HERE.parents[1] / "build" / "match" / "games.jsonl"


class Match(NamedTuple):
    """A row of the plan. The names are full: with node counts."""

    game: str
    player: str
    opponent: str
    bar: str = ""


def plan() -> list[Match]:
    with (HERE / "plan.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [named(row["game"], row["player"], row["opponent"], row["bar"]) for row in rows]


def named(game: str, player: str, opponent: str, bar: str = "") -> Match:
    return Match(game, full_name(player, game), full_name(opponent, game), bar)


def pairings(match: Match, openings_used: int) -> Iterator[Pairing]:
    for number, opening in enumerate(openings(match.game)[:openings_used]):
        yield Pairing(match.game, match.player, match.opponent, number, opening)
        yield Pairing(match.game, match.opponent, match.player, number, opening)


def engine_of(pairing: Pairing) -> str:
    return version(pairing.game, pairing.first, pairing.second)


def kept(path: Path, engine: Callable[[Pairing], str] = engine_of) -> dict[Pairing, dict[str, Any]]:
    """The games that are written down and were played by this version. A last line cut short by a crash is left out."""
    found: dict[Pairing, dict[str, Any]] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        try:
            game = json.loads(line)
        except ValueError:
            print(f"{path}: a broken line is left out", file=sys.stderr)
            continue
        pairing = Pairing(*(game[field] for field in Pairing._fields))
        if game["engine"] == engine(pairing):
            found[pairing] = game
    return found


def run(
    matches: Sequence[Match], openings_used: int, path: Path, processes: int = 2, pause: str | None = None,
    engine: Callable[[Pairing], str] = engine_of,
) -> None:  # fmt: skip
    """Play what is not written down yet."""
    done = kept(path, engine)
    # Opening by opening through all matches: when it is broken off, every match has been played about as far.
    wanted = sorted((p for match in matches for p in pairings(match, openings_used)), key=lambda p: p.number)
    todo = [pairing for pairing in dict.fromkeys(wanted) if pairing not in done]
    if not todo:
        return
    for pairing in {pairing[:3]: pairing for pairing in todo}.values():
        for name in (pairing.first, pairing.second):
            make(name, pairing.game)  # so that a wrong name or a missing engine is found before hours of play
    path.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    # Fresh processes: threads that listen to outside engines do not survive a fork.
    with path.open("a", encoding="utf-8") as file, ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        if file.tell() and not path.read_bytes().endswith(b"\n"):
            file.write("\n")  # after a line that a crash cut short
        playing = {pool.submit(play, pairing, pause): engine(pairing) for pairing in todo}
        try:
            for number, future in enumerate(as_completed(playing), 1):
                game = {**future.result(), "engine": playing[future], "date": time.strftime("%Y-%m-%d", time.gmtime())}
                file.write(json.dumps(game, ensure_ascii=False) + "\n")
                file.flush()
                _progress(number, len(todo), time.monotonic() - began, game)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    print(file=sys.stderr)


def _progress(number: int, total: int, seconds: float, game: dict[str, Any]) -> None:
    text = f"{number} of {total} games, {_clock(seconds)} gone, {_clock(seconds / number * (total - number))} to go"
    last = f"{game['game']} {game['first']}–{game['second']} {game['ending']}"
    if sys.stderr.isatty():
        filled = round(30 * number / total)
        print(f"\r\033[K{'█' * filled}{'·' * (30 - filled)} {text}"[:130], end="", file=sys.stderr, flush=True)
    else:
        print(f"{text}: {last}", file=sys.stderr, flush=True)


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 3600}:{int(seconds) % 3600 // 60:02}:{int(seconds) % 60:02}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("match", nargs="*", metavar="GAME PLAYER OPPONENT", help="one match instead of the plan")
    parser.add_argument("--openings", type=int, default=40, help="how many of them, each played with both colors (default 40)")
    parser.add_argument("--only", default="", help="only the plan's matches in whose names this text is")
    parser.add_argument("--without", default="", help="not the plan's matches in whose names this text is")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--pause", metavar="FILE", help="begin no game while this file exists")
    parser.add_argument("--games", type=Path, default=GAMES, help="where the games are written down")
    parser.add_argument("--table", action="store_true", help="play nothing")
    chosen = parser.parse_args()
    if len(chosen.match) not in (0, 3):
        parser.error("a match is a game and two players")
    matches = [named(*chosen.match)] if chosen.match else [
        match for match in plan()
        if chosen.only in " ".join(match) and not (chosen.without and chosen.without in " ".join(match))
    ]
    status = 0
    try:
        if not chosen.table:
            run(matches, chosen.openings, chosen.games, chosen.processes, chosen.pause)
    except KeyboardInterrupt:
        print("\nStopped; the same command goes on from here.", file=sys.stderr)
        status = 130
    games = kept(chosen.games)
    rows = [report.Row(match, [games[p] for p in pairings(match, chosen.openings) if p in games]) for match in matches]
    print(report.markdown([row for row in rows if row.games]))
    return status or int(not chosen.match and any(row.missed for row in rows if row.games))


if __name__ == "__main__":
    sys.exit(main())
