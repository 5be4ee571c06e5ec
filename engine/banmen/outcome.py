"""Outcome(winner, ending): the only place that says a game is over.

The tests come in this order: royal captured, goal reached, no legal move, repetition, counters.
The first three are seen from a position alone (`decided`, `of_position`); the others need the
way to it (`of_history`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from banmen.tables import tables
from banmen.variant import Color, Rules
from banmen.walker import Walker

__all__ = ["BY_PLAYERS", "ENDINGS", "Outcome", "decided", "goals", "of_history", "of_position"]

BY_PLAYERS = ("resign", "time", "interrupted", "illegal", "agreement", "declaration")
"""Endings that no position shows: a record carries them."""

ENDINGS = ("checkmate", "no_moves", "royal_captured", "try", "both_try", "captures", "repetition",
           "perpetual_check", "no_capture", "move_limit", *BY_PLAYERS)


class Outcome(NamedTuple):
    """How a game ended: the winner, None for a draw (or a game broken off), and the reason's code."""

    winner: Color | None
    ending: str


_Goal = Callable[[Walker], Outcome | None]


def decided(walker: Walker) -> Outcome | None:
    """Whether the position itself is won or drawn, whoever could still move: tests 1 and 2."""
    for goal in goals(walker.rules):
        outcome = goal(walker)
        if outcome:
            return outcome
    return None


def of_position(walker: Walker, legal: list[int]) -> Outcome | None:
    """Tests 1 to 3; `legal` are the position's legal moves if it is not decided."""
    outcome = decided(walker)
    if outcome is None and not legal:
        mated = walker.rules.variant.check and walker.in_check()
        outcome = Outcome(Color(1 - walker.turn), "checkmate" if mated else "no_moves")
    return outcome


def of_history(walker: Walker, since: list[bool], occurrences: int, quiet: int, ply: int) -> Outcome | None:
    """Tests 4 and 5.

    `occurrences`: how often the position now on the board has stood there, now included; `since`:
    for each move since its first occurrence, whether it gave check; `quiet`: moves in a row
    without a capture; `ply`: moves played.
    """
    rules = walker.rules
    if occurrences >= rules.variant.repetitions and rules.get("repetition") != "off":
        return _repetition(rules, walker.turn, since)
    limit = rules.get("no_capture_limit")
    if isinstance(limit, int) and quiet >= limit:
        return Outcome(None, "no_capture")
    limit = rules.get("move_limit")
    if isinstance(limit, int) and ply >= limit:
        return Outcome(None, "move_limit")
    return None


def _repetition(rules: Rules, turn: int, since: list[bool]) -> Outcome:
    if rules.variant.check:
        # The last move was made by the side not to move now. Slices: every second move, backwards.
        always = {turn: all(since[-2::-2]), 1 - turn: all(since[::-2])}
        if always[0] != always[1]:
            return Outcome(Color.WHITE if always[0] else Color.BLACK, "perpetual_check")
    return Outcome(Color.WHITE if rules.variant.repetition_ends == "first_loses" else None, "repetition")


@cache
def goals(rules: Rules) -> tuple[_Goal, ...]:
    variant = rules.variant
    goals: list[_Goal] = []
    if variant.royals and not variant.check:
        goals.append(_royal_captured)
    if rules.get("try"):
        goals.append({"safe": _safe_try, "survive": _survived_try, "reach": _reached}[str(rules.get("try"))])
    if rules.get("impasse") == "try":
        goals.append(_royal_square_try)
    target = rules.get("target")
    if target is not None:
        goals.append({"last": _last_man, "lead3": _lead}.get(str(target)) or _captures(int(str(target))))
    return tuple(goals)


def _royal_captured(walker: Walker) -> Outcome | None:
    for color in Color:
        if walker.kings[color] < 0:
            return Outcome(color.other, "royal_captured")
    return None


def _on_last_rank(walker: Walker, color: int) -> bool:
    return walker.tables.far_rank(color, walker.kings[color]) == 0


def _of_both(tried: list[Color]) -> Outcome | None:
    if len(tried) == 2:
        return Outcome(None, "both_try")
    return Outcome(tried[0], "try") if tried else None


def _safe_try(walker: Walker) -> Outcome | None:
    return _of_both([
        color for color in Color
        if _on_last_rank(walker, color) and not walker.attackers(walker.kings[color], 1 - color)
    ])


def _survived_try(walker: Walker) -> Outcome | None:
    # The royal of the side to move stands there still: the other side's move did not take it.
    return Outcome(Color(walker.turn), "try") if _on_last_rank(walker, walker.turn) else None


def _reached(walker: Walker) -> Outcome | None:
    return _of_both([color for color in Color if _on_last_rank(walker, color)])


def _royal_square_try(walker: Walker) -> Outcome | None:
    home = _royal_homes(walker.rules)
    for color in (Color(1 - walker.turn), Color(walker.turn)):
        if walker.kings[color] == home[color.other]:
            return Outcome(color, "try")
    return None


@cache
def _royal_homes(rules: Rules) -> tuple[int, int]:
    """Where each side's royal stands at the start of the game."""
    t = tables(rules.variant)
    square, homes = 0, [-1, -1]
    for character in rules.variant.start.split()[0].replace("/", ""):
        if character.isdigit():
            square += int(character)
        else:
            if character.upper() in rules.variant.royals:
                homes[t.color[t.code_of[character]]] = square
            square += 1
    return homes[0], homes[1]


def _captures(target: int) -> _Goal:
    def reached(walker: Walker) -> Outcome | None:
        # The side that just moved first: only it can have reached the target by this move.
        for color in (1 - walker.turn, walker.turn):
            if sum(walker.hands[color]) >= target:
                return Outcome(Color(color), "captures")
        return None

    return reached


def _last_man(walker: Walker) -> Outcome | None:
    for color in (1 - walker.turn, walker.turn):
        if len(walker.pieces[1 - color]) <= 1:
            return Outcome(Color(color), "captures")
    return None


def _lead(walker: Walker) -> Outcome | None:
    own, other = sum(walker.hands[walker.turn]), sum(walker.hands[1 - walker.turn])
    return Outcome(Color(walker.turn), "captures") if own - other >= 3 else None
