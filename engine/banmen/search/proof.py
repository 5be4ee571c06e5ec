"""Depth-first proof-number search (df-pn): whether a side mates by checks within so many plies.

Every question has a bound on the plies, so that no line is endless: a proof needs no care about
positions that come back, and a "no" is as certain as a "yes". What is learned about a position is
kept as two numbers that hold whichever way it is reached: it is mate within `mates` plies, it is
no mate within `escapes` plies. Only numbers of proof belong to one bound.

The odd plies are the attacker's: a position with an odd number left is one where the attacker
moves. Each node has `phi`, the work left to reach the mover's aim, and `delta`, the work left to
refute it; a child's `delta` is what its parent's `phi` is made of.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import islice

from banmen import outcome
from banmen.game import Game
from banmen.moves import ORIGIN, TARGET
from banmen.search.checks import checks

__all__ = ["LONGEST", "OutOfNodesError", "Proof"]

LONGEST = 25
"""Plies of the longest mate that is looked for."""

FOREVER = 1 << 10
OVER = -1
"""Stands for every position in which the game has ended otherwise than by mate."""
INFINITE = 1 << 40
SLICE = 250
"""Nodes after which control goes back to whoever runs the search: 10 to 30 ms. Not a time, so that
the same question always takes the same way."""
MOST_KNOWN = 150_000
MOST_EXPANDED = 12_000
"""Positions remembered, and those with their moves; about 60 MB."""

_Children = list[tuple[int, int]]
"""Each move with `Walker.bits` after it."""


class OutOfNodesError(Exception):
    """The search may look at no more positions."""


class Proof:
    """What is known about mates from one game's position on. Ask with `within`, walk with `walker`."""

    def __init__(self, game: Game, nodes: int | None = None) -> None:
        self.walker = game.position.walker()
        self.nodes = 0
        """Positions whose moves were made."""
        self.limit = nodes or INFINITE
        self.mates: dict[int, int] = {}
        self.escapes = {OVER: FOREVER}
        self.worn_out = _worn_out(game)
        self.open: list[dict[int, tuple[int, int]]] = [{} for _ in range(LONGEST + 1)]
        self.children: dict[int, _Children] = {}
        self.moves: dict[int, list[int]] = {}
        self.halt = 0

    def within(self, plies: int) -> Generator[None, None, bool]:
        """Whether the attacker mates from where the walker stands; to be run to its end, in slices.

        Raises OutOfNodesError. The walker is where it was whenever control is handed back.
        """
        while True:
            if plies < 0:
                return False
            phi, delta = self._known(self.walker.bits, plies)
            if phi == 0 or delta == 0:
                return (phi == 0) == (plies & 1)
            if self.nodes >= self.limit:
                raise OutOfNodesError
            self.halt = min(self.nodes + SLICE, self.limit)
            self._visit(plies, INFINITE, INFINITE)
            yield

    def known(self, move: int) -> int:
        """Within how many plies mate is known to follow a move; more than LONGEST if none is known."""
        self.walker.push(move)
        bits = self.walker.bits
        self.walker.pop()
        return self.mates.get(bits, FOREVER)

    def _known(self, bits: int, plies: int) -> tuple[int, int]:
        if self.mates.get(bits, FOREVER) <= plies:
            return (0, INFINITE) if plies & 1 else (INFINITE, 0)
        if self.escapes.get(bits, -1) >= plies:
            return (INFINITE, 0) if plies & 1 else (0, INFINITE)
        return self.open[plies].get(bits, (1, 1))

    # -- the search -------------------------------------------------------------------------------

    def _visit(self, plies: int, most_phi: int, most_delta: int) -> None:
        """Work below the walker's position until it costs more than another one, or the slice is over."""
        w, left, attacking = self.walker, plies - 1, plies & 1
        bits = w.bits
        children = self.children.get(bits) or self._expand(plies)
        size = w.tables.size
        mates, escapes, proofs = self.mates, self.escapes, self.open[left]
        won, lost = ((INFINITE, 0), (0, INFINITE)) if attacking else ((0, INFINITE), (INFINITE, 0))
        while True:
            phi, second, delta, best, best_phi = INFINITE, INFINITE, 0, children[0] if children else (0, 0), 0
            for child in children:
                after = child[1]
                if mates.get(after, FOREVER) <= left:
                    child_phi, child_delta = won
                elif escapes.get(after, -1) >= left:
                    child_phi, child_delta = lost
                else:
                    child_phi, child_delta = proofs.get(after, (1, 1))
                delta += child_phi
                if child_delta < phi:
                    second, phi, best, best_phi = phi, child_delta, child, child_phi
                elif child_delta < second:
                    second = child_delta
                if not attacking and child_phi and child[0] >> ORIGIN & TARGET >= size:
                    # Pieces put in between are looked at one after the other: most fall alike.
                    break
            if phi >= most_phi or delta >= most_delta or phi == 0 or delta == 0 or self.nodes >= self.halt:
                break
            w.push(best[0])
            self._visit(left, most_delta - delta + best_phi, min(most_phi, second + 1 + (second >> 2)))
            w.pop()
        if phi == 0 or delta == 0:
            self._settle(bits, plies, children, (phi == 0) == attacking)
        else:
            self.open[plies][bits] = min(phi, INFINITE - 1), min(delta, INFINITE - 1)

    def _settle(self, bits: int, plies: int, children: _Children, mated: bool) -> None:
        """Keep what a solved position is, from what its children are: often more than was asked."""
        self.open[plies].pop(bits, None)
        known = self.mates if mated else self.escapes
        default = FOREVER if mated else -1
        found = [known.get(after, default) for _, after in children]
        # The attacker chooses the shortest mate and escapes last from the check that holds longest;
        # the defender the other way round.
        best = (min(found) if plies & 1 else max(found)) + 1 if found else 0 if mated else FOREVER
        if mated:
            self.mates[bits] = min(best, self.mates.get(bits, FOREVER))
        else:
            self.escapes[bits] = max(min(best, FOREVER), plies, self.escapes.get(bits, -1))

    def _expand(self, plies: int) -> _Children:
        """The moves to be tried from here and what is seen of them at once."""
        if len(self.children) >= MOST_EXPANDED:
            self.children.clear()
            self.moves.clear()
        if len(self.mates) + len(self.escapes) + sum(map(len, self.open)) >= MOST_KNOWN:
            _forget_half(self.mates)
            _forget_half(self.escapes)
            for proofs in self.open:
                _forget_half(proofs)
            self.escapes[OVER] = FOREVER
        bits = self.walker.bits
        children = self._checks(plies) if plies & 1 else self._evasions(plies)
        self.children[bits] = children
        return children

    def _moves(self, plies: int) -> list[int]:
        """The moves from here, if they were not made already: each list is asked for twice at most."""
        moves = self.moves.pop(self.walker.bits, None)
        if moves is None:
            self.nodes += 1
            moves = checks(self.walker) if plies & 1 else self.walker.legal()
        return moves

    def _checks(self, plies: int) -> _Children:
        w = self.walker
        children: _Children = []
        for move in self._moves(plies):
            w.push(move)
            after = w.bits
            if self._is_over():
                after = OVER
            elif self._is_open(after, plies - 1):
                self._look(after, plies - 1)
            w.pop()
            if self.mates.get(after) == 0:
                # Mate at once: nothing else need be tried.
                return [(move, after)]
            children.append((move, after))
        return children

    def _evasions(self, plies: int) -> _Children:
        w = self.walker
        # The board's moves first, then pieces put in between, the cheapest first.
        moves, size = self._moves(plies), w.tables.size
        on_board = [move for move in moves if move >> ORIGIN & TARGET < size]
        drops = [move for move in moves if move >> ORIGIN & TARGET >= size]
        children: _Children = []
        for move in on_board + drops[::-1]:
            w.push(move)
            after = w.bits
            if self._is_over():
                after = OVER
            elif len(children) < len(on_board) and self._is_open(after, plies - 1):
                self._look(after, plies - 1)
            w.pop()
            if self.escapes.get(after) == FOREVER:
                # No check ever follows.
                return [(move, after)]
            children.append((move, after))
        return children

    def _is_open(self, bits: int, plies: int) -> bool:
        return self.mates.get(bits, FOREVER) > plies and self.escapes.get(bits, -1) < plies

    def _look(self, bits: int, plies: int) -> None:
        """See whether the position is mate or escapes at once, and if not, guess the work by the number of moves."""
        if bits in self.open[plies]:
            return
        self.nodes += 1
        if not plies:
            known = self.mates if self.walker.stuck() else self.escapes
            known[bits] = 0
            return
        moves = checks(self.walker) if plies & 1 else self.walker.legal()
        if not moves:
            if plies & 1:
                self.escapes[bits] = FOREVER
            else:
                self.mates[bits] = 0
            return
        if len(self.moves) >= MOST_EXPANDED:
            self.moves.clear()
        self.moves[bits] = moves
        self.open[plies][bits] = 1, len(moves)

    def _is_over(self) -> bool:
        """Whether the position ends the game otherwise than by mate."""
        return self.walker.bits in self.worn_out or outcome.decided(self.walker) is not None


def _worn_out(game: Game) -> set[int]:
    """Positions that end the game by repetition if they come back once more."""
    walker = game.start.walker()
    stood = {walker.bits: 1}
    for step in game.steps:
        walker.push(walker.tables.code(step.move))
        stood[walker.bits] = stood.get(walker.bits, 0) + 1
    last = game.variant.repetitions - 1
    return {bits for bits, times in stood.items() if times >= last and bits != walker.bits}


def _forget_half[V](known: dict[int, V]) -> None:
    for key in [*islice(known, len(known) // 2)]:
        del known[key]
