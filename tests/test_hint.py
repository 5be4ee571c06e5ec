"""A hint says what is so: a table of moves with all that can be said of them, and of what must not be said."""

from __future__ import annotations

import json
from typing import Any

import pytest
from table import game, legal, rows

from banmen import door, usi
from banmen.game import Game
from banmen.search.hint import MOST, REASONS, Hint, Reason, hint, reasons
from banmen.search.levels import Level
from banmen.search.mate import done

ROWS = rows("hints.csv")

# Only the same work gives the same move: no clock.
CALM = Level("calm", depth=3, seconds=3600)


def explained(row: dict[str, str]) -> list[Reason]:
    """The reasons for the first move of a row's moves."""
    of = game(row["game"], row["start"])
    line = [of.position.tables.code(usi.parse_move(text, of.variant)) for text in row["moves"].split()]
    assert row["moves"].split()[0] in legal(of)
    return done(reasons(of, line[0], line, int(row["plies"]) if row["plies"] else None, depth=4))


def written(found: list[Reason]) -> str:
    """`code detail=value detail=value|code …`, lists with commas, as the table has it."""
    return "|".join(
        " ".join([code, *(f"{key}={','.join(value) if isinstance(value, list) else value}" for key, value in details.items())])
        for code, details in found
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['moves']} {row['note'] or row['expected']}")
def test_reasons(row: dict[str, str]) -> None:
    assert written(explained(row)) == row["expected"]


def test_every_reason_has_a_row_and_the_details_it_promises() -> None:
    shown = {}
    for row in ROWS:
        shown.update(explained(row))
    assert {code: tuple(details) for code, details in shown.items()} == REASONS


def test_the_line_of_another_move_is_not_taken_for_this_one() -> None:
    of = game("shogi", "4k4/9/9/6p2/9/9/9/6R2/4K4 b - 1")
    move, other = (of.position.tables.code(usi.parse_move(text, of.variant)) for text in ("3h3d", "3h9h"))
    assert written(done(reasons(of, move, [other]))) == "wins_piece piece=pawn square=3d"


def last(of: Game) -> Hint:
    *_, found = hint(of, CALM)
    return found


# Game, position, the move and the first reason.
HINTS = [
    ("shogi", "8k/9/4+R4/9/9/9/9/9/9 b GSr2b3g3s4n4l18p 1", "5c1c", "mate_in plies=3"),
    ("shogi", "4k4/9/9/6r2/9/9/9/6R2/4K4 b - 1", "3h3d", "wins_piece piece=rook square=3d"),
    ("minishogi", "4k/5/4P/5/K4 b G 1", "G*1b", "mates"),
    ("dobutsu", "1l1/1L1/3/3 b - 1", "2b2a", "takes_royal piece=lion square=2a"),
    ("dobutsu", "2l/L2/3/3 b GECgec 1", "3b3a", "enters_try piece=lion"),
    ("hasami", "p7p/9/9/3Ppp3/9/9/6P2/9/9 b - 1", "3g3d", "captures_men n=2 squares=5d,4d"),
]


@pytest.mark.parametrize(("key", "start", "move", "reason"), HINTS)
def test_hints(key: str, start: str, move: str, reason: str) -> None:
    of = game(key, start)
    found = last(of)
    assert usi.format_move(of.position.tables.moves[found.move], of.variant) == move
    assert written(found.reasons[:1]) == reason
    assert found.done == 1


@pytest.mark.parametrize(("key", "start", "move", "reason"), [
    ("shogi", "4k4/9/9/6r2/9/9/9/6R2/4K4 b - 1", "3h3d", "wins_piece piece=rook square=3d"),
    ("dobutsu", "l2/2c/2G/L2 b - 1", "1c1b", "wins_piece piece=chick square=1b"),
    ("hasami", "p7p/9/9/3Ppp3/9/9/6P2/9/9 b - 1", "3g3d", "captures_men n=2 squares=5d,4d"),
])
def test_a_hint_that_is_stopped_says_why(key: str, start: str, move: str, reason: str) -> None:
    of = game(key, start)
    found = next(found for found in hint(of, CALM) if found.reasons)
    assert found.done < 1
    assert usi.format_move(of.position.tables.moves[found.move], of.variant) == move
    assert written(found.reasons[:1]) == reason


@pytest.mark.parametrize("key", ["shogi", "minishogi", "gorogoro", "judkins", "dobutsu", "hasami"])
def test_every_game_has_hints_to_the_end(key: str) -> None:
    """Both sides follow the hints: every move legal, every reason known, never none, never too many."""
    of = game(key)
    for _ in range(6):
        *_, found = hint(of, Level("quick", depth=1, seconds=3600))
        assert 1 <= len(found.reasons) <= MOST
        assert all(tuple(details) == REASONS[code] for code, details in found.reasons)
        of = of.play(of.position.tables.moves[found.move])


def answers(method: str, **params: object) -> list[dict[str, Any]]:
    return [json.loads(line) for line in door.start(json.dumps({"id": 1, "method": method, "params": params}))]


MATE = {"game": "shogi", "start": "9/5B1k1/9/9/9/9/9/9/9 b RBPr4g4s4n4l17p 1"}


def test_door_tells_a_mate() -> None:
    *progress, answer = answers("mate", record=MATE, plies=7)
    assert progress
    assert all(line["progress"]["plies"] is None for line in progress[:3])
    assert answer["result"]["plies"] == 7
    assert answer["result"]["pv"][0] == "B*4d"


def test_door_tells_that_there_is_none() -> None:
    *_, answer = answers("mate", record=MATE, plies=5)
    assert answer["result"] == {"plies": None, "exact": False, "none_within": 5, "nodes": answer["result"]["nodes"], "pv": []}
    *_, answer = answers("mate", record={"game": "dobutsu"}, plies=5)
    assert answer["result"]["plies"] is None


def test_door_can_be_stopped() -> None:
    solving = door.start(json.dumps({"id": 7, "method": "mate", "params": {"record": MATE}}))
    assert "progress" in json.loads(next(solving))
    assert json.loads(door.handle('{"id":8,"method":"stop","params":{"id":7}}')) == {"id": 8, "result": {}}
    (answer,) = map(json.loads, solving)
    assert answer["result"]["plies"] is None
    assert answer["result"]["none_within"] < 7


def test_door_gives_a_hint() -> None:
    record = {"game": "dobutsu", "start": "1l1/1L1/3/3 b - 1"}
    *_, answer = answers("hint", record=record, level="easy")
    assert answer["result"] == {
        "move": "2b2a", "reasons": [{"code": "takes_royal", "details": {"piece": "lion", "square": "2a"}}], "done": 1,
    }


@pytest.mark.parametrize(("method", "params", "code"), [
    ("mate", {"record": {"game": "shogi"}, "plies": 99}, "door.params"),
    ("hint", {"record": {"game": "shogi"}, "level": "divine"}, "door.level"),
    ("hint", {"record": {"game": "dobutsu", "start": "3/2l/2L/3 b - 1", "moves": ["1c1b"]}}, "door.over"),
])
def test_bad_requests(method: str, params: dict[str, object], code: str) -> None:
    (answer,) = answers(method, **params)
    assert answer["error"]["code"] == code
