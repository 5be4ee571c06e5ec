"""View -> SVG text. Geometry here and in board.css agree; colours are CSS variables with fallbacks.

One square is 100 wide and 110 high. From the top: the far player's hand, file numbers, the
board, the near player's hand; rank letters stand at the right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pkgutil import get_data
from typing import Any

from banmen.games import load
from banmen.tables import tables

__all__ = ["HIGH", "SETS", "WIDE", "art_text", "definitions", "draw", "escape", "size", "symbol_id"]

WIDE, HIGH = 100, 110
LEFT, RIGHT, HAND, NUMBERS, GAP = 20, 40, 110, 40, 20
TOP = HAND + NUMBERS

SETS = {
    "kanji": ("kanji", "kanji2", "international", "letters"),
    "animals": ("animals", "animals_kanji"),
    "discs": ("discs", "discs_kanji"),
}
"""By the piece set that a game calls its own, the sets that it can be drawn with, the own one first."""

_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
_USED = re.compile(r'href="#([^"]+)"')

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def escape(text: str) -> str:
    """Text as it stands in markup, in attributes too. The library's own function brings 36 kB of entities to the browser."""
    return text.translate(_ESCAPES)


def size(wide: int, high: int) -> tuple[int, int]:
    """Width and height of the picture of a board `wide` files and `high` ranks large."""
    return LEFT + WIDE * wide + RIGHT, TOP + HIGH * high + GAP + HAND


def symbol_id(art: str, symbol: str) -> str:
    """The id of a piece's drawing: the set's name and the SFEN symbol, "+" written x."""
    return f"{art}-{symbol.replace('+', 'x')}"


@cache
def art_text(art: str) -> str:
    """The SVG file of a piece set."""
    drawings = get_data("banmen", f"pieces/{art}.svg")
    if drawings is None:
        raise FileNotFoundError(f"pieces/{art}.svg")
    return drawings.decode()


def definitions(art: str, names: Iterable[str]) -> str:
    """The drawings with these ids, and those they are made of, to put into a picture that stands alone."""
    drawings = {match[1]: match[0] for match in _SYMBOL.finditer(art_text(art))}
    wanted = list(names)
    for name in wanted:
        wanted += [other for other in _USED.findall(drawings.get(name, "")) if other not in wanted]
    return f"<defs>{''.join(drawings[name] for name in wanted if name in drawings)}</defs>"


def draw(
    view: Mapping[str, Any],
    label: str,
    *,
    flip: bool = False,
    marks: Iterable[str] = (),
    art: str | None = None,
    href: str | None = None,
) -> str:
    """The picture of a view.

    `label` is its accessible name; `marks` are squares to point out; `href` is the address of the
    piece set's file, None to put the drawings that are needed into the picture.
    """
    return _Picture(view, flip, art or load(view["game"]).art, href).draw(label, list(marks))


def _scene(*parts: str) -> str:
    return f'<g class="banmen-scene">{"".join(parts)}</g>'


