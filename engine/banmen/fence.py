"""Board fences: what an author writes in a page, and the proof that it is true.

A fence is a block of ``key: value`` lines. It is read strictly, its position is played, and every
claim it makes about the rules is held against the engine, so that a page cannot say what is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, get_args

from banmen import record
from banmen.cutout import PARTS
from banmen.errors import BanmenError, DoorError, FenceError
from banmen.game import Game
from banmen.games import load
from banmen.outcome import ENDINGS
from banmen.refusal import REFUSALS, explain
from banmen.search.goal import Goal, Kind, keys
from banmen.search.levels import LEVELS
from banmen.search.mate import done
from banmen.tables import tables
from banmen.usi import format_move
from banmen.variant import Color, Variant

__all__ = ["PROOFS", "Fence", "Finding", "Problem", "check_folder", "find_fences", "parse_fence", "prove"]

PLAYS = ("free", "both", "computer", "task", "none")
SIDES = {"first": Color.BLACK, "second": Color.WHITE}
TOOLS = ("few", "full")

PROOFS: dict[str, tuple[int | None, list[str]]] = {}
"""What the goals of tasks were found to take, and their first moves: a search for each, which the same record never needs twice."""

# Keys whose values add up when they are repeated; every other key may stand once.
_LISTS = ("moves", "rules", "task", "legal", "refused", "captured", "marks")
_KEYS = ("game", "start", *_LISTS, "play", "level", "color", "tools", "flip", "outcome", "piece", "cutout", "caption")

_OPENING = re.compile(r"(?P<margin>[ \t>]*)(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)")
_BOARD = re.compile(r"(?:board|\{\s*\.board\b[^}]*\})(?:\s.*)?")


class Problem(NamedTuple):
    """What is wrong, and on which line of the fence (1 is the first line after the opening, 0 the opening)."""

    line: int
    code: str
    details: Mapping[str, object]

    @property
    def message(self) -> str:
        template = _MESSAGES.get(self.code)
        if template is None:
            facts = ", ".join(f"{key} {_plain(value)}" for key, value in self.details.items())
            return f"{self.code}: {facts}" if facts else self.code
        return template.format_map({key: _plain(value) for key, value in self.details.items()})


class Finding(NamedTuple):
    """A problem of a fence in a file."""

    path: Path
    line: int
    problem: Problem

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.problem.message} [{self.problem.code}]"


class Entry(NamedTuple):
    """One word of a value, or a whole value, with the line it stands on."""

    line: int
    text: str


@dataclass
class Fence:
    """A fence as written. `problems` are faults of its form; `prove` finds the others."""

    entries: dict[str, list[Entry]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def value(self, key: str) -> str:
        """The text of a key that stands once, empty if it does not stand."""
        return self.entries[key][0].text if key in self.entries else ""

    def words(self, key: str) -> list[Entry]:
        """The words of a key's values in order, each with its line."""
        return [Entry(line, word) for line, text in self.entries.get(key, []) for word in text.split()]

    def line(self, key: str) -> int:
        return self.entries[key][0].line if key in self.entries else 0

    @property
    def play(self) -> str:
        return self.value("play") or ("task" if "task" in self.entries else "free")

    @property
    def level(self) -> str | None:
        """How strong the computer plays, None if it does not."""
        return self.value("level") or "easy" if self.play == "computer" else None

    @property
    def color(self) -> Color | None:
        """The side of the reader who plays the computer."""
        return SIDES.get(self.value("color") or "first") if self.play == "computer" else None

    @property
    def tools(self) -> str:
        """What stands around the board: little, or all that a whole game needs."""
        return self.value("tools") or "few"

    @property
    def flip(self) -> bool:
        return (self.value("flip") or ("yes" if self.color is Color.WHITE else "no")) == "yes"

    @property
    def piece(self) -> str:
        """The piece whose movement is shown instead of a position, empty if a position is."""
        return self.value("piece")

    @property
    def cutout(self) -> str:
        """The part of a set to cut out that is shown instead of a position, empty if a position is."""
        return self.value("cutout")

    @property
    def solutions(self) -> list[Entry]:
        """The moves of which a task wants one, none if it has a goal instead."""
        return [] if self._asks else self.words("task")

    @property
    def goal(self) -> Goal | None:
        """What a task wants to be reached, as ``mate 3``, None if it lists its solutions. Raises DoorError if that cannot be."""
        return Goal.read(self.value("task")) if self._asks else None

    @property
    def _asks(self) -> bool:
        return self.value("task").partition(" ")[0] in get_args(Kind)

    @cached_property
    def record(self) -> dict[str, object]:
        """The record of the game on the board."""
        rules = {key: value for key, _, value in (word.text.partition("=") for word in self.words("rules"))}
        return {
            "game": self.value("game"),
            "rules": rules,
            "start": self.value("start") or load(self.value("game")).start,
            "moves": [word.text for word in self.words("moves")],
        }

    @cached_property
    def game(self) -> Game:
        """The game on the board. Raises BanmenError if it cannot be played."""
        return record.read(self.record)


