"""Iterative deepening: principal variation search on the walker, as a generator that runs in slices.

Interior nodes are generators, which hand control back when a slice is over; the last ply and the
quiescence search below it are plain functions. Scores are for the side to move; a forced end in
n plies is MATE - n, so that the shorter of two is the better.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

from banmen import outcome
from banmen.game import Game
from banmen.moves import PROMOTES, TARGET
from banmen.search.evaluate import evaluation
from banmen.walker import Walker

__all__ = ["MATE", "Limits", "Report", "Search", "mate_in"]

MATE = 30_000
INFINITE = MATE + 1
SLICE = 0.03
"""Seconds after which control goes back to whoever runs the search."""
MOST_STORED = 120_000
"""Positions remembered; about 40 MB."""

_EXACT, _LOWER, _UPPER = 0, 1, 2
_Stored = tuple[int, int, int, int]
"""Depth, score, bound, move."""


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
    if abs(score) < MATE - 500:
        return None
    return MATE - score if score > 0 else -(MATE + score)


class Search:
    """A search from the end of a game. `run` yields a Report after every slice and every depth."""

    def __init__(self, game: Game, limits: Limits, every: bool = False) -> None:
        """`every`: give each root move its own value, not only a bound; slower."""
        self.every = every
        self.walker: Walker = game.position.walker()
        self.limits = limits
        self.variant = game.variant
        self.value = evaluation(game.variant)
        self.passes = self.variant.check and self.variant.drops
        self.nodes = 0
        self.stored: dict[int, _Stored] = {}
        self.history: dict[int, int] = {}
        self.killers: list[tuple[int, int]] = [(0, 0)] * 128
        self.path, self.path_checks = _path(game)
        self.over = 0.0
        self.stop_at = float("inf")
        self.moves = [game.position.tables.code(move) for move in game.legal_moves]

    def run(self) -> Iterator[Report]:
        """Reports, the last being the result. Needs a game that is not over."""
        start = time.perf_counter()
        if self.limits.seconds is not None:
            self.stop_at = start + self.limits.seconds
        self.over = start + SLICE
        total = self.value.total(self.walker)
        scores = {move: self.value.gain(self.walker, move) for move in self.moves}
        best = max(self.moves, key=scores.__getitem__)
        report = Report(best, total + scores[best], 0, 0, [best], dict(scores))
        depth = 0
        while depth < self.limits.depth:
            depth += 1
            self.moves.sort(key=lambda move: scores[move], reverse=True)
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
            if len(self.moves) == 1 or (found is not None and abs(found) <= depth):
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
            stored = self.stored.get(w.bits)
            if w.bits in seen or not stored or outcome.decided(w) or stored[3] not in w.legal():
                break
            seen.add(w.bits)
            move = stored[3]
        return line

    # -- nodes ----------------------------------------------------------------------------------

    def _root(self, depth: int, total: int, scores: dict[int, int], report: Report) -> Generator[None, None, tuple[int, int]]:
        alpha, best = -INFINITE, self.moves[0]
        for number, move in enumerate(self.moves):
            floor = -INFINITE if self.every else alpha
            score = yield from self._after(move, depth, floor, INFINITE, 0, total, 0 if self.every else number)
            scores[move] = score
            if score > alpha:
                alpha, best = score, move
                if number and report.depth:
                    # Better than all before it at a greater depth: worth keeping even if time runs out now.
                    report.move, report.score = move, score
        return best, alpha

    def _after(self, move: int, depth: int, alpha: int, beta: int, ply: int, total: int, number: int) -> Generator[None, None, int]:
        """The value of a move for the side that makes it."""
        w = self.walker
        quiet = not w.board[move & TARGET] and not move & PROMOTES
        gained = self.value.gain(w, move)
        w.push(move)
        if self.value.custodial:
            enclosed = self.value.enclosed(w)
            gained += enclosed
            quiet = quiet and not enclosed
        below = -(total + gained)
        reduced = depth - 1
        if number >= 4 and depth >= 3 and quiet:
            reduced -= 1 + (number >= 12)
        if number == 0:
            score = -(yield from self._node(depth - 1, -beta, -alpha, ply + 1, below))
        else:
            score = -(yield from self._node(reduced, -alpha - 1, -alpha, ply + 1, below))
            if score > alpha and (reduced < depth - 1 or score < beta):
                score = -(yield from self._node(depth - 1, -beta, -alpha, ply + 1, below))
        w.pop()
        return score

    def _node(self, depth: int, alpha: int, beta: int, ply: int, total: int) -> Generator[None, None, int]:
        w = self.walker
        ended = self._ended(ply)
        if ended is not None:
            return ended
        checked = self.variant.check and w.in_check()
        if checked and ply < 40:
            depth += 1
        if depth <= 0:
            return self._quiet(alpha, beta, ply, total, 6)
        if time.perf_counter() > self.over:
            yield
            self.over = time.perf_counter() + SLICE
        key = w.bits
        stored = self.stored.get(key)
        first = 0
        if stored:
            first = stored[3]
            if stored[0] >= depth and abs(stored[1]) < MATE - 500:
                bound, score = stored[2], stored[1]
                if bound == _EXACT or (bound == _LOWER and score >= beta) or (bound == _UPPER and score <= alpha):
                    return score
        if depth >= 3 and not checked and self.passes and beta - alpha == 1 and total + self.value.leaf(w) >= beta:
            # A side that may pass and is still above beta will be so after its best move; where royals are
            # captured or men enclosed, having to move is too often the point.
            self._pass()
            score = -(yield from self._node(depth - 3, -beta, -beta + 1, ply + 1, -total))
            self._pass_back()
            if score >= beta and abs(score) < MATE - 500:
                return score
        moves = w.legal()
        if not moves:
            return ply - MATE
        self.path.append(key)
        self.path_checks.append(checked)
        best, best_move, lowest = -INFINITE, 0, alpha
        for number, move in enumerate(self._ordered(moves, first, ply)):
            score = yield from self._after(move, depth, alpha, beta, ply, total, number)
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        self._remember(move, depth, ply)
                        break
        self.path.pop()
        self.path_checks.pop()
        if len(self.stored) >= MOST_STORED:
            self.stored.clear()
        self.stored[key] = depth, best, _LOWER if best >= beta else _UPPER if best <= lowest else _EXACT, best_move
        return best

    def _quiet(self, alpha: int, beta: int, ply: int, total: int, depth: int) -> int:
        """Follow captures, promotions and answers to check until nothing hangs."""
        w = self.walker
        self.nodes += 1
        if ply and (ended := self._decided(ply)) is not None:
            return ended
        checked = self.variant.check and w.in_check()
        best = -INFINITE
        if not checked:
            best = total + self.value.leaf(w)
            if best >= beta or depth == 0 or self.value.custodial:
                return best
            alpha = max(alpha, best)
        if checked and depth <= 2:
            return total + self.value.leaf(w)
        moves = w.legal(drops=checked)
        if checked and not moves:
            return ply - MATE
        if not checked:
            board = w.board
            moves = [move for move in moves if board[move & TARGET] or move & PROMOTES]
        gain = self.value.gain
        for gained, move in sorted([(gain(w, move), move) for move in moves], reverse=True):
            if not checked and best + gained + 150 < alpha:
                continue
            w.push(move)
            score = -self._quiet(-beta, -alpha, ply + 1, -(total + gained), depth - 1)
            w.pop()
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    # -- ends -----------------------------------------------------------------------------------

    def _decided(self, ply: int) -> int | None:
        found = outcome.decided(self.walker)
        if found is None:
            return None
        return 0 if found.winner is None else MATE - ply if found.winner == self.walker.turn else ply - MATE

    def _ended(self, ply: int) -> int | None:
        """The value of a position that ends the game here, by itself or because it stood before."""
        self.nodes += 1
        if (self.limits.nodes is not None and self.nodes > self.limits.nodes) or time.perf_counter() > self.stop_at:
            raise _OutOfBudgetError
        found = self._decided(ply)
        if found is not None:
            return found
        key, path = self.walker.bits, self.path
        for at in range(len(path) - 2, -1, -2):
            if path[at] == key:
                return self._repeated(at, ply)
        return None

    def _repeated(self, at: int, ply: int) -> int:
        """A position that comes back is worth a draw, or what perpetual check costs."""
        if self.variant.check:
            turn_checked = all(self.path_checks[at::2])
            other_checked = all(self.path_checks[at + 1 :: 2])
            if turn_checked != other_checked:
                return MATE - ply if turn_checked else ply - MATE
        return 0

    def _pass(self) -> None:
        w = self.walker
        w.turn = 1 - w.turn
        w.bits ^= w.tables.turn_toggle

    _pass_back = _pass

    # -- order ----------------------------------------------------------------------------------

    def _ordered(self, moves: list[int], first: int, ply: int) -> list[int]:
        w, history, gain = self.walker, self.history, self.value.gain
        killers = self.killers[ply] if ply < 128 else (0, 0)
        board = w.board

        def worth(move: int) -> int:
            if move == first:
                return 1 << 30
            if board[move & TARGET] or move & PROMOTES:
                return 10_000 + gain(w, move)
            if move in killers:
                return 9_000
            return history.get(move, 0)

        moves.sort(key=worth, reverse=True)
        return moves

    def _remember(self, move: int, depth: int, ply: int) -> None:
        if self.walker.board[move & TARGET] or move & PROMOTES or ply >= 128:
            return
        self.history[move] = min(8_000, self.history.get(move, 0) + depth * depth)
        first, _ = self.killers[ply]
        if first != move:
            self.killers[ply] = move, first


def _path(game: Game) -> tuple[list[int], list[bool]]:
    """The positions of the game before the one on the board, and whether the side to move stood in check in each."""
    w = game.start.walker()
    keys, checks = [], []
    for step in game.steps:
        keys.append(w.bits)
        checks.append(game.variant.check and w.in_check())
        w.push(w.tables.code(step.move))
    # Nothing before a capture or a drop comes back; an irreversible move is found by the keys themselves.
    return keys[-60:], checks[-60:]
