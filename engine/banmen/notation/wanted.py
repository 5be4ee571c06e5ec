"""What a written move says, and which move of the game that is."""

from __future__ import annotations

from typing import NamedTuple

from banmen.errors import NotationError
from banmen.game import Game
from banmen.moves import BoardMove, Drop, Move

__all__ = ["Wanted", "resolve"]


class Wanted(NamedTuple):
    """The parts of a written move; None where it leaves one open."""

    text: str
    piece: str
    """Name key of the piece."""
    target: int
    origin: int | None = None
    origins: frozenset[int] | None = None
    """Squares that words such as "left" or "up" leave to the piece; None without such words."""
    drop: bool | None = None
    promotes: bool | None = None


def resolve(wanted: Wanted, game: Game) -> Move:
    """The one legal move that fits, else an illegal one that fits, for `refusal.explain` to judge.

    A piece on the board goes before one in the hand, as every notation has it. Raises
    NotationError ``notation.ambiguous`` if several legal moves fit.
    """
    names = {square: _name(game, square) for square in game.position.pieces}
    fitting = [move for move in game.legal_moves if _fits(wanted, move, game, names)]
    on_board = [move for move in fitting if isinstance(move, BoardMove)]
    chosen = on_board or fitting
    if wanted.promotes is None and len(chosen) == 2 and len({m.origin for m in on_board}) == 1:
        # "S-3c" where it could have promoted: not said is not done.
        chosen = [move for move in on_board if not move.promotes]
    if len(chosen) > 1:
        raise NotationError("notation.ambiguous", text=wanted.text)
    return chosen[0] if chosen else _illegal(wanted, game, names)


def _name(game: Game, square: int) -> str:
    return game.position.tables.names[game.position.tables.code_of[game.position.pieces[square]]]


def _letter(game: Game, piece: str) -> str | None:
    return next((letter for letter, kind in game.variant.kinds.items() if kind.name == piece), None)


def _fits(wanted: Wanted, move: Move, game: Game, names: dict[int, str]) -> bool:
    if move.target != wanted.target:
        return False
    if isinstance(move, Drop):
        placed = wanted.origin is not None or wanted.origins is not None or wanted.promotes
        return wanted.drop is not False and not placed and move.kind == _letter(game, wanted.piece)
    return (
        not wanted.drop
        and names[move.origin] == wanted.piece
        and wanted.origin in (None, move.origin)
        and (wanted.origins is None or move.origin in wanted.origins)
        and wanted.promotes in (None, move.promotes)
    )


def _illegal(wanted: Wanted, game: Game, names: dict[int, str]) -> Move:
    """A move that the text could mean though the rules forbid it: the piece nearest to being right."""
    position = game.position
    letter = _letter(game, wanted.piece)
    own = [s for s, name in names.items() if name == wanted.piece and position.pieces[s].islower() == bool(position.turn)]
    if wanted.origin is not None:
        return BoardMove(wanted.origin, wanted.target, bool(wanted.promotes))
    held = letter is not None and letter in position.hand(position.turn)
    if letter is not None and (wanted.drop or held or not own) and not wanted.promotes:
        return Drop(letter, wanted.target)
    if not own:
        raise NotationError("notation.move", text=wanted.text)
    t = position.tables
    reaching = [s for s in own if any(wanted.target in line for _, line in t.lines[t.code_of[position.pieces[s]]][s])]
    return BoardMove((reaching or own)[0], wanted.target, bool(wanted.promotes))
