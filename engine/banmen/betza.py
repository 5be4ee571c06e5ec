"""Betza's movement notation: "WfF" -> the steps and slides of a piece.

Read: the atoms W D F A N H (one leap of that shape) with the short forms K = WF, R = endless W,
B = endless F, Q = RB; a doubled atom (WW) or a number behind it (W0 endless, W3 up to three)
makes a slide; direction letters before an atom keep some of its leaps: f b (forward, backward),
l r (left, right), v = fb, s = lr. For leaps that are neither straight nor diagonal a single
letter keeps the half board and two letters the narrower pair: fN four leaps, ffN the two
steepest, fsN the two flattest. Source: R. Betza's notation as described at chessvariants.com.
"""

from __future__ import annotations

from typing import NamedTuple

from banmen.errors import BetzaError

__all__ = ["Leap", "parse"]

_SHAPES = {"W": (0, 1), "D": (0, 2), "F": (1, 1), "A": (2, 2), "N": (1, 2), "H": (0, 3)}
_SHORT = {"K": (("W", 1), ("F", 1)), "R": (("W", 0),), "B": (("F", 0),), "Q": (("W", 0), ("F", 0))}
_DIRECTIONS = frozenset("fblrvs")


class Leap(NamedTuple):
    """One direction of movement: `right` files and `forward` ranks, up to `times` times (0: endless)."""

    right: int
    forward: int
    times: int


def parse(text: str) -> tuple[Leap, ...]:
    """The leaps that `text` stands for, in a fixed order.

    Raises BetzaError ``betza.unexpected`` with the text and the offset that cannot be read.
    """
    leaps: list[Leap] = []
    at = 0
    while at < len(text):
        start = at
        while at < len(text) and text[at] in _DIRECTIONS:
            at += 1
        directions = text[start:at]
        if at == len(text) or (text[at] not in _SHAPES and text[at] not in _SHORT):
            raise BetzaError("betza.unexpected", text=text, offset=at, expected="one of WDFANHKRBQ")
        atom = text[at]
        at += 1
        times: int | None = None
        if at < len(text) and text[at] == atom and atom in _SHAPES:
            times, at = 0, at + 1
        else:
            digits = at
            while at < len(text) and text[at].isascii() and text[at].isdigit():
                at += 1
            if at > digits:
                times = int(text[digits:at])
        for shape, usual in _SHORT.get(atom, ((atom, 1),)):
            leaps += _leaps(_SHAPES[shape], directions, usual if times is None else times)
    return tuple(dict.fromkeys(leaps))


def _leaps(shape: tuple[int, int], directions: str, times: int) -> list[Leap]:
    small, large = shape
    pairs = {(small * a, large * b) for a in (1, -1) for b in (1, -1)}
    pairs |= {(y, x) for x, y in pairs}
    kept = [pair for pair in pairs if _kept(pair, directions)]
    kept.sort(key=lambda pair: (-pair[1], pair[0]))
    return [Leap(right, forward, times) for right, forward in kept]


def _kept(pair: tuple[int, int], directions: str) -> bool:
    if not directions:
        return True
    right, forward = pair
    sides = {"f": forward > 0, "b": forward < 0, "r": right > 0, "l": right < 0}
    sides["v"] = sides["f"] or sides["b"]
    sides["s"] = sides["l"] or sides["r"]
    # A straight leap lies in one direction only: "fsW" is forward and sideways, three leaps.
    if right == 0 or forward == 0:
        return any(sides[letter] for letter in directions)
    vertical = [letter for letter in directions if letter in "fbv"]
    sideways = [letter for letter in directions if letter in "lrs"]
    if abs(right) != abs(forward) and len(directions) == 2:
        steep = abs(forward) > abs(right)
        if directions[0] == directions[1]:
            return sides[directions[0]] and steep == (directions[0] in "fbv")
        if vertical and sideways and directions[0] in "fbv":
            return sides[directions[0]] and sides[directions[1]] and not steep
    return (not vertical or any(sides[v] for v in vertical)) and (
        not sideways or any(sides[s] for s in sideways)
    )
