"""Placements in numba: the number of a placement, the placement of a number, and the way there and back.

The numbers are those of `banmen.oracle.placement`, whose tables this module turns into arrays; a
test holds both against each other. A placement is a flat tuple

    lion, other, G, E, C, H, g, e, c, h, held giraffes, elephants, chicks

of the two lions' squares, the squares of my and of their giraffes, elephants, chicks and hens as
bits, and what I hold in hand. `after` and `before` list where it can go and where it can have come
from, as numbers of placements seen by the side whose turn it is then.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numba import njit

from banmen.games.dobutsu import DOBUTSU
from banmen.oracle import placement
from banmen.oracle.placement import DEPLOYMENTS, PAIRS, PLACEMENTS_OF_PAIR
from banmen.tables import tables

__all__ = ["BOTH", "IMAGE", "LOST", "MOST", "OPEN", "TAKES", "WON", "after", "before", "place", "reach", "status"]

OPEN, LOST, WON, BOTH, TAKES, IMAGE = range(6)
"""What a placement shows by itself: nothing; the other lion has tried, mine has, both have; I can take the lion; it is the mirror
image that stands for this one."""

MOST = 160
"""More moves than any placement has, forward or back."""

SETS = 1 << 12
FAR, NEAR = 0b111, 0b111 << 9

_T = tables(DOBUTSU)


def _steps(symbol: str) -> np.ndarray:
    return np.array([_T.step_hits[_T.code_of[symbol]][square] for square in range(12)], np.int64)


# Mine and theirs, in the order of the kinds: lion, giraffe, elephant, chick, hen.
STEPS = np.stack([_steps(symbol) for symbol in ("L", "G", "E", "C", "+C")])
BACK = np.stack([_steps(symbol) for symbol in ("l", "g", "e", "c", "+c")])

# Small types: the tables that every move needs have to stay in the nearest cache.
COUNT = np.array([n.bit_count() for n in range(SETS)], np.int8)
LOW = np.array([max(0, (n & -n).bit_length() - 1) for n in range(SETS)], np.int8)

# Turning the board, and turning it in a mirror; for sets of squares and for squares.
TURN = np.array([[sum(1 << 11 - s for s in range(12) if n >> s & 1) for n in range(SETS)],
                 [placement._mirrored_set(sum(1 << 11 - s for s in range(12) if n >> s & 1)) for n in range(SETS)]], np.int16)
TURNED = np.array([[11 - s for s in range(12)], [placement._mirrored(11 - s) for s in range(12)]], np.int64)
MIRROR = np.array([placement._mirrored_set(n) for n in range(SETS)], np.int16)

# Of a pair of lions the base of its numbers, or -1 where the mirror image stands for it; and whether both are images of themselves.
PAIR = np.full((12, 12), -1, np.int64)
for _number, _pair in enumerate(PAIRS):
    PAIR[_pair] = _number * PLACEMENTS_OF_PAIR
LIONS = np.array(PAIRS, np.int64)

# Sets of at most two squares, numbered, and their rank on the squares that are not taken; the way back by how many there are.
SMALL = np.zeros(SETS, np.uint8)
_small = [n for n in range(SETS) if n.bit_count() <= 2]
SMALL[_small] = np.arange(len(_small))
RANK = np.zeros((len(_small), SETS), np.uint8)
SET = np.zeros((2, SETS * 45), np.int16)
for _n, _squares in enumerate(_small):
    _rest = [s for s in range(12) if not _squares >> s & 1]
    _mine = [s for s in range(12) if _squares >> s & 1]
    for _choice in range(1 << len(_rest)):
        _taken = sum(1 << s for i, s in enumerate(_rest) if _choice >> i & 1)
        _rank = sum(comb(s - (_taken & (1 << s) - 1).bit_count(), i) for i, s in enumerate(_mine, 1))
        RANK[SMALL[_squares], _taken] = _rank
        if _mine and _rank < 45:
            SET[len(_mine) - 1, _taken * 45 + _rank] = _squares

BASE = np.array([d.base for d in DEPLOYMENTS], np.int64)
SIZE = np.array([d.size for d in DEPLOYMENTS], np.int64)
WAYS = np.array([d.ways for d in DEPLOYMENTS], np.int64)
FIRST = np.array([[reply[0] for reply in d.replies] for d in DEPLOYMENTS], np.int64)
WAYS2 = np.array([[reply[1] for reply in d.replies] for d in DEPLOYMENTS], np.int64)
SHARES = np.array([[reply[2] for reply in d.replies] for d in DEPLOYMENTS], np.int64)
REPLY_COUNT = WAYS2.prod(axis=2) * SHARES.prod(axis=2)

fast = njit(cache=True, nogil=True, boundscheck=False)


@fast
def _army(g, e, c, h, taken, ways):
    """As `placement._deployed`."""
    men = c | h
    number = RANK[SMALL[g], taken] * ways[1] + RANK[SMALL[e], taken | g]
    places = np.int64(RANK[SMALL[men], taken | g | e])
    k = COUNT[men]
    if k:
        low = LOW[men]
        hens = h >> low & 1
        if k == 2:
            hens |= (h >> LOW[men & men - 1] & 1) << 1
        places = places << k | hens
    return number * ways[2] + places


@fast
def _number(lion, other, G, E, C, H, g, e, c, h, hg, he, hc):
    taken = 1 << lion | 1 << other
    m = (COUNT[G] * 3 + COUNT[E]) * 3 + COUNT[C | H]
    t = (COUNT[g] * 3 + COUNT[e]) * 3 + COUNT[c | h]
    number = PAIR[lion, other] + BASE[m] + _army(G, E, C, H, taken, WAYS[m]) * SIZE[m] + FIRST[m, t]
    reply = _army(g, e, c, h, taken | G | E | C | H, WAYS2[m, t])
    shares = SHARES[m, t]
    return number + ((reply * shares[0] + hg) * shares[1] + he) * shares[2] + hc


@fast
def _turned(lion, other, G, E, C, H, g, e, c, h, hg, he, hc):
    """The number of the placement as the other side sees it; hc and so on are what the other side holds."""
    first = PAIR[TURNED[0, other], TURNED[0, lion]]
    image = PAIR[TURNED[1, other], TURNED[1, lion]]
    number = np.int64(-1)
    if first >= 0:
        number = _seen(TURNED[0], TURN[0], lion, other, G, E, C, H, g, e, c, h, hg, he, hc)
        if image >= 0:
            number = min(number, _seen(TURNED[1], TURN[1], lion, other, G, E, C, H, g, e, c, h, hg, he, hc))
    else:
        number = _seen(TURNED[1], TURN[1], lion, other, G, E, C, H, g, e, c, h, hg, he, hc)
    return number


@fast
def _seen(square, turn, lion, other, G, E, C, H, g, e, c, h, hg, he, hc):
    return _number(square[other], square[lion], turn[g], turn[e], turn[c], turn[h], turn[G], turn[E], turn[C], turn[H], hg, he, hc)


@fast
def _set(count, taken, rank):
    return np.int64(SET[count - 1, taken * 45 + rank]) if count else np.int64(0)


@fast
def _put(number, taken, ways, k_class):
    """The way back from `_army`: squares of giraffes, elephants, chicks, hens."""
    g_count, e_count, k = k_class // 9, k_class // 3 % 3, k_class % 3
    men_way = number % ways[2]
    number //= ways[2]
    g = _set(g_count, taken, number // ways[1])
    taken |= g
    e = _set(e_count, taken, number % ways[1])
    taken |= e
    men = _set(k, taken, men_way >> k)
    h = np.int64(0)
    if k:
        if men_way & 1:
            h |= men & -men
        if men_way >> 1 & 1 and k == 2:
            h |= men & men - 1
    return g, e, men & ~h, h


@fast
def place(number):
    """The placement with this number."""
    pair = number // PLACEMENTS_OF_PAIR
    number -= pair * PLACEMENTS_OF_PAIR
    lion, other = LIONS[pair, 0], LIONS[pair, 1]
    m = 26
    while BASE[m] > number:
        m -= 1
    number -= BASE[m]
    taken = 1 << lion | 1 << other
    G, E, C, H = _put(number // SIZE[m], taken, WAYS[m], m)
    number %= SIZE[m]
    t = 26
    while FIRST[m, t] > number or not REPLY_COUNT[m, t]:
        t -= 1
    number -= FIRST[m, t]
    shares = SHARES[m, t]
    hc = number % shares[2]
    number //= shares[2]
    he = number % shares[1]
    number //= shares[1]
    hg = number % shares[0]
    g, e, c, h = _put(number // shares[0], taken | G | E | C | H, WAYS2[m, t], t)
    return lion, other, G, E, C, H, g, e, c, h, hg, he, hc


@fast
def reach(steps, lion, g, e, c, h):
    """The squares that one side attacks."""
    found = steps[0, lion]
    for kind, squares in ((1, g), (2, e), (3, c), (4, h)):
        while squares:
            found |= steps[kind, LOW[squares]]
            squares &= squares - 1
    return found


@fast
def status(number):
    """What the placement with this number shows by itself."""
    lion, other, G, E, C, H, g, e, c, h, hg, he, hc = place(number)
    if lion % 3 == 1 and other % 3 == 1 and number > _number(
        lion, other, MIRROR[G], MIRROR[E], MIRROR[C], MIRROR[H], MIRROR[g], MIRROR[e], MIRROR[c], MIRROR[h], hg, he, hc
    ):
        return IMAGE
    mine = reach(STEPS, lion, G, E, C, H)
    won = lion < 3 and not reach(BACK, other, g, e, c, h) >> lion & 1
    lost = other >= 9 and not mine >> other & 1
    if won or lost:
        return BOTH if won and lost else WON if won else LOST
    if mine >> other & 1:
        return TAKES
    own = 1 << lion | G | E | C | H
    if not mine & ~own and not hg and not he and not hc:
        return LOST
    return OPEN


@fast
def after(number, out):
    """The placements that my moves lead to, as the other side sees them, written to `out`; gives how many.

    The other lion is not in reach: a placement where it is has an end of its own (TAKES).
    """
    lion, other, G, E, C, H, g, e, c, h, hg, he, hc = place(number)
    n = 0
    own = 1 << lion | G | E | C | H
    all_theirs = g | e | c | h | 1 << other
    # What the other side holds; it does not change by my move.
    og, oe, oc = 2 - COUNT[G | g] - hg, 2 - COUNT[E | e] - he, 2 - COUNT[C | H | c | h] - hc
    for kind in range(5):
        men = 1 << lion if kind == 0 else G if kind == 1 else E if kind == 2 else C if kind == 3 else H
        while men:
            bit = men & -men
            men ^= bit
            targets = STEPS[kind, LOW[bit]] & ~own
            while targets:
                to = targets & -targets
                targets ^= to
                free, moved, promotes = ~to, bit ^ to, kind == 3 and to & FAR
                out[n] = _turned(
                    LOW[to] if kind == 0 else lion, other,
                    G ^ moved if kind == 1 else G,
                    E ^ moved if kind == 2 else E,
                    C ^ (bit if promotes else moved) if kind == 3 else C,
                    H | to if promotes else H ^ moved if kind == 4 else H,
                    g & free, e & free, c & free, h & free, og, oe, oc,
                )  # fmt: skip
                n += 1
    for kind in range(3):
        empty = SETS - 1 & ~(own | all_theirs) if (hg if kind == 0 else he if kind == 1 else hc) else 0
        while empty:
            to = empty & -empty
            empty ^= to
            out[n] = _turned(
                lion, other, G | to if kind == 0 else G, E | to if kind == 1 else E, C | to if kind == 2 else C, H,
                g, e, c, h, og, oe, oc,
            )  # fmt: skip
            n += 1
    return n


@fast
def before(number, out):
    """The placements from which one move of the other side can have led here, written to `out`; gives how many.

    Lions that were taken are left out: that game was over.
    """
    lion, other, G, E, C, H, g, e, c, h, hg, he, hc = place(number)
    n = 0
    occupied = 1 << lion | G | E | C | H | 1 << other | g | e | c | h
    # What the side that moved holds now; what it took by the move it did not hold before.
    og, oe, oc = 2 - COUNT[G | g] - hg, 2 - COUNT[E | e] - he, 2 - COUNT[C | H | c | h] - hc
    for kind in range(6):
        # Kind 5: a hen that was a chick before the move.
        men = 1 << other if kind == 0 else g if kind == 1 else e if kind == 2 else c & ~NEAR if kind == 3 else h
        if kind == 5:
            men &= NEAR
        while men:
            bit = men & -men
            men ^= bit
            # A piece comes from where a piece of the same kind of mine would go.
            origins = STEPS[3 if kind == 5 else kind, LOW[bit]] & ~occupied
            while origins:
                come = origins & -origins
                origins ^= come
                moved = bit ^ come
                o2 = LOW[come] if kind == 0 else other
                g2 = g ^ moved if kind == 1 else g
                e2 = e ^ moved if kind == 2 else e
                c2 = c ^ moved if kind == 3 else c | come if kind == 5 else c
                h2 = h ^ moved if kind == 4 else h ^ bit if kind == 5 else h
                # What the move took: nothing, or a giraffe, elephant, chick or hen of mine.
                for taken in range(5):
                    if taken == 0 or (og if taken == 1 else oe if taken == 2 else oc):
                        out[n] = _turned(
                            lion, o2,
                            G | bit if taken == 1 else G, E | bit if taken == 2 else E,
                            C | bit if taken == 3 else C, H | bit if taken == 4 else H,
                            g2, e2, c2, h2, og - (taken == 1), oe - (taken == 2), oc - (taken > 2),
                        )  # fmt: skip
                        n += 1
    for kind in range(3):
        dropped = g if kind == 0 else e if kind == 1 else c
        while dropped:
            bit = dropped & -dropped
            dropped ^= bit
            out[n] = _turned(
                lion, other, G, E, C, H,
                g ^ bit if kind == 0 else g, e ^ bit if kind == 1 else e, c ^ bit if kind == 2 else c, h,
                og + (kind == 0), oe + (kind == 1), oc + (kind == 2),
            )  # fmt: skip
            n += 1
    return n
