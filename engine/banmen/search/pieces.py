"""Facts about a move in a game of pieces that are captured by moving onto them: won, saved, attacked."""

from __future__ import annotations

from banmen.moves import ORIGIN, PROMOTES, TARGET
from banmen.position import Position
from banmen.search.exchange import ROYAL, Worth, worth
from banmen.search.threats import passed
from banmen.walker import Walker

__all__ = ["facts"]

LEAST = 100
"""What is worth a word: the weakest piece."""
KEPT = 0.6
"""The part of a gain that the line has to keep."""
SEEN = 6
"""Plies of the line that are trusted: later ones were hardly searched."""


def facts(position: Position, move: int, line: list[int]) -> dict[str, dict[str, object]]:
    """What holds of a legal move that does not end the game."""
    w = position.walker()
    value = worth(position.variant)
    t, turn = w.tables, w.turn
    origin, target = move >> ORIGIN & TARGET, move & TARGET
    facts: dict[str, dict[str, object]] = {}
    if move & PROMOTES:
        facts["promotes"] = {"piece": t.names[w.board[origin]]}
    kept = _kept(w, value, line)
    taken, names = w.board[target], [t.names[code] for code in w.board]
    if taken:
        facts |= _won(w, value, move, kept)
    own_before = value.hanging(w)
    in_danger = {} if t.variant.check and w.in_check() else value.hanging(passed(position).walker())
    w.push(move)
    if in_danger and kept > -LEAST:
        facts |= _saved(w, value, in_danger, origin, target, names)
    if not taken and kept > -LEAST and not value.on(w, target):
        facts |= _attacked(w, value, target, turn, own_before)
    return facts


def _kept(w: Walker, value: Worth, line: list[int]) -> float:
    """What the side to move has at least gained whenever the other one has answered, along the line."""
    net, least = 0.0, float("inf")
    count = 0
    for move in line[:SEEN]:
        gained = value.gain(w, move)
        net += -gained if count % 2 else gained
        w.push(move)
        count += 1
        if count % 2 == 0 or count == len(line):
            least = min(least, net)
    for _ in range(count):
        w.pop()
    return least


def _won(w: Walker, value: Worth, move: int, kept: float) -> dict[str, dict[str, object]]:
    """The piece captured is won, or won for one that is worth less."""
    t, origin, target = w.tables, move >> ORIGIN & TARGET, move & TARGET
    taken = w.board[target]
    gained = min(kept, value.after(w, move))
    won: dict[str, object] = {"piece": t.names[taken], "square": t.squares[target]}
    if gained >= LEAST and value.after(w, move) < value.gain(w, move):
        # It can be taken back, and what is lost then is the piece that moves.
        return {"wins_exchange": won | {"lost": t.names[w.board[origin]]}}
    return {"wins_piece": won} if gained >= KEPT * value.taken[taken] else {}


def _saved(
    w: Walker, value: Worth, in_danger: dict[int, float], origin: int, target: int, names: list[str]
) -> dict[str, dict[str, object]]:
    """Of the own pieces that could have been captured at a loss, the dearest that cannot be any more; `names` before the move."""
    still = value.hanging(w)
    saved = []
    for square, loss in in_danger.items():
        now = target if square == origin else square
        if loss >= LEAST and still.get(now, 0) < LEAST:
            saved.append((loss, square))
    if not saved:
        return {}
    _, square = max(saved)
    return {"saves_piece": {"piece": names[square], "square": w.tables.squares[square]}}


def _attacked(w: Walker, value: Worth, mover: int, turn: int, before: dict[int, float]) -> dict[str, dict[str, object]]:
    """What the piece that moved, itself safe, could capture at a gain if the other side did nothing about it."""
    t = w.tables
    # As if the other side passed; done on the walker, since a side in check may not.
    w.turn, w.bits = turn, w.bits ^ t.turn_toggle
    gains: dict[int, float] = {}
    for move in w.legal(drops=False):
        square = move & TARGET
        if move >> ORIGIN & TARGET == mover and w.board[square]:
            gained = ROYAL if t.royal[w.board[square]] else value.after(w, move)
            if gained >= LEAST:
                gains[square] = max(gained, gains.get(square, 0))
    w.turn, w.bits = 1 - turn, w.bits ^ t.turn_toggle
    squares = sorted(gains, key=lambda square: -gains[square])
    if len(squares) > 1:
        return {"forks": {
            "piece": t.names[w.board[mover]],
            "pieces": [t.names[w.board[square]] for square in squares],
            "squares": [t.squares[square] for square in squares],
        }}
    for square in squares:
        # Check is said by another reason.
        if before.get(square, 0) < gains[square] and not (t.royal[w.board[square]] and t.variant.check):
            return {"threatens_piece": {"piece": t.names[w.board[square]], "square": t.squares[square]}}
    return {}
