"""Wins forced within a few plies, found by trying every move of both sides: for any game, and for ends that need no check.

Counters that end a game as a draw are left out: within so few plies, a side that wins soonest comes to no position twice.
"""

from __future__ import annotations

from banmen.game import Game
from banmen.moves import TARGET, Move
from banmen.outcome import decided
from banmen.search.mate import Judgement, Task
from banmen.walker import Walker

__all__ = ["judge", "keys"]

AT_ONCE = 3
"""Plies that are looked through without a break: a few thousand positions at most."""


class Forced:
    """What is known about forced wins of either side from one position on."""

    def __init__(self, game: Game) -> None:
        self.walker = game.position.walker()
        self._won: dict[int, int] = {}
        self._not_won: dict[int, int] = {}

    def wins(self, plies: int) -> Task[bool]:
        """Whether the side to move can force its win within an odd number of plies."""
        w = self.walker
        if plies <= AT_ONCE:
            yield
            return self._wins(plies)
        for move in _ordered(w):
            if (yield from self.after(move, plies)):
                return True
        return False

    def after(self, move: int, plies: int) -> Task[bool]:
        """Whether a move of the side to move is the first of its win within `plies`."""
        w = self.walker
        me = w.turn
        w.push(move)
        end = decided(w)
        won = end.winner == me if end else (yield from self._lost(plies - 1))
        w.pop()
        return won

    def _lost(self, plies: int) -> Task[bool]:
        """Whether the side to move, which does what it can, loses within an even number of plies."""
        if not plies:
            return _is_stuck(self.walker)
        for move in _ordered(self.walker):
            if not (yield from self.answered(move, plies)):
                return False
        return True

    def answered(self, move: int, plies: int) -> Task[bool]:
        """Whether a move of the side that is to lose leaves the other its win within `plies`, this move counted."""
        w = self.walker
        other = 1 - w.turn
        w.push(move)
        end = decided(w)
        lost = end.winner == other if end else (yield from self.wins(plies - 1))
        w.pop()
        return lost

    def _wins(self, plies: int) -> bool:
        w = self.walker
        bits, me = w.bits, w.turn
        if self._won.get(bits, plies + 1) <= plies:
            return True
        if self._not_won.get(bits, -1) >= plies:
            return False
        for move in _ordered(w):
            w.push(move)
            end = decided(w)
            won = end.winner == me if end else self._loses(plies - 1)
            w.pop()
            if won:
                self._won[bits] = plies
                return True
        self._not_won[bits] = plies
        return False

    def _loses(self, plies: int) -> bool:
        w = self.walker
        if not plies:
            return _is_stuck(w)
        other = 1 - w.turn
        for move in _ordered(w):
            w.push(move)
            end = decided(w)
            lost = end.winner == other if end else self._wins(plies - 1)
            w.pop()
            if not lost:
                return False
        return True


def _is_stuck(w: Walker) -> bool:
    """Whether the side to move has no legal move, which loses in every game."""
    variant, own = w.tables.variant, w.pieces[w.turn]
    if variant.check:
        return not w.legal()
    # Where nothing is forbidden for a king's sake, one move that a piece has will do.
    has_drop = variant.drops and any(w.hands[w.turn])
    return not has_drop and not any(reach[w.bits & mask] for row in own.values() for mask, reach in row)


def _ordered(w: Walker) -> list[int]:
    """Moves that take something first: they win or refute most often."""
    moves = w.legal()
    moves.sort(key=lambda move: not w.board[move & TARGET])
    return moves


def keys(game: Game, plies: int) -> Task[tuple[int | None, tuple[Move, ...]]]:
    """The length of the shortest forced win within `plies`, and every first move that reaches it."""
    forced = Forced(game)
    for length in range(1, plies + 1, 2) if _is_open(game) else ():
        found = []
        for move in sorted(forced.walker.legal()):
            if (yield from forced.after(move, length)):
                found.append(game.position.tables.moves[move])
        if found:
            return length, tuple(found)
    return None, ()


def judge(game: Game, move: Move, plies: int) -> Task[Judgement]:
    """Judge a legal move of the side that is to win within `plies`; a longer win counts as none."""
    t, forced = game.position.tables, Forced(game)
    code, w = t.code(move), forced.walker
    shortest = 0
    for length in range(1, plies + 1, 2):
        shortest = shortest or ((yield from forced.wins(length)) and length) or 0
        if shortest and (yield from forced.after(code, length)):
            reply = yield from _longest(forced, code, length)
            return Judgement("fastest" if length == shortest else "slower", length, t.moves[reply] if reply else None)
    w.push(code)
    replies = () if decided(w) else _ordered(w)
    for reply in replies:
        if not (yield from forced.answered(reply, plies - 1)):
            return Judgement("escapes", None, t.moves[reply])
    return Judgement("escapes")


def _longest(forced: Forced, code: int, plies: int) -> Task[int]:
    """The answer to a move that wins in exactly `plies` which puts off the end longest; 0 if this is the end."""
    w = forced.walker
    w.push(code)
    try:
        for reply in () if decided(w) else sorted(w.legal()):
            # A win that takes all the plies is one that two plies fewer do not hold.
            if plies <= 3 or not (yield from forced.answered(reply, plies - 3)):
                return reply
        return 0
    finally:
        w.pop()


def _is_open(game: Game) -> bool:
    return not game.outcome and not game.position.problems()

