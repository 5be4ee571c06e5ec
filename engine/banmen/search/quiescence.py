"""The search below the last ply: captures, promotions, drops that give check and answers to check, until nothing hangs.

Drops that give check are tried at its first ply only, or there would be no end of them; the checks of pieces on the
board, unless they capture or promote, are left to the search above.

Plain functions, since a generator a node would cost more than the node; so the work below one
leaf is bounded, lest the search could not be stopped meanwhile.
"""

from __future__ import annotations

from banmen import outcome
from banmen.moves import ORIGIN, PROMOTES, TARGET
from banmen.search.checks import dropped
from banmen.search.evaluate import Evaluation
from banmen.variant import Color
from banmen.walker import Walker

__all__ = ["INFINITE", "MATE", "Quiescence"]

MATE = 30_000
INFINITE = MATE + 1
DEEPEST = 8
EVASIONS = 4
"""So many plies deep, checks are answered; deeper, a side in check is taken to be well."""
MOST_NODES = 200
"""Below one leaf."""
SWING = 150
"""What a capture may gain beyond the worth of the piece."""


class Quiescence:
    """Counts its nodes in `nodes`."""

    def __init__(self, walker: Walker, value: Evaluation) -> None:
        self.walker, self.value = walker, value
        self.nodes = 0
        self.most = 0
        self.check = walker.rules.variant.check
        self.royals = bool(walker.rules.variant.royals) and not self.check
        self.goals = bool(outcome.goals(walker.rules))
        t = walker.tables
        self.zones = [sum(1 << square for square in range(t.size) if t.in_zone(color, square)) for color in Color]

    def score(self, alpha: int, beta: int, ply: int, total: int) -> int:
        """The value of the position for the side to move; `total` as the evaluation has it.

        The caller has seen that the position is not decided, and counted it.
        """
        self.most = self.nodes + MOST_NODES
        if self.value.custodial:
            return self._enclosing(alpha, beta, ply, total, 4)
        return self._follow(alpha, beta, ply, total, DEEPEST)

    def _follow(self, alpha: int, beta: int, ply: int, total: int, depth: int) -> int:
        w, value = self.walker, self.value
        turn = w.turn
        if self.royals and w.attackers(w.kings[1 - turn], turn):
            return MATE - ply - 1
        # In a problem the side that mates may have no royal.
        guarded = self.check and w.kings[turn] >= 0
        checked = guarded and bool(w.attackers(w.kings[turn], 1 - turn))
        evading = checked and depth > DEEPEST - EVASIONS
        if evading:
            best = -INFINITE
            moves = w.legal()
            if not moves:
                return ply - MATE
            board, prize = w.board, value.prize
            moves.sort(key=lambda move: prize[board[move & TARGET]], reverse=True)
        else:
            best = total + value.leaf(w)
            if best >= beta or depth <= 0 or self.nodes > self.most:
                return best
            alpha = max(alpha, best)
            moves = self._worth_trying(alpha - best - SWING)
            if guarded and depth == DEEPEST and any(w.hands[turn]):
                moves += self._safe_checks()
        for move in moves:
            below = value.push(w, move, total)
            if guarded and not evading and w.attackers(w.kings[turn], 1 - turn):
                w.pop()
                continue
            self.nodes += 1
            score = self.decided(ply + 1) if self.goals else None
            score = -(self._follow(-beta, -alpha, ply + 1, below, depth - 1) if score is None else score)
            w.pop()
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    def _worth_trying(self, needed: int) -> list[int]:
        """Captures and promotions that may gain as much as is needed, the best first; without those that lose a piece."""
        w, prize = self.walker, self.value.prize
        t, board, turn = w.tables, w.board, w.turn
        promoted = t.promoted
        ordered = []
        for move in self._noisy():
            target, origin = move & TARGET, move >> ORIGIN & TARGET
            code, taken = board[origin], board[target]
            gained = prize[taken]
            if taken:
                gained += self.value.held[t.hand_of[taken]]
            if move & PROMOTES:
                gained += prize[promoted[code]] - prize[code]
            if gained <= needed:
                continue
            if taken and prize[code] > gained and not t.royal[code] and w.attackers(target, 1 - turn):
                continue
            if not taken and w.attackers(target, 1 - turn):
                continue
            ordered.append((gained * 16 - prize[code], move))
        ordered.sort(reverse=True)
        return [move for _, move in ordered]

    def _safe_checks(self) -> list[int]:
        """Drops that give check on squares where nothing takes them for nothing."""
        w, turn = self.walker, self.walker.turn
        king = w.kings[1 - turn]
        if king < 0:
            return []
        safe: dict[int, bool] = {}
        moves = []
        for move in dropped(w):
            target = move & TARGET
            if target not in safe:
                takers = w.attackers(target, 1 - turn)
                safe[target] = not takers or (takers == [king] and bool(w.attackers(target, turn)))
            if safe[target]:
                moves.append(move)
        return moves

    def _noisy(self) -> list[int]:
        """Captures and promotions of the side to move, also those that would leave its royal attacked."""
        w, t = self.walker, self.walker.tables
        turn, bits, board = w.turn, w.bits, w.board
        everyone = (1 << t.size) - 1
        enemy = (bits if turn else bits >> t.size) & everyone
        step_hits, slides, promoted = t.step_hits, t.slides, t.promoted
        zone = self.zones[turn]
        moves: list[int] = []
        for square, row in w.pieces[turn].items():
            code = board[square]
            aims = enemy
            if promoted[code]:
                aims = everyone if zone >> square & 1 else enemy | zone
            if slides[code] or step_hits[code][square] & aims:
                for mask, reach in row:
                    for move in reach[bits & mask]:
                        if board[move & TARGET] or move & PROMOTES:
                            moves.append(move)
        king = w.kings[turn]
        if king >= 0 and self.check and step_hits[board[king]][king] & enemy:
            for mask, reach in t.reach[board[king]][king]:
                moves += [move for move in reach[bits & mask] if board[move & TARGET]]
        return moves

    def _enclosing(self, alpha: int, beta: int, ply: int, total: int, depth: int) -> int:
        """The same where men are captured by enclosing."""
        w, value = self.walker, self.value
        best = total + value.leaf(w)
        if best >= beta or depth <= 0 or self.nodes > self.most:
            return best
        alpha = max(alpha, best)
        for move in self._captures():
            below = value.push(w, move, total)
            if not w.stack[-1][3]:
                w.pop()
                continue
            self.nodes += 1
            score = self.decided(ply + 1) if self.goals else None
            score = -(self._enclosing(-beta, -alpha, ply + 1, below, depth - 1) if score is None else score)
            w.pop()
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best

    def _captures(self) -> list[int]:
        """Moves to squares beside an enemy man that may enclose it."""
        w = self.walker
        targets = self.value.snaps(w)
        if not targets:
            return []
        bits = w.bits
        return [
            move
            for row in w.pieces[w.turn].values()
            for mask, reach in row
            for move in reach[bits & mask]
            if targets >> (move & TARGET) & 1
        ]

    def decided(self, ply: int) -> int | None:
        found = outcome.decided(self.walker)
        if found is None:
            return None
        return 0 if found.winner is None else MATE - ply if found.winner == self.walker.turn else ply - MATE
