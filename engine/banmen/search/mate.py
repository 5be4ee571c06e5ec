"""The mate solver: the shortest forced mate by checks, every first move that reaches it, and what a reader's move is worth.

Lengths are in plies against every legal defence: a piece put in between counts even where it only
puts off the end, since no rule takes such a move away and problem collections disagree about it.
The defender holds out as long as possible. In a game without check (a lion is captured, men are
enclosed) nothing is mate by checks, and the answer is that there is none.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from banmen.game import Game
from banmen.moves import Move
from banmen.search.checks import checks
from banmen.search.proof import LONGEST, OutOfNodesError, Proof

__all__ = ["LONGEST", "Judgement", "Mate", "Task", "done", "judge", "keys", "solve"]

ONE_BY_ONE = 9
"""Up to here each length is tried; then any mate is looked for first, and shortened after."""

type Task[T] = Generator[None, None, T]
"""Work in slices of 10 to 30 ms, which yields between them and returns its result."""


def done[T](task: Task[T]) -> T:
    """The result of work that need not be broken off."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            result: T = end.value
            return result


@dataclass
class Mate:
    """What is known so far of a mate."""

    plies: int | None = None
    """Length of the shortest one found; None if there is none or none was found yet."""
    line: list[int] = field(default_factory=list)
    """Best play of both sides up to the mate."""
    none_within: int = 0
    """There is no mate of so many plies or fewer."""
    nodes: int = 0

    @property
    def exact(self) -> bool:
        """Whether there is no shorter one."""
        return self.plies is not None and self.plies <= self.none_within + 2


def solve(game: Game, plies: int = LONGEST, nodes: int | None = None) -> Iterator[Mate]:
    """What is known of a mate of at most `plies` by the side to move, after every slice; the last is the result.

    Without a bound on `nodes` the last is complete: a shortest mate, or none within `plies`.
    """
    proof, mate = Proof(game, nodes), Mate()
    with suppress(OutOfNodesError):
        for _ in _shorten(proof, allowed(game, plies), mate):
            yield replace(mate, nodes=proof.nodes)
    yield replace(mate, nodes=proof.nodes)


def allowed(game: Game, plies: int) -> int:
    """The longest mate to look for: of an odd number of plies, and there before a counter ends the game."""
    if game.outcome or game.position.problems() or not game.variant.check:
        return -1
    limit = game.rules.get("move_limit")
    left = limit - len(game.steps) if isinstance(limit, int) else LONGEST
    most = min(plies, left, LONGEST)
    return most if most % 2 else most - 1


def _shorten(proof: Proof, plies: int, mate: Mate) -> Task[None]:
    """Find a mate and then shorter ones, until it is known that there is none."""
    for most in [*range(1, min(plies, ONE_BY_ONE) + 1, 2), *([plies] if plies > ONE_BY_ONE else ())]:
        if (yield from proof.within(most)):
            break
        mate.none_within = most
    else:
        return
    while True:
        mate.plies = proof.mates[proof.walker.bits]
        mate.line = yield from _line(proof, mate.plies, mate.exact)
        if mate.exact:
            return
        if not (yield from proof.within(mate.plies - 2)):
            mate.none_within = mate.plies - 2


def _line(proof: Proof, plies: int, exact: bool) -> Task[list[int]]:
    """Best play from a mate within `plies`; the longest defence for certain only if that is `exact` the shortest."""
    w, line = proof.walker, list[int]()
    try:
        for left in range(plies, -1, -1):
            move = (yield from _mating(proof, left)) if left % 2 else (yield from _defence(proof, left, exact))
            if not move:
                break
            w.push(move)
            line.append(move)
    finally:
        for _ in line:
            w.pop()
    return line


def _after(proof: Proof, move: int, plies: int) -> Task[bool]:
    """Whether a move leads to mate within `plies` more."""
    proof.walker.push(move)
    try:
        return (yield from proof.within(plies))
    finally:
        proof.walker.pop()


def _mating(proof: Proof, plies: int) -> Task[int]:
    """A check that mates within `plies`, this one included."""
    tried = sorted(checks(proof.walker))
    # Those known to need no search come first.
    tried.sort(key=lambda move: proof.known(move) > plies - 1)
    for move in tried:
        if (yield from _after(proof, move, plies - 1)):
            return move
    raise AssertionError(f"no mate in {plies}")


def _defence(proof: Proof, plies: int, exact: bool) -> Task[int]:
    """The answer to a check that holds out longest, where mate takes `plies` more; 0 if this is mate."""
    replies = sorted(proof.walker.legal())
    if exact:
        for move in replies:
            if not (yield from _after(proof, move, plies - 3)):
                return move
    return max(replies, key=proof.known, default=0)


def keys(game: Game, plies: int = LONGEST) -> Task[tuple[int | None, tuple[Move, ...]]]:
    """The length of the shortest mate within `plies`, and every first move that reaches it."""
    proof, mate = Proof(game), Mate()
    yield from _shorten(proof, allowed(game, plies), mate)
    if mate.plies is None:
        return None, ()
    found = []
    for move in sorted(checks(proof.walker)):
        if (yield from _after(proof, move, mate.plies - 1)):
            found.append(game.position.tables.moves[move])
    return mate.plies, tuple(found)


class Judgement(NamedTuple):
    """What a move is worth to whoever is to mate, or to win by force.

    `fastest`: nothing is shorter; `slower`: it does it too; both in `plies` with this move counted, if the other side answers with
    `reply`, which holds out longest (None after the last move). `escapes`: not after `reply`; `no_check`: it had to give check;
    `unproven`: it gives check, and the search ended before it knew more.
    """

    code: Literal["fastest", "slower", "escapes", "no_check", "unproven"]
    plies: int | None = None
    reply: Move | None = None


def judge(game: Game, move: Move, plies: int = LONGEST, nodes: int | None = None) -> Task[Judgement]:
    """Judge a legal move of the side that is to mate; a mate longer than `plies` counts as none."""
    proof = Proof(game, nodes)
    code = game.position.tables.code(move)
    if code not in checks(proof.walker):
        return Judgement("no_check")
    try:
        return (yield from _judge(proof, code, allowed(game, plies)))
    except OutOfNodesError:
        return Judgement("unproven")


def _judge(proof: Proof, code: int, most: int) -> Task[Judgement]:
    w, mate = proof.walker, Mate()
    moves = w.tables.moves
    yield from _shorten(proof, most, mate)
    if mate.plies is not None:
        for length in range(mate.plies, most + 1, 2):
            if (yield from _after(proof, code, length - 1)):
                w.push(code)
                reply = yield from _defence(proof, length - 1, exact=True)
                w.pop()
                return Judgement("fastest" if length == mate.plies else "slower", length, moves[reply] if reply else None)
    w.push(code)
    for reply in sorted(w.legal()):
        if not (yield from _after(proof, reply, most - 2)):
            return Judgement("escapes", None, moves[reply])
    raise AssertionError("a check without an escape is a mate")
