"""Impasse (jishōgi): declaring a win or a draw by points, and counting by agreement.

Source: the rules of the Japan Shogi Association, for amateurs (27 points) and professionals
(24 points). The side to move declares instead of moving.
"""

from __future__ import annotations

from typing import NamedTuple

from banmen import sfen
from banmen.game import Game
from banmen.outcome import Outcome
from banmen.position import Position
from banmen.tables import Tables
from banmen.variant import Color, Variant

__all__ = ["NEEDED_PIECES", "Condition", "Count", "Verdict", "conditions", "count", "verdict"]

NEEDED_PIECES = 10
AGREED = 24

_WIN = {"27": (28, 27), "24": (31, 31)}
"""Points that win a declaration, by count and color."""
_DRAW = {"24": 24}
"""Points that make a declaration a draw."""


class Count(NamedTuple):
    """What a declaration by one side rests on."""

    king_in_zone: bool
    in_check: bool
    pieces_in_zone: int
    """Own pieces in the zone, the king apart."""
    points: int
    """Value of those pieces and of the hand, with what a handicap gave away."""


class Condition(NamedTuple):
    """One thing a declaration needs: `code` is available, king_in_zone, not_in_check, pieces or points."""

    code: str
    ok: bool
    details: dict[str, object]


class Verdict(NamedTuple):
    """The conditions one by one, and what declaring leads to: None if it is refused."""

    conditions: tuple[Condition, ...]
    outcome: Outcome | None


def count(game: Game, color: Color) -> Count:
    """The facts of `color`'s camp in the position now on the board, whoever is to move."""
    position = game.position
    w, t = position.walker(), position.tables
    king = w.kings[color]
    others = [w.board[s] for s in w.pieces[color] if t.in_zone(color, s) and not t.royal[w.board[s]]]
    return Count(
        king >= 0 and t.in_zone(color, king),
        king >= 0 and bool(w.attackers(king, color.other)),
        len(others),
        sum(_value(t, code) for code in others) + _in_hand(position, color) + _credit(game, color),
    )


def conditions(game: Game, color: Color | None = None) -> dict[str, object]:
    """`count` as JSON, with whether it is that side's turn; for the side to move if not told."""
    side = game.position.turn if color is None else color
    return {**count(game, side)._asdict(), "your_turn": game.position.turn == side}


def verdict(game: Game, agreed: bool = False) -> Verdict:
    """What a declaration by the side to move leads to.

    `agreed`: both players agree that neither king can be mated, so that all pieces of both sides
    count. A wrong declaration is refused (outcome None), or loses under the rule option `strict`.
    """
    rule = str(game.rules.get("impasse"))
    available = game.outcome is None and not game.position.problems() and rule in _WIN
    if not available:
        return Verdict((Condition("available", False, {"impasse": game.rules.get("impasse")}),), None)
    if agreed:
        return _by_agreement(game)
    side = game.position.turn
    found = count(game, side)
    win = _WIN[rule][side]
    enough = _DRAW.get(rule, win)
    needs = (
        Condition("king_in_zone", found.king_in_zone, {}),
        Condition("not_in_check", not found.in_check, {}),
        Condition("pieces", found.pieces_in_zone >= NEEDED_PIECES, {"n": found.pieces_in_zone, "needed": NEEDED_PIECES}),
        Condition("points", found.points >= enough, {"n": found.points, "needed": enough}),
    )
    if all(need.ok for need in needs):
        return Verdict(needs, Outcome(side if found.points >= win else None, "declaration"))
    return Verdict(needs, Outcome(side.other, "declaration") if game.rules.get("strict") else None)


def _by_agreement(game: Game) -> Verdict:
    position = game.position
    w, t = position.walker(), position.tables
    totals = {
        color: sum(_value(t, w.board[s]) for s in w.pieces[color]) + _in_hand(position, color) + _credit(game, color)
        for color in Color
    }
    needs = tuple(
        Condition("points", total >= AGREED, {"n": total, "needed": AGREED, "color": color.letter})
        for color, total in totals.items()
    )
    enough = [color for color in Color if totals[color] >= AGREED]
    if not enough:
        # Only where pieces are missing without a handicap: the rule does not say who would lose.
        return Verdict(needs, None)
    return Verdict(needs, Outcome(enough[0] if len(enough) == 1 else None, "agreement"))


def _value(t: Tables, code: int) -> int:
    return t.variant.points.get(t.symbols[t.demoted[code]].upper(), 1)


def _in_hand(position: Position, color: Color) -> int:
    points = position.variant.points
    return sum(points.get(letter, 1) * n for letter, n in position.hand(color).items())


def _credit(game: Game, color: Color) -> int:
    """Points of the pieces that the giver of a listed handicap started without."""
    variant = game.variant
    if color is not Color.WHITE or sfen.format(game.start) not in {handicap.sfen for handicap in variant.handicaps}:
        return 0
    return _total(sfen.parse(variant.start, variant), color, variant) - _total(game.start, color, variant)


def _total(position: Position, color: Color, variant: Variant) -> int:
    own = [symbol for symbol in position.pieces.values() if symbol.islower() == bool(color)]
    return sum(variant.points.get(symbol.lstrip("+").upper(), 1) for symbol in own) + _in_hand(position, color)
