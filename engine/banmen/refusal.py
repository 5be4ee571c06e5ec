"""Why a move is not legal: a stable code, the squares that prove it, and what a sentence needs.

`explain` answers for any text. Tests run from the plainest reason to the subtlest, so that a
reader who errs twice is told the simpler thing first.
"""

from __future__ import annotations

from typing import NamedTuple

from banmen.declare import verdict
from banmen.errors import GameError, UsiError
from banmen.game import Game
from banmen.moves import TARGET, BoardMove, Drop
from banmen.position import Position
from banmen.usi import parse_move

__all__ = ["REFUSALS", "Refusal", "explain"]

REFUSALS = ("not_usi", "no_such_square", "empty_square", "not_your_piece", "own_piece_on_target", "does_not_move_so",
            "blocked", "must_promote", "may_not_promote", "none_in_hand", "no_drops_here", "drop_on_piece", "two_pawns",
            "dead_piece", "pawn_drop_mate", "leaves_check", "game_over", "declaration_fails")


class Refusal(NamedTuple):
    """Why not: the code, the proving squares (USI names), and details with piece name keys and squares."""

    code: str
    squares: tuple[str, ...]
    details: dict[str, object]


def explain(game: Game, text: str) -> Refusal | None:
    """Why `text` is not a legal move now; None if it is one. USI's "win" is a declaration (impasse).

    Raises GameError ``game.unplayable`` for a position with `problems`, in which no rule holds.
    """
    if game.position.problems():
        raise GameError("game.unplayable", problems=list(game.position.problems()))
    if text.strip() == "win":
        return _declaration(game)
    try:
        move = parse_move(text, game.variant)
    except UsiError as error:
        if error.code == "usi.drop_promotes":
            return _drop_promotes(game, str(error.details["expected"]))
        code = "no_such_square" if error.code == "usi.square" else "not_usi"
        return Refusal(code, (), {"text": error.details.get("square", error.details["text"])})
    if move in game.legal_moves:
        return None
    # Where the game ended for want of a legal move, each move still has its own reason, worth telling.
    if game.outcome and (game.end or game.outcome.ending not in ("checkmate", "no_moves")):
        winner = game.outcome.winner
        return Refusal("game_over", (), {"ending": game.outcome.ending, "winner": None if winner is None else winner.letter})
    return _drop(game.position, move) if isinstance(move, Drop) else _board_move(game.position, move)


def _declaration(game: Game) -> Refusal | None:
    failed = next((need for need in verdict(game).conditions if not need.ok), None)
    if failed is None:
        return None
    w, names = game.position.walker(), game.position.tables.squares
    king = w.kings[w.turn]
    squares = (names[king],) if failed.code in ("king_in_zone", "not_in_check") and king >= 0 else ()
    return Refusal("declaration_fails", squares, {"condition": failed.code, "reason": failed.code, **failed.details})


def _drop_promotes(game: Game, plain: str) -> Refusal:
    """A drop written with "+": refused for that alone if the drop itself is legal."""
    kind = game.variant.kinds.get(plain[0].upper())
    return explain(game, plain) or Refusal(
        "may_not_promote", (plain[2:4],), {"piece": kind.name if kind else "", "reason": "drop"}
    )


def _refuse(position: Position, code: str, *squares: int, **details: object) -> Refusal:
    names = position.tables.squares
    return Refusal(code, tuple(names[square] for square in squares), details)


def _board_move(position: Position, move: BoardMove) -> Refusal:
    w, t = position.walker(), position.tables
    origin, target = move.origin, move.target
    code, there = w.board[origin], w.board[target]
    names = {"from": t.squares[origin], "to": t.squares[target]}
    if not code:
        return _refuse(position, "empty_square", origin, square=t.squares[origin])
    piece = t.names[code]
    if t.color[code] != w.turn:
        return _refuse(position, "not_your_piece", origin, square=t.squares[origin], piece=piece, color=position.turn.letter)
    line = next((line for _, line in t.lines[code][origin] if target in line), None)
    if line is None:
        return _refuse(position, "does_not_move_so", origin, piece=piece, **names)
    blocker = next((square for square in line[: line.index(target)] if w.board[square]), None)
    if blocker is not None:
        return _refuse(position, "blocked", blocker, piece=piece, square=t.squares[blocker],
                       blocker=t.names[w.board[blocker]], **names)
    if there and w.custodial and t.color[there] != w.turn:
        return _refuse(position, "blocked", target, piece=piece, square=t.squares[target], blocker=t.names[there], **names)
    if there and t.color[there] == w.turn:
        return _refuse(position, "own_piece_on_target", target, square=t.squares[target], piece=t.names[there])
    moves = t.board_moves(code, origin, target)
    wanted = t.code(move)
    if wanted not in moves:
        if not move.promotes:
            return _refuse(position, "must_promote", target, piece=piece, to=t.squares[target])
        reason = "zone" if t.promoted[code] else "kind"
        return _refuse(position, "may_not_promote", origin, piece=piece, reason=reason)
    unsafe = _leaves_check(position, wanted, piece)
    assert unsafe, f"{move} is a move of the piece and safe, so it is legal"
    return unsafe


def _drop(position: Position, move: Drop) -> Refusal:
    w, t = position.walker(), position.tables
    target = move.target
    if not position.variant.drops:
        return _refuse(position, "no_drops_here")
    kind = position.variant.kinds.get(move.kind)
    if kind is None:
        return Refusal("not_usi", (), {"text": f"{move.kind}*{t.squares[target]}"})
    if not position.hand(position.turn).get(move.kind):
        return _refuse(position, "none_in_hand", piece=kind.name)
    code = t.code_of[t.cased(move.kind, w.turn)]
    if w.board[target]:
        return _refuse(position, "drop_on_piece", target, piece=kind.name, square=t.squares[target],
                       blocker=t.names[w.board[target]])
    if not position.variant.dead_drops and t.dead(code, target):
        return _refuse(position, "dead_piece", target, piece=kind.name, to=t.squares[target])
    if move.kind == position.variant.pawn:
        pawn = next((s for s in range(target % t.files, t.size, t.files) if w.board[s] == code), None)
        if pawn is not None:
            return _refuse(position, "two_pawns", pawn, piece=kind.name, square=t.squares[pawn], file=t.squares[pawn][0])
    unsafe = _leaves_check(position, t.code(move), kind.name)
    if unsafe:
        return unsafe
    king = w.kings[1 - w.turn]
    return _refuse(position, "pawn_drop_mate", target, king, piece=kind.name, to=t.squares[target], king=t.squares[king])


def _leaves_check(position: Position, move: int, piece: str) -> Refusal | None:
    """Refused if the own royal would stand attacked after a move that is otherwise the piece's own."""
    w, t = position.walker(), position.tables
    turn = w.turn
    checked = w.in_check()
    w.push(move)
    king = w.kings[turn]
    attackers = w.attackers(king, 1 - turn) if king >= 0 else []
    if not attackers:
        return None
    reason = "king" if king == move & TARGET else "check" if checked else "pin"
    return _refuse(position, "leaves_check", *attackers, king, piece=piece, reason=reason,
                   attacker=t.names[w.board[attackers[0]]], square=t.squares[attackers[0]])
