"""Hasami against the second implementation in `naive_hasami.py`: legal moves, captures and endings at every ply."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from naive_hasami import ON_BOARD, Naive, legal_moves, neighbours, square, usi
from table import ending, game, legal

from banmen import sfen
from banmen import usi as notation
from banmen.tables import tables

EDGES = ("corner", "none", "enclosure")
TARGETS = ("5", "8", "last", "lead3")


def sfen_of(naive: Naive) -> str:
    """The canonical text, written here once more so that the engine's own writer is checked too."""
    ranks = []
    for rank in range(1, 10):
        row = "".join({"b": "P", "w": "p", None: "."}[naive.board.get((file, rank))] for file in range(9, 0, -1))
        ranks.append("".join(
            str(len(list(run))) if symbol == "." else "".join(run) for symbol, run in itertools.groupby(row)
        ))
    hand = "".join(
        ("" if count == 1 else str(count)) + letter for letter, count in zip("Pp", naive.taken.values(), strict=True) if count
    )
    return f"{'/'.join(ranks)} {naive.turn} {hand or '-'}"


def agree(naive: Naive, rng: random.Random, plies: int) -> str:
    """Play at random on both implementations, preferring captures and shuffles, and compare at every ply."""
    rules = {"edge": naive.edge, "target": naive.target, "no_capture_limit": naive.no_capture_limit,
             "repetition": naive.repetition, "move_limit": naive.move_limit}
    of = game("hasami", sfen_of(naive) + " 1", rules=rules)
    squares, played = tables(of.variant).squares, []
    for _ in range(plies):
        over = naive.ending()
        context = f"{sfen_of(naive)} {rules} after {played}"
        assert ending(of) == over, context
        assert sfen.format(of.position).rsplit(" ", 1)[0] == sfen_of(naive), context
        assert legal(of) == ([] if over else sorted(naive.legal_moves())), context
        assert of.counters[:3] == (naive.plies, naive.seen[naive.key], naive.quiet), context
        if over:
            return over
        move = choose(naive, rng, played)
        captured = naive.play(move)
        of = of.play(notation.parse_move(move, of.variant))
        played.append(move)
        assert {squares[at] for at in of.steps[-1].captured} == captured, f"{context} {move}"
    return ""


def choose(naive: Naive, rng: random.Random, played: list[str]) -> str:
    moves = sorted(naive.legal_moves())
    kind = rng.random()
    if kind < 0.3 and len(played) > 1 and (back := played[-2][2:] + played[-2][:2]) in moves:
        return back
    if kind < 0.8:
        # Stepping next to enemy men makes captures common without asking what a capture is.
        near = [move for move in moves
                if any(naive.board.get(at, naive.turn) != naive.turn for at in neighbours(square(move[2:])))]
        return rng.choice(near or moves)
    return rng.choice(moves)


@st.composite
def games(draw: st.DrawFn) -> Naive:
    """Any placement of up to nine men a side, crowded near an edge or corner, with any options."""
    wide, high = draw(st.integers(2, 9)), draw(st.integers(2, 9))
    room = sorted(at for at in ON_BOARD if at[0] <= wide and at[1] <= high)
    men = draw(st.permutations(room))
    first, second = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    board = dict.fromkeys(men[:first], "b") | dict.fromkeys(men[first:first + second], "w")
    held = list(board.values())
    naive = Naive(
        board,
        turn=draw(st.sampled_from("bw")),
        taken={"b": draw(st.integers(0, 9 - held.count("w"))), "w": draw(st.integers(0, 9 - held.count("b")))},
        edge=draw(st.sampled_from(EDGES)),
        target=draw(st.sampled_from(TARGETS)),
        no_capture_limit=draw(st.sampled_from((4, 12, 100))),
        repetition=draw(st.sampled_from(("draw", "off"))),
        move_limit=draw(st.none() | st.integers(1, 40)),
    )
    # Both sides at their goal at once: no game comes there, and the rules do not say who would win.
    assume(not (naive.reached("b") and naive.reached("w")))
    return naive


@settings(max_examples=300, deadline=None)
@given(games(), st.integers(0, 2**32))
def test_positions(naive: Naive, seed: int) -> None:
    agree(naive, random.Random(seed), 12)


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("target", TARGETS)
def test_games(edge: str, target: str) -> None:
    """Whole games from the start; the same options each time, so every target is reached under every edge."""
    endings = {
        agree(Naive(_start(), edge=edge, target=target, no_capture_limit=60), random.Random(f"{edge} {target} {number}"), 400)
        for number in range(4)
    }
    assert any(text.endswith("captures") for text in endings), endings


def _start() -> dict[tuple[int, int], str]:
    return {(file, rank): color for file in range(1, 10) for rank, color in ((1, "w"), (9, "b"))}


def test_the_naive_start_has_63_moves() -> None:
    assert len(legal_moves(_start(), "b")) == 63
    assert usi((7, 7)) == "7g"
