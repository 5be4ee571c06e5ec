"""Hard cases after public bug reports (`cases/`): rules, SFEN and USI. Impasse is in `test_declare.py`."""

from __future__ import annotations

from typing import Any

import pytest
from table import cases, ending, game, legal

from banmen import refusal, sfen, usi
from banmen.errors import BanmenError
from banmen.game import Game
from banmen.games import load
from banmen.perft import perft
from banmen.tables import tables

Case = dict[str, Any]

# The collection's words and ours.
REFUSALS = {
    "uchifuzume": {"pawn_drop_mate"},
    "nifu": {"two_pawns"},
    "dead_piece": {"dead_piece", "must_promote"},
    "cannot_promote": {"may_not_promote"},
    "king_in_check": {"leaves_check"},
}
ENDINGS = {"sennichite": "repetition", "five": "captures"}
ERRORS = {
    "digit 0": "sfen.digit",
    "gold cannot be promoted": "sfen.promoted",
    "double promotion mark": "sfen.promoted",
    "promotion mark before a digit": "sfen.promoted",
    "turn must be b or w": "sfen.turn",
    "promoted piece in hand": "sfen.hand_piece",
    "invalid character": "sfen.letter",
    "dead piece": "usi.illegal",
    "not a move; stop before it with a message": "usi.move",
    "drop letter must be upper case": "usi.move",
}
PROBLEMS = {
    "more than one king of a side": "too_many_kings",
    "more than 18 pawns": "too_many_pieces",
    "two unpromoted pawns on a file": "two_pawns",
    "piece can never move": "dead_piece",
}

RULES = cases(*(f"shogi/{topic}" for topic in
                ("uchifuzume", "check", "nifu", "dead-drop", "promotion", "terminal", "repetition")), "dobutsu")


def _named(case: Case) -> str:
    return str(case["id"])


def _result(expected: Case) -> str:
    """`b checkmate` from the collection's result, winner and loser; nothing while the game goes on."""
    if expected["result"] == "ongoing":
        return ""
    loser = expected.get("loser")
    winner = expected.get("winner") or (loser and "bw"[loser == "b"]) or "-"
    return f"{winner} {ENDINGS.get(expected['result'], expected['result'])}"


@pytest.mark.parametrize("case", RULES, ids=_named)
def test_rule(case: Case) -> None:
    setup, expected = case["setup"], case["expected"]
    moves = setup.get("moves", [])
    of = game(case["game"], setup["sfen"], moves)
    if "legal" in expected:
        refused = refusal.explain(of, setup["move"])
        assert (setup["move"] in legal(of), refused is None) == (expected["legal"],) * 2
        assert refused is None or "reason" not in expected or refused.code in REFUSALS[expected["reason"]]
    if "legal_moves" in expected:
        assert legal(of) == expected["legal_moves"]
    if "legal_count" in expected:
        assert len(legal(of)) == expected["legal_count"]
    if "result" in expected:
        assert ending(of) == _result(expected)
        assert expected.get("ply", len(moves)) == len(moves), "the outcome holds at that ply and not before"
    if "perft" in expected:
        assert [perft(of.position, depth) for depth in range(1, len(expected["perft"]) + 1)] == expected["perft"]


@pytest.mark.parametrize("case", [case for case in RULES if "sfen_rbkp" in case["setup"]], ids=_named)
def test_lishogi_letters_read_as_ours(case: Case) -> None:
    dobutsu = load("dobutsu")
    assert sfen.parse(case["setup"]["sfen_rbkp"], dobutsu) == sfen.parse(case["setup"]["sfen"], dobutsu)


@pytest.mark.parametrize("case", cases("hasami"), ids=_named)
def test_hasami(case: Case) -> None:
    setup, expected = case["setup"], case["expected"]
    of = game("hasami", setup["board"], setup["moves"], setup.get("rules", {}))
    assert ending(of) == _result(expected)
    if "board_after" in expected:
        squares = tables(of.variant).squares
        position = of.position
        assert sorted(squares[square] for square in of.steps[-1].captured) == expected["captured_by_last_move"]
        assert f"{sfen.board_text(position)} {position.turn.letter}" == expected["board_after"]
        assert {color.letter: sum(position.hand(color).values()) for color in position.hands} == expected["totals"]


@pytest.mark.parametrize("case", cases("notation/sfen"), ids=_named)
def test_sfen(case: Case) -> None:
    text, expected, variant = case["setup"]["sfen_text"], case["expected"], load(case["game"])
    if expected["accept"] is False:
        with pytest.raises(BanmenError) as failure:
            sfen.parse(text, variant)
        assert failure.value.code == ERRORS[expected["reason"]]
        return
    position = sfen.parse(text, variant)
    if expected["accept"] is True:
        assert sfen.format(position, sfen.ply(text, variant)) == expected["canonical"]
        assert position.problems() == ()
    else:
        assert PROBLEMS[expected["reason"]] in position.problems()
        assert position.legal_moves == ()


def _end(of: Game) -> str:
    return f"resign by {'sente' if of.outcome.winner else 'gote'}" if of.outcome else ""


def _usi(of: Game, expected: Case) -> None:
    assert len(of.moves) == expected["plies"]
    assert _end(of) == expected.get("end", "").removesuffix(" (side to move)")
    if "final" in expected:
        assert sfen.format(of.position, len(of.moves) + 1) == expected["final"]
    if "normalised_to" in expected:
        assert usi.format_move(of.moves[-1], of.variant) == expected["normalised_to"]


@pytest.mark.parametrize("case", cases("notation/usi"), ids=_named)
def test_usi(case: Case) -> None:
    """A case may accept either of two answers; what it never accepts is neither of them."""
    answers = case["expected"].get("either", [case["expected"]])
    variant = load(case["game"])
    try:
        of = usi.parse_position(case["setup"]["usi_text"], variant)
    except BanmenError as error:
        code = error.code
    else:
        (accepted,) = [answer for answer in answers if answer["accept"]]
        _usi(of, accepted)
        return
    assert code in {ERRORS[answer["reason"]] for answer in answers if not answer["accept"]}


def test_every_case_is_used() -> None:
    used = {case["id"] for case in [*RULES, *cases("hasami", "notation", "shogi/impasse")]}
    assert used == {case["id"] for case in cases("shogi", "dobutsu", "hasami", "notation")}
