"""What is written in SFEN and USI is read the same, for any position and any game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banmen import sfen, usi
from banmen.game import Game
from banmen.games import games, load
from banmen.variant import Variant


@st.composite
def texts(draw: st.DrawFn, variant: Variant) -> str:
    """Any canonical SFEN of a game, playable or not."""
    ranks = variant.start.split()[0].split("/")
    files = sum(int(mark) if mark.isdigit() else 1 for mark in ranks[0])
    plain = list(variant.kinds) + [f"+{letter}" for letter, kind in variant.kinds.items() if kind.promotion]
    men = st.sampled_from([*plain, *(symbol.lower() for symbol in plain)])
    board = "/".join(_rank(draw(st.lists(st.none() | men, min_size=files, max_size=files))) for _ in ranks)
    held = [letter for letter in variant.kinds if letter != variant.royals]
    count = st.integers(0, 2)
    hand = "".join(
        ("" if held == 1 else str(held)) + letter
        for letter in [*held, *map(str.lower, held)] if (held := draw(count))
    )
    return f"{board} {draw(st.sampled_from('bw'))} {hand or '-'} {draw(st.integers(1, 999))}"


def _rank(men: list[str | None]) -> str:
    text, empty = "", 0
    for man in [*men, ""]:
        if man is None:
            empty += 1
            continue
        text += (str(empty) if empty else "") + man
        empty = 0
    return text


@pytest.mark.parametrize("game", games())
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_positions(game: str, data: st.DataObject) -> None:
    variant = load(game)
    text = data.draw(texts(variant))
    position = sfen.parse(text, variant)
    assert sfen.format(position, sfen.ply(text, variant)) == text
    assert sfen.parse(sfen.format(position), variant) == position
    assert position.problems() == () or position.legal_moves == ()


@pytest.mark.parametrize("key", games())
@settings(max_examples=15, deadline=None)
@given(choices=st.lists(st.integers(0, 10_000), max_size=40))
def test_games(key: str, choices: list[int]) -> None:
    """Every legal move reads as itself; a game played at random reads as itself."""
    variant = load(key)
    game = Game(variant)
    for choice in choices:
        if not game.legal_moves:
            break
        texts = [usi.format_move(move, variant) for move in game.legal_moves]
        assert [usi.parse_move(text, variant) for text in texts] == list(game.legal_moves)
        game = game.play(game.legal_moves[choice % len(texts)])
    again = usi.parse_position(usi.format_position(game), variant)
    assert again.moves == game.moves
    assert again.outcome == game.outcome
    assert sfen.format(again.position) == sfen.format(game.position)
