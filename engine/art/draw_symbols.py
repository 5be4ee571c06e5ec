"""Draw the sets for who reads no kanji, engine/banmen/pieces/international.svg and letters.svg. Our own drawings.

Run once, by hand, when the pieces shall look different; the result is kept in the repository:

    pip install fonttools && pip install --editable engine
    python engine/art/draw_symbols.py
"""

from pathlib import Path

from wedge import GENERAL, KING, KNIGHT, LANCE, MAJOR, PAWN, SQUARE_WIDTH, UPRIGHT, Wedge, file, ink, name, piece

from banmen.betza import Leap
from banmen.games import load
from banmen.tables import tables

PIECES = Path(__file__).parents[1] / "banmen" / "pieces"
NOTICE = "Our own drawings, by engine/art/draw_symbols.py"

WEDGES = {"K": KING, "R": MAJOR, "B": MAJOR, "G": GENERAL, "S": GENERAL, "N": KNIGHT, "L": LANCE, "P": PAWN}

# Filled shapes in the middle of a piece, some forty units large: what a piece is, when its dots say how it moves.
# Gold is a sun and silver a moon.
ICONS = {
    "K": "M33 76h34v-4.5H33zM32 47l9 8 9-14 9 14 9-8-3 22H35z",
    "R": "M34 78h32v-6h-4l-2-14h4V43h-7v5h-4v-5h-6v5h-4v-5h-7v15h4l-2 14h-4z",
    "B": "M36 78h28v-5H54.5c6-3 9.5-8 9.5-13 0-7-6-14-14-21-8 7-14 14-14 21 0 5 3.5 10 9.5 13H36zM52 49l3 3-7.5 8-3-3z",
    "G": "M50 41l4.6 7.9 8.9-2.4-2.4 8.9L69 60l-7.9 4.6 2.4 8.9-8.9-2.4L50 79l-4.6-7.9-8.9 2.4 2.4-8.9L31 60"
    "l7.9-4.6-2.4-8.9 8.9 2.4z",
    "S": "M57 43c-13 0-21 8-21 18 0 11 9 18 20 18 5 0 9-1.5 12-4-12 1-20-6-20-15 0-8 4-14 9-17z",
    "N": "M37 79h27c1-9 1-17-2-24-2-5-6-9-11-10l-1-5-4 5c-6 3-10 9-13 17l4 5 6-2 6-1c0 5-10 8-12 15z",
    "L": "M50 37l8 16h-5v26h-6V53h-5z",
    "P": "M38 79h24c0-7-3-11-7-13a10 10 0 1 0-10 0c-4 2-7 6-7 13z",
}

# Letters as strokes.
STROKES = {
    "K": "M38 41v42M63 41L38 65m8-7 18 25",
    "R": "M38 83V42h14a11.5 11.5 0 0 1 0 23H38m15 0 12 18",
    "B": "M38 42v41h15a11 11 0 0 0 0-22H38m0 0h13a9.5 9.5 0 0 0 0-19H38",
    "G": "M65 49a18 21 0 1 0 1 15H53",
    "S": "M63 48a13 9.5 0 0 0-13-7c-7 0-12.5 4-12.5 10 0 14 26.5 7 26.5 21 0 7-6 11-14 11a15 11 0 0 1-14-8",
    "N": "M36 83V42l28 41V42",
    "L": "M40 42v41h24",
    "P": "M39 83V42h13a12 12 0 0 1 0 24H39",
}


def letters(sfen: str) -> str:
    promoted = sfen.startswith("+")
    colour, style = ink(promoted, "stroke")
    plus = "M50 19v14m-7-7h14" if promoted else ""
    return (f'<path fill="none" {colour} stroke-width="7.5" stroke-linecap="round" stroke-linejoin="round" '
            f'style="{style};{UPRIGHT}" d="{STROKES[sfen[-1]]}"/>{_plus(plus)}')


def international(sfen: str) -> str:
    wedge = WEDGES[sfen[-1]]
    colour, style = ink(sfen.startswith("+"))
    shogi = tables(load("shogi"))
    marks = "".join(_mark(leap, wedge) for leap in shogi.leaps[shogi.code_of[sfen]])
    icon = f'<path {colour} fill-rule="evenodd" style="{style}" transform="translate(-6 -7.2) scale(1.12)" d="{ICONS[sfen[-1]]}"/>'
    return f'<g style="{UPRIGHT}">{icon}</g>{marks}'


def _plus(path: str) -> str:
    """Promotion is not told by colour alone."""
    colour, style = ink(True, "stroke")
    return f'<path fill="none" {colour} stroke-width="4" stroke-linecap="round" style="{style}" d="{path}"/>' if path else ""


def _mark(leap: Leap, wedge: Wedge) -> str:
    """A dot at the edge for a step, an arrowhead for a slide, a ring for a jump."""
    far = max(abs(leap.right), abs(leap.forward)) > 1
    y = {1: wedge.top + 21, 0: 62, -1: wedge.top + wedge.height - 9}[max(-1, min(1, leap.forward))] - 2 * far
    x = SQUARE_WIDTH / 2 + leap.right * ((wedge.half_width(y) - 8) if not far else 9)
    if leap.forward == 1 and leap.right == 0:
        y -= 8
    style = 'style="{0}:var(--banmen-international-move,#9c5a1e)"'
    if far:
        ring = f'r="3.2" fill="none" stroke="#9c5a1e" stroke-width="2.5" {style.format("stroke")}'
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" {ring}/>'
    if leap.times == 1:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.6" fill="#9c5a1e" {style.format("fill")}/>'
    # The head points the way: two corners across it, one ahead.
    length = (leap.right**2 + leap.forward**2) ** 0.5
    dx, dy = leap.right / length, -leap.forward / length
    corners = [(x + 6 * dx, y + 6 * dy), (x - 3 * dx - 6 * dy, y - 3 * dy + 6 * dx), (x - 3 * dx + 6 * dy, y - 3 * dy - 6 * dx)]
    path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in corners) + "z"
    return f'<path fill="#9c5a1e" {style.format("fill")} d="{path}"/>'


def main() -> None:
    symbols = [*WEDGES, *(f"+{letter}" for letter in "RBSNLP")]
    for art, drawing in (("letters", letters), ("international", international)):
        drawn = [piece(name(art, sfen), WEDGES[sfen[-1]], drawing(sfen)) for sfen in symbols]
        (PIECES / f"{art}.svg").write_text(file(art, NOTICE, drawn, symbols), encoding="utf-8")


if __name__ == "__main__":
    main()