def parse_fence(text: str) -> Fence:
    """Read the lines between the marks of a fence. Blank lines and lines that start with "#" say nothing."""
    fence = Fence()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not value:
            fence.problems.append(Problem(number, "fence.syntax", {"text": line.strip()[:60]}))
        elif key not in _KEYS:
            fence.problems.append(Problem(number, "fence.unknown_key", {"key": key[:40], "expected": list(_KEYS)}))
        elif key in fence.entries and key not in _LISTS:
            fence.problems.append(Problem(number, "fence.repeated_key", {"key": key, "line": fence.line(key)}))
        else:
            fence.entries.setdefault(key, []).append(Entry(number, value))
    for key in ("game", "caption"):
        if key not in fence.entries:
            fence.problems.append(Problem(0, f"fence.missing_{key}", {}))
    return fence


def prove(fence: Fence) -> list[Problem]:
    """Everything that is wrong with a fence, in the order of its lines; empty if every claim is true."""
    problems = [*fence.problems, *_choices(fence)]
    if "game" in fence.entries:
        try:
            variant = load(fence.value("game"))
            if fence.piece or fence.cutout:
                return sorted([*problems, *_alone(fence, variant)], key=lambda problem: problem.line)
            faults = [*_rules(fence, variant), *_squares(fence, variant)]
            problems += faults or [*_position(fence), *_claims(fence)]
        except BanmenError as error:
            problems.append(_played(fence, error))
    return sorted(problems, key=lambda problem: problem.line)


def _choices(fence: Fence) -> Iterator[Problem]:
    levels = [level.key for level in LEVELS]
    for key, allowed in (("play", PLAYS), ("level", levels), ("color", SIDES), ("tools", TOOLS), ("flip", ("yes", "no"))):
        if key in fence.entries and fence.value(key) not in allowed:
            yield Problem(fence.line(key), "fence.value", {"key": key, "value": fence.value(key), "expected": list(allowed)})
    if (fence.play == "task") != ("task" in fence.entries):
        yield Problem(fence.line("play") or fence.line("task"), "fence.task", {})
    for key in ("level", "color"):
        if key in fence.entries and fence.play != "computer":
            yield Problem(fence.line(key), "fence.computer", {"key": key})


def _alone(fence: Fence, variant: Variant) -> Iterator[Problem]:
    """What is wrong with a fence that shows no position."""
    key = "piece" if fence.piece else "cutout"
    known = [symbol for symbol in tables(variant).symbols if symbol and symbol == symbol.upper()] if fence.piece else PARTS
    if fence.value(key) not in known:
        yield Problem(fence.line(key), "fence.value", {"key": key, "value": fence.value(key), "expected": list(known)})
    for other in fence.entries.keys() - {"game", key, "caption"}:
        yield Problem(fence.line(other), f"fence.{key}", {"key": other})


