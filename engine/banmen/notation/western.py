"""Western notation: letter, origin if needed, "-" "x" or "*", square, "+" or "=": P-7f, +Rx5c, S6h-5g, G*4b.

The letters may be those of any language: the caller says which stands for which piece. Source:
the notation of G. Hodges and T. Hosking's English books, with USI's or two-digit squares.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from banmen.errors import NotationError
from banmen.game import Game, Step
from banmen.moves import BoardMove
from banmen.notation.wanted import Wanted
from banmen.tables import tables
from banmen.variant import Variant

__all__ = ["format", "letters", "parse"]

_DROP = {"*": True, "'": True, "’": True, "-": False, "x": False, "×": False}
# Where men are enclosed, how many are told after the move, as lists of moves do.
_AFTER_LETTER = r"(?P<origin>[1-9][a-z1-9])?(?P<act>[-x×*'’]?)(?P<to>[1-9][a-z1-9])(?P<mark>[+=]?)(?:x[1-9][0-9]?)?"
_BARE = r"(?P<bare_from>[1-9][a-z1-9])(?P<bare_act>[-x×])(?P<bare_to>[1-9][a-z1-9])(?P<bare_mark>[+=]?)(?:x[1-9][0-9]?)?"


def letters(variant: Variant) -> dict[str, str]:
    """The game's own (SFEN) letters: letter -> name key."""
    return {letter: kind.name for letter, kind in variant.kinds.items()}


def parse(text: str, game: Game, names: Mapping[str, str]) -> Wanted:
    """What a move says; `names` gives the name key of a piece for each letter (in any case).

    Without a letter it has to say where the piece comes from. Raises NotationError ``notation.move``, ``notation.square``.
    """
    known = {letter.casefold(): name for letter, name in names.items() if letter}
    longest_first = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    move = re.compile(rf"(?P<promoted>\+?)(?P<letter>{longest_first}){_AFTER_LETTER}|{_BARE}")
    match = move.fullmatch(text.casefold().replace(" ", "")) if known and len(text) < 40 else None
    if match is None:
        raise NotationError("notation.move", text=text[:40])
    if match["bare_from"]:
        return _bare(match, text, game)
    name = known[match["letter"]]
    kind = next((kind for kind in game.variant.kinds.values() if kind.name == name), None)
    promoted = {kind.promotion.name for kind in game.variant.kinds.values() if kind.promotion}
    if match["promoted"]:
        if kind is None or kind.promotion is None:
            raise NotationError("notation.move", text=text[:40])
        name = kind.promotion.name
    elif kind is None and name not in promoted:
        raise NotationError("notation.move", text=text[:40])
    return Wanted(
        text[:40],
        name,
        _square(match["to"], text, game.variant),
        origin=_square(match["origin"], text, game.variant) if match["origin"] else None,
        drop=_DROP.get(match["act"]),
        promotes={"+": True, "=": False}.get(match["mark"]),
    )


def _bare(match: re.Match[str], text: str, game: Game) -> Wanted:
    """A move that names no piece, as of a game of one kind: it is the one on the square that it names."""
    position, origin = game.position, _square(match["bare_from"], text, game.variant)
    if origin not in position.pieces:
        raise NotationError("notation.move", text=text[:40])
    t = position.tables
    piece = t.names[t.code_of[position.pieces[origin]]]
    target = _square(match["bare_to"], text, game.variant)
    return Wanted(text[:40], piece, target, origin=origin, drop=False, promotes={"+": True, "=": False}.get(match["bare_mark"]))


def _square(name: str, text: str, variant: Variant) -> int:
    usi = name if name[1].isalpha() else f"{name[0]}{chr(96 + int(name[1]))}"
    square = tables(variant).square_of.get(usi)
    if square is None:
        raise NotationError("notation.square", text=text[:40], square=name)
    return square


def format(step: Step, variant: Variant, names: Mapping[str, str]) -> str:  # noqa: A001 - called as western.format
    """The move with the letters of `names` (letter -> name key of the unpromoted piece) and USI's squares."""
    t = tables(variant)
    by_name = {name: letter for letter, name in names.items()}
    promoted = {kind.promotion.name: kind.name for kind in variant.kinds.values() if kind.promotion}
    letter = f"+{by_name[promoted[step.piece]]}" if step.piece in promoted else by_name[step.piece]
    if not isinstance(step.move, BoardMove):
        return f"{letter}*{t.squares[step.move.target]}"
    origin = t.squares[step.move.origin] if step.rivals else ""
    mark = {True: "+", False: "=", None: ""}[step.promotes]
    # A man taken by enclosing stands elsewhere; "x" says that something is taken where the piece lands.
    act = "x" if step.move.target in step.captured else "-"
    return f"{letter}{origin}{act}{t.squares[step.move.target]}{mark}"
