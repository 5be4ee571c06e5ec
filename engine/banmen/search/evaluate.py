"""What a position is worth to the side to move, in hundredths of the weakest piece.

Material and squares add up move by move (`gain`), so that the search carries the sum along; what
depends on the whole board (the royals' safety, threats of enclosure) is added at the leaves.
"""

from __future__ import annotations

from functools import cache

from banmen.moves import ORIGIN, PROMOTES, TARGET
from banmen.search.weights import Weights, weights
from banmen.tables import Tables, tables
from banmen.variant import Color, Variant
from banmen.walker import Walker

__all__ = ["Evaluation", "evaluation"]


class Evaluation:
    """The tables of one variant's evaluation."""

    def __init__(self, variant: Variant) -> None:
        t = self.tables = tables(variant)
        w = self.weights = weights(variant)
        self.worth = [[0] * t.size for _ in t.symbols]
        """By piece and square, to its owner."""
        for code in range(1, len(t.symbols)):
            for square in range(t.size):
                self.worth[code][square] = round(w.board[t.symbols[code].upper()] + _placing(t, w, code, square))
        self.held = [round(w.hand[letter]) for letter in t.hand_kinds]
        self.custodial = variant.capture == "custodial"
        self.near = [[_around(t, square, color) for square in range(t.size)] for color in Color]
        """By color and square, the bits of that color's pieces around the square."""
        last_file = sum(1 << s for s in range(t.files - 1, t.size, t.files))
        first_file = sum(1 << s for s in range(0, t.size, t.files))
        everyone = (1 << t.size) - 1
        self.not_first, self.not_last = everyone & ~first_file, everyone & ~last_file

    def total(self, walker: Walker) -> int:
        """Material and squares of the side to move less those of the other."""
        t, sums = self.tables, [0, 0]
        for square, code in enumerate(walker.board):
            if code:
                sums[t.color[code]] += self.worth[code][square]
        for color in Color:
            sums[color] += sum(n * value for n, value in zip(walker.hands[color], self.held, strict=True))
        return sums[walker.turn] - sums[1 - walker.turn]

    def gain(self, walker: Walker, move: int) -> int:
        """What a move that is about to be made adds to the mover's total; men it encloses apart."""
        t, board = self.tables, walker.board
        target, origin = move & TARGET, move >> ORIGIN & TARGET
        if origin >= t.size:
            index = origin - t.size
            return self.worth[t.drop_code[walker.turn][index]][target] - self.held[index]
        code, taken = board[origin], board[target]
        put = t.promoted[code] if move & PROMOTES else code
        gained = self.worth[put][target] - self.worth[code][origin]
        if taken:
            gained += self.worth[taken][target] + self.held[t.hand_of[taken]]
        return gained

    def enclosed(self, walker: Walker) -> int:
        """What the move just made has gained by enclosing men."""
        around = walker.stack[-1][3]
        if not around:
            return 0
        code = self.tables.enemy_man[1 - walker.turn]
        return sum(self.worth[code][square] for square in around) + len(around) * self.held[self.tables.hand_of[code]]

    def leaf(self, walker: Walker) -> int:
        """What the whole board adds for the side to move."""
        if self.custodial:
            return self._threats(walker)
        w, bits, turn = self.weights, walker.bits, walker.turn
        own, other = walker.kings[turn], walker.kings[1 - turn]
        value = w.tempo
        if own >= 0:
            guards, attackers = self.near[turn][own], self.near[1 - turn][own]
            value += w.guard * (bits & guards).bit_count() - w.attack * (bits & attackers).bit_count()
        if other >= 0:
            attackers, guards = self.near[turn][other], self.near[1 - turn][other]
            value += w.attack * (bits & attackers).bit_count() - w.guard * (bits & guards).bit_count()
        return value

    def _threats(self, walker: Walker) -> int:
        """Men of either side that stand between an enemy man and an empty square: one move from capture."""
        n, files = self.tables.size, self.tables.files
        everyone = (1 << n) - 1
        sides = (walker.bits & everyone, walker.bits >> n & everyone)
        own, other = sides[walker.turn], sides[1 - walker.turn]
        empty = everyone & ~(own | other)
        threats = self._flanked(other, own, empty, files) - self._flanked(own, other, empty, files)
        return self.weights.threat * threats + self.weights.tempo

    def _flanked(self, men: int, by: int, empty: int, files: int) -> int:
        by_right, by_left = by << 1 & self.not_first, by >> 1 & self.not_last
        free_right, free_left = empty << 1 & self.not_first, empty >> 1 & self.not_last
        return (
            (men & by_right & free_left).bit_count()
            + (men & by_left & free_right).bit_count()
            + (men & by << files & empty >> files).bit_count()
            + (men & by >> files & empty << files).bit_count()
        )


def _around(t: Tables, square: int, color: int) -> int:
    rank, column = divmod(square, t.files)
    squares = [
        r * t.files + c
        for r in range(max(0, rank - 2), min(t.ranks, rank + 3))
        for c in range(max(0, column - 2), min(t.files, column + 3))
        if abs(r - rank) + abs(c - column) <= 3 and (r, c) != (rank, column)
    ]
    return sum(1 << s + color * t.size for s in squares)


def _placing(t: Tables, w: Weights, code: int, square: int) -> float:
    """How much better a piece stands here than at the worst place: forward and in the middle."""
    forward = t.ranks - 1 - t.far_rank(t.color[code], square)
    column = square % t.files
    middle = min(column, t.files - 1 - column)
    if t.royal[code]:
        return -w.royal_forward * forward if t.variant.check else w.royal_forward * forward
    return w.forward * forward + w.middle * middle


@cache
def evaluation(variant: Variant) -> Evaluation:
    """The evaluation of a variant, made at first use."""
    return Evaluation(variant)
