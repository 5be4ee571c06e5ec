"""Every placement of the pieces of Dōbutsu shōgi as one number, without a gap.

The side to move is always seen from below ("mine"), so the board is turned when the second player
moves; of a placement and its mirror image one stands for both. All eight pieces are there: two
lions on the board, two giraffes, elephants and chicks on the board or in a hand.

The number is made in this order, the first part counting most:

    the squares of both lions                      72 pairs, mirrored so that mine is not on the right
    my giraffes, elephants, chicks on the board    first how many of each, then where (a *deployment*)
    theirs                                         the same on the squares that are left
    the hands                                      how many of what is not on the board are mine

A move that takes nothing and is not the lion's leaves, seen by the player who answers, both lions
and all of "mine" as they were. So all such moves lead to one short range of numbers, the range of a
deployment; a lion's move leads to another such range, and a capture to one for each kind taken.
Tables cut between deployments answer for all moves of a position with few pieces.

Squares are the engine's (reading order); a set of squares is an int with a bit for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import comb
from typing import NamedTuple

from banmen.position import Position

__all__ = ["CLASSES", "DEPLOYMENTS", "PAIRS", "PLACEMENTS", "PLACEMENTS_OF_PAIR", "Army", "Placement", "index", "of_position"]

FILES, SQUARES = 3, 12

# Of each kind how many one side has on the board: giraffes, elephants, chicks and hens together.
CLASSES = tuple((g, e, c) for g in range(3) for e in range(3) for c in range(3))


class Army(NamedTuple):
    """The squares of one side's pieces but the lion."""

    giraffes: int
    elephants: int
    chicks: int
    hens: int


class Placement(NamedTuple):
    """A position as the side to move sees it; `hand`: my giraffes, elephants and chicks in hand."""

    lion: int
    other: int
    mine: Army
    theirs: Army
    hand: tuple[int, int, int]


def _mirrored(square: int) -> int:
    return square - square % FILES + FILES - 1 - square % FILES


def _mirrored_set(squares: int) -> int:
    return sum(1 << _mirrored(square) for square in range(SQUARES) if squares >> square & 1)


def _pairs() -> list[tuple[int, int]]:
    """Lion and other lion, of mirror images the left one."""
    every = ((a, b) for a in range(SQUARES) for b in range(SQUARES) if a != b)
    return [(a, b) for a, b in every if (a % FILES, b % FILES) <= (_mirrored(a) % FILES, _mirrored(b) % FILES)]


PAIRS = _pairs()
_PAIR = {pair: number for number, pair in enumerate(PAIRS)}


class Deployments(NamedTuple):
    """My deployments of one class: where their range begins, how many placements each has, and how many they are."""

    base: int
    size: int
    every: int
    ways: tuple[int, int, int]
    """How many ways there are to set the giraffes, then the elephants, then the chicks."""
    replies: tuple[tuple[int, tuple[int, int, int], tuple[int, int, int]], ...]
    """By the class of theirs: where it begins inside a deployment, the ways of theirs, and those to share out each kind of what
    is left between the hands. Classes that would need more than two of a kind have no way."""


def _ways(free: int, counts: Sequence[int]) -> tuple[int, int, int]:
    g, e, c = counts
    return comb(free, g), comb(free - g, e), comb(free - g - e, c) << c


def _deployments() -> Iterator[Deployments]:
    base = 0
    for mine in CLASSES:
        ways, size, replies = _ways(SQUARES - 2, mine), 0, []
        free = SQUARES - 2 - sum(mine)
        for theirs in CLASSES:
            left = tuple(max(0, 3 - a - b) for a, b in zip(mine, theirs, strict=True))
            shares = (left[0], left[1], left[2])
            possible = _ways(free, theirs) if 0 not in left else (0, 0, 0)
            replies.append((size, possible, shares))
            size += possible[0] * possible[1] * possible[2] * shares[0] * shares[1] * shares[2]
        count = ways[0] * ways[1] * ways[2]
        yield Deployments(base, size, count, ways, tuple(replies))
        base += size * count


