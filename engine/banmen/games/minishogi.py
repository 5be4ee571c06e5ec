"""Minishogi, five by five: Shogi with one piece of each kind but knight and lance."""

from dataclasses import replace

from banmen.games.shogi import SHOGI
from banmen.variant import MOVE_LIMIT

MINISHOGI = replace(
    SHOGI,
    key="minishogi",
    start="rbsgk/4p/5/P4/KGSBR b - 1",
    kinds={letter: kind for letter, kind in SHOGI.kinds.items() if letter in "KRBGSP"},
    zone=1,
    repetition_ends="first_loses",
    options=(MOVE_LIMIT,),
    handicaps=(),
)
