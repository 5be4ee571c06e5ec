"""Checks made directly are the legal moves after which the royal is attacked, in games played at random."""

from __future__ import annotations

import random

import pytest

from banmen import sfen
from banmen.games import games, load
from banmen.moves import ORIGIN, TARGET
from banmen.search.checks import checks, dropped
from banmen.walker import Walker


def gives_check(walker: Walker, move: int) -> bool:
    walker.push(move)
    checked = walker.in_check()
    walker.pop()
    return checked


@pytest.mark.parametrize("key", [key for key in games() if load(key).check and load(key).royals])
def test_checks(key: str) -> None:
    variant, rng, found = load(key), random.Random(1), 0
    for _ in range(12):
        walker = sfen.parse(variant.start, variant).walker()
        for _ in range(80):
            legal = walker.legal()
            if not legal:
                break
            expected = sorted(move for move in legal if gives_check(walker, move))
            assert sorted(checks(walker)) == expected
            if not walker.in_check():
                drops = [move for move in expected if move >> ORIGIN & TARGET >= walker.tables.size]
                assert sorted(dropped(walker)) == drops
            found += len(expected)
            # Checks often, so that pieces come into hand and checks are answered by checks.
            walker.push(rng.choice(expected if expected and rng.random() < 0.5 else legal))
    assert found > 400


@pytest.mark.parametrize("key", ["dobutsu", "hasami"])
def test_games_without_check_have_none(key: str) -> None:
    variant = load(key)
    assert checks(sfen.parse(variant.start, variant).walker()) == []
