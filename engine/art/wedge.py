"""The wedge that a piece is cut to, and outlines as short path data."""

import math
import re
from dataclasses import dataclass
from typing import override

from fontTools.pens.basePen import BasePen

Point = tuple[float, float]

# One square of the board, which is every symbol's viewBox.
SQUARE_WIDTH, SQUARE_HEIGHT = 100, 110

# How far down a piece its shoulders are, as a part of its height.
SHOULDER = 0.2

# What is drawn on the far side's pieces can be turned upright by the page, each picture about its own middle.
UPRIGHT = "transform:rotate(var(--banmen-upright,0deg));transform-origin:50px 60px"


@dataclass(frozen=True)
class Wedge:
    """The outline of a piece, in the middle of its square, pointing up."""

    width: float
    height: float

    @property
    def top(self) -> float:
        return (SQUARE_HEIGHT - self.height) / 2

    def corners(self) -> list[Point]:
        middle, bottom, shoulder = SQUARE_WIDTH / 2, self.top + self.height, self.top + SHOULDER * self.height
        return [
            (middle, self.top),
            (middle + self.half_width(shoulder), shoulder),
            (middle + self.half_width(bottom), bottom),
            (middle - self.half_width(bottom), bottom),
            (middle - self.half_width(shoulder), shoulder),
        ]

    def half_width(self, y: float) -> float:
        """From the middle to a long side, at this height."""
        above_base = (self.top + self.height - y) / self.height / (1 - SHOULDER)
        return self.width * (0.5 - 0.135 * above_base)

    def carries(self, point: Point) -> bool:
        """Whether ink may be here: a margin is kept along the long sides."""
        x, y = point
        return abs(x - SQUARE_WIDTH / 2) <= 0.86 * self.half_width(y)


# The proportions of a real set: each rank of piece a little smaller than the one above it.
KING, MAJOR, GENERAL, KNIGHT, LANCE, PAWN = (
    Wedge(88, 100),
    Wedge(85, 97),
    Wedge(81, 93),
    Wedge(77, 90),
    Wedge(74, 90),
    Wedge(72, 87),
)


def number(tenths: int) -> str:
    """The shortest way to write a number of tenths."""
    text = f"{tenths / 10:g}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def numbers(values: list[int]) -> str:
    """Numbers as path data: a minus sign separates as well as a space does."""
    text = ""
    for value in values:
        written = number(value)
        text += separator(text, written) + written
    return text


def separator(before: str, after: str) -> str:
    """What must stand between two numbers: nothing where a sign or a second point starts the next."""
    glued = not before or after[0] == "-" or (after[0] == "." and re.search(r"\.\d+$", before))
    return "" if glued else " "


class PathPen(BasePen):
    """Writes outlines as short path data: relative steps, rounded to tenths without drift."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self.path = ""
        self.at = (0, 0)
        self.command = ""

    def _add(self, command: str, *points: Point) -> None:
        rounded = [(round(x * 10), round(y * 10)) for x, y in points]
        if command != "m" and all(point == self.at for point in rounded):
            return
        steps = [step for x, y in rounded for step in (x - self.at[0], y - self.at[1])]
        if command == "l" and steps[0] == 0:
            command, steps = "v", steps[1:]
        elif command == "l" and steps[1] == 0:
            command, steps = "h", steps[:1]
        written = numbers(steps)
        if command != self.command:
            self.path += command + written
        else:
            self.path += separator(self.path, written) + written
        self.at, self.command = rounded[-1], command

    @override
    def _moveTo(self, pt: Point) -> None:
        self._add("m" if self.path else "M", pt)
        self.start = self.at

    @override
    def _lineTo(self, pt: Point) -> None:
        self._add("l", pt)

    @override
    def _qCurveToOne(self, pt1: Point, pt2: Point) -> None:
        self._add("q", pt1, pt2)

    @override
    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        self._add("c", pt1, pt2, pt3)

    @override
    def _closePath(self) -> None:
        self.path += "z"
        self.at, self.command = self.start, "z"


def outline(wedge: Wedge, radius: float = 3) -> str:
    """The wedge as path data, its corners softened as a cut piece of wood has them."""
    pen = PathPen(None)
    corners = wedge.corners()
    for index, corner in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % len(corners)]
        enter, leave = (
            (corner[0] + radius * (end[0] - corner[0]) / length, corner[1] + radius * (end[1] - corner[1]) / length)
            for end in (before, after)
            for length in [math.dist(corner, end)]
        )
        (pen.lineTo if index else pen.moveTo)(enter)
        pen.qCurveTo(corner, leave)
    pen.closePath()
    return pen.path


def piece(identity: str, wedge: Wedge, drawing: str) -> str:
    """A symbol: the wedge with its shadow, and what is drawn on it."""
    shape = outline(wedge)
    return (
        f'<symbol id="{identity}" viewBox="0 0 {SQUARE_WIDTH} {SQUARE_HEIGHT}">'
        f'<path fill="none" stroke="#000" stroke-opacity=".13" stroke-width="5" stroke-linejoin="round" d="{shape}"/>'
        f'<path fill="#f7e3b5" stroke="#8a6534" style="fill:var(--banmen-piece,#f7e3b5);'
        f'stroke:var(--banmen-piece-edge,#8a6534)" d="{shape}"/>{drawing}</symbol>\n'
    )


def ink(promoted: bool, attribute: str = "fill") -> tuple[str, str]:
    """The colour of what is drawn on a piece: its attribute, and its style for pages."""
    name, value = ("ink-promoted", "#b3261a") if promoted else ("ink", "#231a12")
    return f'{attribute}="{value}"', f"{attribute}:var(--banmen-{name},{value})"


def name(art: str, sfen: str) -> str:
    return f"{art}-{sfen.replace('+', 'x')}"


def file(art: str, notice: str, first: list[str], symbols: list[str]) -> str:
    """A set: the drawn symbols, and for the rest of the second player's pieces a use of the first player's."""
    box = f"0 0 {SQUARE_WIDTH} {SQUARE_HEIGHT}"
    second = [
        f'<symbol id="{name(art, sfen.lower())}" viewBox="{box}"><use href="#{name(art, sfen)}"/></symbol>\n'
        for sfen in symbols
        if sfen.lower() not in symbols
    ]
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<!-- {notice} -->\n{"".join(first + second)}</svg>\n'
