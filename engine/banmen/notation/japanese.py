"""Japanese notation as books and KI2 files print it: ７六歩, 同銀, ５八金左, ５二銀打, ３三角成.

Source: the Japan Shogi Association's page on how moves are written; the words that tell two
pieces apart are 上 寄 引 (direction), 左 右 直 (where the piece comes from), 打 (a drop).
"""

from __future__ import annotations

import re

from banmen.errors import NotationError
from banmen.game import Game, Step
from banmen.moves import BoardMove
from banmen.notation.wanted import Wanted
from banmen.tables import Tables, tables
from banmen.variant import Color, Variant

__all__ = ["format", "parse"]

_FILES = "１２３４５６７８９"
_RANKS = "一二三四五六七八九"
_MARKS = "☗☖▲△▼▽"
# Written one way here, read in all these.
_SAME = {"龍": "竜", "王": "玉", "歩兵": "歩", "行": "上", "入": "上", "跳": "上", "　": "", " ": "", "り": ""}
_SHAPE = re.compile(r"(?:(?P<same>同)|(?P<file>[1-9１-９])(?P<rank>[1-9一二三四五六七八九]))(?P<rest>.*)")
_TAIL = re.compile(r"(?P<words>[左右直上寄引]*)(?P<drop>打?)(?P<mark>(?:成|不成|生)?)(?:[(（](?P<origin>[1-9]{2})[)）])?")


def format(step: Step, before: Step | None, variant: Variant) -> str:  # noqa: A001 - called as japanese.format
    """The move as it is written after the move `before`, without a side mark."""
    t = tables(variant)
    target = step.move.target
    same = before is not None and before.move.target == target
    square = "同" if same else f"{_FILES[t.files - 1 - target % t.files]}{_RANKS[target // t.files]}"
    piece = _written(variant)[step.piece]
    if not isinstance(step.move, BoardMove):
        return f"{square}{piece}{'打' if step.rivals else ''}"
    mark = {True: "成", False: "不成", None: ""}[step.promotes]
    return f"{square}{piece}{_words(t, step.color, step.move.origin, step.rivals, target, step.piece)}{mark}"


def _written(variant: Variant) -> dict[str, str]:
    names = {kind.name: kind.glyph for kind in variant.kinds.values()}
    for kind in variant.kinds.values():
        if kind.promotion:
            names[kind.promotion.name] = kind.promotion.written or kind.promotion.glyph
    return names


def _words(t: Tables, color: Color, origin: int, rivals: tuple[int, ...], target: int, piece: str) -> str:
    """The fewest words that tell the piece on `origin` from its rivals; its square where words do not."""
    if not rivals:
        return ""
    everyone = [origin, *rivals]
    way = _way(t, color, origin, target)
    side = next((word for word in "直左右" if _says(word, t, color, origin, target, everyone, piece)), "")
    for words in (way, side, side + way):
        if words and not any(all(_says(word, t, color, rival, target, everyone, piece) for word in words) for rival in rivals):
            return words
    return f"({t.files - origin % t.files}{origin // t.files + 1})"


def _slides(t: Tables, piece: str) -> bool:
    """Rooks and bishops and what they promote to: two of them are told apart by each other, not by the square."""
    return any(leap.times != 1 for code, name in enumerate(t.names) if name == piece for leap in t.leaps[code])


def _way(t: Tables, color: Color, origin: int, target: int) -> str:
    forward = (origin // t.files - target // t.files) * (-1 if color else 1)
    return "上" if forward > 0 else "引" if forward < 0 else "寄"


def _says(word: str, t: Tables, color: Color, square: int, target: int, everyone: list[int], piece: str) -> bool:
    """Whether a word holds of the piece on `square`, among all those that could go to `target`."""
    if word in "上寄引":
        return _way(t, color, square, target) == word
    turn = -1 if color else 1
    if _slides(t, piece):
        # Two rooks or bishops are left and right of each other, wherever the target is.
        others = [other for other in everyone if other != square]
        offset = (square % t.files - others[0] % t.files) * turn if len(others) == 1 else 0
        return word != "直" and (offset > 0 if word == "右" else offset < 0)
    offset = (square % t.files - target % t.files) * turn
    if word == "直":
        return offset == 0 and _way(t, color, square, target) == "上"
    return offset > 0 if word == "右" else offset < 0


def parse(text: str, game: Game) -> Wanted:
    """What a move says. Raises NotationError ``notation.move`` or ``notation.square``."""
    plain = text.strip().lstrip(_MARKS)
    for other, ours in _SAME.items():
        plain = plain.replace(other, ours)
    shape = _SHAPE.fullmatch(plain) if len(text) < 40 else None
    if shape is None or (shape["same"] and not game.steps):
        raise NotationError("notation.move", text=text[:40])
    t = game.position.tables
    target = game.steps[-1].move.target if shape["same"] else _square(shape["file"], shape["rank"], text, t)
    written = _written(game.variant)
    glyphs = {kind.promotion.glyph: kind.promotion.name for kind in game.variant.kinds.values() if kind.promotion}
    for glyph, name in sorted([*((g, n) for n, g in written.items()), *glyphs.items()], key=lambda pair: -len(pair[0])):
        tail = _TAIL.fullmatch(shape["rest"][len(glyph) :]) if shape["rest"].startswith(glyph) else None
        if tail:
            return _wanted(text, name, target, tail, game)
    raise NotationError("notation.move", text=text[:40])


def _square(file: str, rank: str, text: str, t: Tables) -> int:
    column = int(file) if file.isascii() else _FILES.index(file) + 1
    row = int(rank) if rank.isascii() else _RANKS.index(rank) + 1
    if column > t.files or row > t.ranks:
        raise NotationError("notation.square", text=text[:40], square=file + rank)
    return (row - 1) * t.files + t.files - column


def _wanted(text: str, piece: str, target: int, tail: re.Match[str], game: Game) -> Wanted:
    t, turn = game.position.tables, game.position.turn
    origin = _square(tail["origin"][0], tail["origin"][1], text, t) if tail["origin"] else None
    origins = None
    if tail["words"]:
        w = game.position.walker()
        everyone = w.reaching(next(code for code, name in enumerate(t.names) if name == piece and t.color[code] == turn), target)
        origins = frozenset(
            s for s in everyone if all(_says(word, t, turn, s, target, everyone, piece) for word in tail["words"])
        )
    promotes = {"成": True, "不成": False, "生": False}.get(tail["mark"])
    return Wanted(text[:40], piece, target, origin, origins, True if tail["drop"] else None, promotes)
