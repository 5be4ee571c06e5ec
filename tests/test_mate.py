"""The mate solver against known problems and against a plain search of the definition."""

from __future__ import annotations

import random
import sys
import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from naive_mate import NaiveMates, bare_problem, wild_position
from table import cases, game

from banmen import sfen, usi
from banmen.game import Game
from banmen.games import load
from banmen.moves import Move
from banmen.position import Position
from banmen.search import proof
from banmen.search.mate import LONGEST, Judgement, Mate, done, judge, keys, solve
from banmen.variant import Variant

PROBLEMS = [case for case in cases("tsume") if "mate_in_plies" in case["expected"]]
NONE = [case for case in cases("tsume") if case not in PROBLEMS]


def last(of: Game, plies: int = 9, nodes: int | None = None) -> Mate:
    *_, mate = solve(of, plies, nodes)
    return mate


def written(of: Game, moves: tuple[Move, ...]) -> list[str]:
    return [usi.format_move(move, of.variant) for move in moves]


def read(of: Game, text: str) -> Move:
    return usi.parse_move(text, of.variant)


def played(of: Game, line: list[int]) -> Game:
    return of.play(*(of.position.tables.moves[move] for move in line))


def is_checks_to_mate(of: Game, line: list[int]) -> bool:
    end = played(of, line)
    return all(step.check for step in end.steps[len(of.steps)::2]) and end.outcome is not None and end.outcome.ending == "checkmate"


@pytest.mark.parametrize("case", PROBLEMS, ids=lambda case: case["id"])
def test_known_problems(case: dict[str, Any]) -> None:
    of, plies = game(case["game"], case["setup"]["sfen"]), case["expected"]["mate_in_plies"]
    mate = last(of)
    assert (mate.plies, mate.exact, len(mate.line)) == (plies, True, plies)
    assert is_checks_to_mate(of, mate.line)
    shortest, found = done(keys(of, 9))
    assert (shortest, written(of, found)) == (plies, [case["expected"]["first_move"]])


@pytest.mark.parametrize("case", NONE, ids=lambda case: case["id"])
def test_known_to_be_none(case: dict[str, Any]) -> None:
    assert case["expected"] == {"mate_within_7": False}
    mate = last(game(case["game"], case["setup"]["sfen"]), 7)
    assert (mate.plies, mate.line, mate.none_within) == (None, [], 7)


natively = pytest.mark.skipif(sys.platform == "emscripten", reason="the plain search takes minutes there")

# Game, how positions are made, how many, the longest mate, and how many mates are among them.
RANDOM = [
    ("shogi", bare_problem, 15, 3, 3),
    ("minishogi", bare_problem, 8, 5, 3),
    ("minishogi", wild_position, 40, 5, 8),
    ("gorogoro", wild_position, 60, 3, 2),
    ("judkins", wild_position, 40, 3, 4),
]


@natively
@pytest.mark.parametrize(("key", "make", "count", "most", "least"), RANDOM)
def test_the_shortest_is_what_the_definition_says(
    key: str, make: Callable[[Variant, random.Random], Position], count: int, most: int, least: int
) -> None:
    variant, rng, naive, mates = load(key), random.Random(3), NaiveMates(), 0
    for _ in range(count):
        position = make(variant, rng)
        of = Game(variant, position)
        shortest, mate = naive.shortest(position, most), last(of, most)
        assert mate.plies == shortest, sfen.format(position)
        if shortest is None:
            assert mate.none_within == most
            continue
        mates += 1
        assert len(mate.line) == shortest
        assert is_checks_to_mate(of, mate.line)
        assert set(done(keys(of, most))[1]) == naive.keys(position, shortest)
    assert mates >= least


