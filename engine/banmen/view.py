"""Game -> the JSON view that boards are drawn from, version 1."""

from __future__ import annotations

from typing import Any

from banmen import sfen
from banmen.game import Game, Step
from banmen.moves import BoardMove
from banmen.notation import japanese
from banmen.outcome import Outcome
from banmen.usi import format_move
from banmen.variant import Color

__all__ = ["VERSION", "outcome_json", "view"]

VERSION = 1


def view(game: Game) -> dict[str, Any]:
    """Everything a board shows of a game: JSON values only, squares and moves by their USI names."""
    position, outcome = game.position, game.outcome
    names = position.tables.squares
    last = game.steps[-1] if game.steps else None
    ply, repetition, quiet = game.counters
    limit = game.rules.get("no_capture_limit")
    return {
        "version": VERSION,
        "game": game.variant.key,
        "handicap": game.handicap,
        "rules": game.rules.chosen,
        "sfen": sfen.format(position, len(game.steps) + 1),
        "files": position.tables.files,
        "ranks": position.tables.ranks,
        "turn": position.turn.letter,
        "pieces": {names[square]: symbol for square, symbol in position.pieces.items()},
        "hands": {color.letter: dict(position.hand(color)) for color in Color},
        "moves": [format_move(move, game.variant) for move in game.legal_moves],
        "check": [names[square] for square in position.checks],
        "last": {"from": names[last.move.origin] if isinstance(last.move, BoardMove) else None,
                 "to": names[last.move.target]} if last else None,
        "captured": [names[square] for square in last.captured] if last else [],
        "problems": list(position.problems()),
        "outcome": outcome_json(outcome),
        "counters": {
            "ply": ply,
            "repetition": repetition,
            "no_capture": {"n": quiet, "limit": limit} if limit is not None else None,
            "move_limit": game.rules.get("move_limit"),
        },
        "texts": [
            _text(game, step, japanese.format(step, before, game.variant), step is last)
            for before, step in zip([None, *game.steps], game.steps, strict=False)
        ],
    }


def outcome_json(outcome: Outcome | None) -> dict[str, str | None] | None:
    if outcome is None:
        return None
    return {"winner": None if outcome.winner is None else outcome.winner.letter, "ending": outcome.ending}


def _text(game: Game, step: Step, written: str, is_last: bool) -> dict[str, Any]:
    names = game.position.tables.squares
    move = step.move
    return {
        "usi": format_move(move, game.variant),
        "japanese": written,
        "parts": {
            "color": step.color.letter,
            "piece": step.piece,
            "from": names[move.origin] if isinstance(move, BoardMove) else None,
            "to": names[move.target],
            "capture": step.capture,
            "captured": [names[square] for square in step.captured],
            "promotes": step.promotes,
            "drop": not isinstance(move, BoardMove),
            "ambiguous": bool(step.rivals),
            "check": step.check,
            "mate": is_last and game.outcome is not None and game.outcome.ending == "checkmate",
        },
    }
