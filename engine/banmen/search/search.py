"""Iterative deepening: principal variation search on the walker, as a generator that runs in slices.

Nodes above the last ply are generators, which hand control back when a slice is over; the
quiescence search below them is plain functions. Scores are for the side to move; a forced end in
n plies is MATE - n, so that the shorter of two is the better. The same limits of depth and nodes
give the same move: time decides only where it is the limit.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from banmen import outcome
from banmen.game import Game
from banmen.moves import PROMOTES, TARGET
from banmen.search.evaluate import Evaluation, evaluation
from banmen.search.memory import EXACT, LOWER, UPPER, Memory
from banmen.search.ordering import Ordering
from banmen.search.quiescence import INFINITE, MATE, Quiescence
from banmen.walker import Walker

__all__ = ["MATE", "Limits", "Report", "Search", "mate_in"]

SLICE = 0.02
"""Seconds after which control goes back to whoever runs the search."""
CLOCK = 16
"""Nodes between looks at the clock."""
FORCED = MATE - 500
"""From here on a score is a forced end."""
BY_RULE = MATE - 2000
"""What a repetition that loses by rule costs: no end that `mate_in` counts."""
WINDOW = 60
"""How far from the last depth's score the next one is expected."""
MARGIN = 130
"""What one quiet ply may swing: so far above beta or below alpha, a shallow node is not searched."""


@dataclass(frozen=True)
class Limits:
    """When to stop: whichever comes first. `seconds` is wall-clock time."""

    depth: int = 64
    nodes: int | None = None
    seconds: float | None = None


@dataclass
class Report:
    """What the search knows so far."""

    move: int
    score: int
    depth: int
    nodes: int
    line: list[int] = field(default_factory=list)
    scores: dict[int, int] = field(default_factory=dict)
    """By root move of the last finished depth; a bound for all but the best."""


class _OutOfBudgetError(Exception):
    pass


def mate_in(score: int) -> int | None:
    """Plies to the forced end that a score stands for, negative for the side to move; None if it is no end."""
    if abs(score) < FORCED:
        return None
    return MATE - score if score > 0 else -(MATE + score)


