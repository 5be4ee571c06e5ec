"""The numbers of the evaluation, as data: one file a game in `fitted`, and a rule that makes sense of any other game.

All are hundredths of the weakest piece, for the owner of the piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules

from banmen import betza
from banmen.search import fitted
from banmen.variant import Variant

__all__ = ["Weights", "derived", "weights"]

Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Weights:
    """Pieces by SFEN symbol as the first player writes it ("P", "+P"), hands by letter."""

    board: Mapping[str, float]
    hand: Mapping[str, float]
    place: Mapping[str, Rows] = field(default_factory=dict)
    """What a square adds: rows from the far rank to the own one, each from the edge file to the middle."""
    own_royal: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """What standing near the own royal adds: one king's step away, two, and so on; no more than listed."""
    other_royal: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """The same for the other side's royal."""
    men: Mapping[str, float] = field(default_factory=dict)
    """Where men are captured by enclosing: what the counts of `evaluate.Evaluation.counts` weigh."""
    tempo: float = 10
    """Being the one to move."""
    scale: float = 400
    """The lead that makes the odds of winning e to 1: the chance to win is 1 / (1 + exp(-value / scale))."""


def weights(variant: Variant) -> Weights:
    """The weights of a game, fitted or derived from its declaration."""
    if any(module.name == variant.key for module in iter_modules(fitted.__path__)):
        found = import_module(f"{fitted.__name__}.{variant.key}")
        return Weights(**{name.lower(): value for name, value in vars(found).items() if name.isupper()})
    return derived(variant)


def derived(variant: Variant) -> Weights:
    """Pieces by the values of the declaration, or by how many squares they reach. What steps is better forward and in
    the middle, and near a royal; a royal that must not be attacked stays at home, aside."""
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
    ranks, files = _size(variant)
    place: dict[str, Rows] = {}
    for symbol in board:
        ahead, inward = _leaning(variant, symbol)
        place[symbol] = tuple(
            tuple(ahead * (ranks - 1 - rank) + inward * file for file in range((files + 1) // 2)) for rank in range(ranks)
        )
    others = [symbol for symbol in board if symbol not in variant.royals] if variant.royals else []
    return Weights(
        board, hand, place,
        own_royal=dict.fromkeys(others, (12, 8, 4, 2)),
        other_royal=dict.fromkeys(others, (20, 14, 8, 4)),
        men={} if variant.capture == "replacement" else {"threatens": 25, "threatened": -25},
    )


def _leaning(variant: Variant, symbol: str) -> tuple[int, int]:
    """What a piece gains by a rank forward and by a file towards the middle."""
    letter = symbol.lstrip("+")
    if letter in variant.royals:
        return (-8, -4) if variant.check else (8, 2)
    # What slides reaches as far from afar.
    slides = any(leap.times != 1 for leap in betza.parse(variant.kinds[letter].moves))
    return (0, 0) if slides and variant.drops else (2, 2)


def _size(variant: Variant) -> tuple[int, int]:
    rows = variant.start.split()[0].split("/")
    return len(rows), sum(int(c) if c.isdigit() else 1 for c in rows[0].replace("+", ""))


def _mobility(moves: str) -> float:
    return sum(1 if leap.times == 1 else 2.5 for leap in betza.parse(moves))
