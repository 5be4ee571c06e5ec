"""The logistic fit: from positions and how their games ended to the weights that explain it best.

A position's value is linear in the weights, so each position is a row of counts, the side to move's less the other's, and

    chance of the side to move = 1 / (1 + exp(-value / scale))

is fitted to what the game went on to show: the scores that the search gave to the positions after it, each worth less than the
one before, and the result at their end. Logistic regression, by Newton's method. There are far more
weights than a few hundred games can tell apart, so what is fitted are `factors`: how a piece likes its rank and its file, not
each square by itself; what all pieces share, then what one kind differs by. Each is held where it began as tightly as SPREAD
says, so that what the games say nothing about stays as it was. The scale is the one that suits the weights at the start: with
another, all of them would grow or shrink before anything is learnt.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from banmen import sfen
from banmen.search.evaluate import COUNTS, Evaluation
from banmen.search.weights import Weights
from banmen.tables import Tables, tables
from banmen.variant import Variant

__all__ = ["fit"]

FORESIGHT = 0.8
"""How much what comes later counts, from one position to the next: at 0 only the search's score, at 1 only the result."""
SPREAD = {"board": 100, "hand": 100, "square": 20, "rank": 15, "file": 8, "shared": 15, "near": 8, "men": 20, "tempo": 20}
"""By group of factors, how far from where it began one is likely to be."""
VOICES = 100
"""How many witnesses who know only who won a game's positions are worth, so sure are those that know the scores too. Chosen,
as FORESIGHT is, for the least error on games kept apart."""
STEPS = 8

Floats = npt.NDArray[np.float64]
Name = tuple[Any, ...]
"""A weight: its group, then the way to it inside, such as ("place", "P", rank, file)."""


