"""What a problem asks for, such as ``mate 3``: its proof, and the judgement of what a reader plays.

``mate``: mate by checks, as in tsume. ``win``: a win forced by whatever moves, in any game. Plies count the moves of both sides.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, cast, get_args

from banmen.errors import DoorError
from banmen.game import Game
from banmen.moves import Move
from banmen.search import forced, mate
from banmen.search.mate import Judgement, Task

__all__ = ["Goal", "Kind", "judge", "keys"]

Kind = Literal["mate", "win"]

MOST: dict[Kind, int] = {"mate": mate.LONGEST, "win": 9}
"""The longest that can be asked for, in plies."""

NODES = 30_000
"""Positions that are looked at for a reader's move, two or three seconds in a browser; what takes longer is not judged."""


class Goal(NamedTuple):
    kind: Kind
    plies: int

    @classmethod
    def read(cls, text: str) -> Goal:
        """Raises DoorError ``door.goal`` for anything but ``mate N`` and ``win N`` with an odd N that is not too large."""
        kind, _, number = text.partition(" ")
        expected = [f"{kind} N with an odd N up to {most}" for kind, most in MOST.items()]
        if kind not in get_args(Kind) or not (number.isascii() and number.isdigit() and len(number) < 4):
            raise DoorError("door.goal", found=text[:40], expected=expected)
        goal = cls(cast(Kind, kind), int(number))
        if not goal.plies % 2 or goal.plies > MOST[goal.kind]:
            raise DoorError("door.goal", found=text[:40], expected=expected)
        return goal


def keys(game: Game, goal: Goal) -> Task[tuple[int | None, tuple[Move, ...]]]:
    """How long it takes, None if longer than the goal says, and every first move that takes no longer."""
    if goal.kind == "mate":
        return (yield from mate.keys(game, goal.plies))
    return (yield from forced.keys(game, goal.plies))


def judge(game: Game, move: Move, goal: Goal) -> Task[Judgement]:
    """What a legal move is worth. A mate may take longer than the goal says, as long as it is one; a win may not."""
    if goal.kind == "mate":
        return (yield from mate.judge(game, move, nodes=NODES))
    return (yield from forced.judge(game, move, goal.plies))
