"""The match runner: its statistics, its openings, and that a match is the same whenever and however often it is broken off."""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import match
import players
import pytest
import report
from elo import Result, elo
from material import best
from one_game import Pairing, play, start
from openings import PLIES, generate, openings, royal_captures
from outside import IllegalMoveError, Outside
from version import PLAYING, version

from banmen import sfen, usi
from banmen.game import Game
from banmen.games import load
from banmen.search import levels

GAMES = sorted({planned.game for planned in match.plan()})
SMALL = match.named("dobutsu", "material:depth=2", "random")


# -- statistics -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("score", "difference"), [
    (0.5, 0), (0.75, 190.85), (0.64, 99.95), (0.25, -190.85), (1, math.inf), (0, -math.inf),
])  # fmt: skip
def test_elo(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=0.01)


@pytest.mark.parametrize("games", range(1, 200))
def test_intervals_end_where_scores_do(games: int) -> None:
    assert Result(won=games).interval[1] == 1
    assert Result(lost=games).interval[0] == 0
    assert Result(won=games).elo[2] == math.inf


# Wilson's interval as tables of it print it.
@pytest.mark.parametrize(("result", "low", "high"), [
    (Result(won=8, lost=2), 0.4902, 0.9433),
    (Result(won=0, lost=10), 0.0, 0.2775),
    (Result(won=80), 0.9542, 1.0),
    (Result(won=50, lost=50), 0.4038, 0.5962),
    (Result(won=40, drawn=20, lost=40), 0.4038, 0.5962),
])  # fmt: skip
def test_interval(result: Result, low: float, high: float) -> None:
    assert result.interval == pytest.approx((low, high), abs=0.0001)
    assert low <= result.score <= high


def row(bar: str, winners: str) -> report.Row:
    """A match against `b` whose games were won by these players, `-` for nobody; sides alternate."""
    games = []
    for number, winner in enumerate(winners):
        first, second = ("a", "b") if number % 2 else ("b", "a")
        games.append({"first": first, "second": second, "winner": {first: "first", second: "second"}.get(winner)})
    return report.Row(match.Match("shogi", "a", "b", bar), games)


@pytest.mark.parametrize(("bar", "winners", "missed"), [
    ("", "bbbb", False),
    ("score = 100", "aaaa", False),
    ("score = 100", "aaa-", True),
    ("score >= 80", "aaaab", False),
    ("score <= 60", "aaab", True),
    ("lower > 60", "aaaa", True),
    ("lower > 60", "a" * 12, False),
])  # fmt: skip
def test_bars(bar: str, winners: str, missed: bool) -> None:
    assert row(bar, winners).missed is missed


def test_too_few_games_decide_nothing() -> None:
    assert row("lower > 60", "aaaa").verdict == "lower > 60 %: open"
    assert row("lower > 60", "aabb").verdict == "lower > 60 %: missed"


def test_table() -> None:
    *_, line = report.markdown([row("score >= 50", "aa-b")]).splitlines()
    assert line == "| shogi | a | b | 4 | 2–1–1 | 62.5 % (22 % to 91 %) | +89 (−220 to +398) | score >= 50 %: reached |"


# -- openings -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_openings_are_legal_and_distinct(key: str) -> None:
    texts = openings(key)
    games = [start(key, text) for text in texts]
    assert len({game.position.key for game in games}) == len(texts) >= 40
    assert not any(royal_captures(Game(game.variant, game.start, game.moves[:n]).position) for game in games for n in range(1, 9))
    assert all(game.outcome is None and PLIES[0] <= len(game.moves) <= PLIES[1] for game in games)


@pytest.mark.parametrize("key", GAMES)
def test_openings_go_back_to_no_position(key: str) -> None:
    for text in openings(key):
        moves = text.split()
        reached = [start(key, " ".join(moves[:plies])).position.key for plies in range(len(moves) + 1)]
        assert len(set(reached)) == len(reached), text


def test_openings_come_out_the_same() -> None:
    assert list(generate("dobutsu", 4, nodes=50)) == list(generate("dobutsu", 4, nodes=50))


# -- players --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "position", "depth", "expected"), [
    # The rook is worth most; a guarded one costs the gold, which only two plies show.
    ("shogi", "4k4/9/9/4r4/4G3p/9/9/9/4K4 b - 1", 1, "5e5d"),
    ("shogi", "k8/9/4g4/4p4/4G4/9/9/9/K8 b - 1", 1, "5e5d"),
    ("shogi", "k8/9/4g4/4p4/4G4/9/9/9/K8 b - 1", 2, None),
    ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1, "G*5b"),
    ("dobutsu", "1l1/1C1/3/1L1 b - 1", 1, "2b2a"),
])  # fmt: skip
def test_material_player(key: str, position: str, depth: int, expected: str | None) -> None:
    variant = load(key)
    game = Game(variant, sfen.parse(position, variant))
    found = {usi.format_move(best(game, depth, random.Random(seed)), variant).rstrip("+") for seed in range(5)}
    assert found == {expected} if expected else "5e5d" not in found


