"""What a position is worth to the side to move, in hundredths of the weakest piece.

Pieces, their squares and their distance from the royals add up move by move, so that the search
carries the sum along (`push`); what depends on the whole board is added at the leaves (`leaf`).
"""

from __future__ import annotations

from functools import cache, partial

from banmen.moves import ORIGIN, PROMOTES, TARGET
from banmen.search.weights import Weights, weights
from banmen.tables import Lazy, Tables, tables
from banmen.variant import Color, Variant
from banmen.walker import Walker

__all__ = ["COUNTS", "Evaluation", "evaluation"]

COUNTS = ("threatens", "threatened", "free", "other_free", "linked", "other_linked")
"""What is counted where men are captured by enclosing, see `Evaluation.counts`."""


class Evaluation:
    """The tables of one variant's evaluation under some weights."""

    def __init__(self, variant: Variant, w: Weights) -> None:
        t = self.tables = tables(variant)
        self.worth = [[0] * t.size for _ in t.symbols]
        """By piece and square, to its owner, wherever the royals are."""
        for code in range(1, len(t.symbols)):
            for square in range(t.size):
                self.worth[code][square] = round(w.board[t.symbols[code].upper()] + _placing(t, w, code, square))
        self.held = [round(w.hand[letter]) for letter in t.hand_kinds]
        self.prize = [0] + [round(w.board[symbol.upper()]) for symbol in t.symbols[1:]]
        """By piece: what capturing it is about worth, for the order of moves."""
        for code in range(1, len(t.symbols)):
            if t.royal[code]:
                self.prize[code] = 10_000
        self.custodial = variant.capture == "custodial"
        self.near = [
            [_by_steps(t, royal.get(symbol.upper(), ())) for symbol in t.symbols] for royal in (w.own_royal, w.other_royal)
        ]
        """Of the own royal and the other: by piece and distance in a king's steps, what being near adds."""
        self.first = Lazy(partial(self._beside, 0))
        """By the first player's royal's square: by piece and square what a piece is worth, its part of it that counts
        nothing of the second player's royal."""
        self.second = Lazy(partial(self._beside, 1))
        """By the second player's royal's square: the rest."""
        self.moving = bool(w.own_royal or w.other_royal)
        last_file = sum(1 << s for s in range(t.files - 1, t.size, t.files))
        first_file = sum(1 << s for s in range(0, t.size, t.files))
        everyone = (1 << t.size) - 1
        self.not_first, self.not_last = everyone & ~first_file, everyone & ~last_file
        self.men = [round(w.men.get(name, 0)) for name in COUNTS]
        self.tempo = round(w.tempo)

    def _beside(self, side: int, king: int) -> list[list[int]]:
        t = self.tables
        base = self.worth if side == 0 else [[0] * t.size for _ in t.symbols]
        if king < 0:
            return base
        steps = _steps(t, king)
        near = [self.near[t.color[code] != side][code] for code in range(len(t.symbols))]
        return [[worth + adds[n] for worth, n in zip(row, steps, strict=True)] for row, adds in zip(base, near, strict=True)]

    def total(self, walker: Walker) -> int:
        """Pieces on their squares and in hand, of the side to move less those of the other."""
        sums = [0, 0]
        first, second = self.first[walker.kings[0]], self.second[walker.kings[1]]
        for color in Color:
            held = sum(n * value for n, value in zip(walker.hands[color], self.held, strict=True))
            board = walker.board
            for square in walker.pieces[color]:
                code = board[square]
                held += first[code][square] + second[code][square]
            sums[color] = held
        return sums[walker.turn] - sums[1 - walker.turn]

    def push(self, walker: Walker, move: int, total: int) -> int:
        """Make a move where `total` is what it is; gives the total for the other side, whose turn it then is."""
        t, board, turn = self.tables, walker.board, walker.turn
        target, origin = move & TARGET, move >> ORIGIN & TARGET
        kings = walker.kings
        first, second = self.first[kings[0]], self.second[kings[1]]
        if origin >= t.size:
            index = origin - t.size
            code = t.drop_code[turn][index]
            total += first[code][target] + second[code][target] - self.held[index]
            walker.push(move)
            return -total
        code, taken = board[origin], board[target]
        if self.moving and t.royal[code]:
            # Every piece stands at another distance from it now.
            walker.push(move)
            return self.total(walker)
        put = t.promoted[code] if move & PROMOTES else code
        total += first[put][target] + second[put][target] - first[code][origin] - second[code][origin]
        if taken:
            total += first[taken][target] + second[taken][target] + self.held[t.hand_of[taken]]
        walker.push(move)
        if self.custodial:
            around = walker.stack[-1][3]
            if around:
                code = t.enemy_man[turn]
                held = self.held[t.hand_of[code]]
                for square in around:
                    total += first[code][square] + second[code][square] + held
        return -total

    def leaf(self, walker: Walker) -> int:
        """What the whole board adds for the side to move."""
        if not self.custodial:
            return self.tempo
        return self.tempo + sum(map(int.__mul__, self.men, self.counts(walker)))

    def counts(self, walker: Walker) -> tuple[int, ...]:
        """COUNTS of the side to move: enemy men that stand between an own man and an empty square, one move from
        capture, and own men that stand so; empty squares beside own men and beside the others; pairs of own men
        side by side, and of the others."""
        n, files = self.tables.size, self.tables.files
        everyone = (1 << n) - 1
        sides = (walker.bits & everyone, walker.bits >> n & everyone)
        own, other = sides[walker.turn], sides[1 - walker.turn]
        empty = everyone & ~(own | other)
        right, left = self.not_first, self.not_last
        counted = [self._flanked(other, own, empty, files), self._flanked(own, other, empty, files)]
        for men in (own, other):
            counted.append(
                (men << 1 & right & empty).bit_count() + (men >> 1 & left & empty).bit_count()
                + (men << files & empty).bit_count() + (men >> files & empty).bit_count()
            )
        for men in (own, other):
            counted.append((men << 1 & right & men).bit_count() + (men << files & men).bit_count())
        return tuple(counted)

    def snaps(self, walker: Walker) -> int:
        """The empty squares, as bits, from which a man of the side to move would enclose others in a line, three at most."""
        n, files = self.tables.size, self.tables.files
        everyone = (1 << n) - 1
        sides = (walker.bits & everyone, walker.bits >> n & everyone)
        own, other = sides[walker.turn], sides[1 - walker.turn]
        found = 0
        for shift, kept in ((1, self.not_first), (files, everyone)):
            up = own << shift & kept & other
            down = own >> shift & (self.not_last if shift == 1 else everyone) & other
            for _ in range(3):
                if not up and not down:
                    break
                up, down = up << shift & kept, down >> shift & (self.not_last if shift == 1 else everyone)
                found |= up | down
                up, down = up & other, down & other
        return found & ~(own | other) & everyone

    def _flanked(self, men: int, by: int, empty: int, files: int) -> int:
        by_right, by_left = by << 1 & self.not_first, by >> 1 & self.not_last
        free_right, free_left = empty << 1 & self.not_first, empty >> 1 & self.not_last
        return (
            (men & by_right & free_left).bit_count()
            + (men & by_left & free_right).bit_count()
            + (men & by << files & empty >> files).bit_count()
            + (men & by >> files & empty << files).bit_count()
        )


def _placing(t: Tables, w: Weights, code: int, square: int) -> float:
    rows = w.place.get(t.symbols[code].upper())
    if not rows:
        return 0
    column = square % t.files
    return rows[t.far_rank(t.color[code], square)][min(column, t.files - 1 - column)]


def _by_steps(t: Tables, near: tuple[float, ...]) -> list[int]:
    """What each distance adds: nothing where the royal itself stands and beyond what is listed."""
    adds = [0, *map(round, near)]
    return adds + [0] * (max(t.files, t.ranks) - len(adds))


def _steps(t: Tables, square: int) -> list[int]:
    """How many steps of a king each square is away."""
    rank, column = divmod(square, t.files)
    return [max(abs(s // t.files - rank), abs(s % t.files - column)) for s in range(t.size)]


@cache
def evaluation(variant: Variant) -> Evaluation:
    """The evaluation of a variant, made at first use."""
    return Evaluation(variant, weights(variant))
