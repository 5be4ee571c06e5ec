"""A game to cut out of paper: its empty board, and its pieces with their promoted sides to fold behind."""

from __future__ import annotations

from banmen.svg import HIGH, WIDE, definitions, escape, symbol_id
from banmen.tables import tables
from banmen.variant import Variant

__all__ = ["PARTS", "draw"]

PARTS = ("board", "pieces")

# Millimetres that a square and a piece are wide: a piece has room on its square.
SQUARE, PIECE = 38, 31

_ACROSS = 4
_LINE = 'fill="none" stroke="#5b4028" stroke-width="2"'


def draw(variant: Variant, part: str, label: str, *, href: str | None = None) -> str:
    """One part of the set as a picture of its real size.

    `label` is its accessible name; `href` is the address of the piece set's file, None to put the
    drawings into the picture.
    """
    t = tables(variant)
    if part == "board":
        wide, high, unit = t.files, t.ranks, SQUARE
        inside = "".join(f"M{WIDE * i} 0V{HIGH * high}" for i in range(wide + 1))
        inside += "".join(f"M0 {HIGH * j}H{WIDE * wide}" for j in range(high + 1))
        inside = f'<path d="{inside}" {_LINE}/>'
    else:
        letters = [letter for letter in variant.start.split()[0] if letter.isupper()] * 2
        wide, high, unit = _ACROSS, -(-len(letters) // _ACROSS) * 2, PIECE
        inside = "".join(_piece(variant, letter, i % _ACROSS, 2 * (i // _ACROSS), href or "") for i, letter in enumerate(letters))
        if href is None:
            sides = [side for letter in letters for side in (letter, f"+{letter}")]
            inside = definitions(variant.art, dict.fromkeys(symbol_id(variant.art, side) for side in sides)) + inside
    size = f'style="width:{wide * unit}mm;height:{high * unit * HIGH / WIDE:g}mm"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="banmen-svg banmen-cutout" role="img" aria-label="{escape(label)}" '
        f'{size} viewBox="-2 -2 {WIDE * wide + 4} {HIGH * high + 4}">{inside}</svg>'
    )


def _piece(variant: Variant, letter: str, column: int, row: int, href: str) -> str:
    """A strip of two sides: the front below the fold, the promoted side head down above it."""
    x, y = WIDE * column, HIGH * row
    kind = variant.kinds[letter]
    back = _use(variant, f"+{letter}", x, y, href, turned=True) if kind.promotion else ""
    return (
        f'<path d="M{x} {y}h{WIDE}v{2 * HIGH}h-{WIDE}z" {_LINE}/><path d="M{x} {y + HIGH}h{WIDE}" {_LINE} stroke-dasharray="6 6"/>'
        f"{back}{_use(variant, letter, x, y + HIGH, href)}"
    )


def _use(variant: Variant, symbol: str, x: int, y: int, href: str, *, turned: bool = False) -> str:
    turn = f' transform="rotate(180 {x + WIDE // 2} {y + HIGH // 2})"' if turned else ""
    return f'<use href="{escape(href)}#{symbol_id(variant.art, symbol)}" x="{x}" y="{y}" width="{WIDE}" height="{HIGH}"{turn}/>'
