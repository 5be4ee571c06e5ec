"""How strong the computer plays: levels as data, and the choice of a move at one.

A level searches to a depth, or so many nodes, and then takes the best move as it sees it: each value
is blurred by `noise` (a normal error in hundredths of the weakest piece), and now and then, with
probability `blunder`, the level looks no further than its own move. So weak levels err as people
do: they overlook replies, but never play senselessly. All but the strongest are bounded by depth and
nodes, which are the same on every machine; their time is only there lest a slow one keeps its reader waiting.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from banmen.errors import DoorError
from banmen.game import Game
from banmen.search.mate import Mate, solve
from banmen.search.search import MATE, Limits, Report, Search

__all__ = ["LEVELS", "Level", "choose", "level"]


@dataclass(frozen=True)
class Level:
    """One strength. `seconds` bounds the time of a move, `nodes` the work."""

    key: str
    depth: int
    seconds: float
    nodes: int | None = None
    noise: float = 0
    blunder: float = 0
    mates: int = 0
    """Nodes in which a mate by checks is looked for before anything else."""


LEVELS = (
    Level("beginner", depth=1, seconds=2, noise=150, blunder=0.9),
    Level("easy", depth=1, seconds=2, noise=130, blunder=0.25),
    Level("medium", depth=4, seconds=2.5, nodes=1500, blunder=0.05),
    Level("hard", depth=64, seconds=2.9, mates=1500),
)
"""From the weakest to the strongest, where a game has no other below."""

_OF_GAMES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "dobutsu": {
        "beginner": {"blunder": 0.5},
        "easy": {"depth": 2, "noise": 60, "blunder": 0.1},
        "medium": {"nodes": 2500, "noise": 15, "blunder": 0},
    },
    "hasami": {
        "beginner": {"noise": 80, "blunder": 0.5},
        "easy": {"noise": 40, "blunder": 0.1},
        "medium": {"depth": 2, "nodes": 4000, "noise": 20, "blunder": 0},
    },
}
"""What a game's levels have otherwise: how hard it is to play differs."""


def level(key: object, game: str = "") -> Level:
    """The level of that name as it is in a game. Raises DoorError ``door.level``."""
    for known in LEVELS:
        if known.key == key:
            return replace(known, **_OF_GAMES.get(game, {}).get(known.key, {}))
    raise DoorError("door.level", found=str(key)[:40], expected=[known.key for known in LEVELS])


def choose(game: Game, chosen: Level, seed: int) -> Iterator[Report]:
    """Reports of the search, the last one with the level's move; the same for the same seed and work."""
    rng = random.Random(f"{seed} {len(game.steps)}")
    depth = 0 if rng.random() < chosen.blunder else chosen.depth
    searching = Search(game, Limits(depth, chosen.nodes, chosen.seconds), every=chosen.noise > 0).run()
    # Before all else something to play, whenever the search is stopped.
    report = next(searching)
    yield report
    if chosen.mates:
        mate = Mate()
        for mate in solve(game, nodes=chosen.mates):
            yield replace(report, nodes=report.nodes + mate.nodes)
        if mate.plies and mate.line:
            yield Report(mate.line[0], MATE - mate.plies, mate.plies, report.nodes + mate.nodes, mate.line)
            return
    for report in searching:
        yield report
    if not chosen.noise:
        return
    # A mate that is seen is seen, whichever way it goes.
    seen = {
        move: score if abs(score) > MATE - 500 else score + rng.gauss(0, chosen.noise)
        for move, score in sorted(report.scores.items())
    }
    report.move = max(seen, key=seen.__getitem__)
    report.score, report.line = report.scores[report.move], [report.move]
    yield report
