"""``python -m banmen usi``: the computer player as a USI engine, for shogi programs to load.

Options are ``USI_Variant`` (the games, named as other engines name them), ``Level``, ``Seed`` and
``Rules`` ("target=8 edge=none"). Bad input is answered by a line ``info string error CODE FACTS``
and changes nothing.
"""

from __future__ import annotations

import io
import math
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TextIO

from banmen.declare import verdict
from banmen.errors import BanmenError, UsiError
from banmen.game import Game
from banmen.games import games, load
from banmen.search.levels import LEVELS, Level, choose, level
from banmen.search.mate import LONGEST, solve
from banmen.search.search import Report, mate_in
from banmen.usi import format_move, parse_move, parse_position
from banmen.variant import Color

__all__ = ["Clock", "Engine", "run"]

MARGIN = 0.1
"""Seconds of a move kept back for the way to the client."""

LONGEST_WORD = 40

_IGNORED = ("USI_Hash", "USI_Ponder")
"""Options that clients set unasked: memory is bounded anyway, and there is no pondering."""

_NUMBERS = ("btime", "wtime", "binc", "winc", "byoyomi", "movetime", "nodes", "depth")


@dataclass(frozen=True)
class Clock:
    """What ``go`` says, times in milliseconds."""

    btime: int | None = None
    wtime: int | None = None
    binc: int = 0
    winc: int = 0
    byoyomi: int = 0
    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False

    def seconds(self, turn: Color) -> float | None:
        """How long to think at most; None if the clock does not say."""
        if self.infinite:
            return math.inf
        if self.movetime is not None:
            return max(0.01, self.movetime / 1000 - MARGIN)
        left, gained = ((self.btime, self.binc), (self.wtime, self.winc))[turn]
        if left is None and not self.byoyomi:
            return math.inf if self.nodes is not None or self.depth is not None else None
        left = left or 0
        # A thirtieth of what is left, and most of what the move brings back, but never more than there is.
        wanted = left / 30 + 0.8 * gained + self.byoyomi
        return max(0.01, min(wanted, left + self.byoyomi) / 1000 - MARGIN)


