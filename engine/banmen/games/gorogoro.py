"""Goro-goro shogi, five by six: kings, golds, silvers and pawns."""

from dataclasses import replace

from banmen.games.shogi import SHOGI
from banmen.variant import MOVE_LIMIT

GOROGORO = replace(
    SHOGI,
    key="gorogoro",
    start="sgkgs/5/1ppp1/1PPP1/5/SGKGS b - 1",
    kinds={letter: kind for letter, kind in SHOGI.kinds.items() if letter in "KGSP"},
    zone=2,
    options=(MOVE_LIMIT,),
    handicaps=(),
)
