"""The tables the tests read, and how a row becomes a game."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

from banmen import sfen, usi
from banmen.game import Game
from banmen.games import load
from banmen.outcome import Outcome

HERE = Path(__file__).parent


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a CSV table; each knows its line, so that a failing test can be found."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        return [{**row, "line": f"{name}:{reader.line_num}"} for row in reader]


def cases(*topics: str) -> list[dict[str, Any]]:
    """The hard cases whose topic is one of `topics` (`shogi/check`) or lies under one (`shogi`)."""
    return [
        case
        for path in sorted((HERE / "cases").glob("*.jsonl"))
        for case in map(json.loads, path.read_text(encoding="utf-8").splitlines())
        if case["topic"] in topics or case["topic"].split("/")[0] in topics
    ]


def moves(text: str) -> list[str]:
    """USI moves; `(a b)*3` stands for `a b` three times."""
    spelled = re.sub(r"\(([^)]*)\)\*(\d+)", lambda match: f"{match[1]} " * int(match[2]), text)
    return spelled.split()


def options(text: str) -> dict[str, str]:
    """Rule options written `target=8 edge=none`."""
    return dict(item.split("=", 1) for item in text.split())


def game(key: str, start: str = "", played: list[str] | str = "", rules: str | dict[str, Any] = "") -> Game:
    """The game after `played`; every move has to be legal and none may follow the end."""
    variant = load(key)
    position = sfen.parse(start or variant.start, variant, options(rules) if isinstance(rules, str) else rules)
    texts = moves(played) if isinstance(played, str) else played
    return Game(variant, position, [usi.parse_move(text, variant) for text in texts])


def legal(of: Game) -> list[str]:
    """The legal moves in USI, sorted; none once the game is over."""
    return sorted(usi.format_move(move, of.position.variant) for move in of.legal_moves)


def ending(of: Game) -> str:
    return outcome_text(of.outcome)


def outcome_text(outcome: Outcome | None) -> str:
    """`b checkmate`, `- repetition`, or nothing while the game goes on."""
    if outcome is None:
        return ""
    return f"{'-' if outcome.winner is None else outcome.winner.letter} {outcome.ending}"
