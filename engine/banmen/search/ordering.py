"""In which order a node's moves are tried: the sooner the best one comes, the less there is to search."""

from __future__ import annotations

from collections.abc import Iterator

from banmen.moves import ORIGIN, PROMOTES, TARGET
from banmen.search.evaluate import Evaluation
from banmen.walker import Walker

__all__ = ["Ordering"]

DEEPEST = 128
MOST = 1 << 14
"""The size that a move's history does not exceed."""


class Ordering:
    """What quiet moves have done so far: killers by ply, answers by the move before, history by side and move."""

    def __init__(self, walker: Walker, value: Evaluation) -> None:
        self.walker, self.value = walker, value
        self.killers: list[tuple[int, int]] = [(0, 0)] * DEEPEST
        self.answers: dict[int, int] = {}
        self.history = [[0] * (PROMOTES << 1) for _ in range(2)]

    def staged(self, first: int, ply: int) -> Iterator[int]:
        """The legal moves: `first` (if any) before anything is generated, then captures and promotions, the best
        first, killers and answer, and quiet moves by their history."""
        if first:
            yield first
        w = self.walker
        moves = w.legal()
        board, prize = w.board, self.value.prize
        noisy, quiet = [], []
        for move in moves:
            if move == first:
                continue
            taken = board[move & TARGET]
            if taken:
                noisy.append((prize[taken] * 16 - prize[board[move >> ORIGIN & TARGET]] + (2000 if move & PROMOTES else 0), move))
            elif move & PROMOTES:
                noisy.append((500 - prize[board[move >> ORIGIN & TARGET]], move))
            else:
                quiet.append(move)
        noisy.sort(reverse=True)
        for _, move in noisy:
            yield move
        quiet.sort(key=self.history[w.turn].__getitem__, reverse=True)
        last = w.stack[-1][0] if w.stack else 0
        known = (*(self.killers[ply] if ply < DEEPEST else ()), self.answers.get(last, 0))
        yielded = set()
        for move in known:
            if move in quiet and move not in yielded:
                yielded.add(move)
                yield move
        for move in quiet:
            if move not in yielded:
                yield move

    def remember(self, move: int, depth: int, ply: int, tried: list[int]) -> None:
        """A quiet move was too good for the other side; those tried before it were not."""
        w = self.walker
        history, gained = self.history[w.turn], depth * depth
        history[move] += gained - history[move] * gained // MOST
        for other in tried:
            history[other] -= gained + history[other] * gained // MOST
        if w.stack:
            self.answers[w.stack[-1][0]] = move
        if ply < DEEPEST:
            one, _ = self.killers[ply]
            if one != move:
                self.killers[ply] = move, one