def _rules(fence: Fence, variant: Variant) -> Iterator[Problem]:
    for line, word in fence.words("rules"):
        key, equals, value = word.partition("=")
        if not equals:
            yield Problem(line, "fence.value", {"key": "rules", "value": word, "expected": ["option=value"]})
            continue
        try:
            variant.rules({key: value})
        except BanmenError as error:
            yield Problem(line, error.code, error.details)


def _squares(fence: Fence, variant: Variant) -> Iterator[Problem]:
    known = tables(variant).square_of
    for key in ("marks", "captured"):
        for line, word in fence.words(key):
            if word not in known:
                yield Problem(line, "fence.square", {"key": key, "value": word})


def _played(fence: Fence, error: BanmenError) -> Problem:
    """The line that an error of the game is about."""
    area = error.code.partition(".")[0]
    if error.code == "record.move":
        move = fence.words("moves")[int(str(error.details["index"]))]
        refusal = error.details["refusal"]
        code = refusal["code"] if isinstance(refusal, Mapping) else ""
        return Problem(move.line, "fence.move", {"move": move.text, "refusal": code})
    return Problem(fence.line({"sfen": "start", "game": "game"}.get(area, "moves")), error.code, error.details)


def _position(fence: Fence) -> Iterator[Problem]:
    problems = fence.game.position.problems()
    if problems and fence.play != "none":
        yield Problem(fence.line("start"), "fence.unplayable", {"problems": list(problems)})


def _claims(fence: Fence) -> Iterator[Problem]:
    game = fence.game
    for line, move in [*fence.words("legal"), *fence.solutions]:
        refusal = explain(game, move)
        if refusal:
            yield Problem(line, "fence.not_legal", {"move": move, "refusal": refusal.code})
    yield from _goal(fence)
    for line, text in fence.entries.get("refused", []):
        yield from _refused(game, line, text)
    if "captured" in fence.entries:
        claimed = sorted(word.text for word in fence.words("captured"))
        found = sorted(tables(game.variant).squares[square] for square in game.steps[-1].captured) if game.steps else []
        if claimed != found:
            yield Problem(fence.line("captured"), "fence.captured", {"claimed": claimed, "found": found})
    if "outcome" in fence.entries:
        yield from _outcome(game, fence.line("outcome"), fence.value("outcome"))


def _goal(fence: Fence) -> Iterator[Problem]:
    try:
        goal = fence.goal
    except DoorError as error:
        yield Problem(fence.line("task"), "fence.value", {"key": "task", "value": fence.value("task"), **error.details})
        return
    if goal is None:
        return
    key = json.dumps([fence.record, goal], sort_keys=True)
    if key not in PROOFS:
        found, first = done(keys(fence.game, goal))
        PROOFS[key] = found, [format_move(move, fence.game.variant) for move in first]
    plies, moves = PROOFS[key]
    if plies != goal.plies:
        yield Problem(fence.line("task"), "fence.goal", {"goal": fence.value("task"), "found": plies or "none"})
    elif goal.kind == "mate" and len(moves) > 1:
        yield Problem(fence.line("task"), "fence.keys", {"found": moves})


def _refused(game: Game, line: int, text: str) -> Iterator[Problem]:
    move, _, code = (part.strip() for part in text.partition(" "))
    if code not in REFUSALS:
        expected = [f"a move and one of {', '.join(REFUSALS)}"]
        yield Problem(line, "fence.value", {"key": "refused", "value": text, "expected": expected})
        return
    refusal = explain(game, move)
    if refusal is None:
        yield Problem(line, "fence.not_refused", {"move": move, "claimed": code})
    elif refusal.code != code:
        yield Problem(line, "fence.other_refusal", {"move": move, "claimed": code, "found": refusal.code})


