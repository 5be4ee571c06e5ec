"""What captures on one square are worth when both sides take back for as long as it pays."""

from __future__ import annotations

from functools import cache

from banmen.moves import ORIGIN, PROMOTES, TARGET
from banmen.search.weights import derived
from banmen.tables import tables
from banmen.variant import Variant
from banmen.walker import Walker

__all__ = ["Worth", "worth"]

ROYAL = 1_000_000


class Worth:
    """Pieces of a game in hundredths of the weakest one, by the plain values that its declaration gives them."""

    def __init__(self, variant: Variant) -> None:
        t, w = tables(variant), derived(variant)
        self.board = [0.0] * len(t.symbols)
        self.taken = [0.0] * len(t.symbols)
        """What its capture swings: one side loses it, the other may hold it."""
        for code in range(1, len(t.symbols)):
            self.board[code] = ROYAL if t.royal[code] else w.board[t.symbols[code].upper()]
            self.taken[code] = self.board[code] + (0 if t.royal[code] else w.hand[t.hand_kinds[t.hand_of[code]]])

    def gain(self, walker: Walker, move: int) -> float:
        """What a move of the side to move captures and promotes."""
        t, board = walker.tables, walker.board
        origin = move >> ORIGIN & TARGET
        taken = self.taken[board[move & TARGET]]
        if move & PROMOTES:
            taken += self.board[t.promoted[board[origin]]] - self.board[board[origin]]
        return taken

    def after(self, walker: Walker, move: int) -> float:
        """What a move gains if the other side then captures on its square for as long as that pays."""
        gained = self.gain(walker, move)
        walker.push(move)
        lost = self.on(walker, move & TARGET)
        walker.pop()
        return gained - lost

    def on(self, walker: Walker, square: int) -> float:
        """What the side to move gains by capturing on a square, 0 if that does not pay: the cheapest piece first."""
        board = walker.board
        takers = [move for move in walker.legal(drops=False) if move & TARGET == square and board[square]]
        if not takers:
            return 0
        cheapest = min(takers, key=lambda move: (self.board[board[move >> ORIGIN & TARGET]], -(move & PROMOTES)))
        if self.taken[board[square]] >= ROYAL:
            # With the royal the game ends: nobody takes back.
            return self.taken[board[square]]
        return max(0.0, self.after(walker, cheapest))

    def hanging(self, walker: Walker) -> dict[int, float]:
        """The squares of the other side's pieces that the side to move gains by capturing, with what it gains."""
        squares = {move & TARGET for move in walker.legal(drops=False) if walker.board[move & TARGET]}
        return {square: gained for square in sorted(squares) if (gained := self.on(walker, square)) > 0}


@cache
def worth(variant: Variant) -> Worth:
    """The values of a game, made at first use."""
    return Worth(variant)