def test_a_poor_memory_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is forgotten is searched again; the slices may end anywhere."""
    variant, rng = load("minishogi"), random.Random(4)
    games = [Game(variant, wild_position(variant, rng)) for _ in range(25)]
    expected = [(mate.plies, mate.none_within) for mate in map(last, games, [5] * 25)]
    monkeypatch.setattr(proof, "MOST_KNOWN", 400)
    monkeypatch.setattr(proof, "MOST_EXPANDED", 30)
    monkeypatch.setattr(proof, "SLICE", 7)
    assert [(mate.plies, mate.none_within) for mate in map(last, games, [5] * 25)] == expected


# Found by the solver in games at random; the line proves that there is a mate, the definition that it is one.
LONG = [
    ("minishogi", "2R1s/3k1/5/1g3/5 b BGrb2p 1", 11),
    ("minishogi", "2s1k/4b/P3p/KG1g1/2S2 w Rrb 1", 19),
    ("judkins", "1bn1g1/r1Pns1/4k1/5+b/P1S3/K3g1 w r 1", 15),
    ("minishogi", "1K2B/1s2R/1B2P/1G+r2/3kS b gp 1", 23),
]


@pytest.mark.parametrize(("key", "start", "plies"), LONG)
def test_long_mates(key: str, start: str, plies: int) -> None:
    of = game(key, start)
    mate = last(of, LONGEST)
    assert (mate.plies, mate.exact, len(mate.line)) == (plies, True, plies)
    assert is_checks_to_mate(of, mate.line)


# The game, the position, the length of the shortest mate up to seven plies, all its keys.
SMALL = [
    pytest.param("shogi", "7k1/9/7P1/9/9/9/9/9/9 b P2r2b4g4s4n4l16p 1", None, "", id="a pawn may not be dropped to mate"),
    pytest.param("shogi", "7kl/7pn/7P1/9/9/9/9/9/9 b GL2r2b3g4s3n2l16p 1", None, "", id="no check"),
    pytest.param("shogi", "7k1/9/7P1/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1, "G*2b", id="the same square by a gold"),
    pytest.param("shogi", "6pk1/9/7P1/9/9/9/9/9/4R3K w G2r2b3g4s4n4l16p 1", None, "", id="nothing to check with"),
    pytest.param("dobutsu", "1l1/3/1L1/3 b GEC2gec 1", None, "", id="a lion is captured, not mated"),
    pytest.param("hasami", "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1", None, "", id="men have no king"),
]


@pytest.mark.parametrize(("key", "start", "plies", "expected"), SMALL)
def test_small_positions(key: str, start: str, plies: int | None, expected: str) -> None:
    of = game(key, start)
    shortest, found = done(keys(of, 7))
    assert (shortest, " ".join(written(of, found))) == (plies, expected)


def test_reports_come_in_slices_and_grow() -> None:
    of = game("shogi", "9/5B1k1/9/9/9/9/9/9/9 b RBPr4g4s4n4l17p 1")
    reports = [*solve(of, 9)]
    assert len(reports) > 10
    assert [mate.nodes for mate in reports] == sorted(mate.nodes for mate in reports)
    assert all(mate.plies is None for mate in reports[:10])
    assert max(b.nodes - a.nodes for a, b in pairwise(reports)) < 2 * proof.SLICE


def test_a_bound_on_nodes_leaves_what_is_known() -> None:
    of = game("shogi", "9/5B1k1/9/9/9/9/9/9/9 b RBPr4g4s4n4l17p 1")
    mate = last(of, 9, nodes=2000)
    assert (mate.plies, mate.exact, mate.none_within) == (None, False, 3)
    assert mate.nodes < 2500


def test_a_move_limit_ends_the_game_before_the_mate() -> None:
    start, variant = "8k/9/4+R4/9/9/9/9/9/9 b GSr2b3g3s4n4l18p 1", load("shogi")
    for limit, plies in (3, 3), (2, None):
        assert last(Game(variant, sfen.parse(start, variant, {"move_limit": limit}))).plies == plies


def test_a_position_that_ends_the_game_by_repetition_is_no_mate() -> None:
    """The only key leads to a position for the fourth time, by nothing but checks: that loses."""
    start = "8k/9/8+R/9/5+R3/9/9/9/9 w N2b4g4s3n4l18p 1"
    back = ["1a2a", "1c4c", "2a1a"]
    assert last(game("shogi", start, [*back])).plies == 7
    assert last(game("shogi", start, [*back, "4c1c", *back, "4c1c", *back])).plies is None


# Moves of the problem TS-20 in turn, and of one where a slower mate exists.
JUDGED = [
    ("8+B/6R2/7k1/9/9/9/9/9/9 b BNr4g4s3n4l18p 1", "1a3c", Judgement("fastest", 7)),
    ("8+B/6R2/7k1/9/9/9/9/9/9 b BNr4g4s3n4l18p 1", "3b3h", Judgement("no_check")),
    ("7k1/9/6GP1/9/9/9/9/9/9 b 2G2r2b1g4s4n4l17p 1", "G*2b", Judgement("fastest", 1)),
]


@pytest.mark.parametrize(("start", "move", "expected"), JUDGED)
def test_moves_are_judged(start: str, move: str, expected: Judgement) -> None:
    of = game("shogi", start)
    assert done(judge(of, read(of, move), 9))[:2] == expected[:2]


@natively
def test_every_check_is_judged_as_the_definition_has_it() -> None:
    variant, rng, naive, seen = load("minishogi"), random.Random(6), NaiveMates(), set()
    for _ in range(40):
        position = wild_position(variant, rng)
        of, shortest = Game(variant, position), naive.shortest(position, 5)
        for move in position.legal_moves if shortest else ():
            judgement = done(judge(of, move, 5))
            length = next((plies for plies in (1, 3, 5) if naive.mates(position, move, plies)), None)
            seen.add(judgement.code)
            assert judgement.plies == length
            assert (judgement.code == "no_check") == (not position.play(move).is_check)
            assert (judgement.code == "fastest") == (length == shortest)
            if judgement.code == "escapes":
                assert judgement.reply
                assert not naive.within(position.play(move).play(judgement.reply), 3)
            if length and length > 1:
                # The answer holds out longest.
                assert judgement.reply
                assert naive.shortest(position.play(move).play(judgement.reply), 5) == length - 2
    assert seen == {"fastest", "slower", "escapes", "no_check"}


def test_a_judgement_may_be_given_up() -> None:
    of = game("shogi", "8+B/6R2/7k1/9/9/9/9/9/9 b BNr4g4s3n4l18p 1")
    assert done(judge(of, read(of, "1a3c"), nodes=3)) == Judgement("unproven")


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "MOST_KNOWN", 2_000)
    monkeypatch.setattr(proof, "MOST_EXPANDED", 300)
    of = game("shogi", "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1")
    last(of, 7)
    tracemalloc.start()
    last(of, 9, nodes=5_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 6_000_000