class Engine:
    """One client's engine. Commands come as lines from `hear`, answers leave through `say`."""

    def __init__(self, hear: SimpleQueue[str | None], say: Callable[[str], None]) -> None:
        """None in `hear` is the end of the input."""
        self.hear, self.say = hear, say
        self.waiting: deque[str] = deque()
        self.variant = load("shogi")
        self.level = LEVELS[-1]
        self.seed = 0
        self.rules: dict[str, object] = {}
        self.game: Game | None = Game(self.variant)
        self.head, self.played = "startpos", list[str]()
        """The words of the position command that `game` was read from."""

    def run(self) -> None:
        """Answer until the client quits or goes away."""
        while True:
            line = self.waiting.popleft() if self.waiting else self.hear.get()
            if line is None or line.split()[:1] == ["quit"]:
                return
            if line.strip():
                self._answer(line)

    def _answer(self, line: str) -> None:
        command, _, rest = line.strip().partition(" ")
        try:
            if command not in _COMMANDS:
                raise UsiError("usi.command", found=command[:LONGEST_WORD], expected=sorted(_COMMANDS))
            _COMMANDS[command](self, rest.strip())
        except BanmenError as error:
            self._complain(error)

    def _complain(self, error: BanmenError) -> None:
        facts = " ".join(f"{key}={value!r}" for key, value in error.details.items())
        self.say(f"info string error {error.code} {facts}".rstrip())

    # -- commands -------------------------------------------------------------------------------

    def _usi(self, rest: str) -> None:
        keys = " ".join(f"var {key}" for key in games())
        names = " ".join(f"var {known.key}" for known in LEVELS)
        self.say("id name Banmen")
        self.say("id author Banmen contributors")
        self.say(f"option name USI_Variant type combo default {self.variant.key} {keys}")
        self.say(f"option name Level type combo default {self.level.key} {names}")
        self.say(f"option name Seed type spin default {self.seed} min 0 max 1000000")
        self.say("option name Rules type string default <empty>")
        self.say("usiok")

    def _isready(self, rest: str) -> None:
        self.say("readyok")

    def _setoption(self, rest: str) -> None:
        words = rest.split()
        at = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        if words[:1] != ["name"] or name not in (*_OPTIONS, *_IGNORED):
            raise UsiError("usi.option", found=rest[:LONGEST_WORD], expected=list(_OPTIONS))
        if name in _OPTIONS:
            _OPTIONS[name](self, value)

    def _set_variant(self, value: str) -> None:
        self.variant = load(value)
        self.level = level(self.level.key, value)
        self._begin({})

    def _set_level(self, value: str) -> None:
        self.level = level(value, self.variant.key)

    def _set_seed(self, value: str) -> None:
        self.seed = _whole("Seed", value)

    def _set_rules(self, value: str) -> None:
        pairs = [word.partition("=") for word in value.split() if word != "<empty>"]
        rules: dict[str, object] = {key: chosen for key, _, chosen in pairs}
        self._begin(rules)

    def _begin(self, rules: dict[str, object]) -> None:
        """A new game. Raises RuleError for `rules`, and changes nothing then."""
        self.game, self.rules = Game(self.variant, rules=rules), rules
        self.head, self.played = "startpos", []

    def _position(self, rest: str) -> None:
        head, _, moves = rest.partition(" moves ")
        words = moves.split()
        game, known = self.game, len(self.played)
        self.game = None  # if this cannot be read, what was there is not what the client means now
        if game is None or head != self.head or words[:known] != self.played:
            game = parse_position(rest, self.variant, self.rules)
        else:
            # A client repeats the whole game at every move.
            try:
                game = game.play(*(parse_move(word, self.variant) for word in words[known:]))
            except BanmenError:
                game = parse_position(rest, self.variant, self.rules)
        self.game, self.head, self.played = game, head, words

    def _nothing(self, rest: str) -> None:
        """Nothing is kept between games, and a stop may come just after the answer that it asks for."""

    def _ponderhit(self, rest: str) -> None:
        raise UsiError("usi.ponder")

    def _go(self, rest: str) -> None:
        words = rest.split()
        if words[:1] == ["ponder"]:
            raise UsiError("usi.ponder")
        # A client that waits for an answer where there is nothing to think about would wait for ever.
        game, mating = self.game, words[:1] == ["mate"]
        if game is None or not game.legal_moves:
            self._complain(_idle(game))
            self.say("checkmate nomate" if mating else "bestmove resign")
            return
        if mating:
            self.say(f"checkmate {self._mate(game, words[1:])}")
            return
        clock = _clock(words)
        declared = verdict(game).outcome
        if declared and declared.winner == game.position.turn:
            self.say("bestmove win")
            return
        report = self._think(game, self._limited(clock, game.position.turn), clock.infinite)
        self.say(f"bestmove {format_move(game.position.tables.moves[report.move], game.variant)}")

    # -- thinking -------------------------------------------------------------------------------

    def _limited(self, clock: Clock, turn: Color) -> Level:
        """The level, with the time and work that the clock allows."""
        seconds = clock.seconds(turn)
        return replace(
            self.level,
            seconds=self.level.seconds if seconds is None else seconds,
            nodes=self.level.nodes if clock.nodes is None else clock.nodes,
            depth=self.level.depth if clock.depth is None else min(clock.depth, self.level.depth),
        )

    def _think(self, game: Game, limited: Level, infinite: bool) -> Report:
        """The last report of a search that ends by itself or when the client says so."""
        start, told = time.perf_counter(), (-1, -1, 0)
        for report in choose(game, limited, self.seed):
            seconds = time.perf_counter() - start
            # Each new depth or move is told, and once a second that there is still work.
            news = report.depth, report.move, int(seconds)
            if news != told:
                told = news
                self._inform(game, report, seconds)
            if self._is_stopped():
                return report
        if infinite:
            # Whatever was found, the answer is given only when asked for.
            self._is_stopped(wait=True)
        return report

    def _mate(self, game: Game, words: list[str]) -> str:
        """The moves of a mate by checks; if there is none, ``nomate`` or, if that is not known in time, ``timeout``."""
        limit = math.inf if words in ([], ["infinite"]) else _whole("mate", " ".join(words)) / 1000
        start = time.perf_counter()
        for mate in solve(game):
            if mate.exact or self._is_stopped() or time.perf_counter() - start > limit:
                break
        else:
            if mate.plies is None:
                self.say(f"info string no mate within {LONGEST} plies")
                return "nomate"
        return " ".join(format_move(game.position.tables.moves[move], game.variant) for move in mate.line) or "timeout"

    def _is_stopped(self, wait: bool = False) -> bool:
        """Whether the search is to end. What else comes waits for that, ``isready`` apart."""
        while True:
            try:
                line = self.hear.get(block=wait)
            except Empty:
                return False
            command = line.split()[:1] if line is not None else ["quit"]
            if command == ["isready"]:
                self.say("readyok")
            elif command == ["quit"]:
                self.waiting.appendleft("quit")
                return True
            elif command in (["stop"], ["gameover"]):
                return True
            elif line:
                self.waiting.append(line)

    def _inform(self, game: Game, report: Report, seconds: float) -> None:
        mate = mate_in(report.score)
        score = f"cp {report.score}" if mate is None else f"mate {mate}"
        # A better move found within a depth has no line yet.
        moves = report.line if report.line[:1] == [report.move] else [report.move]
        line = " ".join(format_move(game.position.tables.moves[move], game.variant) for move in moves)
        rate = int(report.nodes / seconds) if seconds > 0 else 0
        self.say(f"info depth {report.depth} score {score} nodes {report.nodes} nps {rate} time {int(1000 * seconds)} pv {line}")


