"""What a game's players were when it was played: a sum of all that decides their moves."""

from __future__ import annotations

import hashlib
import inspect
from functools import cache
from pathlib import Path

import banmen.search
from banmen.search import levels
from banmen.search.weights import fitted

__all__ = ["version"]

PLAYING = ("checks", "evaluate", "mate", "memory", "ordering", "proof", "quiescence", "search", "weights")
"""Modules of the search that choose moves, the levels apart: of those only the ones that play count."""


@cache
def version(game: str, *players: str) -> str:
    """The sum for these players (full names): of the search, the weights of the game, and the levels that play."""
    folder, weights = Path(banmen.search.__path__[0]), Path(fitted.__path__[0])
    paths = [folder / f"{name}.py" for name in PLAYING]
    paths += [path for path in [weights / f"{game}.py"] if path.exists()]
    sums = hashlib.sha256(inspect.getsource(levels.choose).encode())
    for path in paths:
        sums.update(path.read_bytes())
    known = [level.key for level in levels.LEVELS]
    for kind in sorted({name.partition(":")[0] for name in players}):
        if kind in known:
            sums.update(repr(levels.level(kind, game)).encode())
    return sums.hexdigest()[:12]