class _Picture:
    def __init__(self, view: Mapping[str, Any], flip: bool, art: str, href: str | None) -> None:
        self.view, self.flip, self.art, self.href = view, flip, art, href
        self.wide, self.high = view["files"], view["ranks"]
        self.used: dict[str, None] = {}

    def draw(self, label: str, marks: list[str]) -> str:
        width, height = size(self.wide, self.high)
        # The page keeps this picture as the face of its live board and hides what changes: the scenes.
        body = [
            self._strip(0),
            self._strip(TOP + HIGH * self.high + GAP),
            self._wood(),
            _scene(
                *(self._tint(square, "last") for square in (self.view["last"] or {}).values() if square),
                *(self._tint(square, "check") for square in self.view["check"]),
            ),
            self._grid(),
            self._coordinates(),
            _scene(
                self._hand("b" if self.flip else "w", 0, far=True),
                *(
                    self._piece(symbol, *self._corner(square), self._is_far(symbol))
                    for square, symbol in self.view["pieces"].items()
                ),
                *(self._mark(square) for square in marks),
                self._hand("w" if self.flip else "b", TOP + HIGH * self.high + GAP, far=False),
            ),
        ]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="banmen-svg" viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="{escape(label)}">{self._symbols()}{"".join(body)}</svg>'
        )

    def _symbols(self) -> str:
        return "" if self.href is not None else definitions(self.art, self.used)

    def _corner(self, square: str) -> tuple[int, int]:
        column, row = self.wide - int(square[0]), ord(square[1]) - 97
        if self.flip:
            column, row = self.wide - 1 - column, self.high - 1 - row
        return LEFT + WIDE * column, TOP + HIGH * row

    def _is_far(self, symbol: str) -> bool:
        return symbol.lstrip("+").islower() != self.flip

    def _strip(self, y: int) -> str:
        return (f'<rect x="{LEFT}" y="{y}" width="{WIDE * self.wide}" height="{HAND}" rx="12" '
                'fill="#f6efe1" style="fill:var(--banmen-strip,#f6efe1)"/>')

    def _wood(self) -> str:
        return (f'<rect class="banmen-wood" x="{LEFT}" y="{TOP}" width="{WIDE * self.wide}" height="{HIGH * self.high}" '
                'fill="#e9c992" style="fill:var(--banmen-wood,#e9c992)"/>')

    def _tint(self, square: str, name: str) -> str:
        x, y = self._corner(square)
        colour = {"last": "#cfe0b0", "check": "#f0b59a"}[name]
        return f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" fill="{colour}" style="fill:var(--banmen-{name},{colour})"/>'

    def _grid(self) -> str:
        right, bottom = LEFT + WIDE * self.wide, TOP + HIGH * self.high
        path = "".join(f"M{LEFT + WIDE * i} {TOP}V{bottom}" for i in range(self.wide + 1))
        path += "".join(f"M{LEFT} {TOP + HIGH * i}H{right}" for i in range(self.high + 1))
        line = f'<path d="{path}" fill="none" stroke="#5b4028" style="stroke:var(--banmen-line,#5b4028)" stroke-width="2"/>'
        return line + "".join(
            f'<circle cx="{LEFT + WIDE * i}" cy="{TOP + HIGH * j}" r="8" fill="#5b4028" style="fill:var(--banmen-line,#5b4028)"/>'
            for i, j in self._stars()
        )

    def _stars(self) -> list[tuple[int, int]]:
        # On the large board only: where the promotion zones' edges cross the third lines.
        if self.wide < 9 or self.high < 9:
            return []
        return [(i, j) for i in (3, self.wide - 3) for j in (3, self.high - 3)]

    def _coordinates(self) -> str:
        # A small board is drawn larger: its numbers need not grow as much.
        style = (f'font-family="system-ui,sans-serif" font-size="{14 + 4 * self.wide // 3}" text-anchor="middle" fill="#6b5b49" '
                 'style="fill:var(--banmen-coordinates,#6b5b49)"')
        files = "".join(
            f'<text x="{LEFT + WIDE * i + WIDE // 2}" y="{TOP - 10}">{i + 1 if self.flip else self.wide - i}</text>'
            for i in range(self.wide)
        )
        ranks = "".join(
            f'<text x="{LEFT + WIDE * self.wide + RIGHT // 2}" y="{TOP + HIGH * j + HIGH // 2 + 9}">'
            f"{chr(97 + (self.high - 1 - j if self.flip else j))}</text>"
            for j in range(self.high)
        )
        return f'<g {style}><g class="banmen-files">{files}</g><g class="banmen-ranks">{ranks}</g></g>'

    def _piece(self, symbol: str, x: int, y: int, far: bool) -> str:
        name = symbol_id(self.art, symbol)
        self.used[name] = None
        turn = f' transform="rotate(180 {x + WIDE // 2} {y + HIGH // 2})"' if far else ""
        return f'<use href="{escape(self.href or "")}#{name}" x="{x}" y="{y}" width="{WIDE}" height="{HIGH}"{turn}/>'

    def _mark(self, square: str) -> str:
        x, y = self._corner(square)
        return (f'<rect x="{x + 4}" y="{y + 4}" width="{WIDE - 8}" height="{HIGH - 8}" rx="10" fill="none" stroke="#c8402f" '
                'style="stroke:var(--banmen-mark,#c8402f)" stroke-width="7"/>')

    def _hand(self, color: str, y: int, *, far: bool) -> str:
        """Pieces in hand in the game's order, from the owner's left; as many of each as the badge says.

        Captured men of a game without drops belong to the other side and are drawn so.
        """
        variant = load(self.view["game"])
        hand: Mapping[str, int] = self.view["hands"][color]
        shown = [letter for letter in tables(variant).hand_kinds if hand.get(letter)]
        step = min(WIDE + 30, (WIDE * self.wide) // max(1, len(shown)))
        parts = []
        for i, letter in enumerate(shown):
            owner = color if variant.drops else "bw".replace(color, "")
            x = LEFT + i * step if not far else LEFT + WIDE * self.wide - WIDE - i * step
            parts.append(self._piece(letter.lower() if owner == "w" else letter, x, y, far))
            if hand[letter] > 1:
                parts.append(
                    f'<g class="banmen-count"><circle cx="{x + WIDE - 14}" cy="{y + HIGH - 22}" r="21" fill="#3f4a7a" '
                    f'style="fill:var(--banmen-badge,#3f4a7a)"/><text x="{x + WIDE - 14}" y="{y + HIGH - 12}" font-size="28" '
                    f'font-family="system-ui,sans-serif" text-anchor="middle" fill="#fff">{hand[letter]}</text></g>'
                )
        return f'<g class="banmen-hand">{"".join(parts)}</g>'
