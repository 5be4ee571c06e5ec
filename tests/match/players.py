"""Who plays, as data: a player is a line of text such as ``hard``, ``hard:nodes=2000`` or ``fairy:nodes=500,skill=5``.

| text | plays |
| --- | --- |
| ``beginner`` … ``hard`` | a level, its time limit lifted, at the node count of budgets.csv or else its own |
| ``search:nodes=2000`` | the plain search, without a level's errors |
| ``random`` | any legal move, all alike |
| ``material:depth=1`` | looks so many plies ahead and counts pieces at their declared values: at 1 the greedy player |
| ``fairy:nodes=500,skill=20`` | Fairy-Stockfish as another process |
| ``banmen:path=DIR,nodes=2000`` | another version of this engine, from the folder DIR that holds its package ``banmen`` |
"""

from __future__ import annotations

import csv
import random
import shutil
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Protocol

from material import best
from outside import Outside

from banmen.game import Game
from banmen.moves import Move
from banmen.search.levels import LEVELS, Level, choose, level

__all__ = ["INSTALL_FAIRY", "Player", "find_fairy", "full_name", "make"]

BUDGETS = Path(__file__).with_name("budgets.csv")
INSTALL_FAIRY = "fairy-stockfish is not installed; on Debian or Ubuntu: apt-get install fairy-stockfish"
UNLIMITED = 3600.0
"""Seconds for a move whose nodes are counted: the clock must not decide."""
DEEPEST = 6
"""Plies that may be searched to the end."""


class Player(Protocol):
    def choose(self, game: Game, seed: str) -> Move | None:
        """A legal move, the same for the same game and seed; None resigns."""


def make(name: str, key: str) -> Player:
    """The player of that full name in the game `key`. Raises SystemExit for a name that means nothing."""
    kind, options = _read(name)
    if kind == "random":
        return _Random(**_only(name, options))
    if kind == "material":
        return _Material(int(_only(name, options, "depth")["depth"]))
    if kind == "fairy":
        given = _only(name, options, "nodes", "skill")
        fairy = {"UCI_Variant": key, "Skill Level": given["skill"], "Threads": "1", "Hash": "16"}
        return Outside([find_fairy()], f"go nodes {given['nodes']}", fairy)
    if kind == "banmen":
        given = _only(name, options, "path", "nodes")
        if not (Path(given["path"]) / "banmen" / "usi_engine.py").exists():
            raise SystemExit(f"{name}: no package banmen that speaks USI in {given['path']}")
        command = [sys.executable, "-m", "banmen", "usi"]
        return Outside(command, f"go nodes {given['nodes']}", {"USI_Variant": key}, {"PYTHONPATH": given["path"]})
    nodes = int(_only(name, options, "nodes")["nodes"]) or None
    chosen = Level("search", 64, UNLIMITED) if kind == "search" else level(kind, key)
    if nodes is None and chosen.depth > DEEPEST:
        raise SystemExit(f"{name}: no node count, and without one a move of {kind} never ends in {key}")
    return _Level(replace(chosen, seconds=UNLIMITED, nodes=nodes))


def full_name(name: str, key: str) -> str:
    """The name with everything that decides the player's moves in it: a level with its nodes in this game."""
    kind, options = _read(name)
    defaults: Mapping[str, str] = {"fairy": {"skill": "20"}}.get(kind, {})
    if kind in [known.key for known in LEVELS]:
        defaults = {"nodes": _budgets().get((key, kind)) or str(level(kind, key).nodes or 0)}
    options = {**defaults, **options}
    return ":".join([kind, ",".join(f"{option}={value}" for option, value in sorted(options.items()))]).rstrip(":")


def find_fairy() -> str:
    """Where Fairy-Stockfish is. Raises SystemExit saying how to install it."""
    # Debian puts games where not every PATH looks.
    found = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
    if found is None:
        raise SystemExit(INSTALL_FAIRY)
    return found


@cache
def _budgets() -> dict[tuple[str, str], str]:
    with BUDGETS.open(encoding="utf-8", newline="") as file:
        return {(row["game"], row["level"]): row["nodes"] for row in csv.DictReader(file)}


def _read(name: str) -> tuple[str, dict[str, str]]:
    kind, _, rest = name.partition(":")
    pairs = [item.partition("=") for item in rest.split(",") if item]
    known = ["random", "material", "fairy", "banmen", "search", *(known.key for known in LEVELS)]
    if kind not in known or not all(sign for _, sign, _ in pairs):
        raise SystemExit(f"{name}: not a player; expected one of {', '.join(known)}, with options as kind:option=value")
    return kind, {option: value for option, _, value in pairs}


def _only(name: str, options: dict[str, str], *expected: str) -> dict[str, str]:
    if set(options) != set(expected):
        raise SystemExit(f"{name}: expected the options {', '.join(expected) or '(none)'}, found {', '.join(options) or 'none'}")
    return options


class _Random:
    def choose(self, game: Game, seed: str) -> Move | None:
        return random.Random(f"{seed} {len(game.steps)}").choice(game.legal_moves)


class _Material:
    def __init__(self, depth: int) -> None:
        self.depth = depth

    def choose(self, game: Game, seed: str) -> Move | None:
        return best(game, self.depth, random.Random(f"{seed} {len(game.steps)}"))


class _Level:
    def __init__(self, chosen: Level) -> None:
        self.level = chosen

    def choose(self, game: Game, seed: str) -> Move | None:
        # A level's seed is a number: drawn from the game's, it is the same everywhere.
        *_, report = choose(game, self.level, random.Random(seed).randrange(1 << 30))
        return game.position.tables.moves[report.move]

