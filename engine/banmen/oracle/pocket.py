"""The pocket table: for every placement that is not lost a move that keeps what it is worth, in few bytes and with no network.

A win within NEAR plies is found by looking. Otherwise the moves after which the other side does not
win within LOOK plies are put in the order in which they look good (see `guess`), and the table's
bits say of one after the other whether it is the one: of a won placement one that wins soonest, so
that play comes nearer to the end with each move and cannot go in circles; of a drawn one any that keeps the draw.
Of lost placements nothing is kept: there it plays some move, and puts off an end that it sees.

The file: one byte for the version, the weights of the features in two bytes each, the shape of the
row in three times four bytes, the row of bits. Numbers have their low byte first.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from banmen.errors import OracleError
from banmen.moves import Move
from banmen.oracle.bits import Bits, Shape
from banmen.oracle.guess import FEATURES, guess
from banmen.oracle.near import Look
from banmen.oracle.placement import index, of_position
from banmen.outcome import decided
from banmen.position import Position

__all__ = ["LOOK", "NEAR", "RANKS", "Pocket", "packed"]

NEAR, LOOK = 7, 5
RANKS = 64
"""More candidates than any placement has."""

VERSION = 1
_HEAD = struct.Struct(f"<B{FEATURES}h3I")


def packed(weights: Sequence[int], shape: Shape, row: bytes) -> bytes:
    """The file of a pocket table."""
    return _HEAD.pack(VERSION, *weights, *shape) + row


class Pocket:
    """The table, read from its file. Raises OracleError ``oracle.block`` for another file."""

    def __init__(self, data: bytes) -> None:
        if len(data) < _HEAD.size or data[0] != VERSION:
            raise OracleError("oracle.block", name="pocket")
        _, *numbers = _HEAD.unpack_from(data)
        self._weights = numbers[:FEATURES]
        self._bits = Bits(Shape(*numbers[FEATURES:]), data[_HEAD.size :])

    def move(self, position: Position) -> Move:
        """A move that wins a won position and holds a drawn one; the position has to be one of all eight pieces that goes on."""
        walker = position.walker()
        look = Look(walker)
        code = look.winning(NEAR)
        if code is not None:
            return position.tables.moves[code]
        moves: dict[int, tuple[int, Move]] = {}
        latest, lost = 0, position.legal_moves[0]
        for move in position.legal_moves:
            walker.push(position.tables.code(move))
            is_over = decided(walker) is not None
            plies = 0 if is_over else look.soonest(LOOK)
            if plies > latest:
                latest, lost = plies, move
            elif not is_over and not plies:
                placement = of_position(Position.of(walker))
                assert placement is not None
                moves[index(placement)] = -guess(placement, self._weights), move
            walker.pop()
        if not moves:
            return lost
        own = of_position(position)
        assert own is not None
        key = index(own) * RANKS
        *others, last = sorted(moves, key=lambda number: (moves[number][0], number))
        return moves[next((number for at, number in enumerate(others) if self._bits[key + at]), last)][1]
