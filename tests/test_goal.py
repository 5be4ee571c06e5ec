"""Wins forced by whatever moves, held against the solved game and against plain counting; and what problems ask for."""

import csv
import json
from pathlib import Path

import pytest
from table import game

from banmen import door, usi
from banmen.errors import DoorError
from banmen.game import Game
from banmen.moves import Move
from banmen.search.forced import judge, keys
from banmen.search.goal import Goal
from banmen.search.mate import done

with (Path(__file__).parent / "dobutsu_short.tsv").open(encoding="utf-8", newline="") as file:
    TRUTH = [row for row in csv.DictReader(file, delimiter="\t") if row["result"] == "win" and int(row["plies"]) <= 7][::12]


def written(of: Game, moves: tuple[Move, ...]) -> list[str]:
    return sorted(usi.format_move(move, of.variant) for move in moves)


@pytest.mark.parametrize("row", TRUTH, ids=lambda row: row["sfen"])
def test_animal_shogi_has_the_solved_lengths_and_moves(row: dict[str, str]) -> None:
    of = game("dobutsu", row["sfen"])
    plies, moves = done(keys(of, 7))
    assert (plies, written(of, moves)) == (int(row["plies"]), sorted(row["best"].split(",")))


@pytest.mark.parametrize("row", TRUTH[::3], ids=lambda row: row["sfen"])
def test_every_move_of_animal_shogi_is_judged(row: dict[str, str]) -> None:
    of, best = game("dobutsu", row["sfen"]), int(row["plies"])
    fastest = set()
    for move in of.legal_moves:
        found = done(judge(of, move, best))
        assert found.code in ("fastest", "escapes")
        if found.code == "fastest":
            fastest.add(usi.format_move(move, of.variant))
            after = of.play(move)
            assert found.plies == best
            assert (found.reply is None) == (after.outcome is not None)
            if found.reply:
                assert done(keys(after.play(found.reply), best))[0] == best - 2
    assert fastest == set(row["best"].split(","))


def plainly(of: Game, plies: int) -> bool:
    """Whether the side to move wins within `plies`, by the face of the engine alone."""
    for move in of.legal_moves:
        after = of.play(move)
        if after.outcome:
            if after.outcome.winner == of.position.turn:
                return True
        elif plies > 1:
            replies = [after.play(reply) for reply in after.legal_moves]
            if all(reply.outcome is None and plainly(reply, plies - 2) for reply in replies):
                return True
    return False


# Of hasami shogi: the fifth man at once, a double threat, and one man too few. Fewer men keep the plain count short.
HASAMI = [
    ("p7p/9/9/9/2Pp5/9/9/4P4/P7P b 4P3p 1", 1),
    ("9/9/3p5/2P6/9/9/6p2/3P1P3/9 b 4P 1", None),
    ("9/9/9/3p5/2P6/6P2/9/9/9 b 4P 1", None),
    ("9/9/9/1Pp2pP2/4P4/9/9/9/9 b 4P4p 1", 1),
]


@pytest.mark.parametrize(("start", "plies"), HASAMI)
def test_hasami_is_searched_as_counting_has_it(start: str, plies: int | None) -> None:
    of = game("hasami", start)
    found, _ = done(keys(of, 3))
    assert found == plies
    assert next((n for n in (1, 3) if plainly(of, n)), None) == plies


def test_mates_and_stalemates_are_wins_too() -> None:
    of = game("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    assert written(of, done(keys(of, 1))[1]) == ["G*5b"]
    of = game("hasami", "ppppp4/PPPPP4/9/9/9/9/9/9/5P3 b 4P3p 1")
    assert written(of, done(keys(of, 1))[1]) == ["4i4a"]


@pytest.mark.parametrize("text", ["", "mate", "mate 2", "mate x", "mate 27", "win 11", "win -1", "draw 3", "mate 3 5", "mate ³"])
def test_goals_that_cannot_be(text: str) -> None:
    with pytest.raises(DoorError) as caught:
        Goal.read(text)
    assert caught.value.code == "door.goal"


def judged(**params: object) -> dict[str, object]:
    answer = json.loads(door.handle(json.dumps({"id": 1, "method": "judge", "params": params})))
    return answer.get("result") or answer["error"]


def test_the_door_judges() -> None:
    record = {"game": "shogi", "start": "7nk/9/7G1/9/9/9/9/9/4K4 b GP 1"}
    assert judged(record=record, goal="mate 1", move="G*1b") == {"code": "fastest", "plies": 1, "reply": None}
    assert judged(record=record, goal="mate 1", move="2c2b")["code"] == "escapes"
    assert judged(record=record, goal="mate 1", move="5i5h") == {"code": "no_check", "plies": None, "reply": None}
    assert judged(record=record, goal="mate 1", move="P*1b")["code"] == "door.params"
    assert judged(record=record, goal="mate 1", move="nonsense")["code"] == "usi.move"
    assert judged(record=record, goal="mate 0", move="G*1b")["code"] == "door.goal"
