"""Mates by checks searched as they are defined, on positions that are played and never taken back: slow and plain."""

from __future__ import annotations

import random

from banmen import sfen
from banmen.moves import Move
from banmen.position import Position
from banmen.variant import Variant


class NaiveMates:
    """Whether the side to move of a position mates by checks within so many plies, every defence tried."""

    def __init__(self) -> None:
        self.known: dict[tuple[object, int], bool] = {}

    def within(self, position: Position, plies: int) -> bool:
        key = position.key, plies
        if key not in self.known:
            self.known[key] = any(self.mates(position, move, plies) for move in position.legal_moves)
        return self.known[key]

    def mates(self, position: Position, move: Move, plies: int) -> bool:
        """Whether this move is a check after which mate follows, within `plies` with this one."""
        after = position.play(move)
        if plies < 1 or not after.is_check:
            return False
        return all(self.within(after.play(reply), plies - 2) for reply in after.legal_moves)

    def shortest(self, position: Position, most: int) -> int | None:
        return next((plies for plies in range(1, most + 1, 2) if self.within(position, plies)), None)

    def keys(self, position: Position, plies: int) -> set[Move]:
        return {move for move in position.legal_moves if self.mates(position, move, plies)}


def wild_position(variant: Variant, rng: random.Random) -> Position:
    """A position after checks and captures at random: pieces in both hands, kings driven about."""
    while True:
        position = sfen.parse(variant.start, variant)
        for _ in range(rng.randrange(20, 60)):
            moves = position.legal_moves
            if not moves:
                break
            sharp = [move for move in rng.sample(moves, min(8, len(moves))) if position.play(move).is_check]
            position = position.play(rng.choice(sharp or moves))
        if position.legal_moves:
            return position


def bare_problem(variant: Variant, rng: random.Random) -> Position:
    """A lone king of the second player against a few pieces near it and in hand, the others in the king's own hand."""
    while True:
        ranks = variant.start.split()[0].split("/")
        size = len(ranks)
        left = [letter.upper() for letter in "".join(ranks) if letter.isalpha() and letter.upper() not in variant.royals]
        # Pawns last: the attacker gets what makes mates likely.
        left.sort(key=lambda letter: (letter != variant.pawn, rng.random()))
        king = rng.randrange(2), rng.randrange(size)
        board: dict[tuple[int, ...], str] = {king: "k"}
        for _ in range(rng.randrange(2, 5)):
            square = tuple(min(max(at + rng.randrange(-2, 3), 0), size - 1) for at in king)
            letter = left.pop()
            board.setdefault(square, letter.lower() if rng.random() < 0.3 else letter)
        hand = "".join(left.pop() for _ in range(rng.randrange(2, 5)))
        rows = ["".join(board.get((rank, file), "1") for file in range(size)) for rank in range(size)]
        position = sfen.parse(f"{'/'.join(rows)} b {hand}{''.join(left).lower()} 1", variant)
        if not position.problems() and position.legal_moves:
            return position
