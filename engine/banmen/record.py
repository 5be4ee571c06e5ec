"""The language-neutral JSON of a game, which a link, a file and every request to the door carry.

``{v, game, rules, start, moves, end}``; all but `game` may be missing. `start` is SFEN, `moves`
USI, `end` an ending that no position shows, made by the side to move where it has a loser.
"""

from __future__ import annotations

from collections.abc import Mapping

from banmen import sfen
from banmen.declare import verdict
from banmen.errors import GameError, RecordError, UsiError
from banmen.game import Game
from banmen.games import load
from banmen.moves import Move
from banmen.refusal import explain
from banmen.usi import format_move, parse_move

__all__ = ["VERSION", "read", "write"]

VERSION = 1
MOST_MOVES = 5000

_LOST = ("resign", "time", "illegal")
_NOBODY = ("interrupted", "agreement")
AGREED_COUNT = "agreed_count"
"""The end of a game whose players agreed to count all pieces; its outcome's ending is `agreement`."""
_COUNTED = ("declaration", AGREED_COUNT)


def read(record: object, known: Game | None = None) -> Game:
    """The game that a record holds.

    `known`: a game read before; if the record goes on from it, only the new moves are played.
    Raises RecordError ``record.shape``, ``record.version``, ``record.length``, ``record.end`` or
    ``record.move`` (with index, usi and refusal), and the errors of game, rules and SFEN.
    """
    if not isinstance(record, Mapping):
        raise RecordError("record.shape", found=type(record).__name__, expected="an object")
    version = record.get("v", VERSION)
    if version != VERSION or isinstance(version, bool):
        raise RecordError("record.version", found=version if isinstance(version, int) else str(version)[:20], expected=VERSION)
    variant = load(_text(record, "game", None))
    rules = record.get("rules") or {}
    if not isinstance(rules, Mapping):
        raise RecordError("record.shape", key="rules", found=type(rules).__name__, expected="an object")
    moves = record.get("moves") or []
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise RecordError("record.shape", key="moves", expected="a list of USI moves")
    if len(moves) > MOST_MOVES:
        raise RecordError("record.length", found=len(moves), expected=MOST_MOVES)
    start = sfen.parse(_text(record, "start", variant.start), variant, rules)
    game = Game(variant, start)
    if known is not None and _continues(known, game, moves):
        game = known
    game = _played(game, moves[len(game.moves) :])
    return _ended(game, record.get("end"))


def _text(record: Mapping[object, object], key: str, default: str | None) -> str:
    value = record.get(key, default)
    if not isinstance(value, str):
        raise RecordError("record.shape", key=key, found=type(value).__name__, expected="a text")
    return value


def _continues(known: Game, fresh: Game, moves: list[str]) -> bool:
    return (
        known.variant is fresh.variant
        and known.end is None
        and known.start == fresh.start
        and known.rules.values == fresh.rules.values
        and [format_move(move, known.variant) for move in known.moves] == moves[: len(known.moves)]
    )


def _played(game: Game, texts: list[str]) -> Game:
    """The game with these moves added, or the first one's refusal."""
    good: list[Move] = []
    try:
        for text in texts:
            good.append(parse_move(text, game.variant))
    except UsiError:
        pass  # explained below, unless a move before it is refused
    try:
        played = game.play(*good)
    except GameError as error:
        index = int(str(error.details["index"])) - len(game.moves)
        played = game.play(*good[:index])
    if len(played.moves) == len(game.moves) + len(texts):
        return played
    index = len(played.moves) - len(game.moves)
    refusal = explain(played, texts[index])
    assert refusal is not None, f"{texts[index]} was refused"
    raise RecordError("record.move", index=len(played.moves), usi=texts[index][:40], refusal={
        "code": refusal.code, "squares": list(refusal.squares), "details": refusal.details,
    })


def _ended(game: Game, end: object) -> Game:
    if end is None or (game.outcome and game.outcome.ending == end):
        return game
    if game.outcome or end not in (*_LOST, *_NOBODY, *_COUNTED):
        raise RecordError("record.end", found=str(end)[:40], expected=[*_LOST, *_NOBODY, *_COUNTED])
    if end in _COUNTED:
        outcome = verdict(game, agreed=end == AGREED_COUNT).outcome
        if outcome is None:
            raise RecordError("record.end", found=end, expected="conditions that hold")
        return game.ended(*outcome)
    return game.ended(game.position.turn.other if end in _LOST else None, str(end))


def write(game: Game) -> dict[str, object]:
    """The record of a game, with nothing in it that is the default."""
    record: dict[str, object] = {"v": VERSION, "game": game.variant.key}
    if game.rules.chosen:
        record["rules"] = game.rules.chosen
    start = sfen.format(game.start)
    if start != game.variant.start:
        record["start"] = start
    record["moves"] = [format_move(move, game.variant) for move in game.moves]
    if game.end:
        counted = game.end.ending == "agreement" and verdict(game.going_on, agreed=True).outcome == game.end
        record["end"] = AGREED_COUNT if counted and game.end.winner is not None else game.end.ending
    return record
