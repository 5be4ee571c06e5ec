"""Judkins shogi, six by six: one piece of each kind but the lance."""

from dataclasses import replace

from banmen.games.shogi import SHOGI
from banmen.variant import MOVE_LIMIT

JUDKINS = replace(
    SHOGI,
    key="judkins",
    start="rbnsgk/5p/6/6/P5/KGSNBR b - 1",
    kinds={letter: kind for letter, kind in SHOGI.kinds.items() if letter in "KRBGSNP"},
    zone=2,
    options=(MOVE_LIMIT,),
    handicaps=(),
)