_COMMANDS: dict[str, Callable[[Engine, str], None]] = {
    "usi": Engine._usi,
    "isready": Engine._isready,
    "setoption": Engine._setoption,
    "usinewgame": Engine._nothing,
    "position": Engine._position,
    "go": Engine._go,
    "stop": Engine._nothing,
    "ponderhit": Engine._ponderhit,
    "gameover": Engine._nothing,
}

_OPTIONS: dict[str, Callable[[Engine, str], None]] = {
    "USI_Variant": Engine._set_variant,
    "Level": Engine._set_level,
    "Seed": Engine._set_seed,
    "Rules": Engine._set_rules,
}


def _idle(game: Game | None) -> UsiError:
    """Why there is nothing to think about."""
    if game is None:
        return UsiError("usi.no_position")
    if game.outcome is None:
        return UsiError("usi.problems", found=list(game.position.problems()))
    return UsiError("usi.over", ending=game.outcome.ending)


def _clock(words: list[str]) -> Clock:
    """What the words after ``go`` say. Raises UsiError ``usi.go`` or ``usi.number``."""
    found: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        if word in _NUMBERS:
            found[word] = _whole(word, next(rest, ""))
        elif word != "infinite":
            raise UsiError("usi.go", found=word[:LONGEST_WORD], expected=[*_NUMBERS, "infinite", "mate"])
    return Clock(**found, infinite="infinite" in words)


def _whole(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise UsiError("usi.number", name=name, found=text[:LONGEST_WORD], expected="a whole number")
    return int(text)


def run(lines: Iterable[str] | None = None, out: TextIO = sys.stdout) -> None:
    """Serve one client, on standard input and output if not told otherwise.

    Input is read on a thread of its own, so that ``stop`` is heard while the engine thinks.
    """
    hear: SimpleQueue[str | None] = SimpleQueue()
    if lines is None:
        # Bytes that are no text are bad input like any other.
        lines = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")

    def read() -> None:
        for line in lines:
            hear.put(line)
            if line.split()[:1] == ["quit"]:
                # A thread that still read would keep the interpreter from ending in order.
                return
        hear.put(None)

    Thread(target=read, daemon=True).start()
    Engine(hear, lambda line: print(line, file=out, flush=True)).run()
