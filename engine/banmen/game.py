"""Start position, moves and rule options: where history lives, and with it repetition and counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from banmen import outcome as endings
from banmen import sfen
from banmen.errors import GameError
from banmen.moves import ORIGIN, PROMOTES, TARGET, Move
from banmen.outcome import Outcome
from banmen.position import Key, Position
from banmen.variant import Color, Rules, Variant
from banmen.walker import Walker

__all__ = ["Counters", "Game", "Step"]


class Step(NamedTuple):
    """One move as it was played: what a move list needs to name it in any notation."""

    move: Move
    color: Color
    piece: str
    """Name key of the piece that moved, before it promoted."""
    promotes: bool | None
    """None where there was no choice to make: it could not promote, or had to and did not differ."""
    capture: str | None
    """Name key of what was taken."""
    captured: tuple[int, ...]
    """Squares from which pieces were taken."""
    rivals: tuple[int, ...]
    """Squares of other pieces of the same name that could have gone there too, pinned ones included."""
    check: bool


class Counters(NamedTuple):
    """`ply` moves played; `repetition`: how often the position now on the board has stood there;
    `quiet`: moves in a row without a capture."""

    ply: int
    repetition: int
    quiet: int


class Game:
    """A game, never changed: `play` gives the game with one more move."""

    def __init__(
        self,
        variant: Variant,
        start: Position | None = None,
        moves: Iterable[Move] = (),
        rules: Mapping[str, object] | None = None,
        end: Outcome | None = None,
    ) -> None:
        """A game from `start` (default: the variant's), with every move checked.

        `rules` default to those of `start`. `end` is an ending that no position shows. Raises
        GameError ``game.move`` with the index of a move that is not legal, RuleError for `rules`.
        """
        if start is None:
            start = sfen.parse(variant.start, variant, rules)
        elif start.variant is not variant:
            raise GameError("game.start", game=start.variant.key, expected=variant.key)
        elif rules is not None:
            start = Position.under(variant.rules(rules), start)
        self.variant = variant
        self.start = start
        self._walker = start.walker()
        self.steps: list[Step] = []
        # By position: the ply at which it first stood, and how often it has stood.
        self._stood: dict[Key, tuple[int, int]] = {start.key: (0, 1)}
        self._quiet = 0
        self._end: Outcome | None = None
        for move in moves:
            self._add(move)
        if end is not None and self.outcome is None:
            self._end = end

    # -- what is so -------------------------------------------------------------------------------

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @cached_property
    def handicap(self) -> str | None:
        """The listed handicap that the game starts from: its sides have names of their own."""
        start = sfen.format(self.start)
        return next((handicap.key for handicap in self.variant.handicaps if handicap.sfen == start), None)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(step.move for step in self.steps)

    @cached_property
    def position(self) -> Position:
        """The position after the last move."""
        return Position.of(self._walker)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that may be played now: none when the game is over."""
        return () if self.outcome else self.position.legal_moves

    @property
    def counters(self) -> Counters:
        return Counters(len(self.steps), self._stood[self.position.key][1], self._quiet)

    @property
    def end(self) -> Outcome | None:
        """The ending agreed or claimed by the players, if the game ended so."""
        return self._end

    @property
    def going_on(self) -> Game:
        """The game without an ending made by its players."""
        game = self._twin()
        game._end = None
        return game

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self._end or self._shown

    @cached_property
    def _shown(self) -> Outcome | None:
        """The outcome that the moves alone lead to."""
        if self.position.problems():
            return None
        first, repetition = self._stood[self.position.key]
        since = [step.check for step in self.steps[first:]] if repetition > 1 else []
        return self.position.outcome() or endings.of_history(
            self._walker, since, repetition, self._quiet, len(self.steps)
        )

    # -- playing ----------------------------------------------------------------------------------

    def play(self, *moves: Move) -> Game:
        """The game with these moves added. Raises GameError ``game.move`` with the index of one that is not legal."""
        game = self._twin()
        for move in moves:
            game._add(move)
        return game

    def back(self, plies: int = 1) -> Game:
        """The game without its last moves."""
        return Game(self.variant, self.start, self.moves[: max(0, len(self.steps) - plies)])

    def ended(self, winner: Color | None, ending: str) -> Game:
        """The game ended by its players: resigned, agreed, declared, out of time.

        Raises GameError ``game.over`` if it is over, ``game.ending`` for an ending that only the
        position decides.
        """
        if self.outcome:
            raise GameError("game.over", ending=self.outcome.ending)
        if ending not in endings.BY_PLAYERS:
            raise GameError("game.ending", ending=ending, expected=list(endings.BY_PLAYERS))
        game = self._twin()
        game._end = Outcome(winner, ending)
        return game

    def _twin(self) -> Game:
        game: Game = object.__new__(Game)
        game.variant, game.start, game._end = self.variant, self.start, self._end
        game._walker = self._walker.copy()
        game.steps, game._stood, game._quiet = self.steps[:], self._stood.copy(), self._quiet
        return game

    def _add(self, move: Move) -> None:
        code = self.position.tables.code(move)
        legal = [self.position.tables.code(known) for known in self.legal_moves]
        if code not in legal:
            raise GameError("game.move", index=len(self.steps), move=str(move))
        step = _step(self._walker, code, move, legal)
        self.steps.append(step)
        self._quiet = 0 if step.captured else self._quiet + 1
        for stale in ("position", "_shown"):
            self.__dict__.pop(stale, None)
        first, times = self._stood.get(self.position.key, (len(self.steps), 0))
        self._stood[self.position.key] = first, times + 1


def _step(walker: Walker, code: int, move: Move, legal: list[int]) -> Step:
    """Make the move on the walker and say what happened."""
    t, turn = walker.tables, walker.turn
    target, origin = code & TARGET, code >> ORIGIN & TARGET
    piece = walker.board[origin] if origin < t.size else t.drop_code[turn][origin - t.size]
    rivals = tuple(sorted(square for square in walker.reaching(piece, target) if square != origin))
    promotes: bool | None = bool(code & PROMOTES)
    if not promotes and code ^ PROMOTES not in legal:
        promotes = None
    before = [*walker.board]
    walker.push(code)
    _, _, taken, around = walker.stack.pop()
    captured = (target,) if taken else tuple(around)
    return Step(
        move, Color(turn), t.names[piece], promotes,
        t.names[taken or before[around[0]]] if captured else None, captured,
        rivals,
        walker.rules.variant.check and walker.in_check(),
    )
