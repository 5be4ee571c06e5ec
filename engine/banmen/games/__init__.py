"""The games, found by listing this folder: each file declares the Variant of its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from banmen.errors import GameError
from banmen.variant import Variant

__all__ = ["games", "load"]


@cache
def _declared() -> dict[str, Variant]:
    found: dict[str, Variant] = {}
    for module in iter_modules(__path__):
        for value in vars(import_module(f"{__name__}.{module.name}")).values():
            if isinstance(value, Variant) and value.key == module.name:
                found[value.key] = value
    return found


def games() -> tuple[str, ...]:
    """The keys of all declared games, in alphabetical order."""
    return tuple(sorted(_declared()))


def load(key: str) -> Variant:
    """The declaration of a game. Raises GameError ``game.unknown``."""
    found = _declared().get(key)
    if found is None:
        raise GameError("game.unknown", game=key[:40], expected=list(games()))
    return found
