"""The movement diagram of a piece, drawn from its declaration: dots for steps, arrows for slides."""

from __future__ import annotations

from banmen.betza import Leap
from banmen.errors import GameError
from banmen.svg import HIGH, WIDE, definitions, escape, symbol_id
from banmen.tables import tables
from banmen.variant import Variant

__all__ = ["draw"]

_INK = 'style="{}:var(--banmen-line,#5b4028)"'
_MOVE = 'style="{}:var(--banmen-target,#2f5d8a)"'


def draw(variant: Variant, symbol: str, label: str, *, art: str | None = None, href: str | None = None) -> str:
    """The picture of how the first player's piece `symbol` ("S", "+B") moves, alone on a board.

    `label` is its accessible name; `href` is the address of the piece set's file, None to put the
    drawing into the picture. Raises GameError ``game.piece`` for a piece that the game lacks.
    """
    t = tables(variant)
    code = t.code_of.get(symbol)
    if code is None or t.color[code]:
        raise GameError("game.piece", piece=symbol[:8], expected=[known for known in t.symbols if known and known == known.upper()])
    leaps = t.leaps[code]
    # As small as shows every step whole; slides need room for an arrow beyond the next square.
    reach = max(max(abs(leap.right), abs(leap.forward)) for leap in leaps)
    reach = max(reach, 2) if any(leap.times != 1 for leap in leaps) or reach > 1 else 1
    squares = 2 * reach + 1
    width, height, margin = WIDE * squares, HIGH * squares, 6
    name = symbol_id(art or variant.art, symbol)
    defs = definitions(art or variant.art, [name]) if href is None else ""
    lines = "".join(f"M{WIDE * i} 0V{height}M0 {HIGH * i}H{width}" for i in range(squares + 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="banmen-svg banmen-diagram" role="img" aria-label="{escape(label)}" '
        f'viewBox="{-margin} {-margin} {width + 2 * margin} {height + 2 * margin}">{defs}'
        f'<rect class="banmen-wood" width="{width}" height="{height}" fill="#e9c992" style="fill:var(--banmen-wood,#e9c992)"/>'
        f'<path d="{lines}" fill="none" stroke="#5b4028" {_INK.format("stroke")} stroke-width="2"/>'
        f"{''.join(_leap(leap, reach) for leap in leaps)}"
        f'<use href="{escape(href or "")}#{name}" x="{WIDE * reach}" y="{HIGH * reach}" width="{WIDE}" height="{HIGH}"/></svg>'
    )


def _leap(leap: Leap, reach: int) -> str:
    def center(times: float) -> tuple[float, float]:
        return WIDE * (reach + times * leap.right + 0.5), HIGH * (reach - times * leap.forward + 0.5)

    x, y = center(1)
    if leap.times == 1:
        return f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="#2f5d8a" {_MOVE.format("fill")}/>'
    # From beside the piece to the edge of the picture, with a head that says the line goes on.
    (x1, y1), (x2, y2) = center(0.62), center(reach + 0.3)
    dx, dy = (x2 - x1) / (reach - 0.32) * 0.22, (y2 - y1) / (reach - 0.32) * 0.22
    head = f"M{x2 - dx - dy:.0f} {y2 - dy + dx:.0f}L{x2:.0f} {y2:.0f}L{x2 - dx + dy:.0f} {y2 - dy - dx:.0f}"
    return (f'<path d="M{x1:.0f} {y1:.0f}L{x2:.0f} {y2:.0f}{head}" fill="none" stroke="#2f5d8a" {_MOVE.format("stroke")} '
            'stroke-width="12" stroke-linecap="round" stroke-linejoin="round"/>')
