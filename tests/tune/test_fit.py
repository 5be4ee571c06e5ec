"""The fit finds again what made the games' results, and leaves alone what they say nothing about."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest
from fit import fit

from banmen import sfen
from banmen.game import Game
from banmen.games import load
from banmen.search.evaluate import Evaluation
from banmen.search.weights import derived


def test_a_weight_is_found_again() -> None:
    """Results come from an evaluation in which the giraffe is worth twice as much as where the fit begins."""
    variant, rng = load("dobutsu"), random.Random(1)
    start = derived(variant)
    truth = Evaluation(variant, replace(start, board={**start.board, "G": 2 * start.board["G"]}))
    games = []
    for _ in range(200):
        game, rows = Game(variant), []
        while game.legal_moves and len(rows) < 30:
            value = truth.total(game.position.walker())
            won = rng.random() < 1 / (1 + math.exp(-value / 300))
            rows.append({"sfen": sfen.format(game.position), "score": value, "result": float(won)})
            game = game.play(rng.choice(game.legal_moves))
        games.append(rows)
    found, before, after = fit(variant, start, games)
    assert after < before
    # How large all weights are together is the scale's to say; what counts is what they are to each other.
    assert found.board["G"] / found.board["E"] > 1.4 * start.board["G"] / start.board["E"]
    assert found.board["C"] / found.board["E"] == pytest.approx(start.board["C"] / start.board["E"], rel=0.3)
    assert found.board.keys() == start.board.keys()
