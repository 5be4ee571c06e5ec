"""The numbers of the evaluation, as data: one entry a game, and a rule that makes sense of any other.

Fitted by tests/match/tune.py, which says how; hundredths of the weakest piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from banmen import betza
from banmen.variant import Variant

__all__ = ["Weights", "weights"]


@dataclass(frozen=True)
class Weights:
    """`board` by upper-case SFEN symbol ("P", "+P"), `hand` by letter; the rest per step or piece."""

    board: Mapping[str, float]
    hand: Mapping[str, float]
    forward: float = 2
    middle: float = 2
    royal_forward: float = 8
    guard: int = 6
    attack: int = 14
    threat: int = 0
    tempo: int = 10


_FITTED: dict[str, Weights] = {}


def weights(variant: Variant) -> Weights:
    """The weights of a game, fitted or derived from its declaration."""
    return _FITTED.get(variant.key) or _derived(variant)


def _derived(variant: Variant) -> Weights:
    """Pieces by the values of the declaration; where those are all alike, by how many squares they reach."""
    board: dict[str, float] = {}
    hand: dict[str, float] = {}
    for letter, kind in variant.kinds.items():
        if letter in variant.royals:
            # Losing it ends the game, which the search sees by itself.
            board[letter], hand[letter] = 0, 0
            continue
        board[letter] = 100 * kind.value if kind.value else 100 * _mobility(kind.moves)
        hand[letter] = board[letter] * (1.1 if variant.drops else 0)
        if kind.promotion:
            board[f"+{letter}"] = 100 * kind.promotion.value if kind.promotion.value else 100 * _mobility(kind.promotion.moves)
    return Weights(board, hand, threat=0 if variant.drops else 25)


def _mobility(moves: str) -> float:
    return sum(1 if leap.times == 1 else 2.5 for leap in betza.parse(moves))
