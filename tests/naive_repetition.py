"""Shogi's repetition and perpetual check counted once more, by key and from the rule text alone; checks are cshogi's."""

from __future__ import annotations

import cshogi

OTHER = {"b": "w", "w": "b"}


class Naive:
    """Every position so far, and for every move who made it and whether it gave check."""

    def __init__(self, sfen: str) -> None:
        self.board = cshogi.Board(sfen)
        self.keys = [self._key()]
        self.checks: list[tuple[str, bool]] = []

    def _key(self) -> str:
        """Board, both hands and side to move: the SFEN without its counter."""
        return str(self.board.sfen().rsplit(" ", 1)[0])

    @property
    def turn(self) -> str:
        return self._key().split()[1]

    def moves(self) -> list[str]:
        return sorted(cshogi.move_to_usi(move) for move in self.board.legal_moves)

    def checking(self) -> list[str]:
        """The legal moves that give check."""
        found = []
        for move in self.moves():
            self.board.push_usi(move)
            if self.board.is_check():
                found.append(move)
            self.board.pop()
        return found

    def known(self) -> list[str]:
        """The legal moves that lead to a position seen before."""
        found = []
        for move in self.moves():
            self.board.push_usi(move)
            if self._key() in self.keys:
                found.append(move)
            self.board.pop()
        return found

    def play(self, move: str) -> None:
        mover = self.turn
        self.board.push_usi(move)
        self.keys.append(self._key())
        self.checks.append((mover, bool(self.board.is_check())))

    def ending(self) -> str:
        """Nothing before the fourth occurrence; then a draw, unless exactly one side's moves since the first were all checks."""
        here = [ply for ply, key in enumerate(self.keys) if key == self.keys[-1]]
        if len(here) < 4:
            return ""
        span = self.checks[here[0]:]
        perpetual = [side for side in "bw" if all(check for mover, check in span if mover == side)]
        if len(perpetual) == 1:
            return f"{OTHER[perpetual[0]]} perpetual_check"
        return "- repetition"
