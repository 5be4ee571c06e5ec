"""USI: moves and position commands, what is read, what is refused and with which code."""

from __future__ import annotations

import pytest

from banmen import usi
from banmen.errors import BanmenError, UsiError
from banmen.games import load

KINGS = "4k4/9/9/9/9/9/9/9/4K4 b - 1"

# text, the one way we write it
MOVES = [
    ("7g7f", "7g7f"), ("8h2b+", "8h2b+"), ("P*5e", "P*5e"),
    ("p*5e", "P*5e"),
    ("7g7f=", "7g7f"),
    (" 7g7f\n", "7g7f"),
    ("1a1a", "1a1a"),
]

NO_MOVES = [
    ("", "usi.move"), ("7g", "usi.move"), ("7g7", "usi.move"), ("7g7ff", "usi.move"), ("7g7f++", "usi.move"),
    ("7g 7f", "usi.move"), ("g7f7", "usi.move"), ("7G7F", "usi.move"), ("７g7f", "usi.move"), ("7g7f\u0000", "usi.move"),
    ("0a1a", "usi.move"), ("7g7j", "usi.square"), ("7z7a", "usi.square"), ("P*5j", "usi.square"),
    ("P*5e+", "usi.drop_promotes"), ("P*5e=", "usi.move"), ("*5e", "usi.move"), ("PP*5e", "usi.move"), ("歩*5e", "usi.move"),
    ("resign", "usi.move"), ("0000", "usi.move"), ("7g7f" * 1000, "usi.move"), (None, "usi.move"), (7, "usi.move"),
]

# command, the one way we write it
COMMANDS = [
    ("position startpos", "position startpos"),
    ("startpos", "position startpos"),
    ("startpos moves", "position startpos"),
    ("  position   startpos  moves  7g7f   3c3d ", "position startpos moves 7g7f 3c3d"),
    (f"position sfen {KINGS} moves 5i5h", f"position sfen {KINGS} moves 5i5h"),
    (f"sfen {KINGS}", f"position sfen {KINGS}"),
    (KINGS, f"position sfen {KINGS}"),
    ("4k4/9/9/9/9/9/9/9/4K4 w p moves p*5e", "position sfen 4k4/9/9/9/9/9/9/9/4K4 w p 1 moves P*5e"),
    (f"position sfen {load('shogi').start} moves 7g7f", "position startpos moves 7g7f"),
    ("startpos moves 7g7f resign", "position startpos moves 7g7f"),
]

NO_COMMANDS = [
    ("", "usi.position"), ("position", "usi.position"), ("position moves 7g7f", "usi.position"),
    ("position sfen", "sfen.fields"), ("position startpos 7g7f", "sfen.ranks"), ("go infinite", "sfen.ranks"),
    ("startpos moves 7g7e", "usi.illegal"), ("startpos moves 7g7f 7f7e", "usi.illegal"),
    ("startpos moves P*5e", "usi.illegal"), ("startpos moves 8h2b", "usi.illegal"),
    ("startpos moves resign 7g7f", "usi.move"), ("startpos moves 7g7f rep_draw", "usi.move"), ("startpos moves 7g7z", "usi.square"),
    (f"sfen {KINGS.replace('b', 'B')}", "sfen.turn"),
    ("x" * 1_000_000, "usi.length"), (None, "usi.length"), (b"startpos", "usi.length"),
]


@pytest.mark.parametrize(("text", "canonical"), MOVES)
def test_reads_moves(text: str, canonical: str) -> None:
    shogi = load("shogi")
    assert usi.format_move(usi.parse_move(text, shogi), shogi) == canonical


@pytest.mark.parametrize(("text", "code"), NO_MOVES, ids=lambda value: repr(value)[:30])
def test_refuses_moves(text: str, code: str) -> None:
    with pytest.raises(UsiError) as failure:
        usi.parse_move(text, load("shogi"))
    assert failure.value.code == code
    assert len(str(failure.value)) < 300


@pytest.mark.parametrize(("text", "canonical"), COMMANDS)
def test_reads_commands(text: str, canonical: str) -> None:
    game = usi.parse_position(text, load("shogi"))
    assert usi.format_position(game) == canonical
    assert usi.parse_position(canonical, load("shogi")).position == game.position


@pytest.mark.parametrize(("text", "code"), NO_COMMANDS, ids=lambda value: repr(value)[:50])
def test_refuses_commands(text: str, code: str) -> None:
    with pytest.raises(BanmenError) as failure:
        usi.parse_position(text, load("shogi"))
    assert failure.value.code == code


def test_an_illegal_move_is_named_by_its_index() -> None:
    with pytest.raises(UsiError) as failure:
        usi.parse_position("startpos moves 7g7f 3c3d 3d3e", load("shogi"))
    assert failure.value.details["index"] == 2
    assert failure.value.details["text"] == "3d3e"
