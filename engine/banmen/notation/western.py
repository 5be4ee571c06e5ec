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
_AFTER_LETTER = r"(?P<origin>[1-9][a-z1-9])?(?P<act>[-x×*'’]?)(?P<to>[1-9][a-z1-9])(?P<mark>[+=]?)"


def letters(variant: Variant) -> dict[str, str]:
    """The game's own (SFEN) letters: letter -> name key."""
    return {letter: kind.name for letter, kind in variant.kinds.items()}


def parse(text: str, game: Game, names: Mapping[str, str]) -> Wanted:
    """What a move says; `names` gives the name key of an unpromoted piece for each letter (in any case).

    Raises NotationError ``notation.move``.
    """
    known = {letter.casefold(): name for letter, name in names.items() if letter}
    longest_first = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    move = re.compile(rf"(?P<promoted>\+?)(?P<letter>{longest_first}){_AFTER_LETTER}")
    match = move.fullmatch(text.casefold().replace(" ", "")) if known and len(text) < 40 else None
    name = known.get(match["letter"]) if match else None
    if match is None or name is None:
        raise NotationError("notation.move", text=text[:40])
    kind = next((kind for kind in game.variant.kinds.values() if kind.name == name), None)
    if kind is None or (match["promoted"] and kind.promotion is None):
        raise NotationError("notation.move", text=text[:40])
    piece = kind.promotion.name if match["promoted"] and kind.promotion else kind.name
    return Wanted(
        text[:40],
        piece,
        _square(match["to"], text, game.variant),
        origin=_square(match["origin"], text, game.variant) if match["origin"] else None,
        drop=_DROP.get(match["act"]),
        promotes={"+": True, "=": False}.get(match["mark"]),
    )


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
