"""Impasse: what a declaration rests on and leads to, by the hard cases and by `declare.csv`; handicap points."""

from __future__ import annotations

from typing import Any

import pytest
from table import cases, game, outcome_text, rows

from banmen import declare, sfen
from banmen.games import load
from banmen.variant import Color

FACTS = ("king_in_zone", "in_check", "pieces_in_zone", "points", "your_turn")


@pytest.mark.parametrize("case", cases("shogi/impasse"), ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    side, expected = case["setup"]["declaring_side"], case["expected"]
    found = declare.conditions(game("shogi", case["setup"]["sfen"]), Color("bw".index(side)))
    assert {fact: found[fact] for fact in FACTS} == {fact: expected[fact] for fact in FACTS}
    if not expected["your_turn"]:
        return  # Only the side to move can declare.
    wins = {True: f"{side} declaration", False: "", "draw": "- declaration", "fails": "", "win": f"{side} declaration"}
    for points in ("27", "24"):
        verdict = declare.verdict(game("shogi", case["setup"]["sfen"], rules=f"impasse={points}"))
        assert outcome_text(verdict.outcome) == wins[expected[f"declaration_{points}"]], points


@pytest.mark.parametrize("row", rows("declare.csv"), ids=lambda row: f"{row['line']} {row['source'][:50]}")
def test_verdict(row: dict[str, str]) -> None:
    verdict = declare.verdict(game("shogi", row["start"], rules=row["rules"]), agreed=bool(row["agreed"]))
    assert " ".join(condition.code for condition in verdict.conditions if not condition.ok) == row["failing"]
    assert outcome_text(verdict.outcome) == row["outcome"]


@pytest.mark.parametrize("row", rows("handicaps.csv"), ids=lambda row: row["name"])
def test_handicap_points(row: dict[str, str]) -> None:
    """At the start nothing stands in the zone: what counts is the hand and what is credited to the giver alone."""
    of = game("shogi", row["start"])
    assert declare.conditions(of, Color.WHITE)["points"] == int(row["points"])
    assert declare.conditions(of, Color.BLACK)["points"] == 0


def test_every_handicap_is_declared() -> None:
    shogi = load("shogi")
    declared = {sfen.format(sfen.parse(handicap.sfen, shogi)) for handicap in shogi.handicaps}
    assert declared == {row["start"] for row in rows("handicaps.csv")}
