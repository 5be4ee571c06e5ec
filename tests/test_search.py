"""The computer player: forced ends at their true distance, the same move for the same seed, stopped when asked."""

from __future__ import annotations

import csv
import json
from dataclasses import replace

import pytest
from table import HERE, cases

from banmen import door, sfen, usi
from banmen.game import Game
from banmen.games import games, load
from banmen.search.evaluate import evaluation
from banmen.search.levels import LEVELS, Level, choose, level
from banmen.search.memory import EXACT, GENERATION, Memory
from banmen.search.quiescence import INFINITE, MATE, Quiescence
from banmen.search.search import Limits, Report, Search, mate_in
from banmen.search.weights import weights

# Won and lost positions with the distance that a complete solution of the game gives them, five plies at most.
with (HERE / "dobutsu_short.tsv").open(encoding="utf-8", newline="") as file:
    SOLVED = list(csv.DictReader(file, delimiter="\t"))


def last(search: Search) -> Report:
    *_, report = search.run()
    return report


def named(game: Game, move: int) -> str:
    return usi.format_move(game.position.tables.moves[move], game.variant)


@pytest.mark.parametrize("row", SOLVED, ids=lambda row: row["sfen"])
def test_forced_ends_are_found_at_their_distance(row: dict[str, str]) -> None:
    variant = load("dobutsu")
    game = Game(variant, sfen.parse(row["sfen"], variant))
    # Late moves are searched less deep, so a forced end shows a few plies later than its distance.
    report = last(Search(game, Limits(depth=int(row["plies"]) + 4)))
    assert mate_in(report.score) == int(row["plies"]) * (1 if row["result"] == "win" else -1)
    assert named(game, report.move) in row["best"].split(",")


@pytest.mark.parametrize("case", cases("tsume/mate-in-1", "tsume/mate-in-3"), ids=lambda case: case["id"])
def test_mates_are_found(case: dict[str, dict[str, str]]) -> None:
    variant = load("shogi")
    game = Game(variant, sfen.parse(case["setup"]["sfen"], variant))
    report = last(Search(game, Limits(depth=int(case["expected"]["mate_in_plies"]) + 1)))
    assert mate_in(report.score) == case["expected"]["mate_in_plies"]
    assert named(game, report.move) == case["expected"]["first_move"]


@pytest.mark.parametrize("key", games())
@pytest.mark.parametrize("level", LEVELS[:2], ids=lambda level: level.key)
def test_levels_play_legal_moves_and_repeat_themselves(key: str, level: Level) -> None:
    variant = load(key)
    # Only the same work gives the same move: on a slow machine the level's time would cut a search short.
    unhurried = replace(level, seconds=3600)

    def play(seed: int) -> list[str]:
        game = Game(variant)
        for _ in range(4):
            *_, report = choose(game, unhurried, seed)
            move = game.position.tables.moves[report.move]
            assert move in game.legal_moves
            game = game.play(move)
        return [usi.format_move(move, variant) for move in game.moves]

    assert play(1) == play(1)


# The position, and what the side to move gains at least without any quiet move on the board, in hundredths of a pawn.
HANGING = [
    pytest.param("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", MATE - 1, id="a gold dropped mates"),
    pytest.param("4k4/9/9/9/8r/9/9/9/4K4 b B 1", 500, id="a bishop dropped attacks king and rook"),
    pytest.param("3rkr3/3p1p3/9/9/9/9/9/9/4K4 b N 1", 0, id="no check by this knight"),
    pytest.param("3k5/9/9/3r5/9/9/9/9/3LK4 b - 1", 500, id="a lance takes a rook"),
]


@pytest.mark.parametrize(("start", "gain"), HANGING)
def test_below_the_last_ply_captures_and_dropped_checks_are_seen(start: str, gain: int) -> None:
    variant = load("shogi")
    walker = sfen.parse(start, variant).walker()
    value = evaluation(variant)
    total = value.total(walker)
    score = Quiescence(walker, value).score(-INFINITE, INFINITE, 0, total)
    still = total + value.leaf(walker)
    assert score == gain if gain > 10_000 else score == still if not gain else score >= still + gain


