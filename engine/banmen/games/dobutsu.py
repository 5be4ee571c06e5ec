"""Dōbutsu shōgi, Madoka Kitao's game on three files and four ranks."""

from banmen.variant import MOVE_LIMIT, Kind, Option, Promotion, Variant

DOBUTSU = Variant(
    key="dobutsu",
    start="gle/1c1/1C1/ELG b - 1",
    kinds={
        "L": Kind("K", "獅", "lion", value=0),
        "G": Kind("W", "麒", "giraffe", value=4),
        "E": Kind("F", "象", "elephant", value=3),
        "C": Kind("fW", "雛", "chick", Promotion("WfF", "鶏", "hen", 5), value=1),
    },
    zone=1,
    royals="L",
    check=False,
    dead_drops=True,
    repetitions=3,
    options=(
        Option("try", "safe", "Japan Women's Shogi Professionals' rules (safe); other editions of the box",
               ("safe", "survive", "reach")),
        MOVE_LIMIT,
    ),
    letters={"K": "L", "R": "G", "B": "E", "P": "C"},
    art="animals",
)
