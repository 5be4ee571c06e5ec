"""A game as a declaration: pieces, start position, and the rules that set it apart.

Nothing here plays: `tables` derives from a Variant what the rules need, so that a new game is
one more declaration and no more code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from types import MappingProxyType
from typing import Literal

from banmen.errors import RuleError

__all__ = ["MOVE_LIMIT", "Color", "Handicap", "Kind", "Option", "Promotion", "Rules", "Value", "Variant"]

Value = str | int | bool


class Color(IntEnum):
    """First and second player: SFEN's ``b`` and ``w``."""

    BLACK = 0
    WHITE = 1

    @property
    def letter(self) -> str:
        return "bw"[self]

    @property
    def other(self) -> Color:
        return Color(1 - self)


@dataclass(frozen=True)
class Promotion:
    """The other side of a piece: Betza moves, glyph, name key, value in pawns."""

    moves: str
    glyph: str
    name: str
    value: float = 0
    written: str = ""
    """How moves name it in Japanese, where that is not the glyph."""


@dataclass(frozen=True)
class Kind:
    """A piece type: Betza moves, glyph, name key (a key of the words files), what it promotes to."""

    moves: str
    glyph: str
    name: str
    promotion: Promotion | None = None
    value: float = 1


@dataclass(frozen=True)
class Option:
    """A rule on which rulebooks differ. `values` empty: a whole number from `least` up, or None."""

    key: str
    default: Value | None
    source: str
    values: tuple[Value, ...] = ()
    least: int = 1

    def read(self, value: object) -> Value | None:
        """`value` as this option keeps it; texts as links and fences write them are understood.

        Raises RuleError ``rules.value`` naming the option, what was given and what is expected.
        """
        if value == self.default and type(value) is type(self.default):
            return self.default
        text = str(value).strip().lower() if isinstance(value, str | int) else None
        for known in self.values:
            if text is not None and text == str(known).lower():
                return known
        if not self.values:
            if text in ("none", "") and self.default is None:
                return None
            if text is not None and text.isascii() and text.isdigit() and len(text) <= 6 and int(text) >= self.least:
                return int(text)
        raise RuleError(
            "rules.value",
            option=self.key,
            value=value if isinstance(value, str | int | float | bool) or value is None else str(value),
            expected=list(self.values) if self.values else f"a whole number from {self.least} up",
        )


MOVE_LIMIT = Option("move_limit", None, "common practice at tournaments; off unless chosen")


@dataclass(frozen=True)
class Handicap:
    """A start position from which the stronger player gives something away."""

    key: str
    sfen: str


@dataclass(frozen=True, eq=False)
class Variant:
    """A game, declared. Squares, ranks and zones are counted from each player's own side."""

    key: str
    start: str
    """Start position in SFEN; its width and height are the board's."""
    kinds: Mapping[str, Kind]
    """By SFEN letter, in the order in which hands are written."""
    zone: int = 0
    """How many of the far ranks promote a piece that moves into, within or out of them."""
    royals: str = ""
    """The kind that decides the game, at most one a side."""
    check: bool = True
    """True: a royal may never be left attacked. False: it may, and is captured."""
    pawn: str = ""
    """The kind of which a file may hold only one and whose drop may not mate."""
    drops: bool = True
    dead_drops: bool = False
    """True: a piece may be dropped where it can never move again."""
    capture: Literal["replacement", "custodial"] = "replacement"
    repetitions: int = 4
    """The occurrence of a position that ends the game."""
    repetition_ends: Literal["draw", "first_loses"] = "draw"
    points: Mapping[str, int] = field(default_factory=dict)
    """Impasse points of kinds that count other than 1."""
    options: tuple[Option, ...] = (MOVE_LIMIT,)
    handicaps: tuple[Handicap, ...] = ()
    letters: Mapping[str, str] = field(default_factory=dict)
    """Other programs' SFEN letters, read as ours when a text uses only them."""
    art: str = "kanji"

    def rules(self, options: Mapping[str, object] | None = None) -> Rules:
        """Every option of the game with a value: those given, else the defaults.

        Raises RuleError ``rules.unknown`` or ``rules.value``.
        """
        given = dict(options or {})
        known = {option.key: option for option in self.options}
        for key in given:
            if key not in known:
                raise RuleError("rules.unknown", option=str(key), expected=sorted(known))
        values = {key: option.read(given[key]) if key in given else option.default for key, option in known.items()}
        return Rules(self, MappingProxyType(values))

    def option(self, key: str) -> Option | None:
        return next((option for option in self.options if option.key == key), None)


@dataclass(frozen=True, eq=False)
class Rules:
    """A variant's options with their values; ask `get` for one, None where the game lacks it."""

    variant: Variant
    values: Mapping[str, Value | None]

    def get(self, key: str) -> Value | None:
        return self.values.get(key)

    @property
    def chosen(self) -> dict[str, Value | None]:
        """Only the options that differ from the default: what a record writes."""
        return {option.key: self.values[option.key] for option in self.variant.options
                if self.values[option.key] != option.default}
