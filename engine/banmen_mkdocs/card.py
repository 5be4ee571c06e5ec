"""The picture of a page where its address is shared: its first board, as a PNG of 1200 by 630.

It is made by resvg (``pip install mkdocs-banmen[cards]``), once for all languages, and kept from build to build, for its
name is made of what it shows.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Mapping
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from shutil import copyfile

from banmen import diagram, svg
from banmen.fence import Fence, find_fences, parse_fence
from banmen.games import load
from banmen.view import view
from banmen_mkdocs import hashed

__all__ = ["FOLDER", "HIGH", "WIDE", "available", "draw", "of_page", "place", "write"]

FOLDER = f"{hashed.FOLDER}cards/"
WIDE, HIGH = 1200, 630

# With a new one, or with a new drawing, every picture gets a new name.
_VERSION = "1"
_MARGIN = 30
_PAPER, _SHADE, _INDIGO = "#f4f1ea", "#e7e1d3", "#3f51b5"

_ROOT = re.compile(r'<svg [^>]*viewBox="(-?\d+) (-?\d+) (\d+) (\d+)"[^>]*>')
# Colours that readers can choose, which only browsers know; each has its plain colour beside it.
_STYLE = re.compile(r' style="[^"]*"')
# Where pieces in hand lie.
_HAND = re.compile(r'<rect [^>]*--banmen-strip[^>]*/>')


def available() -> bool:
    """Whether the library is installed that makes the pictures."""
    return find_spec("resvg_py") is not None


def of_page(markdown: str) -> str:
    """The picture of a page as SVG, made of its first position, or else of its first diagram, or else of a set board."""
    fences = [parse_fence(text) for _, text in find_fences(markdown)]
    fences = [fence for fence in fences if not fence.problems and not fence.cutout]
    positions = [fence for fence in fences if not fence.piece]
    first = next(iter([*positions, *fences]), None)
    return draw(_board(first or parse_fence("game: shogi")))


def _board(fence: Fence) -> str:
    if fence.piece:
        return diagram.draw(load(fence.value("game")), fence.piece, "", href=None)
    shown = view(fence.game)
    drawn = svg.draw(shown, "", flip=fence.flip, marks=[mark.text for mark in fence.words("marks")])
    if any(shown["hands"].values()):
        return drawn
    # The board alone is larger than with two empty hands.
    wide, high = svg.size(shown["files"], shown["ranks"])
    return _HAND.sub("", drawn.replace(f"0 0 {wide} {high}", f"0 {svg.HAND} {wide} {high - 2 * svg.HAND}", 1))


def draw(board: str) -> str:
    """The picture of a board, which `board` draws, on a calm ground, as SVG."""
    root = _ROOT.match(board)
    if root is None:
        raise ValueError("not the drawing of a board")
    left, top, wide, high = map(int, root.groups())
    scale = min((WIDE - 2 * _MARGIN) / wide, (HIGH - 2 * _MARGIN) / high)
    x, y = (WIDE - scale * wide) / 2 - scale * left, (HIGH - scale * high) / 2 - scale * top
    inside = _STYLE.sub("", board[root.end() :].removesuffix("</svg>"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="{_PAPER}"/>'
        f'<path d="M0 {HIGH}V{HIGH - 150}Q{WIDE / 2} {HIGH - 290} {WIDE} {HIGH - 150}V{HIGH}Z" fill="{_SHADE}"/>'
        f'<rect width="{WIDE}" height="10" fill="{_INDIGO}"/>'
        f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{inside}</g></svg>'
    )


def place(picture: str) -> str:
    """Where the picture lies, below the site's root."""
    return f"{FOLDER}{sha256(f'{_VERSION}{picture}'.encode()).hexdigest()[:12]}.png"


def write(site: Path, pictures: Mapping[str, str], kept: Path) -> None:
    """Put the pictures into the site, by their places; those that `kept` has from builds before are copied."""
    kept.mkdir(parents=True, exist_ok=True)
    (site / FOLDER).mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    told = False
    for done, (name, picture) in enumerate(sorted(pictures.items()), 1):
        made = kept / Path(name).name
        if not made.is_file():
            unfinished = made.with_suffix(".part")
            unfinished.write_bytes(_png(picture))
            unfinished.replace(made)
        copyfile(made, site / name)
        if sys.stderr.isatty() and time.monotonic() - started > 2:
            told = True
            bar = "#" * (30 * done // len(pictures))
            print(f"\rPictures of pages  [{bar:<30}] {done} of {len(pictures)}", end="", file=sys.stderr, flush=True)
    if told:
        print(file=sys.stderr)


def _png(picture: str) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=picture))
