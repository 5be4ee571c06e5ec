"""A player in another process that speaks USI."""

from __future__ import annotations

import os
import queue
import subprocess
import threading
from collections.abc import Mapping, Sequence
from typing import IO

from openings import royal_captures

from banmen import usi
from banmen.errors import UsiError
from banmen.game import Game
from banmen.moves import Move

__all__ = ["IllegalMoveError", "Outside"]

PATIENCE = 300.0
"""Seconds until an engine that says nothing counts as dead."""


class IllegalMoveError(Exception):
    """The engine gave what is not a legal move, and so loses the game."""


class Outside:
    """An engine process, started at the first move that is asked of it."""

    def __init__(
        self, command: Sequence[str], go: str, options: Mapping[str, str], environment: Mapping[str, str] | None = None
    ) -> None:
        self.command, self.go, self.options = command, go, options
        self.environment = {**os.environ, **(environment or {})}
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str] = queue.Queue()
        self.playing = ""

    def choose(self, game: Game, seed: str) -> Move | None:
        # A side that is lost leaves its royal to be captured, which Fairy-Stockfish holds illegal and so cannot read.
        if taking := royal_captures(game.position):
            return taking[0]
        if self.process is None:
            self._start()
        if seed != self.playing:
            self.playing = seed
            self._say("usinewgame", "isready")
            self._await("readyok")
        self._say(usi.format_position(game), self.go)
        answer = self._await("bestmove").split()[1]
        if answer == "resign":
            return None
        try:
            move = usi.parse_move(answer, game.variant)
        except UsiError:
            move = None
        if move is None or not game.position.is_legal(move):
            raise IllegalMoveError(f"{self.command[0]} answers {answer} to {usi.format_position(game)}")
        return move

    def close(self) -> None:
        if self.process is not None:
            with self.process:
                self._say("quit")
            self.process = None

    def _start(self) -> None:
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self.environment
        )
        assert self.process.stdout
        threading.Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()
        self._say("usi")
        self._await("usiok")
        for name, value in self.options.items():
            self._say(f"setoption name {name} value {value}")

    def _listen(self, stdout: IO[str]) -> None:
        for line in stdout:
            if not line.startswith("info "):
                self.lines.put(line.strip())

    def _say(self, *lines: str) -> None:
        assert self.process
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def _await(self, word: str) -> str:
        """The next line that starts with `word`. Raises queue.Empty if none comes."""
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line.split()[:1] == [word]:
                return line
