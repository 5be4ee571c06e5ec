"""Ends that are so near that they are found by looking: no table holds them."""

from __future__ import annotations

from banmen.moves import TARGET
from banmen.outcome import decided
from banmen.walker import Walker

__all__ = ["Look", "near", "winning"]


def near(walker: Walker, plies: int) -> int:
    """Plies to the end if best play of both comes to it within `plies`: negative if the side to move loses, 0 if it is not near.

    The game must be going on.
    """
    look = Look(walker)
    for n in range(1, plies + 1):
        if n % 2 and look.wins(n):
            return n
        if n % 2 == 0 and look.loses(n):
            return -n
    return 0


def winning(walker: Walker, plies: int) -> int | None:
    """The move that wins soonest, as the walker has it, if one wins within an odd number of plies."""
    return Look(walker).winning(plies)


class Look:
    """What was seen from a position; many ways lead to the same one, above all where much is in hand."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self._won: dict[tuple[int, int], bool] = {}
        self._lost: dict[tuple[int, int], bool] = {}
        self._refutations: dict[int, int] = {}
        """By plies, what refuted last: it refutes most of what else does not threaten anything."""

    def winning(self, plies: int) -> int | None:
        """As the function of this name."""
        w = self.walker
        me = w.turn
        for n in range(1, plies + 1, 2):
            for move in w.legal():
                w.push(move)
                end = decided(w)
                won = end.winner == me if end else n > 1 and self.loses(n - 1)
                w.pop()
                if won:
                    return move
        return None

    def soonest(self, plies: int) -> int:
        """In how many plies the side to move wins, 0 if it does not within so many."""
        return next((n for n in range(1, plies + 1, 2) if self.wins(n)), 0)

    def wins(self, plies: int) -> bool:
        """Whether the side to move can force its win within an odd number of plies."""
        w = self.walker
        if _at_once(w):
            return True
        if plies == 1:
            return False
        key = w.bits, plies
        known = self._won.get(key)
        if known is None:
            is_odd = _is_odd(w)
            known = False
            for move in w.legal():
                w.push(move)
                known = not (is_odd and decided(w)) and self.loses(plies - 1)
                w.pop()
                if known:
                    break
            self._won[key] = known
        return known

    def loses(self, plies: int) -> bool:
        """Whether every move of the side to move lets the other win within an even number of plies."""
        w = self.walker
        if _at_once(w):
            return False
        key = w.bits, plies
        known = self._lost.get(key)
        if known is None:
            known = self._lost[key] = self._is_helpless(plies)
        return known

    def _is_helpless(self, plies: int) -> bool:
        w = self.walker
        is_odd, other = _is_odd(w), 1 - w.turn
        moves = w.legal()
        before = self._refutations.get(plies)
        if before in moves:
            moves.remove(before)
            moves.insert(0, before)
        else:
            # What takes something refutes most often.
            moves.sort(key=lambda move: not w.board[move & TARGET])
        for move in moves:
            w.push(move)
            end = decided(w) if is_odd else None
            lost = end.winner == other if end else self.wins(plies - 1)
            w.pop()
            if not lost:
                self._refutations[plies] = move
                return False
        return True


def _is_odd(w: Walker) -> bool:
    """Whether a move may win that `_at_once` does not know: the own lion stands, attacked, on the last rank."""
    return w.tables.far_rank(w.turn, w.kings[w.turn]) == 0


def _at_once(w: Walker) -> bool:
    """Whether the side to move can take the lion, or step with its own to the last rank, unattacked: no other move wins at once."""
    t, me = w.tables, w.turn
    if w.attackers(w.kings[1 - me], me):
        return True
    lion = w.kings[me]
    if t.far_rank(me, lion) != 1:
        return False
    targets = t.step_hits[w.board[lion]][lion]
    return any(
        targets >> square & 1 and square not in w.pieces[me] and not w.attackers(square, 1 - me)
        for square in range(t.size)
        if t.far_rank(me, square) == 0
    )
