"""What best play of both comes to: the verdict on a position and on each of its moves.

Nothing here fetches: a verdict that needs blocks of the table which nobody has handed over yet names
them instead. What was handed over is kept for the questions that follow.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from banmen.errors import OracleError
from banmen.games.dobutsu import DOBUTSU
from banmen.moves import Move
from banmen.oracle.near import near
from banmen.oracle.placement import Placement, of_position
from banmen.oracle.table import NEAR, Directory, name_of
from banmen.outcome import decided
from banmen.position import Position
from banmen.usi import format_move

__all__ = ["keep", "require_solved", "verdict"]

MOST = 200
"""Blocks kept: five million bytes."""

_kept: dict[str, bytes] = {}
"""By sum."""


def keep(name: str, data: bytes) -> None:
    """Keep a block that was asked for. Raises OracleError ``oracle.block`` if it is not what its name says."""
    sha256 = hashlib.sha256(data).hexdigest()
    if name != name_of(sha256):
        raise OracleError("oracle.block", name=name[:40])
    if len(_kept) >= MOST:
        _kept.clear()
    _kept[sha256] = data


def require_solved(position: Position) -> None:
    """Raise OracleError ``oracle.game``, ``oracle.rules`` or ``oracle.pieces`` for what was not solved."""
    if position.variant is not DOBUTSU:
        raise OracleError("oracle.game", game=position.variant.key, expected=DOBUTSU.key)
    if position.rules.get("try") != "safe":
        raise OracleError("oracle.rules", option="try", value=position.rules.get("try"), expected="safe")
    if of_position(position) is None:
        raise OracleError("oracle.pieces")


def verdict(position: Position, table: str) -> dict[str, Any]:
    """The result for the side to move and of each move, or the blocks that it takes to say; `table`: the sum of the directory.

    A move's result is for the side that makes it, its plies include the move; the best moves come first. Raises as
    `require_solved` does.
    """
    require_solved(position)
    if table not in _kept:
        return _need([table])
    directory = _directory(_kept[table])
    seen = {move: _seen(position, move) for move in position.legal_moves}
    far = {move: _placement(position, move) for move, worth in seen.items() if worth is None}
    missing = {directory.block(placement) for placement in far.values()} - _kept.keys()
    if missing:
        return _need(sorted(missing))
    for move, placement in far.items():
        # Odd plies are wins of the other side.
        plies = directory.value(placement, _kept)
        seen[move] = _before(plies if plies % 2 else -plies)
    worth = {move: plies for move, plies in seen.items() if plies is not None}
    best = sorted(worth, key=lambda move: _order(worth[move]))
    return {**_json(worth[best[0]]), "moves": [{"usi": format_move(move, DOBUTSU), **_json(worth[move])} for move in best]}


def _need(sums: list[str]) -> dict[str, Any]:
    return {"need": [{"name": name_of(sha256), "sha256": sha256} for sha256 in sums]}


@lru_cache(1)
def _directory(data: bytes) -> Directory:
    return Directory(data)


def _placement(position: Position, move: Move) -> Placement:
    placement = of_position(position.play(move))
    assert placement is not None
    return placement


# A worth is a number of plies for the side that moves: above 0 if it wins, below if it loses, 0 for a draw.


def _seen(position: Position, move: Move) -> int | None:
    """What a move is worth if the end is near; None if it is not."""
    walker = position.walker()
    walker.push(position.tables.code(move))
    end = decided(walker)
    if end:
        return 0 if end.winner is None else 1 if end.winner == position.turn else -1
    return _before(near(walker, NEAR)) or None


def _before(worth: int) -> int:
    """The same for the other side, one ply sooner."""
    return -worth - 1 if worth > 0 else -worth + 1 if worth else 0


def _order(worth: int) -> tuple[int, int]:
    """Quick wins first, then draws, then slow losses."""
    return (0, worth) if worth > 0 else (2, worth) if worth else (1, 0)


def _json(worth: int) -> dict[str, Any]:
    return {"result": "win" if worth > 0 else "loss" if worth else "draw", "plies": abs(worth)}
