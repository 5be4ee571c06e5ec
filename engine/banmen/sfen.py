"""SFEN: a position in one line of text. Tolerant of what programs write, canonical on the way out.

Read: repeated and surrounding spaces, hands in any order and with repeated letters, a missing
hand or move counter, lishogi's letters for Dōbutsu. Whatever is not surely understood is an
SfenError with the place: a position is never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from banmen.errors import SfenError
from banmen.position import Position
from banmen.tables import Tables, tables
from banmen.variant import Color, Variant

__all__ = ["arranged", "board_text", "format", "parse", "ply"]

LONGEST = 1000
"""No SFEN of any game is nearly as long; longer texts are refused unread."""

_HAND = re.compile(r"(\d*)(\+?[^\d+])")


def parse(text: str, variant: Variant, rules: Mapping[str, object] | None = None) -> Position:
    """The position that `text` describes; it may have `problems`.

    Raises SfenError with one of ``sfen.length``, ``sfen.fields``, ``sfen.ranks``,
    ``sfen.rank_width``, ``sfen.letter``, ``sfen.promoted``, ``sfen.digit``, ``sfen.turn``,
    ``sfen.hand``, ``sfen.hand_piece``, ``sfen.hand_count``, ``sfen.counter``; RuleError for `rules`.
    """
    fields = _fields(text, variant)
    t = tables(variant)
    letters = _letters(fields[0] + fields[2], variant)
    board = _board(fields[0], t, letters)
    if fields[1] not in ("b", "w"):
        raise SfenError("sfen.turn", text=fields[1], expected="b or w")
    hands = _hands(fields[2], t, letters)
    return Position(variant.rules(rules), board, hands, "bw".index(fields[1]))


def ply(text: str, variant: Variant) -> int:
    """The move counter of an SFEN: the number of the next move, 1 if it is missing."""
    return int(_fields(text, variant)[3])


def format(position: Position, ply: int = 1) -> str:  # noqa: A001 - called as sfen.format
    """The canonical SFEN: hands in the order of the kinds, first player's first, counter `ply`."""
    return f"{board_text(position)} {position.turn.letter} {_hand_text(position)} {ply}"


def arranged(pieces: Mapping[str, str], hands: Mapping[str, Mapping[str, int]], turn: str, variant: Variant) -> str:
    """The SFEN of a position given as a view has it: `pieces` by square, `hands` by side and kind; counter 1.

    Raises SfenError ``sfen.square`` or ``sfen.letter``, and for the rest what `parse` raises.
    """
    t = tables(variant)
    board = [""] * t.size
    for square, symbol in pieces.items():
        number = t.square_of.get(square)
        if number is None:
            raise SfenError("sfen.square", text=square[:9], expected="a square of the board")
        if symbol not in t.code_of:
            raise SfenError("sfen.letter", rank=number // t.files + 1, text=symbol[:9], expected=list(variant.kinds))
        board[number] = symbol
    ranks = ["".join(symbol or "1" for symbol in board[first : first + t.files]) for first in range(0, t.size, t.files)]
    text = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(ranks))
    held = ((t.cased(letter, color), count) for color in Color for letter, count in hands.get(color.letter, {}).items())
    hand = "".join(f"{count}{letter}" for letter, count in held if count)
    return format(parse(f"{text} {turn} {hand or '-'}", variant))


def _fields(text: str, variant: Variant) -> list[str]:
    if not isinstance(text, str) or len(text) > LONGEST:
        raise SfenError("sfen.length", length=len(text) if isinstance(text, str) else None, expected=LONGEST)
    fields = text.split()
    if len(fields) == 1 or not 2 <= len(fields) <= 4:
        raise SfenError("sfen.fields", found=len(fields), expected="board, turn, hands, counter", text=text)
    if len(fields) == 2:
        fields.append("-")
    if len(fields) == 3:
        # "board turn 5": a counter without hands.
        fields = [*fields[:2], "-", fields[2]] if fields[2].isascii() and fields[2].isdigit() else [*fields, "1"]
    if not (fields[3].isascii() and fields[3].isdigit() and len(fields[3]) <= 6):
        raise SfenError("sfen.counter", text=fields[3], expected="a whole number")
    return fields


def _letters(text: str, variant: Variant) -> Mapping[str, str]:
    """Other programs' letters -> ours, if the text uses only theirs and at least one that is not ours."""
    used = {character.upper() for character in text if character.isascii() and character.isalpha()}
    if used <= set(variant.letters) and not used <= set(variant.kinds):
        return variant.letters
    return {}


def _board(text: str, t: Tables, letters: Mapping[str, str]) -> bytes:
    ranks = text.split("/")
    if len(ranks) != t.ranks:
        raise SfenError("sfen.ranks", found=len(ranks), expected=t.ranks, text=text)
    board = bytearray()
    for number, rank in enumerate(ranks, 1):
        row = _rank(rank, number, t, letters)
        if len(row) != t.files:
            raise SfenError("sfen.rank_width", rank=number, found=len(row), expected=t.files, text=rank)
        board += row
    return bytes(board)


def _rank(text: str, number: int, t: Tables, letters: Mapping[str, str]) -> bytes:
    row = bytearray()
    promoted = ""
    for character in text:
        if character == "+" and not promoted:
            promoted = "+"
            continue
        if promoted == "" and character in "123456789":
            row += bytes(int(character))
            continue
        if character == "0":
            raise SfenError("sfen.digit", rank=number, text=text, expected="1 to 9")
        symbol = promoted + _letter(character, letters)
        if symbol not in t.code_of:
            known = symbol.lstrip("+") in t.code_of
            raise SfenError("sfen.promoted" if known or promoted else "sfen.letter", rank=number,
                            text=promoted + character, expected=list(t.variant.kinds))
        row.append(t.code_of[symbol])
        promoted = ""
    if promoted:
        raise SfenError("sfen.promoted", rank=number, text="+", expected=list(t.variant.kinds))
    return bytes(row)


def _letter(character: str, letters: Mapping[str, str]) -> str:
    ours = letters.get(character.upper(), character)
    return ours.lower() if character.islower() else ours


def _hands(text: str, t: Tables, letters: Mapping[str, str]) -> list[list[int]]:
    hands = [[0] * len(t.hand_kinds) for _ in Color]
    if text == "-":
        return hands
    if not text.isascii() or _HAND.sub("", text):
        raise SfenError("sfen.hand", text=text, expected="- or counts and letters, as in 2Pb")
    for digits, piece in _HAND.findall(text):
        letter = _letter(piece, letters)
        if letter.upper() not in t.hand_index:
            raise SfenError("sfen.hand_piece", text=piece, expected=list(t.hand_kinds))
        count = int(digits) if digits and len(digits) < 4 else 1 if not digits else t.most + 1
        hand, index = hands[letter.islower()], t.hand_index[letter.upper()]
        hand[index] += count
        if count == 0 or hand[index] > t.most:
            raise SfenError("sfen.hand_count", text=digits[:9] + piece, expected=f"1 to {t.most}")
    return hands


def board_text(position: Position) -> str:
    """The board field of the SFEN."""
    t = position.tables
    ranks = []
    for rank in range(t.ranks):
        text, empty = "", 0
        for square in range(rank * t.files, (rank + 1) * t.files):
            symbol = position.piece_at(square)
            if symbol is None:
                empty += 1
                continue
            text += (str(empty) if empty else "") + symbol
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks)


def _hand_text(position: Position) -> str:
    text = ""
    for color in Color:
        for letter, count in position.hand(color).items():
            text += (str(count) if count > 1 else "") + position.tables.cased(letter, color)
    return text or "-"
