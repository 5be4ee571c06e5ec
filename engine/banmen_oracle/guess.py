"""`banmen.oracle.guess` in numba, and its weights fitted to the solved game."""

from __future__ import annotations

import numpy as np
from numba import njit

from banmen.oracle import guess
from banmen.oracle.guess import FEATURES, LAYOUT
from banmen_oracle import board

__all__ = ["MOST_FEATURES", "features", "fit"]

MOST_FEATURES = 48
"""More features than any placement has."""

MINE_TO_LION, MINE_TO_OTHER, MINE_ON, MINE_ATTACKED = (LAYOUT[f"mine_{sort}"] for sort in ("to_lion", "to_other", "on", "attacked"))
THEIRS_TO_LION, THEIRS_TO_OTHER, THEIRS_ON, THEIRS_ATTACKED = (
    LAYOUT[f"theirs_{sort}"] for sort in ("to_lion", "to_other", "on", "attacked")
)
MINE_HELD, THEIRS_HELD = LAYOUT["mine_held"], LAYOUT["theirs_held"]
LION_ON, OTHER_ON, LIONS, LION_FLEES, OTHER_FLEES = (
    LAYOUT[sort] for sort in ("lion_on", "other_on", "lions", "lion_flees", "other_flees")
)
RELATION = np.array([[guess.relation(a, b) for b in range(12)] for a in range(12)], np.int64)
FOLD = np.array([guess.fold(square) for square in range(12)], np.int64)

fast = njit(cache=True, nogil=True)


@fast
def features(number, out):
    """As `guess.features`, of the placement with this number, in another order; gives how many."""
    lion, other, G, E, C, H, g, e, c, h, hg, he, hc = board.place(number)
    own, enemy = board.reach(board.STEPS, lion, G, E, C, H), board.reach(board.BACK, other, g, e, c, h)
    n = 0
    for kind in range(4):
        squares = np.int64(G if kind == 0 else E if kind == 1 else C if kind == 2 else H)
        while squares:
            square = board.LOW[squares]
            squares &= squares - 1
            out[n] = MINE_TO_LION + kind * 21 + RELATION[lion, square]
            out[n + 1] = MINE_TO_OTHER + kind * 21 + RELATION[other, square]
            out[n + 2] = MINE_ON + kind * 8 + FOLD[square]
            out[n + 3] = MINE_ATTACKED + kind * 4 + (enemy >> square & 1) * 2 + (own >> square & 1)
            n += 4
        squares = np.int64(g if kind == 0 else e if kind == 1 else c if kind == 2 else h)
        while squares:
            square = board.LOW[squares]
            squares &= squares - 1
            out[n] = THEIRS_TO_LION + kind * 21 + RELATION[lion, square]
            out[n + 1] = THEIRS_TO_OTHER + kind * 21 + RELATION[other, square]
            out[n + 2] = THEIRS_ON + kind * 8 + FOLD[square]
            out[n + 3] = THEIRS_ATTACKED + kind * 4 + (own >> square & 1) * 2 + (enemy >> square & 1)
            n += 4
    for kind in range(3):
        held = hg if kind == 0 else he if kind == 1 else hc
        on_board = board.COUNT[G | g] if kind == 0 else board.COUNT[E | e] if kind == 1 else board.COUNT[C | H | c | h]
        out[n] = MINE_HELD + kind * 3 + held
        out[n + 1] = THEIRS_HELD + kind * 3 + 2 - on_board - held
        n += 2
    out[n] = LION_ON + FOLD[lion]
    out[n + 1] = OTHER_ON + FOLD[other]
    out[n + 2] = LIONS + RELATION[lion, other]
    out[n + 3] = LION_FLEES + (enemy >> lion & 1) * 9 + board.COUNT[board.STEPS[0, lion] & ~(G | E | C | H) & ~enemy]
    out[n + 4] = OTHER_FLEES + board.COUNT[board.BACK[0, other] & ~(g | e | c | h) & ~own]
    return n + 5


@fast
def _learn(children, starts, good, weights, squares, rate):
    """One round over samples: make it likelier that the sample's first move is a good one. Gives how often it is."""
    found, used = np.empty((board.MOST, MOST_FEATURES), np.int64), np.empty(board.MOST, np.int64)
    scores = np.empty(board.MOST)
    right = 0
    for sample in range(len(starts) - 1):
        begin, n = starts[sample], starts[sample + 1] - starts[sample]
        for at in range(n):
            used[at] = features(children[begin + at], found[at])
            scores[at] = 0
            for feature in found[at, : used[at]]:
                scores[at] += weights[feature]
        top = scores[:n].max()
        right += good[begin + np.argmax(scores[:n])]
        every = of_good = 0.0
        for at in range(n):
            scores[at] = np.exp(scores[at] - top)
            every += scores[at]
            of_good += scores[at] * good[begin + at]
        for at in range(n):
            slope = scores[at] / every - (scores[at] / of_good if good[begin + at] and of_good > 0 else 0.0)
            for feature in found[at, : used[at]]:
                squares[feature] += slope * slope
                weights[feature] -= rate * slope / np.sqrt(squares[feature] + 1e-6)
    return right / (len(starts) - 1)


def fit(children: np.ndarray, starts: np.ndarray, good: np.ndarray, rounds: int = 4) -> list[int]:
    """Whole weights that put a good move first as often as possible.

    Sample i has the placements `children[starts[i] : starts[i + 1]]` to choose from, of which some are `good`.
    """
    weights, squares = np.zeros(FEATURES), np.zeros(FEATURES)
    for number in range(rounds):
        right = _learn(children, starts, good, weights, squares, 0.1 / (1 + number))
        print(f"round {number + 1}: a best move comes first in {right:.1%}")
    scale = 20_000 / np.abs(weights).max()
    return [round(weight * scale) for weight in weights.tolist()]
