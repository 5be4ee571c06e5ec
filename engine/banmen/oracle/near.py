"""Ends that are so near that they are found by looking: no table holds them."""

from __future__ import annotations

from banmen.moves import ORIGIN, TARGET
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
    """What was seen from a position; many ways lead to the same one, above all where much is in hand.

    No piece of this game slides. So a drop never opens an attack and never ends one, and an attack on the
    lion is answered by the lion or by taking the attacker, if at all.
    """

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self._won: dict[tuple[int, int], bool] = {}
        self._lost: dict[tuple[int, int], bool] = {}
        self._refutations: dict[int, int] = {}
        """By plies, what refuted last: it refutes most of what else does not threaten anything."""
        t = walker.tables
        self._last = [[square for square in range(t.size) if t.far_rank(color, square) == 0] for color in (0, 1)]
        self._last_but_one = [{square for square in range(t.size) if t.far_rank(color, square) == 1} for color in (0, 1)]

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
        if self._wins_at_once():
            return True
        if plies == 1:
            return False
        key = w.bits, plies
        known = self._won.get(key)
        if known is None:
            known = False
            is_odd = self._is_odd()
            for move in self._threats() if plies == 3 and any(w.hands[1 - w.turn]) else w.legal():
                w.push(move)
                known = not (is_odd and decided(w)) and self.loses(plies - 1)
                w.pop()
                if known:
                    break
            self._won[key] = known
        return known

    def loses(self, plies: int) -> bool:
        """Whether every move of the side to move lets the other win within an even number of plies."""
        if self._wins_at_once():
            return False
        key = self.walker.bits, plies
        known = self._lost.get(key)
        if known is None:
            known = self._lost[key] = self._is_helpless(plies)
        return known

    def _is_helpless(self, plies: int) -> bool:
        w = self.walker
        me, is_odd = w.turn, self._is_odd()
        lion = w.kings[me]
        attackers = w.attackers(lion, 1 - me)
        if attackers:
            answers = set(attackers) if len(attackers) == 1 else ()
            moves = [move for move in w.legal(drops=False) if move >> ORIGIN & TARGET == lion or move & TARGET in answers]
        elif plies == 2 and any(w.hands[me]) and not self._tries(1 - me):
            return False  # a drop changes nothing
        else:
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
            lost = end.winner == 1 - me if end else self.wins(plies - 1)
            w.pop()
            if not lost:
                self._refutations[plies] = move
                return False
        return True

    def _threats(self) -> list[int]:
        """All moves but the drops that attack no lion: while the other side can drop something, those threaten nothing."""
        w = self.walker
        t, me = w.tables, w.turn
        other = w.kings[1 - me]
        return [
            move
            for move in w.legal()
            if (origin := move >> ORIGIN & TARGET) < t.size
            or t.step_hits[t.drop_code[me][origin - t.size]][move & TARGET] >> other & 1
        ]

    def _is_odd(self) -> bool:
        """Whether a move may win that `_wins_at_once` does not know: the own lion stands, attacked, on the last rank."""
        w = self.walker
        return w.kings[w.turn] in self._last[w.turn]

    def _wins_at_once(self) -> bool:
        """Whether the side to move can take the lion, or try: no other move wins at once."""
        w = self.walker
        return bool(w.attackers(w.kings[1 - w.turn], w.turn)) or self._tries(w.turn)

    def _tries(self, side: int) -> bool:
        """Whether a lion can step to the last rank where nothing attacks it."""
        w = self.walker
        lion = w.kings[side]
        if lion not in self._last_but_one[side]:
            return False
        targets = w.tables.step_hits[w.board[lion]][lion]
        return any(
            targets >> square & 1 and square not in w.pieces[side] and not w.attackers(square, 1 - side)
            for square in self._last[side]
        )