DEPLOYMENTS = tuple(_deployments())
PLACEMENTS_OF_PAIR = DEPLOYMENTS[-1].base + DEPLOYMENTS[-1].size * DEPLOYMENTS[-1].every
PLACEMENTS = len(PAIRS) * PLACEMENTS_OF_PAIR


@cache
def _rank(squares: int, taken: int) -> int:
    """The number of a set of at most two squares among all such sets on the squares that are not taken."""
    free = [square for square in range(SQUARES) if not taken >> square & 1]
    places = [place for place, square in enumerate(free) if squares >> square & 1]
    return sum(comb(place, number) for number, place in enumerate(places, 1))


def _deployed(army: Army, taken: int, ways: tuple[int, int, int]) -> int:
    """The number of one side's set-up among those of its class; chicks and hens differ in the last bits."""
    men = army.chicks | army.hens
    number = _rank(army.giraffes, taken)
    number = number * ways[1] + _rank(army.elephants, taken | army.giraffes)
    places = _rank(men, taken | army.giraffes | army.elephants)
    squares = [square for square in range(SQUARES) if men >> square & 1]
    hens = sum(1 << bit for bit, square in enumerate(squares) if army.hens >> square & 1)
    return number * ways[2] + (places << len(squares) | hens)


def _class(army: Army) -> int:
    g, e, c = army.giraffes.bit_count(), army.elephants.bit_count(), (army.chicks | army.hens).bit_count()
    return (g * 3 + e) * 3 + c


def _index(placement: Placement) -> int:
    lion, other, mine, theirs, hand = placement
    deployments = DEPLOYMENTS[_class(mine)]
    taken = 1 << lion | 1 << other
    number = _PAIR[lion, other] * PLACEMENTS_OF_PAIR + deployments.base
    number += _deployed(mine, taken, deployments.ways) * deployments.size
    first, ways, shares = deployments.replies[_class(theirs)]
    taken |= mine.giraffes | mine.elephants | mine.chicks | mine.hens
    reply = _deployed(theirs, taken, ways)
    for held, share in zip(hand, shares, strict=True):
        reply = reply * share + held
    return number + first + reply


def _mirror(placement: Placement) -> Placement:
    mine, theirs = (Army(*map(_mirrored_set, army)) for army in (placement.mine, placement.theirs))
    return Placement(_mirrored(placement.lion), _mirrored(placement.other), mine, theirs, placement.hand)


def index(placement: Placement) -> int:
    """The number of a placement, the same for its mirror image."""
    image = _mirror(placement)
    return min(_index(p) for p in (placement, image) if (p.lion, p.other) in _PAIR)


def of_position(position: Position) -> Placement | None:
    """A position of the game seen by the side to move; None if it lacks a piece, so that no table knows it."""
    turn = position.turn
    sets = dict.fromkeys(("L", "G", "E", "C", "+C", "l", "g", "e", "c", "+c"), 0)
    for square, symbol in position.pieces.items():
        seen = symbol.swapcase() if turn else symbol
        sets[seen] |= 1 << (SQUARES - 1 - square if turn else square)
    hands = position.hands
    count = {kind: sum(hand.get(kind, 0) for hand in hands.values()) for kind in "GEC"}
    for symbol, squares in sets.items():
        kind = symbol.strip("+").upper()
        count[kind] = count.get(kind, 0) + squares.bit_count()
    if count != {"G": 2, "E": 2, "C": 2, "L": 2} or not sets["L"] or not sets["l"]:
        return None
    held = hands[turn]
    return Placement(
        sets["L"].bit_length() - 1, sets["l"].bit_length() - 1,
        Army(sets["G"], sets["E"], sets["C"], sets["+C"]), Army(sets["g"], sets["e"], sets["c"], sets["+c"]),
        (held.get("G", 0), held.get("E", 0), held.get("C", 0)),
    )  # fmt: skip
