"""What a match says about strength: the score with its interval, and the Elo difference that both stand for."""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["Result", "elo"]

Z = 1.959963984540054
"""How many standard errors leave 5 % outside."""


def elo(score: float) -> float:
    """The Elo difference at which `score` (0 to 1) is expected; infinite at both ends."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


class Result(NamedTuple):
    """A match as its first player sees it."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """Points per game, a draw being half a point."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score after Wilson, which says something even when every game was won.

        Wilson's variance is that of a game without draws. With draws a score varies less, so the interval is never too narrow.
        """
        n, s = self.games, self.score
        middle = (s + Z * Z / (2 * n)) / (1 + Z * Z / n)
        reach = Z / (1 + Z * Z / n) * math.sqrt(s * (1 - s) / n + Z * Z / (4 * n * n))
        # At a score of 0 or 1 one end is just that, which floating point would miss by a hair.
        low = 0.0 if s == 0 else middle - reach
        high = 1.0 if s == 1 else middle + reach
        return low, high

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference and the ends of its interval."""
        low, high = self.interval
        return elo(self.score), elo(low), elo(high)
