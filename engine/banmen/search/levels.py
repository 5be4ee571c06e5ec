"""How strong the computer plays: levels as data, and the choice of a move at one.

A level searches to a depth or for a time and then takes the best move as it sees it: each value
is blurred by `noise` (a normal error in hundredths of the weakest piece), and now and then, with
probability `blunder`, the level looks no further than its own move. So weak levels err as people
do: they overlook replies, but never play senselessly.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from banmen.errors import DoorError
from banmen.game import Game
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


LEVELS = (
    Level("beginner", depth=1, seconds=1, noise=120, blunder=0.25),
    Level("easy", depth=2, seconds=1, noise=60, blunder=0.08),
    Level("medium", depth=3, seconds=2, noise=15),
    Level("hard", depth=64, seconds=2.9),
)


def level(key: object) -> Level:
    """The level of that name. Raises DoorError ``door.level``."""
    for known in LEVELS:
        if known.key == key:
            return known
    raise DoorError("door.level", found=str(key)[:40], expected=[known.key for known in LEVELS])


def choose(game: Game, chosen: Level, seed: int) -> Iterator[Report]:
    """Reports of the search, the last one with the level's move; the same for the same seed and work."""
    rng = random.Random(f"{seed} {len(game.steps)}")
    depth = 0 if rng.random() < chosen.blunder else chosen.depth
    search = Search(game, Limits(depth, chosen.nodes, chosen.seconds), every=chosen.noise > 0)
    report = None
    for report in search.run():
        yield report
    if report is None or not chosen.noise:
        return
    # A mate that is seen is seen, whichever way it goes.
    seen = {
        move: score if abs(score) > MATE - 500 else score + rng.gauss(0, chosen.noise)
        for move, score in sorted(report.scores.items())
    }
    report.move = max(seen, key=seen.__getitem__)
    report.score, report.line = report.scores[report.move], [report.move]
    yield report
