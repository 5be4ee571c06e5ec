"""A hint: a good move, and why it is good, in codes that the page has sentences for.

A reason is a fact, never a guess: it is read off the rules (what the move captures, what it
leaves attacked), proven by the mate solver, or holds along the line that the search expects. A
piece is only won if neither taking back on its square nor the next moves of that line lose as
much again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from banmen.game import Game
from banmen.search import men, pieces
from banmen.search.levels import Level, choose
from banmen.search.mate import Mate, Task, solve
from banmen.search.search import mate_in
from banmen.search.threats import passed, stops_mate, threatens_mate

__all__ = ["REASONS", "Hint", "Reason", "hint"]

REASONS: dict[str, tuple[str, ...]] = {
    "mates": (),
    "takes_royal": ("piece", "square"),
    "enters_try": ("piece",),
    "wins": (),
    "only_move": (),
    "mate_in": ("plies",),
    "wins_in": ("plies",),
    "escapes_check": (),
    "wins_piece": ("piece", "square"),
    "wins_exchange": ("piece", "square", "lost"),
    "captures_man": ("square",),
    "captures_men": ("n", "squares"),
    "stops_mate": ("plies",),
    "forks": ("piece", "pieces", "squares"),
    "saves_piece": ("piece", "square"),
    "saves_man": ("square",),
    "saves_men": ("n", "squares"),
    "threatens_mate": ("plies",),
    "threatens_piece": ("piece", "square"),
    "threatens_man": ("square",),
    "threatens_men": ("n", "squares"),
    "promotes": ("piece",),
    "checks": (),
    "holds_out": ("plies",),
    "best": ("depth",),
}
"""Every code with the details it carries, the most important first. Pieces are name keys, squares USI's."""

MOST = 3
"""Reasons of one hint: the rest would only blur them."""

DECIDING = {"mates", "takes_royal", "enters_try", "wins", "mate_in", "wins_in", "holds_out", "checks"}
"""With these, threats of mate say no more: the game is decided, or a check may only put the mate off."""

MATE_PLIES, MATE_NODES = 9, 6_000
"""How far a mate is looked for before anything else: a fraction of a second."""


type _Facts = dict[str, dict[str, object]]
"""Codes of REASONS with their details."""


class Reason(NamedTuple):
    """Why a move is good: a code of REASONS and its details."""

    code: str
    details: dict[str, object]


@dataclass
class Hint:
    """A move and why; `done` says how much of the time is used.

    Until the last one the reasons are those seen without a search of their own, so that a hint that is stopped says why too.
    """

    move: int
    reasons: list[Reason] = field(default_factory=list)
    done: float = 0


def hint(game: Game, level: Level, seed: int = 0) -> Iterator[Hint]:
    """The best move so far after every slice, and why. Needs a game that is not over."""
    start = time.perf_counter()
    thinking = choose(game, level, seed)
    report, line = next(thinking), list[int]()
    found, known = Hint(report.move), Mate()
    for mate in solve(game, MATE_PLIES, MATE_NODES):
        known = mate
        found.move = mate.line[0] if mate.line else found.move
        yield found
    if known.plies:
        working = reasons(game, found.move, known.line, known.plies)
    else:
        for report in thinking:
            if report.move != found.move or report.line != line:
                found.move, line = report.move, report.line
                found.reasons = _named(_seen(game, report.move, _line(report.move, line), mate_in(report.score)), report.depth)
            found.done = min(1.0, round((time.perf_counter() - start) / level.seconds, 3))
            yield found
        working = reasons(game, report.move, report.line, mate_in(report.score), report.depth)
    while True:
        try:
            next(working)
        except StopIteration as end:
            yield Hint(found.move, end.value, 1)
            return
        yield found


def reasons(game: Game, move: int, line: list[int], plies: int | None = None, depth: int = 0) -> Task[list[Reason]]:
    """Why a move is good, the most important first; at least one.

    `line`: what is expected to be played from here, the move first; `plies`: to a forced end
    after it, negative if that is lost; `depth`: how deep the search saw.
    """
    facts = _seen(game, move, _line(move, line), plies)
    if not DECIDING & facts.keys():
        facts |= yield from _threats(game, move, facts)
    return _named(facts, depth)


def _line(move: int, line: list[int]) -> list[int]:
    # Of a move found when time ran out the line is not known yet.
    return line if line[:1] == [move] else [move]


def _named(facts: _Facts, depth: int) -> list[Reason]:
    details = facts or {"best": {"depth": depth}}
    return [Reason(code, details[code]) for code in REASONS if code in details][:MOST]


def _seen(game: Game, move: int, line: list[int], plies: int | None) -> _Facts:
    """Every reason that holds and needs no search, with its details."""
    t, variant = game.position.tables, game.variant
    after = game.play(t.moves[move])
    if after.outcome and after.outcome.winner == game.position.turn:
        return _end(game, after)
    facts: _Facts = {}
    if len(game.legal_moves) == 1:
        facts["only_move"] = {}
    if plies is not None and plies > 0:
        facts["mate_in" if variant.check and variant.royals else "wins_in"] = {"plies": plies}
        return facts
    if variant.check and game.position.is_check:
        facts["escapes_check"] = {}
    if plies is not None:
        # What else the move does is of no use any more.
        facts["holds_out"] = {"plies": -plies}
        return facts
    if variant.capture == "custodial":
        facts |= men.facts(game.position, move)
    else:
        facts |= pieces.facts(game.position, move, line)
    if variant.check and variant.royals and after.position.is_check:
        facts["checks"] = {}
    return facts


def _threats(game: Game, move: int, seen: _Facts) -> Task[_Facts]:
    """What a move does about mates."""
    facts: _Facts = {}
    if not (game.variant.check and game.variant.royals):
        return facts
    after = game.play(game.position.tables.moves[move])
    if length := (yield from threatens_mate(after)):
        facts["threatens_mate"] = {"plies": length}
    if "escapes_check" not in seen and (length := (yield from stops_mate(passed(game.position), after))):
        facts["stops_mate"] = {"plies": length}
    return facts


def _end(game: Game, after: Game) -> _Facts:
    """The move ends the game at once."""
    step, ending = after.steps[-1], after.outcome.ending if after.outcome else ""
    square = game.position.tables.squares[step.move.target]
    if ending == "checkmate":
        return {"mates": {}}
    if ending == "royal_captured":
        return {"takes_royal": {"piece": step.capture, "square": square}}
    if ending == "try":
        return {"enters_try": {"piece": step.piece}}
    return {"wins": {}}
