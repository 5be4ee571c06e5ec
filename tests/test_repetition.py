"""Random shuffling games: repetition and perpetual check as `naive_repetition.py` counts them."""

from __future__ import annotations

import random
from collections import Counter

from naive_repetition import Naive
from table import ending, game

from banmen import usi

# Positions in which one side can go on checking, both can, or nobody wants to.
STARTS = (
    "7k1/9/8R/9/9/9/9/9/4K4 b - 1",
    "4k4/9/9/9/9/9/r8/9/1K7 w - 1",
    "6k2/1+p7/9/9/9/9/9/1+P2R4/6K2 b - 1",
    "1+s4k2/5r3/9/9/9/9/9/9/1+N4K2 w - 1",
    "4k4/9/9/9/9/2r3R2/9/9/4K4 b - 1",
    "k8/9/1b7/9/4+R4/9/7B1/9/K7+r b - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b - 1",
)


def shuffle(start: str, rng: random.Random) -> str:
    """Play until a repetition ends the game, comparing at every ply; each side checks, returns or wanders by its temper."""
    naive, of = Naive(start), game("shogi", start)
    checks = {side: rng.choice((0, 0.5, 0.95, 1)) for side in "bw"}
    returns = rng.choice((0.5, 0.9))
    for _ in range(80):
        over = ending(of)
        if over.endswith(("checkmate", "no_moves")):
            return over
        played = " ".join(usi.format_move(move, of.variant) for move in of.moves)
        assert over == naive.ending(), f"{start} moves {played}"
        if over:
            return over
        moves = naive.moves()
        assert len(moves) == len(of.legal_moves), "legality never looks at repetition"
        checking = naive.checking() if rng.random() < checks[naive.turn] else []
        known = naive.known() if rng.random() < returns else []
        both = sorted(set(checking) & set(known))
        move = rng.choice(both or checking or known or moves)
        naive.play(move)
        of = of.play(usi.parse_move(move, of.variant))
    return ""


def test_shuffling_games() -> None:
    endings = Counter(shuffle(start, random.Random(f"{start} {number}")) for start in STARTS for number in range(15))
    assert {"- repetition", "b perpetual_check", "w perpetual_check"} <= endings.keys(), endings
