"""A move as a reader types it: USI, western in any language's letters, or Japanese."""

from __future__ import annotations

from collections.abc import Mapping

from banmen.errors import NotationError, UsiError
from banmen.game import Game
from banmen.moves import Move
from banmen.notation import japanese, western
from banmen.notation.wanted import resolve
from banmen.usi import parse_move

__all__ = ["read"]


def read(text: str, game: Game, letters: Mapping[str, str] | None = None) -> Move:
    """The move that `text` means, legal or not.

    `letters`: letter -> name key of the unpromoted piece, in the reader's language; the game's own
    are always understood. Raises UsiError (``usi.square``, ``usi.drop_promotes``) or NotationError
    ``notation.move``, ``notation.square``, ``notation.ambiguous``.
    """
    # The reader's letters go first: L*5e drops a lance in English, a bishop in Swedish.
    if letters and "*" in text:
        try:
            return resolve(western.parse(text, game, letters), game)
        except NotationError as error:
            if error.code == "notation.ambiguous":
                raise
    try:
        return parse_move(text, game.variant)
    except UsiError as error:
        if error.code != "usi.move":
            raise
    if any("\u3040" <= character <= "\u9fff" for character in text):  # kana and kanji
        return resolve(japanese.parse(text, game), game)
    for names in (letters, western.letters(game.variant)):
        try:
            return resolve(western.parse(text, game, names or {}), game)
        except NotationError as error:
            if error.code != "notation.move":
                raise
    raise NotationError("notation.move", text=text[:40])
