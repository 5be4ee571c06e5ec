"""One game between two players: what is played, and what is written down of it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from outside import IllegalMoveError
from players import Player, make

from banmen import sfen, usi
from banmen.game import Game
from banmen.games import load
from banmen.variant import Color

__all__ = ["MOVE_LIMIT", "Pairing", "play", "start"]

MOVE_LIMIT: Mapping[str, int] = {"shogi": 320, "hasami": 300, "dobutsu": 200}
"""Plies after which the game's own rule calls it a draw; 256 in the games not named here."""


class Pairing(NamedTuple):
    """What decides a game: nothing else may. `opening` is USI moves, `number` its place in the file."""

    game: str
    first: str
    """Full name of the player who moves first at the start of the game (not after the opening)."""
    second: str
    number: int
    opening: str


def start(key: str, opening: str) -> Game:
    """The game after its opening, with the limit of moves. Raises GameError for an illegal move."""
    variant = load(key)
    position = sfen.parse(variant.start, variant, {"move_limit": MOVE_LIMIT.get(key, 256)})
    return Game(variant, position, [usi.parse_move(text, variant) for text in opening.split()])


def play(pairing: Pairing, pause: str | None) -> dict[str, Any]:
    """Play to the end. Waits before it begins while the file `pause` exists."""
    while pause and Path(pause).exists():
        time.sleep(2)
    began = time.perf_counter()
    game = start(pairing.game, pairing.opening)
    players = [_player(name, pairing.game, side) for side, name in enumerate((pairing.first, pairing.second))]
    # Both games of an opening have seeds of their own, so that they do not mirror each other.
    seed = f"{pairing.number} {pairing.first} {pairing.second}"
    thought, fault = [0.0, 0.0], None
    while not game.outcome:
        turn = game.position.turn
        before = time.perf_counter()
        try:
            move = players[turn].choose(game, seed)
        except IllegalMoveError as error:
            fault = str(error)
            game = game.ended(turn.other, "illegal")
            break
        thought[turn] += time.perf_counter() - before
        game = game.ended(turn.other, "resign") if move is None else game.play(move)
    winner, ending = game.outcome or (None, "")
    return {
        **pairing._asdict(),
        "winner": None if winner is None else "first" if winner == Color.BLACK else "second",
        "ending": ending,
        "plies": len(game.moves),
        "moves": " ".join(usi.format_move(move, game.variant) for move in game.moves),
        "seconds": round(time.perf_counter() - began, 1),
        "thought": [round(seconds, 1) for seconds in thought],
        **({"fault": fault} if fault else {}),
    }


@cache
def _player(name: str, key: str, side: int) -> Player:
    """One player for all its games in this process: an outside engine is started once for each side."""
    return make(name, key)
