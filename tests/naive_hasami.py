"""Hasami shogi once more, from the rule text alone and as plainly as it can be said: no outside engine exists.

Nothing here is shared with `banmen`. A square is (file, rank), both from 1, as in USI's `7g` = (7, 7).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

Square = tuple[int, int]
Board = dict[Square, str]
ON_BOARD = {(file, rank) for file in range(1, 10) for rank in range(1, 10)}
STRAIGHT = ((0, -1), (0, 1), (-1, 0), (1, 0))
CORNERS = ((1, 1), (1, 9), (9, 1), (9, 9))
OTHER = {"b": "w", "w": "b"}


def usi(square: Square) -> str:
    return f"{square[0]}{'abcdefghi'[square[1] - 1]}"


def square(text: str) -> Square:
    return int(text[0]), "abcdefghi".index(text[1]) + 1


def neighbours(of: Square) -> set[Square]:
    """Squares next to this one, by a side."""
    return {(of[0] + file, of[1] + rank) for file, rank in STRAIGHT} & ON_BOARD


def legal_moves(board: Board, turn: str) -> set[str]:
    """Like a rook: any distance straight over empty squares."""
    found = set()
    for start in [at for at, color in board.items() if color == turn]:
        for file, rank in STRAIGHT:
            target = start[0] + file, start[1] + rank
            while target in ON_BOARD and target not in board:
                found.add(usi(start) + usi(target))
                target = target[0] + file, target[1] + rank
    return found


def between(one: Square, two: Square) -> list[Square] | None:
    """The squares between two on the same file or rank, None for any other two."""
    if one == two or (one[0] != two[0] and one[1] != two[1]):
        return None
    low, high = sorted([one, two])
    return [at for at in ON_BOARD if low < at < high and (one[0] == two[0] == at[0] or one[1] == two[1] == at[1])]


def captures(board: Board, moved: Square, edge: str) -> set[Square]:
    """What is taken on the board as it stands after the move."""
    mine, theirs = board[moved], OTHER[board[moved]]
    taken: set[Square] = set()
    # Every unbroken straight line of enemy men between the moved man and another own man.
    for man in [at for at, color in board.items() if color == mine]:
        line = between(moved, man)
        if line and all(board.get(at) == theirs for at in line):
            taken.update(line)
    # An enemy man in a corner, both neighbouring squares mine and the moved man one of them.
    if edge == "corner":
        for corner in CORNERS:
            around = neighbours(corner)
            if board.get(corner) == theirs and moved in around and all(board.get(at) == mine for at in around):
                taken.add(corner)
    # A connected enemy group that touches an edge, stands next to the moved man and has no empty neighbouring square.
    if edge == "enclosure":
        for first in neighbours(moved):
            if board.get(first) != theirs:
                continue
            group = {first}
            while more := {at for man in group for at in neighbours(man) if board.get(at) == theirs} - group:
                group |= more
            touches = any(1 in at or 9 in at for at in group)
            if touches and all(at in board for man in group for at in neighbours(man)):
                taken |= group
    return taken


@dataclass
class Naive:
    """A game that is played in place. `taken` counts each side's captures."""

    board: Board
    turn: str = "b"
    taken: dict[str, int] = field(default_factory=lambda: {"b": 0, "w": 0})
    edge: str = "corner"
    target: str = "5"
    no_capture_limit: int = 100
    repetition: str = "draw"
    move_limit: int | None = None
    plies: int = 0
    quiet: int = 0
    seen: Counter[object] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._see()

    def _see(self) -> None:
        self.key = (frozenset(self.board.items()), self.turn, self.taken["b"], self.taken["w"])
        self.seen[self.key] += 1

    def legal_moves(self) -> set[str]:
        return legal_moves(self.board, self.turn)

    def play(self, move: str) -> set[str]:
        """Make the move; the squares of the men it takes."""
        origin, target = square(move[:2]), square(move[2:])
        self.board[target] = self.board.pop(origin)
        captured = captures(self.board, target, self.edge)
        for at in captured:
            del self.board[at]
        self.taken[self.turn] += len(captured)
        self.turn = OTHER[self.turn]
        self.plies += 1
        self.quiet = 0 if captured else self.quiet + 1
        self._see()
        return {usi(at) for at in captured}

    def ending(self) -> str:
        """`b captures`, `- repetition`, nothing while the game goes on: in the order of `rules.md`."""
        for side in "bw":
            if self.reached(side):
                return f"{side} captures"
        if not self.legal_moves():
            return f"{OTHER[self.turn]} no_moves"
        if self.repetition == "draw" and self.seen[self.key] >= 4:
            return "- repetition"
        if self.quiet >= self.no_capture_limit:
            return "- no_capture"
        if self.move_limit is not None and self.plies >= self.move_limit:
            return "- move_limit"
        return ""

    def reached(self, side: str) -> bool:
        other = OTHER[side]
        if self.target == "last":
            return sum(color == other for color in self.board.values()) <= 1
        if self.target == "lead3":
            return side == self.turn and self.taken[side] - self.taken[other] >= 3
        return self.taken[side] >= int(self.target)