class Columns:
    """The weights of a variant in a row, and the counts of a position."""

    def __init__(self, variant: Variant, weights: Weights) -> None:
        self.variant, self.t = variant, tables(variant)
        self.names: list[Name] = []
        self.start: list[float] = []
        royals = variant.royals
        for group in ("board", "hand"):
            for key, value in getattr(weights, group).items():
                if key not in royals and (group == "board" or variant.drops):
                    self._add((group, key), value)
        for key, rows in weights.place.items():
            for rank, row in enumerate(rows):
                for file, value in enumerate(row):
                    self._add(("place", key, rank, file), value)
        for group in ("own_royal", "other_royal"):
            for key, near in getattr(weights, group).items():
                for step, value in enumerate(near):
                    self._add((group, key, step), value)
        if variant.capture == "custodial":
            for key in COUNTS:
                self._add(("men", key), weights.men.get(key, 0))
        self._add(("tempo",), weights.tempo)
        self.at = {name: column for column, name in enumerate(self.names)}

    def _add(self, name: Name, value: float) -> None:
        self.names.append(name)
        self.start.append(value)

    def factors(self) -> tuple[Floats, Floats]:
        """What is fitted: by weight and factor how much of it the weight takes, and the spread of each factor."""
        known: dict[Name, int] = {}
        parts: list[tuple[int, int]] = []
        for column, (group, *rest) in enumerate(self.names):
            if group == "place":
                symbol, rank, file = rest
                of = [("square", *rest)] if symbol in self.variant.royals else [("rank", symbol, rank), ("file", symbol, file)]
            elif group in ("own_royal", "other_royal"):
                of = [("shared", group, rest[1]), ("near", group, *rest)]
            else:
                of = [(group, *rest)]
            parts += [(column, known.setdefault(factor, len(known))) for factor in of]
        takes = np.zeros((len(self.names), len(known)))
        for column, factor in parts:
            takes[column, factor] = 1
        return takes, np.array([SPREAD[factor[0]] for factor in known], dtype=float)

    def counts(self, text: str, value: Evaluation) -> Iterable[tuple[int, int]]:
        """Columns and counts of one position, for the side to move."""
        t: Tables = self.t
        walker = sfen.parse(text, self.variant).walker()
        turn = walker.turn
        for square, code in enumerate(walker.board):
            if not code:
                continue
            color, symbol = t.color[code], t.symbols[code].upper()
            sign = 1 if color == turn else -1
            column = square % t.files
            spot = ("place", symbol, t.far_rank(color, square), min(column, t.files - 1 - column))
            names: list[Name] = [("board", symbol), spot]
            for group, king in (("own_royal", walker.kings[color]), ("other_royal", walker.kings[1 - color])):
                if king >= 0:
                    steps = max(abs(square // t.files - king // t.files), abs(column - king % t.files))
                    names.append((group, symbol, steps - 1))
            yield from ((self.at[name], sign) for name in names if name in self.at)
        for color in (0, 1):
            for letter, count in zip(t.hand_kinds, walker.hands[color], strict=True):
                if count and ("hand", letter) in self.at:
                    yield self.at["hand", letter], count if color == turn else -count
        if self.variant.capture == "custodial":
            for name, count in zip(COUNTS, value.counts(walker), strict=True):
                yield self.at["men", name], count
        yield self.at["tempo",], 1


def fit(variant: Variant, weights: Weights, games: list[list[Mapping[str, Any]]]) -> tuple[Weights, float, float]:
    """The fitted weights, and the error on a tenth of the games kept apart, before and after."""
    rows = [row for game in games for row in game]
    kept = sum(len(game) for game in games[: len(games) * 9 // 10])
    columns, value = Columns(variant, weights), Evaluation(variant, weights)
    counts = np.zeros((len(rows), len(columns.names)), dtype=np.float32)
    for number, row in enumerate(rows):
        for column, count in columns.counts(row["sfen"], value):
            counts[number, column] += count
        if number % 500 == 0:
            print(f"\rcounting {number} of {len(rows)} positions", end="", file=sys.stderr)
    print(file=sys.stderr)
    start = np.array(columns.start)
    result = np.array([row["result"] for row in rows])
    scale = _scale(counts[:kept] @ start, result[:kept])
    aim = np.concatenate([_shown(game, scale) for game in games])
    takes, spread = columns.factors()
    voice = VOICES * len(games) * 9 // 10 / kept
    found = start + takes @ _newton(counts[:kept] @ takes, counts[:kept] @ start, aim[:kept], spread, scale, voice)
    before, after = (float(np.mean((_chance(counts[kept:] @ w, scale) - aim[kept:]) ** 2)) for w in (start, found))
    return _weights(columns, found, _scale(counts @ np.round(found), result)), before, after


def _shown(game: list[Mapping[str, Any]], scale: int) -> Floats:
    """For each position of a game what came of it, from 0 to 1 for its side to move."""
    shown, later = [], 0.5
    for number, row in enumerate(reversed(game)):
        # `later` is the first player's chance.
        sign = 1 if row["sfen"].split()[1] == "b" else -1
        if not number:
            later = 0.5 + sign * (row["result"] - 0.5)
        later = FORESIGHT * later + (1 - FORESIGHT) * float(_chance(sign * row["score"], scale))
        shown.append(0.5 + sign * (later - 0.5))
    return np.array(shown[::-1])


def _chance(value: Any, scale: float) -> Any:
    return 1 / (1 + np.exp(np.clip(-np.asarray(value, dtype=np.float64) / scale, -50, 50)))


def _newton(counts: Any, base: Floats, aim: Floats, spread: Floats, scale: int, voice: float) -> Floats:
    """The factors at which results and held weights together are most likely."""
    found = np.zeros(len(spread))
    for _ in range(STEPS):
        chance = _chance(base + counts @ found, scale)
        slope = voice * (counts.T @ (chance - aim)) / scale + found / spread**2
        bend = voice * (counts.T @ (counts * (chance * (1 - chance))[:, None])) / scale**2 + np.diag(1 / spread**2)
        found -= np.linalg.solve(bend, slope)
    return found


def _scale(values: Floats, result: Floats) -> int:
    """What lead makes the odds e to 1, by the results alone: among round numbers the one that explains them best."""
    def surprise(scale: int) -> float:
        chance = np.clip(_chance(values, scale), 1e-6, 1 - 1e-6)
        return -float(np.mean(result * np.log(chance) + (1 - result) * np.log(1 - chance)))

    return min(range(50, 3000, 10), key=surprise)


def _weights(columns: Columns, found: Floats, scale: int) -> Weights:
    groups: dict[str, Any] = {group: {} for group in ("board", "hand", "place", "own_royal", "other_royal", "men")}
    groups["scale"] = scale
    for name, number in zip(columns.names, found, strict=True):
        group, value = name[0], round(float(number))
        if group == "tempo":
            groups[group] = value
        elif group in ("board", "hand", "men"):
            groups[group][name[1]] = value
        elif group == "place":
            rows = groups[group].setdefault(name[1], [])
            if name[2] == len(rows):
                rows.append([])
            rows[name[2]].append(value)
        else:
            groups[group].setdefault(name[1], []).append(value)
    for letter in columns.variant.royals:
        groups["board"][letter] = groups["hand"][letter] = 0
    if not columns.variant.drops:
        # What is captured is gone: it counts once, as missing on the board.
        groups["hand"] = dict.fromkeys(groups["board"], 0)
    groups["place"] = {key: tuple(map(tuple, rows)) for key, rows in groups["place"].items()}
    for group in ("own_royal", "other_royal"):
        groups[group] = {key: tuple(near) for key, near in groups[group].items()}
    return Weights(**groups)
