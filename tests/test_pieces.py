"""The drawn pieces: every piece of every game is there, small, whole, and asks for nothing from elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree

import pytest

from banmen.games import games, load
from banmen.svg import SETS, art_text, symbol_id

SVG = "{http://www.w3.org/2000/svg}"
BUDGETS = {
    "kanji": 60_000,
    "kanji2": 60_000,
    "international": 25_000,
    "letters": 15_000,
    "animals": 40_000,
    "animals_kanji": 20_000,
    "discs": 3_000,
    "discs_kanji": 5_000,
}
OFFERED = [(game, art) for game in games() for art in SETS[load(game).art]]


def root(art: str) -> ElementTree.Element:
    return ElementTree.fromstring(art_text(art))


def pieces(game: str) -> set[str]:
    """The SFEN symbols of all pieces of a game, both players'."""
    kinds = load(game).kinds
    first = set(kinds) | {f"+{letter}" for letter, kind in kinds.items() if kind.promotion}
    return first | {symbol.lower() for symbol in first}


@pytest.mark.parametrize(("game", "art"), OFFERED)
def test_every_piece_is_drawn(game: str, art: str) -> None:
    drawn = {symbol.get("id") for symbol in root(art).iter(f"{SVG}symbol")}
    assert {symbol_id(art, symbol) for symbol in pieces(game)} <= drawn


def test_every_set_is_offered_somewhere_and_the_own_one_first() -> None:
    assert {art for _, art in OFFERED} == set(BUDGETS)
    files = [Path(path.name) for path in resources.files("banmen").joinpath("pieces").iterdir()]
    assert {path.stem for path in files if path.suffix == ".svg"} == set(BUDGETS)
    assert all(sets[0] == own for own, sets in SETS.items())


@pytest.mark.parametrize("art", BUDGETS)
def test_a_set_is_small(art: str) -> None:
    assert len(art_text(art).encode()) <= BUDGETS[art]


@pytest.mark.parametrize("art", BUDGETS)
def test_ids_are_unique_and_bear_the_set_s_name(art: str) -> None:
    ids = Counter(identity for element in root(art).iter() if (identity := element.get("id")))
    assert set(ids.values()) == {1}
    assert all(identity.startswith(f"{art}-") for identity in ids)


@pytest.mark.parametrize("art", BUDGETS)
def test_a_symbol_fills_one_square(art: str) -> None:
    assert {symbol.get("viewBox") for symbol in root(art).iter(f"{SVG}symbol")} == {"0 0 100 110"}


@pytest.mark.parametrize("art", BUDGETS)
def test_a_set_is_only_shapes_and_needs_nothing_else(art: str) -> None:
    elements = list(root(art).iter())
    shapes = {"svg", "symbol", "use", "g", "path", "circle", "ellipse", "rect"}
    assert {element.tag.removeprefix(SVG) for element in elements} <= shapes
    own = {f"#{element.get('id')}" for element in elements}
    for element in elements:
        for name, value in element.items():
            assert not name.startswith("on")
            assert "url(" not in value
            if name.endswith("href"):
                assert value in own


@pytest.mark.parametrize("art", BUDGETS)
def test_a_colour_of_a_page_falls_back_to_the_drawing_s_own(art: str) -> None:
    for element in root(art).iter():
        for colours, variable, fallback in re.findall(r"(\w+):var\((--[\w-]+),(#\w+)\)", element.get("style", "")):
            assert element.get(colours) == fallback, variable


@pytest.mark.parametrize(("game", "art"), OFFERED)
def test_the_kinds_of_a_set_differ(game: str, art: str) -> None:
    drawings = {symbol.get("id"): [ElementTree.tostring(part) for part in symbol] for symbol in root(art).iter(f"{SVG}symbol")}
    first = [drawings[symbol_id(art, symbol)] for symbol in pieces(game) if symbol == symbol.upper()]
    assert all(first.count(drawing) == 1 for drawing in first)


@pytest.mark.parametrize("game", [game for game in games() if load(game).art != "kanji"])
def test_the_players_pieces_differ_by_more_than_direction(game: str) -> None:
    art = load(game).art
    drawings = {symbol.get("id"): [ElementTree.tostring(part) for part in symbol] for symbol in root(art).iter(f"{SVG}symbol")}
    for symbol in pieces(game):
        assert drawings[symbol_id(art, symbol)] != drawings[symbol_id(art, symbol.swapcase())]