def test_repetition_is_worth_a_draw() -> None:
    """A side far behind takes the move that brings the position back for the draw."""
    variant = load("hasami")
    start = "4P4/9/9/4p4/9/9/9/9/PPP6 w 4p4P 1"
    game = Game(variant, sfen.parse(start, variant))
    for move in ("5d6d", "9i9h", "6d5d", "9h9i") * 2:
        game = game.play(usi.parse_move(move, variant))
    report = last(Search(game, Limits(depth=3)))
    assert report.score <= 0


def answers(request: dict[str, object]) -> list[dict[str, object]]:
    return [json.loads(line) for line in door.start(json.dumps(request))]


def test_thinking_tells_its_progress() -> None:
    *progress, answer = answers({"id": 1, "method": "think", "params": {"record": {"game": "shogi"}, "depth": 3, "seed": 4}})
    assert progress
    assert all(line.keys() == {"id", "progress"} for line in progress)
    result = answer["result"]
    assert isinstance(result, dict)
    assert result["depth"] == 3
    assert result["pv"][0] == result["move"]


def test_thinking_can_be_stopped() -> None:
    thinking = door.start(json.dumps({"id": 7, "method": "think", "params": {"record": {"game": "shogi"}, "time_ms": 60000}}))
    for _ in range(3):
        assert "progress" in json.loads(next(thinking))
    assert json.loads(door.handle('{"id":8,"method":"stop","params":{"id":7}}')) == {"id": 8, "result": {}}
    (answer,) = map(json.loads, thinking)
    assert answer["result"]["move"]


@pytest.mark.parametrize(("params", "code"), [
    ({"record": {"game": "shogi"}, "level": "divine"}, "door.level"),
    ({"record": {"game": "shogi"}, "depth": -1}, "door.params"),
    ({"record": {"game": "shogi"}, "time_ms": "3"}, "door.params"),
    ({"record": {"game": "dobutsu", "start": "3/2l/2L/3 b - 1", "moves": ["1c1b"]}}, "door.over"),
])
def test_bad_requests(params: dict[str, object], code: str) -> None:
    (answer,) = answers({"id": 1, "method": "think", "params": params})
    error = answer["error"]
    assert isinstance(error, dict)
    assert error["code"] == code


@pytest.mark.parametrize("key", ["shogi", "dobutsu", "hasami"])
def test_the_same_nodes_give_the_same_search(key: str) -> None:
    game = Game(load(key))
    found = [last(Search(game, Limits(nodes=1500))) for _ in range(2)]
    assert found[0] == found[1]
    assert 1500 <= found[0].nodes <= 1700


def test_hard_sees_a_mate_too_long_for_its_depth() -> None:
    (case,) = [case for case in cases("tsume/mate-in-7") if case["id"] == "TS-21"]
    game = Game(load("shogi"), sfen.parse(case["setup"]["sfen"], load("shogi")))
    *_, report = choose(game, level("hard", "shogi"), seed=1)
    assert mate_in(report.score) == 7
    assert named(game, report.move) == case["expected"]["first_move"]


def test_every_level_of_every_game_is_a_level() -> None:
    for key in games():
        assert [level(known.key, key).key for known in LEVELS] == [known.key for known in LEVELS]


def test_perpetual_check_loses_for_the_one_who_gives_it() -> None:
    """The rook checks along the file and the rank for ever; after two rounds another check is worth a loss, not a draw."""
    variant = load("shogi")
    game = Game(variant, sfen.parse("4k4/9/9/9/9/9/9/3R5/K8 b r2b4g4s4n4l18p 1", variant))
    for move in ["6h5h", "5a6a", "5h6h", "6a5a"] * 2:
        game = game.play(usi.parse_move(move, variant))
    search = Search(game, Limits(depth=2), every=True)
    report = last(search)
    check = usi.parse_move("6h5h", variant)
    assert report.scores[game.position.tables.code(check)] < -20_000
    assert mate_in(report.score) is None


def test_memory_is_bounded_and_keeps_what_is_used() -> None:
    memory = Memory()
    for key in range(3 * GENERATION):
        memory.put(key, (1, key, EXACT, 0))
        assert memory.get(0) is not None
    assert len(memory.new) + len(memory.old) <= 2 * GENERATION
    assert memory.get(1) is None


def test_games_without_fitted_weights_have_derived_ones() -> None:
    for key in games():
        found = weights(load(key))
        assert found.board
        assert min(value for letter, value in found.board.items() if letter not in load(key).royals) > 0
