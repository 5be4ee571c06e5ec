"""How good a placement looks for the side that has just moved: a sum of small whole numbers.

Sorted by it, the good moves of a position come first most of the time, so that the pocket table has
little to say. Builder and reader must agree to the last bit, so that there are no fractions.
A feature is a number; the weight of each is in the pocket table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from banmen.games.dobutsu import DOBUTSU
from banmen.oracle.placement import FILES, SQUARES, Army, Placement
from banmen.tables import tables

__all__ = ["FEATURES", "LAYOUT", "STEPS", "features", "fold", "guess", "relation"]

_T = tables(DOBUTSU)

STEPS = tuple(
    tuple(tuple(_T.step_hits[_T.code_of[symbol]][square] for square in range(SQUARES)) for symbol in symbols)
    for symbols in (("L", "G", "E", "C", "+C"), ("l", "g", "e", "c", "+c"))
)
"""By side (mine, theirs), kind and square, the squares that a piece attacks."""

RELATIONS, FOLDED, KINDS = 21, 8, 4

# How many features there are of each sort; a feature's number is the sum of those before, and its own.
_SORTS = {
    "mine_to_lion": KINDS * RELATIONS,
    "mine_to_other": KINDS * RELATIONS,
    "theirs_to_lion": KINDS * RELATIONS,
    "theirs_to_other": KINDS * RELATIONS,
    "mine_on": KINDS * FOLDED,
    "theirs_on": KINDS * FOLDED,
    "lion_on": FOLDED,
    "other_on": FOLDED,
    "lions": RELATIONS,
    "mine_held": 3 * 3,
    "theirs_held": 3 * 3,
    # Whether the other side attacks it, and whether its own protects it.
    "mine_attacked": KINDS * 4,
    "theirs_attacked": KINDS * 4,
    # Squares to which a lion can go safely, mine also by whether it is attacked.
    "lion_flees": 2 * 9,
    "other_flees": 9,
}
LAYOUT: dict[str, int] = {}
for _sort, _count in _SORTS.items():
    LAYOUT[_sort] = sum(_SORTS[before] for before in LAYOUT)
FEATURES = sum(_SORTS.values())


def relation(a: int, b: int) -> int:
    """How b lies to a, the same in a mirror."""
    return (b // FILES - a // FILES + 3) * 3 + abs(b % FILES - a % FILES)


def fold(square: int) -> int:
    """A square, the same in a mirror."""
    return square // FILES * 2 + square % FILES % 2


def _squares(squares: int) -> Iterator[int]:
    return (square for square in range(SQUARES) if squares >> square & 1)


def _reach(side: int, lion: int, army: Army) -> int:
    pieces = [(0, lion), *((kind, square) for kind, squares in enumerate(army, 1) for square in _squares(squares))]
    return reduce(or_, (STEPS[side][kind][square] for kind, square in pieces))


def features(placement: Placement) -> list[int]:
    """The features that a placement has."""
    lion, other, mine, theirs, hand = placement
    found: list[int] = []
    own, enemy = _reach(0, lion, mine), _reach(1, other, theirs)
    for name, army, attack, cover in (("mine", mine, enemy, own), ("theirs", theirs, own, enemy)):
        for kind, squares in enumerate(army):
            for square in _squares(squares):
                found += (
                    LAYOUT[f"{name}_to_lion"] + kind * RELATIONS + relation(lion, square),
                    LAYOUT[f"{name}_to_other"] + kind * RELATIONS + relation(other, square),
                    LAYOUT[f"{name}_on"] + kind * FOLDED + fold(square),
                    LAYOUT[f"{name}_attacked"] + kind * 4 + (attack >> square & 1) * 2 + (cover >> square & 1),
                )
    counts = [(a | b).bit_count() for a, b in zip(mine, theirs, strict=True)]
    for kind, on_board in enumerate((counts[0], counts[1], counts[2] + counts[3])):
        found += (LAYOUT["mine_held"] + kind * 3 + hand[kind], LAYOUT["theirs_held"] + kind * 3 + 2 - on_board - hand[kind])
    flight = STEPS[0][0][lion] & ~reduce(or_, mine) & ~enemy
    chase = STEPS[1][0][other] & ~reduce(or_, theirs) & ~own
    found += (
        LAYOUT["lion_on"] + fold(lion),
        LAYOUT["other_on"] + fold(other),
        LAYOUT["lions"] + relation(lion, other),
        LAYOUT["lion_flees"] + (enemy >> lion & 1) * 9 + flight.bit_count(),
        LAYOUT["other_flees"] + chase.bit_count(),
    )
    return found


def guess(placement: Placement, weights: Sequence[int]) -> int:
    """How good the placement looks for the side that is not to move."""
    return sum(weights[feature] for feature in features(placement))
