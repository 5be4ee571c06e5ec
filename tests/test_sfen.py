"""SFEN: what is read, what is refused and with which code."""

from __future__ import annotations

import pytest
from table import rows

from banmen import sfen
from banmen.errors import SfenError
from banmen.game import Game
from banmen.games import load
from banmen.view import view

KINGS = "4k4/9/9/9/9/9/9/9/4K4"
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"

# game, what programs write, the one way we write it
READ = [
    ("shogi", f"{KINGS} b", f"{KINGS} b - 1"),
    ("shogi", f"{KINGS} w -", f"{KINGS} w - 1"),
    ("shogi", f"{KINGS} b 2P", f"{KINGS} b 2P 1"),
    ("shogi", f"{KINGS} b 7", f"{KINGS} b - 7"),
    ("shogi", f" {KINGS}  b\t-   12\n", f"{KINGS} b - 12"),
    ("shogi", f"{KINGS} b p2P 1", f"{KINGS} b 2Pp 1"),
    ("shogi", f"{KINGS} b PPP1G 1", f"{KINGS} b G3P 1"),
    ("shogi", f"{KINGS} b plnsgbrPLNSGBR 1", f"{KINGS} b RBGSNLPrbgsnlp 1"),
    ("shogi", f"{KINGS} b 18P 1", f"{KINGS} b 18P 1"),
    ("shogi", "1111k1111/9/9/9/9/9/9/9/45 b - 1", "4k4/9/9/9/9/9/9/9/9 b - 1"),
    ("shogi", "4k4/9/9/+R+B+S+N+L+P+r+b+s/9/9/9/9/4K4 b - 1", "4k4/9/9/+R+B+S+N+L+P+r+b+s/9/9/9/9/4K4 b - 1"),
    ("dobutsu", "rkb/1p1/1P1/BKR b - 1", "gle/1c1/1C1/ELG b - 1"),
    ("dobutsu", "1kb/1+p1/3/BK1 w RPrp 4", "1le/1+c1/3/EL1 w GCgc 4"),
    ("dobutsu", "gle/1c1/1C1/ELG b", "gle/1c1/1C1/ELG b - 1"),
    ("hasami", "9/1P2P4/4p4/9/9/9/9/2p6/9 b pP2P", "9/1P2P4/4p4/9/9/9/9/2p6/9 b 3Pp 1"),
    ("minishogi", "rbsgk/4p/5/P4/KGSBR b", "rbsgk/4p/5/P4/KGSBR b - 1"),
]

# game, text, code
REFUSED = [
    ("shogi", "", "sfen.fields"),
    ("shogi", START, "sfen.fields"),
    ("shogi", f"{START} b - 1 1", "sfen.fields"),
    ("shogi", "startpos", "sfen.fields"),
    ("shogi", "9/9/9/9/9/9/9/9 b - 1", "sfen.ranks"),
    ("shogi", f"{KINGS}/9 b - 1", "sfen.ranks"),
    ("shogi", f"{KINGS}/ b - 1", "sfen.ranks"),
    ("shogi", "4k4/9/8/9/9/9/9/9/4K4 b - 1", "sfen.rank_width"),
    ("shogi", "4k4/9//9/9/9/9/9/4K4 b - 1", "sfen.rank_width"),
    ("shogi", "4k5/9/9/9/9/9/9/9/4K4 b - 1", "sfen.rank_width"),
    ("shogi", "9999999999999/9/9/9/9/9/9/9/4K4 b - 1", "sfen.rank_width"),
    ("shogi", "4k4/9/4x4/9/9/9/9/9/4K4 b - 1", "sfen.letter"),
    ("shogi", "4k4/9/4歩4/9/9/9/9/9/4K4 b - 1", "sfen.letter"),
    ("shogi", "4k4/9/4\u00004/9/9/9/9/9/4K4 b - 1", "sfen.letter"),
    ("shogi", "4k4/9/９/9/9/9/9/9/4K4 b - 1", "sfen.letter"),
    ("shogi", "4k4/9/٩/9/9/9/9/9/4K4 b - 1", "sfen.letter"),
    ("shogi", "4+k4/9/9/9/9/9/9/9/4K4 b - 1", "sfen.promoted"),
    ("shogi", "4k4/9/4+G4/9/9/9/9/9/4K4 b - 1", "sfen.promoted"),
    ("shogi", "4k3+/9/9/9/9/9/9/9/4K4 b - 1", "sfen.promoted"),
    ("shogi", "4k4/9/9/4++P4/9/9/9/9/4K4 b - 1", "sfen.promoted"),
    ("shogi", "4k4/9/9/4+14/9/9/9/9/4K4 b - 1", "sfen.promoted"),
    ("shogi", "4k4/9/90/9/9/9/9/9/4K4 b - 1", "sfen.digit"),
    ("shogi", f"{KINGS} W - 1", "sfen.turn"),
    ("shogi", f"{KINGS} - - 1", "sfen.turn"),
    ("shogi", f"{KINGS} black - 1", "sfen.turn"),
    ("shogi", f"{KINGS} b 2 1", "sfen.hand"),
    ("shogi", f"{KINGS} b P2 1", "sfen.hand"),
    ("shogi", f"{KINGS} b Ｐ 1", "sfen.hand"),
    ("shogi", f"{KINGS} b +P 1", "sfen.hand_piece"),
    ("shogi", f"{KINGS} b x 1", "sfen.hand_piece"),
    ("shogi", f"{KINGS} b K 1", "sfen.hand_piece"),
    ("shogi", f"{KINGS} b -P 1", "sfen.hand_piece"),
    ("shogi", f"{KINGS} b 0P 1", "sfen.hand_count"),
    ("shogi", f"{KINGS} b {'9' * 400}P 1", "sfen.hand_count"),
    ("shogi", f"{KINGS} b {'P' * 400} 1", "sfen.hand_count"),
    ("shogi", f"{KINGS} b - x", "sfen.counter"),
    ("shogi", f"{KINGS} b - -1", "sfen.counter"),
    ("shogi", f"{KINGS} b - 1.5", "sfen.counter"),
    ("shogi", f"{KINGS} b - ١", "sfen.counter"),
    ("shogi", f"{KINGS} b - {'9' * 400}", "sfen.counter"),
    ("shogi", f"{KINGS} b - 1{' ' * 10_000}", "sfen.length"),
    ("shogi", None, "sfen.length"),
    ("shogi", 7, "sfen.length"),
    ("shogi", b"4k4", "sfen.length"),
    ("dobutsu", f"{START} b - 1", "sfen.ranks"),
    ("dobutsu", "rkb/1c1/1P1/BKR b - 1", "sfen.letter"),
    ("dobutsu", "+gle/1c1/1C1/ELG b - 1", "sfen.promoted"),
    ("dobutsu", "1le/1c1/1C1/ELG b R 1", "sfen.hand_piece"),
    ("hasami", "4+P4/9/9/9/9/9/9/9/9 b - 1", "sfen.promoted"),
    ("hasami", f"{START} b - 1", "sfen.letter"),
]


