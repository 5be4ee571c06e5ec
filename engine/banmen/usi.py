"""USI: moves ("7g7f", "8h2b+", "P*5e") and position commands as text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from banmen import sfen
from banmen.errors import GameError, UsiError
from banmen.game import Game
from banmen.moves import BoardMove, Drop, Move
from banmen.tables import tables
from banmen.variant import Variant

__all__ = ["format_move", "format_position", "parse_move", "parse_position"]

LONGEST = 100_000

_SHAPE = re.compile(r"(?:(?P<from>[1-9][a-z])|(?P<kind>[A-Za-z])\*)(?P<to>[1-9][a-z])(?P<mark>[+=]?)", re.ASCII)


def parse_move(text: str, variant: Variant) -> Move:
    """The move that `text` names, legal or not. A drop's letter may be lower case; "=" (no promotion) is read.

    Raises UsiError ``usi.move`` (not the shape of a move) or ``usi.square`` (no such square).
    """
    match = _SHAPE.fullmatch(text.strip()) if isinstance(text, str) and len(text) < 20 else None
    if match is None or (match["kind"] and match["mark"] == "="):
        raise UsiError("usi.move", text=_short(text), expected="7g7f, 8h2b+ or P*5e")
    t = tables(variant)
    for name in (match["from"], match["to"]):
        if name is not None and name not in t.square_of:
            raise UsiError("usi.square", text=_short(text), square=name, files=t.files, ranks=t.ranks)
    target = t.square_of[match["to"]]
    if match["kind"]:
        letter = match["kind"].upper()
        if match["mark"]:
            raise UsiError("usi.drop_promotes", text=_short(text), expected=text.strip()[:-1])
        return Drop(letter, target)
    return BoardMove(t.square_of[match["from"]], target, match["mark"] == "+")


def format_move(move: Move, variant: Variant) -> str:
    """The USI text of a move."""
    squares = tables(variant).squares
    if isinstance(move, Drop):
        return f"{move.kind}*{squares[move.target]}"
    return f"{squares[move.origin]}{squares[move.target]}{'+' if move.promotes else ''}"


def parse_position(text: str, variant: Variant, rules: Mapping[str, object] | None = None) -> Game:
    """The game that a USI position command describes; the words "position" and "sfen" may be missing.

    A last word "resign" ends the game. Raises UsiError ``usi.length``,
    ``usi.position``, ``usi.illegal`` (with the index of the move) or those of `parse_move`, and
    SfenError.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise UsiError("usi.length", length=len(text) if isinstance(text, str) else None, expected=LONGEST)
    words = text.split()
    if words[:1] == ["position"]:
        words.pop(0)
    at = words.index("moves") if "moves" in words else len(words)
    head, tail = words[:at], words[at + 1 :]
    if head == ["startpos"]:
        start = sfen.parse(variant.start, variant, rules)
    elif head:
        start = sfen.parse(" ".join(head[1:] if head[0] == "sfen" else head), variant, rules)
    else:
        raise UsiError("usi.position", text=_short(text), expected="[position] startpos | sfen SFEN [moves …]")
    resigns = tail[-1:] == ["resign"]
    moves = []
    for index, word in enumerate(tail[:-1] if resigns else tail):
        try:
            moves.append(parse_move(word, variant))
        except UsiError as error:
            raise UsiError(error.code, index=index, **error.details) from None
    try:
        game = Game(variant, start, moves)
    except GameError as error:
        index = int(str(error.details["index"]))
        raise UsiError("usi.illegal", index=index, text=tail[index]) from None
    return game.ended(game.position.turn.other, "resign") if resigns and not game.outcome else game


def format_position(game: Game) -> str:
    """The position command of a game, without its ending (USI has none)."""
    start = sfen.format(game.start)
    command = "position startpos" if start == game.variant.start else f"position sfen {start}"
    moves = "".join(f" {format_move(move, game.variant)}" for move in game.moves)
    return f"{command} moves{moves}" if moves else command


def _short(text: object) -> str:
    """At most 40 characters of whatever was given, for an error's details."""
    return (text if isinstance(text, str) else str(type(text).__name__))[:40]
