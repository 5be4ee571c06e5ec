"""The mate solver against another program."""

from __future__ import annotations

import random

import cshogi
from naive_mate import bare_problem

from banmen import sfen
from banmen.game import Game
from banmen.games import load
from banmen.search.mate import solve


def test_another_program_agrees() -> None:
    """cshogi's own df-pn sees a mate wherever there is one, and its search of three plies finds the same ones."""
    variant, rng, mates = load("shogi"), random.Random(5), 0
    solver = cshogi.DfPn(depth=31, nodes=5_000)
    for _ in range(60):
        position = bare_problem(variant, rng)
        text = sfen.format(position)
        *_, mate = solve(Game(variant, position), 3)
        board = cshogi.Board(text)
        plies = mate.plies
        mates += plies is not None
        assert solver.search(board) or plies is None, text
        assert plies == 1 or bool(board.mate_move(3)) == (plies == 3), text
    assert mates > 10