@pytest.mark.parametrize(("game", "text", "canonical"), READ)
def test_reads_what_programs_write(game: str, text: str, canonical: str) -> None:
    variant = load(game)
    assert sfen.format(sfen.parse(text, variant), sfen.ply(text, variant)) == canonical


@pytest.mark.parametrize(("game", "text", "code"), REFUSED, ids=lambda value: repr(value)[:40])
def test_refuses(game: str, text: str, code: str) -> None:
    with pytest.raises(SfenError) as failure:
        sfen.parse(text, load(game))
    assert failure.value.code == code
    assert len(str(failure.value)) < 2000


def test_an_error_says_where_and_what_was_expected() -> None:
    with pytest.raises(SfenError) as failure:
        sfen.parse("lnsgkgsnl/1r5b1/8p1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", load("shogi"))
    assert failure.value.code == "sfen.rank_width"
    assert failure.value.details == {"rank": 3, "found": 10, "expected": 9, "text": "8p1"}


@pytest.mark.parametrize("row", rows("perft.csv"), ids=lambda row: row["line"])
def test_canonical_texts_stay(row: dict[str, str]) -> None:
    assert sfen.format(sfen.parse(row["sfen"], load(row["game"]))) == row["sfen"]


@pytest.mark.parametrize("row", rows("perft.csv"), ids=lambda row: row["line"])
def test_what_a_view_shows_can_be_set_up(row: dict[str, str]) -> None:
    shown = view(Game(load(row["game"]), sfen.parse(row["sfen"], load(row["game"]))))
    text = sfen.arranged(shown["pieces"], shown["hands"], shown["turn"], load(row["game"]))
    assert text.rpartition(" ")[0] == row["sfen"].rpartition(" ")[0]


UNSET = [
    ({"9z": "K"}, {}, "b", "sfen.square"),
    ({"": "K"}, {}, "b", "sfen.square"),
    ({"5e": "X"}, {}, "b", "sfen.letter"),
    ({"5e": "9/9"}, {}, "b", "sfen.letter"),
    ({"5e": "+K"}, {}, "b", "sfen.letter"),
    ({"5e": "K"}, {"b": {"P": -1}}, "b", "sfen.hand_piece"),
    ({"5e": "K"}, {"b": {"P": 9999}}, "b", "sfen.hand_count"),
    ({"5e": "K"}, {"b": {"K": 1}}, "b", "sfen.hand_piece"),
    ({"5e": "K"}, {}, "x", "sfen.turn"),
    ({"5e": "K"}, {}, "b - 1 1", "sfen.fields"),
]


@pytest.mark.parametrize(("pieces", "hands", "turn", "code"), UNSET)
def test_what_is_no_position_is_not_set_up(pieces: dict[str, str], hands: dict[str, dict[str, int]], turn: str, code: str) -> None:
    with pytest.raises(SfenError) as failure:
        sfen.arranged(pieces, hands, turn, load("shogi"))
    assert failure.value.code == code
