"""Board, hands and turn at one moment, never changed: `play` gives the next position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from banmen import outcome as endings
from banmen.moves import BoardMove, Drop, Move
from banmen.outcome import Outcome
from banmen.tables import Tables
from banmen.variant import Color, Rules, Variant
from banmen.walker import Walker

__all__ = ["BoardMove", "Color", "Drop", "Move", "Position"]

Key = tuple[bytes, tuple[int, ...], tuple[int, ...], int]
"""Board codes, hands of both sides, turn."""


class Position:
    """One position of a game under its rules. Squares are ints in SFEN reading order.

    Made by `sfen.parse`, `Position.start` or `play`. Two positions are equal when board, hands
    and turn are.
    """

    def __init__(self, rules: Rules, board: bytes | bytearray, hands: list[list[int]], turn: int) -> None:
        self._walker = Walker(rules, board, hands, turn)

    @classmethod
    def of(cls, walker: Walker) -> Position:
        """The position that a walker stands on; the walker stays free to go on."""
        position: Position = object.__new__(cls)
        position._walker = walker.copy()
        return position

    @classmethod
    def under(cls, rules: Rules, position: Position) -> Position:
        """The same board, hands and turn under other rules of the same game."""
        w = position._walker
        return cls(rules, w.board, w.hands, w.turn)

    # -- what is where ------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        return self._walker.rules

    @property
    def variant(self) -> Variant:
        return self._walker.rules.variant

    @property
    def tables(self) -> Tables:
        return self._walker.tables

    @property
    def turn(self) -> Color:
        return Color(self._walker.turn)

    def piece_at(self, square: int) -> str | None:
        """SFEN symbol of the piece on a square ("P", "+r"), None if empty."""
        return self.tables.symbols[self._walker.board[square]] or None

    @property
    def pieces(self) -> dict[int, str]:
        """Square -> SFEN symbol of every piece, in reading order."""
        return {square: self.tables.symbols[code] for square, code in enumerate(self._walker.board) if code}

    def hand(self, color: Color) -> Mapping[str, int]:
        """Counts of the pieces in a hand by upper-case SFEN letter; kinds it does not hold are missing."""
        return {letter: n for letter, n in zip(self.tables.hand_kinds, self._walker.hands[color], strict=True) if n}

    @property
    def hands(self) -> dict[Color, Mapping[str, int]]:
        return {color: self.hand(color) for color in Color}

    @cached_property
    def key(self) -> Key:
        """Board, hands and turn, exactly: what counts as the same position for repetition."""
        w = self._walker
        return bytes(w.board), tuple(w.hands[0]), tuple(w.hands[1]), w.turn

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.variant is self.variant and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def walker(self) -> Walker:
        """A walker of its own on this position."""
        return self._walker.copy()

    # -- playing ------------------------------------------------------------------------------

    @cached_property
    def _legal(self) -> list[int]:
        if self.problems() or endings.decided(self._walker):
            return []
        return sorted(self._walker.legal())

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, in a fixed order; none when the game is over or cannot be played."""
        return tuple(map(self.tables.moves.__getitem__, self._legal))

    def is_legal(self, move: Move) -> bool:
        return self.tables.code(move) in self._legal

    def play(self, move: Move) -> Position:
        """The position after a legal move. Raises ValueError for any other; `refusal.explain` says why."""
        code = self.tables.code(move)
        if code not in self._legal:
            raise ValueError(f"{move!r} is not legal here")
        walker = self._walker.copy()
        walker.push(code)
        return Position.of(walker)

    @cached_property
    def checks(self) -> tuple[int, ...]:
        """Squares of the royals that are attacked: of the side to move, and of the other where the game allows it."""
        w = self._walker
        return tuple(w.kings[c] for c in Color if w.kings[c] >= 0 and w.attackers(w.kings[c], 1 - c))

    @property
    def is_check(self) -> bool:
        """Whether the royal of the side to move is attacked."""
        return self._walker.in_check()

    def outcome(self) -> Outcome | None:
        """The outcome that this position alone shows; repetition and counters are `Game.outcome`'s."""
        return None if self.problems() else endings.of_position(self._walker, self._legal)

    # -- can it be played? --------------------------------------------------------------------

    def problems(self) -> tuple[str, ...]:
        """Why this position cannot be played; empty if it can.

        `too_many_kings`, `too_many_pieces`, `hand_royal`, `no_royal`, `two_pawns`,
        `dead_piece`, `opponent_in_check`. The first player may lack the king, as in mate problems.
        """
        return self._problems

    @cached_property
    def _problems(self) -> tuple[str, ...]:
        w, t, variant = self._walker, self.tables, self.variant
        found: dict[str, bool] = {}
        royals = [[s for s in w.pieces[c] if t.royal[w.board[s]]] for c in Color]
        in_hand = any(w.hands[c][t.hand_index[letter]] for c in Color for letter in variant.royals if letter in t.hand_index)
        if variant.royals:
            found["too_many_kings"] = any(len(squares) > 1 for squares in royals)
            # Without the second player's king there is nothing to mate; where royals are captured
            # a missing one ended the game, and only both missing makes no sense.
            found["no_royal"] = not royals[Color.WHITE] if variant.check else not any(royals)
            # A captured royal lies in the hand of the side that took it, and nowhere else.
            found["hand_royal"] = in_hand and all(royals)
        found["too_many_pieces"] = self._too_many()
        if variant.pawn:
            files = [(c, s % t.files) for c in Color for s in w.pieces[c] if t.pawn[w.board[s]]]
            found["two_pawns"] = len(files) != len(set(files))
        if not variant.dead_drops:
            found["dead_piece"] = any(code and t.dead(code, square) for square, code in enumerate(w.board))
        other = w.kings[1 - w.turn]
        found["opponent_in_check"] = bool(variant.check and other >= 0 and w.attackers(other, w.turn))
        return tuple(code for code, is_so in found.items() if is_so)

    def _too_many(self) -> bool:
        t, w = self.tables, self._walker
        start = Counter(letter.upper() for letter in self.variant.start.split()[0] if letter.isalpha())
        codes = [code for code in w.board if code]
        if w.custodial:
            # Men never change sides: a side's men are those on the board and those the other has taken.
            most = start.total() // 2
            return any(len(w.pieces[c]) + sum(w.hands[1 - c]) > most for c in Color)
        here = Counter(t.symbols[t.demoted[code]].upper() for code in codes)
        for hand in self.hands.values():
            here.update(hand)
        return any(n > start[letter] for letter, n in here.items() if letter not in self.variant.royals)
