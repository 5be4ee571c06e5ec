"""The table of matches, in Markdown."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from elo import Result

__all__ = ["Row", "markdown"]

_SIGNS: dict[str, Callable[[float, float], bool]] = {">": operator.gt, ">=": operator.ge, "<=": operator.le, "=": operator.eq}


class _Match(Protocol):
    @property
    def game(self) -> str: ...
    @property
    def player(self) -> str: ...
    @property
    def opponent(self) -> str: ...
    @property
    def bar(self) -> str: ...


class Row(NamedTuple):
    """A match and the games of it that were played."""

    match: _Match
    games: Sequence[dict[str, Any]]

    @property
    def result(self) -> Result:
        winners = Counter(game[game["winner"]] if game["winner"] else None for game in self.games)
        return Result(winners[self.match.player], winners[None], winners[self.match.opponent])

    @property
    def missed(self) -> bool:
        """Whether the bar, such as ``lower > 60`` or ``score >= 90`` (per cent), is not reached."""
        if not self.match.bar:
            return False
        measured, sign, wanted = self.match.bar.split()
        result = self.result
        value = {"lower": result.interval[0], "upper": result.interval[1], "score": result.score}[measured]
        return not _SIGNS[sign](100 * value, float(wanted))

    @property
    def verdict(self) -> str:
        """What the table says of the bar: ``open`` where more games might still lift the lower end above it."""
        if not self.match.bar:
            return ""
        measured, _, wanted = self.match.bar.split()
        is_open = self.missed and measured == "lower" and 100 * self.result.score > float(wanted)
        return f"{self.match.bar} %: {'open' if is_open else 'missed' if self.missed else 'reached'}"


def markdown(rows: Sequence[Row]) -> str:
    lines = [
        "| game | player | opponent | games | won–drawn–lost | score (95 %) | Elo (95 %) | bar |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        result = row.result
        low, high = result.interval
        difference, least, most = map(_elo, result.elo)
        lines.append(
            f"| {row.match.game} | {_name(row.match.player)} | {_name(row.match.opponent)} | {result.games} "
            f"| {result.won}–{result.drawn}–{result.lost} | {result.score:.1%} ({low:.0%} to {high:.0%}) "
            f"| {difference} ({least} to {most}) | {row.verdict} |".replace("%", " %").replace("  %", " %")
        )
    faults = [game["fault"] for row in rows for game in row.games if "fault" in game]
    return "\n".join([*lines, *(f"\nIllegal: {fault}" for fault in faults)])


def _elo(difference: float) -> str:
    if math.isinf(difference):
        return "∞" if difference > 0 else "−∞"
    return f"{round(difference):+}".replace("-", "−")


def _name(full: str) -> str:
    """``hard:nodes=3000`` as ``hard, 3,000 nodes``."""
    kind, _, rest = full.partition(":")
    options = dict(item.split("=", 1) for item in rest.split(",") if item)
    nodes = int(options.pop("nodes", 0))
    words = [kind, *(f"{option} {value}" for option, value in options.items()), *([f"{nodes:,} nodes"] if nodes else [])]
    return ", ".join(words).replace("-", "−")
