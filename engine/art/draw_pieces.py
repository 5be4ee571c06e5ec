"""Draw the sets with characters, engine/banmen/pieces/*kanji*.svg, from the outlines of an open font.

Run once, by hand, when the pieces shall look different; the result is kept in the repository:

    pip install fonttools brotli
    npm install --no-save @fontsource/yuji-syuku
    python engine/art/draw_pieces.py \\
        node_modules/@fontsource/yuji-syuku/files/yuji-syuku-japanese-400-normal.woff2
"""

import sys
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from wedge import GENERAL, KING, KNIGHT, LANCE, MAJOR, PAWN, SQUARE_WIDTH, UPRIGHT, PathPen, Wedge, file, ink, name, piece

PIECES = Path(__file__).parents[1] / "banmen" / "pieces"

# How far the drawn outline may stray from the font's: the grain of the brush is not worth its bytes.
ROUGHNESS = 0.2

SHOGI = {"K": KING, "R": MAJOR, "B": MAJOR, "G": GENERAL, "S": GENERAL, "N": KNIGHT, "L": LANCE, "P": PAWN}
ANIMALS = {"L": KING, "G": GENERAL, "E": GENERAL, "C": PAWN}

# The second player of a set holds the king with the plain character (王), the first the jewel (玉).
ONE = {
    "K": "玉", "k": "王", "R": "飛", "B": "角", "G": "金", "S": "銀", "N": "桂", "L": "香", "P": "歩",
    "+R": "竜", "+B": "馬", "+S": "全", "+N": "圭", "+L": "杏", "+P": "と",
}
TWO = {
    "K": "玉将", "k": "王将", "R": "飛車", "B": "角行", "G": "金将", "S": "銀将", "N": "桂馬", "L": "香車", "P": "歩兵",
    "+R": "竜王", "+B": "竜馬", "+S": "成銀", "+N": "成桂", "+L": "成香", "+P": "と金",
}
SETS = {
    "kanji": (SHOGI, ONE),
    "kanji2": (SHOGI, TWO),
    "animals_kanji": (ANIMALS, {"L": "獅", "G": "麒", "E": "象", "C": "雛", "+C": "鶏"}),
    # Hasami shogi is played with pawns, one side's turned over.
    "discs_kanji": ({"P": PAWN}, {"P": "歩", "p": "と"}),
}

# The middle of a character, how high and how wide it may be: parts of the piece's height and width.
PLACES = {1: [(0.58, 0.67, 0.76)], 2: [(0.385, 0.37, 0.66), (0.765, 0.36, 0.78)]}


def character(font: TTFont, text: str, wedge: Wedge, place: tuple[float, float, float]) -> str:
    """The character as path data, as large as its place and the wedge allow.

    Carvers stretch a character to its piece, so width and height are fitted apart, within reason.
    """
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(text)]]
    recording = DecomposingRecordingPen(glyphs)
    glyph.draw(recording)
    points = [point for _, segment in recording.value for point in segment]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    down, high_part, wide_part = place
    stretch = 1.12 if high_part > 0.5 else 1.4
    across, up = wide_part * wedge.width / (right - left), high_part * wedge.height / (high - low)
    across, up = min(across, stretch * up), min(up, 1.25 * across)
    middle = wedge.top + down * wedge.height

    def put(scale: float) -> Transform:
        centred = Transform(1, 0, 0, 1, SQUARE_WIDTH / 2, middle).scale(scale * across, -scale * up)
        return centred.translate(-(left + right) / 2, -(low + high) / 2)

    scale = next(
        scale
        for scale in (1 - step / 100 for step in range(60))
        if all(wedge.carries(point) for point in put(scale).transformPoints(points))
    )
    pen = PathPen(glyphs)
    glyph.draw(TransformPen(Qu2CuPen(pen, ROUGHNESS, all_cubic=True), put(scale)))
    return pen.path


def characters(font: TTFont, text: str, wedge: Wedge, promoted: bool) -> str:
    colour, style = ink(promoted)
    paths = [character(font, one, wedge, place) for one, place in zip(text, PLACES[len(text)], strict=True)]
    return f'<path {colour} style="{style};{UPRIGHT}" d="{"".join(paths)}"/>'


def draw(font: TTFont, art: str) -> str:
    wedges, texts = SETS[art]
    drawn = []
    for sfen, text in texts.items():
        wedge = wedges[sfen[-1].upper()]
        promoted = sfen.startswith("+") or text == "と"
        drawn.append(piece(name(art, sfen), wedge, characters(font, text, wedge, promoted)))
    return file(art, "Drawn by engine/art/draw_pieces.py; the characters' outlines: see LICENSE-OFL.txt", drawn, list(texts))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    opened = TTFont(sys.argv[1])
    for art in SETS:
        (PIECES / f"{art}.svg").write_text(draw(opened, art), encoding="utf-8")