def _outcome(game: Game, line: int, text: str) -> Iterator[Problem]:
    winner, _, ending = (part.strip() for part in text.partition(" "))
    if text != "none" and (winner not in ("first", "second", "draw") or ending not in ENDINGS):
        expected = ["none", "first ENDING", "second ENDING", "draw ENDING", f"with an ending of {', '.join(ENDINGS)}"]
        yield Problem(line, "fence.value", {"key": "outcome", "value": text, "expected": expected})
        return
    outcome = game.outcome
    sides = ("first", "second")
    found = "none" if outcome is None else f"{'draw' if outcome.winner is None else sides[outcome.winner]} {outcome.ending}"
    if found != text:
        yield Problem(line, "fence.outcome", {"claimed": text, "found": found})


def find_fences(markdown: str) -> Iterator[tuple[int, str]]:
    """The board fences of a Markdown text: the line of each opening (from 1) and the text inside.

    Fences in lists, quotes and admonitions are found; those shown inside a longer fence are not.
    Raises FenceError ``fence.unclosed`` with the line of an opening that is never closed.
    """
    lines = markdown.splitlines()
    number = 0
    while number < len(lines):
        opening = _OPENING.fullmatch(lines[number])
        number += 1
        if opening is None:
            continue
        margin, marks = opening["margin"], opening["marks"]
        closing = re.compile(rf"[ \t>]*{re.escape(marks[0])}{{{len(marks)},}}[ \t]*")
        end = next((at for at in range(number, len(lines)) if closing.fullmatch(lines[at])), None)
        board = _BOARD.fullmatch(opening["info"].strip())
        if end is None:
            if board:
                raise FenceError("fence.unclosed", line=number)
            continue
        if board:
            yield number, "\n".join(_without(margin, line) for line in lines[number:end])
        number = end + 1


def _without(margin: str, line: str) -> str:
    return line[len(margin) :] if line.startswith(margin) else line.lstrip(" \t>")


def check_folder(folder: Path) -> list[Finding]:
    """Prove every fence of every Markdown file below a folder."""
    if not folder.is_dir():
        raise FenceError("fence.folder", path=str(folder))
    return [finding for path in sorted(folder.rglob("*.md")) for finding in check_text(path.read_text("utf-8"), path)]


def check_text(markdown: str, path: Path) -> Iterator[Finding]:
    """Prove every fence of one page; `path` is what the findings name."""
    try:
        for line, text in find_fences(markdown):
            for problem in prove(parse_fence(text)):
                yield Finding(path, line + problem.line, problem)
    except FenceError as error:
        line = int(str(error.details["line"]))
        yield Finding(path, line, Problem(0, error.code, {}))


def _plain(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)


_MESSAGES = {
    "fence.syntax": "expected “key: value”, found “{text}”",
    "fence.unknown_key": "unknown key “{key}”; known keys are {expected}",
    "fence.repeated_key": "“{key}” stands already on line {line} of the board",
    "fence.missing_game": "the board names no game (game: …)",
    "fence.missing_caption": "the board has no caption (caption: …), which is its accessible name",
    "fence.value": "“{key}” cannot be “{value}”; expected {expected}",
    "fence.square": "“{value}” under “{key}” is no square of this board",
    "fence.piece": "a board that shows how a piece moves has no “{key}”",
    "fence.cutout": "a set to cut out has no “{key}”",
    "fence.computer": "“{key}” is only for “play: computer”",
    "fence.task": "“play: task” and “task: …” belong together",
    "fence.goal": "“{goal}” is asked for, but the shortest way takes: {found}",
    "fence.keys": "a mate problem has one first move, but here there are {found}",
    "fence.move": "{move} cannot be played: {refusal}",
    "fence.unplayable": "this position cannot be played: {problems}; write “play: none” to show it all the same",
    "fence.not_legal": "{move} is said to be legal, but is refused: {refusal}",
    "fence.not_refused": "{move} is said to be refused ({claimed}), but is legal",
    "fence.other_refusal": "{move} is said to be refused as {claimed}, but the reason is {found}",
    "fence.captured": "said to capture {claimed}, but the last move captured {found}",
    "fence.outcome": "the outcome is said to be “{claimed}”, but is “{found}”",
    "fence.unclosed": "this board is never closed",
    "game.unknown": "there is no game “{game}”; there are {expected}",
}
