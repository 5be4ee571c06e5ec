"""The board fence as HTML. `board` is a plain custom fence of pymdownx.superfences: MkDocs is not needed for it.

Another Markdown host names ``banmen_mkdocs.fence.board`` as the format of its fence and says where
a page stands with ``here.set(Place(…))`` before it renders the page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from pymdownx.superfences import SuperFencesException

from banmen import cutout, diagram, record, svg
from banmen.fence import Fence, Problem, parse_fence, prove
from banmen.games import load as load_game
from banmen.tables import tables
from banmen.variant import Variant
from banmen.view import view
from banmen_mkdocs.describe import describe, names
from banmen_mkdocs.words import load

__all__ = ["Place", "Solved", "board", "here", "render"]

VERSION = 1


class Solved(NamedTuple):
    """The tables of a solved game. The large one: its folder, below the root, with a slash at its end, and its directory's sum."""

    folder: str
    table: str | None
    """None where the table was not made."""
    pocket: tuple[str, str] | None = None
    """The pocket table: its file, below the root, and its sum."""


@dataclass(frozen=True)
class Place:
    """What a board must know of the page around it."""

    lang: str = "en"
    root: str = "/"
    """Address of the site's root, seen from the page, with a slash at its end."""
    pieces: str = "assets/pieces/"
    """The folder of the piece sets, below the root, with a slash at its end."""
    rules_pages: Mapping[str, str] = field(default_factory=dict)
    """By game, the address of the page that explains its rules, seen from the page."""
    solved: Mapping[str, Solved] = field(default_factory=dict)
    """By game that is solved, its tables."""


here: ContextVar[Place] = ContextVar("here", default=Place())  # noqa: B039 - a Place is never changed


def board(source: str, language: str, css_class: str, options: Mapping[str, Any], md: object, **kwargs: Any) -> str:
    """Format a fence. Raises SuperFencesException, the only exception that superfences lets through, if it is wrong."""
    fence, problems = _proved(source)
    if problems:
        raise SuperFencesException("; ".join(f"line {problem.line} of a board: {problem.message}" for problem in problems))
    return render(fence, here.get())


@lru_cache(maxsize=256)
def _proved(source: str) -> tuple[Fence, list[Problem]]:
    fence = parse_fence(source)
    return fence, prove(fence)


def render(fence: Fence, place: Place) -> str:
    """A figure with a picture, its caption and the position in words, which board.mjs turns into a board."""
    caption = fence.value("caption")
    if fence.piece:
        return _diagram(load_game(fence.value("game")), fence.piece, caption, place)
    if fence.cutout:
        return _cutout(load_game(fence.value("game")), fence.cutout, caption, place)
    shown = view(fence.game)
    marks = [mark.text for mark in fence.words("marks")]
    art = fence.game.variant.art
    pieces = f"{place.root}{place.pieces}{art}.svg"
    picture = svg.draw(shown, caption, flip=fence.flip, marks=marks, href=pieces)
    words = f'<p class="banmen-words">{escape(describe(shown, load(place.lang)), quote=False)}</p>'
    if fence.play == "none":
        return _figure(fence, picture + words)
    config = {
        "version": VERSION,
        "record": record.write(fence.game),
        "view": shown,
        "play": fence.play,
        "level": fence.level,
        "color": None if fence.color is None else fence.color.letter,
        "tools": fence.tools,
        "options": [option.key for option in fence.game.variant.options],
        "flip": fence.flip,
        "task": [move.text for move in fence.solutions] or None,
        "goal": fence.goal._asdict() if fence.goal else None,
        "marks": marks,
        "caption": caption,
        "art": art,
        "hand": _hand(fence),
        "drops": fence.game.variant.drops,
        "check": fence.game.variant.check,
        "names": names(fence.game.variant),
        "rules_page": place.rules_pages.get(fence.game.variant.key),
        "pieces": pieces,
        "solved": _solved(fence.game.variant, place),
    }
    # A script ends at the first "</", whatever its type.
    data = json.dumps(config, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    element = f'<banmen-board><script type="application/json">{data}</script>{picture}{words}</banmen-board>'
    return _figure(fence, element)


def _diagram(variant: Variant, piece: str, caption: str, place: Place) -> str:
    picture = diagram.draw(variant, piece, caption, href=f"{place.root}{place.pieces}{variant.art}.svg")
    return (
        f'<figure class="banmen banmen-moves" data-sets="{_sets(variant)}" data-search-exclude>{picture}'
        f"<figcaption>{escape(caption, quote=False)}</figcaption></figure>"
    )


def _cutout(variant: Variant, part: str, caption: str, place: Place) -> str:
    picture = cutout.draw(variant, part, caption, href=f"{place.root}{place.pieces}{variant.art}.svg")
    return (
        f'<figure class="banmen banmen-paper" data-sets="{_sets(variant)}" data-search-exclude>{picture}'
        f"<figcaption>{escape(caption, quote=False)}</figcaption></figure>"
    )


def _figure(fence: Fence, inside: str) -> str:
    variant = fence.game.variant
    t = tables(variant)
    names = "banmen banmen-whole" if fence.tools == "full" else "banmen"
    return (
        f'<figure class="{names}" style="--banmen-files:{t.files};--banmen-ranks:{t.ranks}" '
        f'data-sets="{_sets(variant)}" data-search-exclude>{inside}'
        f"<figcaption>{escape(fence.value('caption'), quote=False)}</figcaption></figure>"
    )


def _sets(variant: Variant) -> str:
    """The piece sets that a reader can choose from, the game's own first."""
    return " ".join(svg.SETS[variant.art])


def _solved(variant: Variant, place: Place) -> dict[str, Any] | None:
    solved = place.solved.get(variant.key)
    if solved is None:
        return None
    pocket = solved.pocket and {"file": place.root + solved.pocket[0], "sha256": solved.pocket[1]}
    return {"folder": place.root + solved.folder, "table": solved.table, "pocket": pocket}


def _hand(fence: Fence) -> list[str]:
    variant = fence.game.variant
    return [letter for letter in tables(variant).hand_kinds if letter not in variant.royals]
