"""A view in words: what a reader gets who sees neither the picture nor the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from banmen.games import load
from banmen.variant import Variant
from banmen_mkdocs.words import Words, fill, of_handicap, sentence

__all__ = ["describe", "names"]

View = Mapping[str, Any]


def describe(view: View, words: Words) -> str:
    """Both sides' pieces and hands, the last move, and whose turn it is or how the game ended."""
    return " ".join(_sentences(view, words))


def _sentences(view: View, words: Words) -> Iterator[str]:
    if view["handicap"]:
        words = of_handicap(words)
    ui, variant = words["ui"], load(view["game"])
    named = names(variant)
    for color in ("b", "w"):
        pieces = list(_placed(view, words, named, color))
        if pieces:
            yield sentence(words, ui["static_pieces"], {"color": color, "pieces": pieces})
        held = [
            fill(words, ui["static_hand_one" if count == 1 else "static_hand_many"], {"piece": named[symbol], "n": count})
            for symbol, count in view["hands"][color].items()
        ]
        if held:
            yield sentence(words, ui["static_hand" if variant.drops else "static_captured"], {"color": color, "pieces": held})
    if view["texts"]:
        yield sentence(words, ui["static_last"], {"move": view["texts"][-1]["usi"]})
    yield from _standing(view, words, named, variant)


def names(variant: Variant) -> dict[str, str]:
    """The name key of every symbol, in the game's order."""
    named = {}
    for letter, kind in variant.kinds.items():
        named[letter] = kind.name
        if kind.promotion:
            named[f"+{letter}"] = kind.promotion.name
    return named


def _placed(view: View, words: Words, named: Mapping[str, str], color: str) -> Iterator[str]:
    for symbol, name in named.items():
        own = symbol if color == "b" else symbol.lower()
        squares = [square for square, piece in view["pieces"].items() if piece == own]
        if squares:
            template = words["ui"]["static_group_one" if len(squares) == 1 else "static_group_many"]
            yield fill(words, template, {"piece": name, "squares": squares})


def _standing(view: View, words: Words, named: Mapping[str, str], variant: Variant) -> Iterator[str]:
    outcome, turn = view["outcome"], view["turn"]
    if view["problems"]:
        for code in view["problems"]:
            yield sentence(words, words["problems"][code], {})
    elif outcome:
        winner = outcome["winner"]
        forms = words["endings"][outcome["ending"]]
        loser = {"b": "w", "w": "b"}.get(winner)
        yield sentence(words, forms["win" if winner else "draw"], {"winner": winner, "loser": loser})
    else:
        attacked = [square for square in view["check"] if view["pieces"][square].islower() == (turn == "w")]
        for square in attacked:
            facts = {"color": turn, "square": square, "piece": named[view["pieces"][square].upper()]}
            yield sentence(words, words["ui"]["static_check" if variant.check else "static_threat"], facts)
        yield sentence(words, words["ui"]["static_turn"], {"color": turn})
