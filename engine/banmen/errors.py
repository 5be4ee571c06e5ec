"""One exception family: every failure carries a stable code and the facts a sentence needs."""

from __future__ import annotations

__all__ = [
    "BanmenError",
    "BetzaError",
    "DoorError",
    "FenceError",
    "GameError",
    "NotationError",
    "OracleError",
    "RecordError",
    "RuleError",
    "SfenError",
    "UsiError",
]


class BanmenError(ValueError):
    """Something given to the engine cannot be used.

    `code` is stable and of the form ``area.what``; `details` holds JSON values only: what was
    found and what was expected. Sentences are made from both elsewhere, in the reader's language.
    """

    def __init__(self, code: str, **details: object) -> None:
        self.code = code
        self.details = details
        facts = ", ".join(f"{key}={value!r}" for key, value in details.items())
        super().__init__(f"{code}: {facts}" if facts else code)


class BetzaError(BanmenError):
    """A movement text that is not Betza notation (a fault of a declaration)."""


class GameError(BanmenError):
    """A game that does not exist."""


class RuleError(BanmenError):
    """A rule option that the game does not have, or a value that the option does not take."""


class SfenError(BanmenError):
    """A text that is not a position of the game."""


class UsiError(BanmenError):
    """A text that is not a USI move or position command."""


class NotationError(BanmenError):
    """A move in a written notation that is not understood or names more than one move."""


class RecordError(BanmenError):
    """A game record that cannot be read or played."""


class FenceError(BanmenError):
    """A board fence that cannot be drawn or whose claims are not true."""


class OracleError(BanmenError):
    """A position that was not solved, or a part of the tables that is not what it should be."""


class DoorError(BanmenError):
    """A request that the door cannot answer."""