class Search:
    """A search from the end of a game. `run` yields a Report after every slice and every depth."""

    def __init__(self, game: Game, limits: Limits, every: bool = False, value: Evaluation | None = None) -> None:
        """`every`: give each root move its own value, not only a bound; slower. `value`: other than the game's own."""
        self.every = every
        self.walker: Walker = game.position.walker()
        self.limits = limits
        self.variant = game.variant
        self.check = self.variant.check
        self.value = value or evaluation(game.variant)
        # A side that may pass and is well has a good move too; where royals are captured or men enclosed,
        # having to move is too often the point.
        self.passes = self.variant.check and self.variant.drops
        # Where a royal is taken by surprise, what a position is worth says too little of what comes next.
        self.prunes = self.variant.check or not self.variant.royals
        self.memory = Memory()
        self.ordering = Ordering(self.walker, self.value)
        self.quiescence = Quiescence(self.walker, self.value)
        self.above = 0
        self.path, self.path_checks = _path(game)
        self.since = {key: at for at, key in enumerate(self.path)}
        """Where on the path a position stands."""
        self.extends = 0
        self.over = 0.0
        self.look = 0
        self.most = limits.nodes if limits.nodes is not None else 1 << 60
        self.stop_at = float("inf")
        self.moves = [game.position.tables.code(move) for move in game.legal_moves]

    @property
    def nodes(self) -> int:
        """Positions seen so far."""
        return self.above + self.quiescence.nodes

    def run(self) -> Iterator[Report]:
        """Reports, the last being the result. Needs a game that is not over."""
        start = time.perf_counter()
        if self.limits.seconds is not None:
            self.stop_at = start + self.limits.seconds
        self.over = start + SLICE
        w = self.walker
        total = self.value.total(w)
        scores = {}
        for move in self.moves:
            scores[move] = -self.value.push(w, move, total)
            w.pop()
        best = max(self.moves, key=scores.__getitem__)
        report = Report(best, scores[best], 0, 0, [best], dict(scores))
        depth = 0
        while depth < self.limits.depth:
            depth += 1
            self.extends = 2 * depth + 6
            self.moves.sort(key=scores.__getitem__, reverse=True)
            if report.depth:
                self.moves.remove(report.move)
                self.moves.insert(0, report.move)
            try:
                searching = self._root(depth, total, scores, report)
                while True:
                    try:
                        next(searching)
                    except StopIteration as done:
                        move, score = done.value
                        report = Report(move, score, depth, self.nodes, self._line(move), dict(scores))
                        break
                    report.nodes = self.nodes
                    yield report
            except _OutOfBudgetError:
                break
            report.nodes = self.nodes
            yield report
            found = mate_in(report.score)
            if len(self.moves) == 1 or (found is not None and abs(found) + 2 <= depth):
                break
        report.nodes = self.nodes
        yield report

    def _line(self, move: int) -> list[int]:
        """The moves both sides are expected to play."""
        line: list[int] = []
        seen: set[int] = set()
        w = self.walker.copy()
        while move and len(line) < 20:
            line.append(move)
            w.push(move)
            stored = self.memory.get(w.bits)
            if w.bits in seen or not stored or outcome.decided(w) or stored[3] not in w.legal():
                break
            seen.add(w.bits)
            move = stored[3]
        return line

    # -- nodes ----------------------------------------------------------------------------------

    def _root(self, depth: int, total: int, scores: dict[int, int], report: Report) -> Generator[None, None, tuple[int, int]]:
        """The best move and its score: first in a narrow window around what the last depth found, since that cuts more."""
        w, expected, width = self.walker, report.score, WINDOW
        if depth < 3 or self.every or abs(expected) >= FORCED:
            width = INFINITE
        self._enter(w.bits, self.check and w.in_check())
        while True:
            low, high = (expected - width, expected + width) if width < INFINITE else (-INFINITE, INFINITE)
            best, score = yield from self._among(low, high, depth, total, scores, report)
            if low < score < high or width >= INFINITE:
                self._leave()
                return best, score
            if score >= high:
                self.moves.remove(best)
                self.moves.insert(0, best)
            width = 4 * width if width == WINDOW else INFINITE

    def _among(
        self, low: int, high: int, depth: int, total: int, scores: dict[int, int], report: Report
    ) -> Generator[None, None, tuple[int, int]]:
        """The best of the root's moves and its score, as far as that lies in a window."""
        alpha, best = low, self.moves[0]
        for number, move in enumerate(self.moves):
            floor = -INFINITE if self.every else alpha
            below = self.value.push(self.walker, move, total)
            if number == 0 or self.every:
                score = -(yield from self._node(depth - 1, -high, -floor, 1, below))
            else:
                score = -(yield from self._node(depth - 1, -alpha - 1, -alpha, 1, below))
                if score > alpha:
                    score = -(yield from self._node(depth - 1, -high, -alpha, 1, below))
            self.walker.pop()
            scores[move] = score
            if score > alpha:
                alpha, best = score, move
                if number and report.depth:
                    # Better than all before it at a greater depth: worth keeping even if time runs out now.
                    report.move, report.score = move, score
                if score >= high:
                    break
        return best, alpha

    def _node(
        self, depth: int, alpha: int, beta: int, ply: int, total: int, passed: bool = False
    ) -> Generator[None, None, int]:
        w, key, turn = self.walker, self.walker.bits, self.walker.turn
        quiescence = self.quiescence
        self.above += 1
        if self.above + quiescence.nodes >= self.look and self._look():
            yield
            self.over = time.perf_counter() + SLICE
        if quiescence.goals and (decided := quiescence.decided(ply)) is not None:
            return decided
        if key in self.since:
            return self._repeated(self.since[key], ply)
        if quiescence.royals and w.attackers(w.kings[1 - turn], turn):
            return MATE - ply - 1
        checked = self.check and w.in_check()
        if checked and ply < self.extends:
            depth += 1
        if depth <= 0:
            return quiescence.score(alpha, beta, ply, total)
        # Nothing here can be worth more than an end at the next ply, or less than one at this.
        alpha, beta = max(alpha, ply - MATE), min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha
        stored = self.memory.get(key)
        first = 0
        if stored:
            first = stored[3]
            if stored[0] >= depth:
                score, bound = _from_here(stored[1], ply), stored[2]
                if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                    return score
        elif depth >= 4:
            # Without a move to begin with, order is poor: a shallower search finds one for the next time.
            depth -= 1
        narrow = beta - alpha == 1
        quiet_only = narrow and not checked and -FORCED < alpha < FORCED
        if quiet_only and self.prunes:
            static = total + self.value.leaf(w)
            if depth <= 3 and static - MARGIN * depth >= beta:
                return static
            if depth <= 2 and static + MARGIN * (depth + 1) <= alpha:
                score = quiescence.score(alpha, beta, ply, total)
                if score <= alpha or depth == 1:
                    return score
            if depth >= 3 and self.passes and not passed and static >= beta:
                self._pass()
                score = -(yield from self._node(depth - 3 - depth // 6, -beta, -alpha, ply + 1, -total, True))
                self._pass()
                if score >= beta:
                    return score if score < FORCED else beta
        lowest, best, best_move, number = alpha, -INFINITE, 0, 0
        board, value, ordering = w.board, self.value, self.ordering
        skips = quiet_only and depth <= 2 and self.prunes
        tried: list[int] = []
        self._enter(key, checked)
        for move in ordering.staged(first, ply):
            quiet = not board[move & TARGET] and not move & PROMOTES
            if skips and quiet and number > (6 if depth == 1 else 16):
                continue
            below = value.push(w, move, total)
            if value.custodial and w.stack[-1][3]:
                quiet = False
            if number == 0:
                score = -(yield from self._node(depth - 1, -beta, -alpha, ply + 1, below))
            else:
                reduced = depth - 1
                if depth >= 3 and number >= 3 and quiet and not checked:
                    reduced -= 1 + (number >= 8) + (number >= 24 and depth >= 4) + (number >= 60 and depth >= 5)
                score = -(yield from self._node(reduced, -alpha - 1, -alpha, ply + 1, below))
                if score > alpha and reduced < depth - 1:
                    score = -(yield from self._node(depth - 1, -alpha - 1, -alpha, ply + 1, below))
                if alpha < score < beta:
                    score = -(yield from self._node(depth - 1, -beta, -alpha, ply + 1, below))
            w.pop()
            number += 1
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        if quiet:
                            ordering.remember(move, depth, ply, tried)
                        break
            if quiet:
                tried.append(move)
        self._leave()
        if not number:
            return ply - MATE
        bound = LOWER if best >= beta else UPPER if best <= lowest else EXACT
        self.memory.put(key, (depth, _to_keep(best, ply), bound, best_move))
        return best

    def _look(self) -> bool:
        """Stop when the nodes or the time are used up; say whether the slice is."""
        nodes, now = self.nodes, time.perf_counter()
        if nodes > self.most or now > self.stop_at:
            raise _OutOfBudgetError
        self.look = min(nodes + CLOCK, self.most + 1)
        return now > self.over

    # -- the way here -----------------------------------------------------------------------------

    def _enter(self, key: int, checked: bool) -> None:
        self.since[key] = len(self.path)
        self.path.append(key)
        self.path_checks.append(checked)

    def _leave(self) -> None:
        del self.since[self.path.pop()]
        self.path_checks.pop()

    def _repeated(self, at: int, ply: int) -> int:
        """A position that comes back is worth a draw, or what perpetual check costs."""
        turn = self.walker.turn
        if self.check:
            turn_checked = all(self.path_checks[at::2])
            other_checked = all(self.path_checks[at + 1 :: 2])
            if turn_checked != other_checked:
                return BY_RULE - ply if turn_checked else ply - BY_RULE
        if self.variant.repetition_ends == "first_loses":
            return BY_RULE - ply if turn else ply - BY_RULE
        return 0

    def _pass(self) -> None:
        w = self.walker
        w.turn = 1 - w.turn
        w.bits ^= w.tables.turn_toggle


def _to_keep(score: int, ply: int) -> int:
    """A score as the position has it: ends are counted from there, not from the root."""
    return score + ply if score >= FORCED else score - ply if score <= -FORCED else score


def _from_here(score: int, ply: int) -> int:
    return score - ply if score >= FORCED else score + ply if score <= -FORCED else score


def _path(game: Game) -> tuple[list[int], list[bool]]:
    """The positions of the game before the one on the board, and whether the side to move stood in check in each."""
    w = game.start.walker()
    keys, checks = [], []
    for step in game.steps:
        keys.append(w.bits)
        checks.append(game.variant.check and w.in_check())
        w.push(w.tables.code(step.move))
    return keys, checks
