"""Placements as positions of the engine, for tests that hold the solver's rules against the engine's."""

from __future__ import annotations

from banmen.games.dobutsu import DOBUTSU
from banmen.oracle.placement import Army, Placement
from banmen.position import Position
from banmen.tables import tables

RULES = DOBUTSU.rules({})
T = tables(DOBUTSU)


def position(placement: Placement, turn: int) -> Position:
    """The position in which `turn` is to move and sees this placement."""
    board = bytearray(12)
    left = {"G": 2, "E": 2, "C": 2}
    pieces = [("L", 1 << placement.lion), ("l", 1 << placement.other)]
    pieces += zip(("G", "E", "C", "+C", "g", "e", "c", "+c"), (*placement.mine, *placement.theirs), strict=True)
    for symbol, squares in pieces:
        for square in range(12):
            if squares >> square & 1:
                board[11 - square if turn else square] = T.code_of[symbol.swapcase() if turn else symbol]
                if symbol.upper() != "L":
                    left[symbol[-1].upper()] -= 1
    hands = [[0] * len(T.hand_kinds) for _ in range(2)]
    for letter, held in zip("GEC", placement.hand, strict=True):
        hands[turn][T.hand_index[letter]] = held
        hands[1 - turn][T.hand_index[letter]] = left[letter] - held
    return Position(RULES, board, hands, turn)


def placement(flat: tuple[int, ...]) -> Placement:
    """A placement from the solver's flat form."""
    lion, other, *rest = map(int, flat)
    return Placement(lion, other, Army(*rest[:4]), Army(*rest[4:8]), (rest[8], rest[9], rest[10]))
