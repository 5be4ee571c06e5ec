"""Hasami shogi: nine men a side on a shogi board, captured by enclosing them in a line."""

from banmen.variant import MOVE_LIMIT, Kind, Option, Variant

HASAMI = Variant(
    key="hasami",
    start="ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1",
    kinds={"P": Kind("R", "歩", "man")},
    drops=False,
    capture="custodial",
    options=(
        Option("target", "5", "how many captures win: the sets of rules in print differ", ("5", "8", "last", "lead3")),
        Option("edge", "corner", "corner capture in most printed rules; enclosure in the Japan Shogi Association's text",
               ("corner", "none", "enclosure")),
        Option("no_capture_limit", 100, "50 moves by each side without a capture"),
        Option("repetition", "draw", "our addition: published rules are silent", ("draw", "off")),
        MOVE_LIMIT,
    ),
    art="discs",
)
