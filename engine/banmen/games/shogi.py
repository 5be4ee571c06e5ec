"""Shogi, after the rules of the Japan Shogi Association."""

from banmen.variant import MOVE_LIMIT, Handicap, Kind, Option, Promotion, Variant

_GOLD = "WfF"
_REST = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"

SHOGI = Variant(
    key="shogi",
    start="lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    kinds={
        "K": Kind("K", "玉", "king", value=0),
        "R": Kind("R", "飛", "rook", Promotion("RF", "竜", "promoted_rook", 13), value=10),
        "B": Kind("B", "角", "bishop", Promotion("BW", "馬", "promoted_bishop", 11), value=8),
        "G": Kind(_GOLD, "金", "gold", value=6),
        "S": Kind("FfW", "銀", "silver", Promotion(_GOLD, "全", "promoted_silver", 6, "成銀"), value=5),
        "N": Kind("ffN", "桂", "knight", Promotion(_GOLD, "圭", "promoted_knight", 6, "成桂"), value=4),
        "L": Kind("fR", "香", "lance", Promotion(_GOLD, "杏", "promoted_lance", 6, "成香"), value=3),
        "P": Kind("fW", "歩", "pawn", Promotion(_GOLD, "と", "promoted_pawn", 6), value=1),
    },
    zone=3,
    royals="K",
    pawn="P",
    points={"R": 5, "B": 5, "K": 0},
    options=(
        Option("impasse", "27", "Japan Shogi Association, amateur rules (27); professional rules (24)",
               ("27", "24", "try", "none")),
        Option("strict", False, "Japan Shogi Association: a wrong declaration loses", (False, True)),
        MOVE_LIMIT,
    ),
    handicaps=(
        Handicap("lance", f"lnsgkgsn1/1r5b1/{_REST}"),
        Handicap("right_lance", f"1nsgkgsnl/1r5b1/{_REST}"),
        Handicap("bishop", f"lnsgkgsnl/1r7/{_REST}"),
        Handicap("rook", f"lnsgkgsnl/7b1/{_REST}"),
        Handicap("rook_lance", f"lnsgkgsn1/7b1/{_REST}"),
        Handicap("two", f"lnsgkgsnl/9/{_REST}"),
        Handicap("three", f"1nsgkgsnl/9/{_REST}"),
        Handicap("four", f"1nsgkgsn1/9/{_REST}"),
        Handicap("five", f"2sgkgsn1/9/{_REST}"),
        Handicap("left_five", f"1nsgkgs2/9/{_REST}"),
        Handicap("six", f"2sgkgs2/9/{_REST}"),
        Handicap("right_seven", f"3gkgs2/9/{_REST}"),
        Handicap("left_seven", f"2sgkg3/9/{_REST}"),
        Handicap("eight", f"3gkg3/9/{_REST}"),
        Handicap("nine", f"4kg3/9/{_REST}"),
        Handicap("ten", f"4k4/9/{_REST}"),
        Handicap("three_pawns", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1"),
        Handicap("bare_king", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
    ),
)