def test_plan_names_players() -> None:
    for planned in match.plan():
        for name in (planned.player, planned.opponent):
            if not name.startswith("fairy"):
                assert players.make(name, planned.game)


@pytest.mark.parametrize("name", ["grandmaster", "hard:nodes=9,speed=3", "material", "fairy:nodes", "search:nodes=0"])
def test_wrong_names(name: str) -> None:
    with pytest.raises(SystemExit, match=name):
        players.make(players.full_name(name, "shogi"), "shogi")


def test_missing_engine_is_told_how_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(SystemExit, match="apt-get install fairy-stockfish"):
        players.find_fairy()


def engine(folder: Path, answer: str) -> list[str]:
    """The command of an engine that always gives the same answer."""
    script = folder / "engine.py"
    script.write_text(
        "import sys\n"
        f"says = {{'usi': 'usiok', 'isready': 'readyok', 'go': 'info depth 1\\nbestmove {answer}'}}\n"
        "for line in sys.stdin:\n"
        "    if line.split()[0] in says: print(says[line.split()[0]], flush=True)\n"
        "    if line == 'quit\\n': break\n"
    )
    return [sys.executable, str(script)]


def test_outside_engine(tmp_path: Path) -> None:
    game = Game(load("shogi"))
    outside = Outside(engine(tmp_path, "7g7f"), "go nodes 1", {"UCI_Variant": "shogi"})
    move = outside.choose(game, "a game")
    assert move is not None
    assert usi.format_move(move, game.variant) == "7g7f"
    with pytest.raises(IllegalMoveError, match="7g7f"):
        outside.choose(game.play(move), "a game")
    outside.close()
    dobutsu = load("dobutsu")
    lost = Game(dobutsu, sfen.parse("gle/1C1/3/ELG b c 1", dobutsu))
    taking = Outside(["nothing"], "", {}).choose(lost, "a game")
    assert taking is not None
    assert usi.format_move(taking, dobutsu).rstrip("+") == "2b2a"
    resigning = Outside(engine(tmp_path, "resign"), "go nodes 1", {})
    assert resigning.choose(game, "a game") is None
    resigning.close()


# -- matches --------------------------------------------------------------------------------------


def lasting(games: dict[Pairing, dict[str, Any]]) -> dict[Pairing, Any]:
    """All of a game but how long it took."""
    return {pairing: (game["moves"], game["winner"], game["ending"]) for pairing, game in games.items()}


def test_the_same_game_twice() -> None:
    pairing = next(match.pairings(match.named("dobutsu", "beginner", "search:nodes=50"), 1))
    assert lasting({pairing: play(pairing, None)}) == lasting({pairing: play(pairing, None)})


def test_a_match_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    def engine(pairing: Pairing) -> str:
        return "this"

    match.run([SMALL], 2, whole, engine=engine)
    lines = whole.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 4
    other = json.dumps({**json.loads(lines[1]), "engine": "another"}) + "\n"
    broken.write_text(lines[0] + other + lines[1][:40], "utf-8")
    match.run([SMALL], 2, broken, processes=1, engine=engine)
    assert lasting(match.kept(broken, engine)) == lasting(match.kept(whole, engine))
    # What is whole is not played again.
    before = broken.read_bytes()
    match.run([SMALL], 2, broken, engine=engine)
    assert broken.read_bytes() == before


def test_version_is_of_what_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level that changes makes games of its own worthless, no others."""
    before = [version("shogi", *names) for names in (("easy:nodes=1", "random"), ("hard:nodes=1", "random"))]
    monkeypatch.setattr(levels, "LEVELS", [replace(level, noise=1) if level.key == "easy" else level for level in levels.LEVELS])
    version.cache_clear()
    after = [version("shogi", *names) for names in (("easy:nodes=1", "random"), ("hard:nodes=1", "random"))]
    version.cache_clear()
    assert [one == two for one, two in zip(before, after, strict=True)] == [False, True]


def test_version_knows_every_module_that_chooses_moves() -> None:
    code = "import sys, banmen.search.levels; print(*(name for name in sys.modules if name.startswith('banmen.search.')))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert {name.split(".")[2] for name in loaded} - {"levels", "fitted"} == set(PLAYING)


def test_both_sides_get_every_opening() -> None:
    found = list(match.pairings(SMALL, 3))
    assert len(found) == 6
    for number in range(3):
        one, two = (pairing for pairing in found if pairing.number == number)
        assert (one.first, one.second, one.opening) == (two.second, two.first, two.opening)
