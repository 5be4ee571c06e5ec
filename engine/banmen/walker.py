"""A position that is walked: moves are made and unmade in place. The rules of movement live here.

`Position` is the face for callers; perft, game replay and search walk.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from banmen.moves import ORIGIN, PROMOTES, TARGET
from banmen.tables import Row, tables
from banmen.variant import Rules

__all__ = ["Walker"]

_IS_EMPTY = bytes([1, *[0] * 255])

_Done = tuple[int, int, int, list[int]]
"""A made move, the bits before it, the code taken on the target, the squares taken around it."""


class Walker:
    """Board, hands and turn of one position, changed by `push` and restored by `pop`.

    `legal` and `push` trust their caller: the position has no `problems`, the move is one of
    `legal()`, and whether the game is over already is `outcome.decided`'s to say.
    """

    __slots__ = ("bits", "board", "custodial", "edge", "hands", "kings", "pieces", "rules", "stack", "tables", "turn")

    def __init__(self, rules: Rules, board: bytes | bytearray, hands: list[list[int]], turn: int) -> None:
        t = self.tables = tables(rules.variant)
        self.rules = rules
        self.board = bytearray(board)
        self.hands = [list(hand) for hand in hands]
        self.turn = turn
        self.custodial = rules.variant.capture == "custodial"
        self.edge = rules.get("edge")
        self.stack: list[_Done] = []
        self.kings = [-1, -1]
        self.pieces: list[dict[int, Row]] = [{}, {}]
        self.bits = t.turn_toggle if turn else 0
        for square, code in enumerate(self.board):
            if code:
                color = t.color[code]
                self.bits ^= t.toggle[code][square]
                self.pieces[color][square] = t.rows[code][square]
                if t.royal[code] and self.kings[color] < 0:
                    self.kings[color] = square
        for color in (0, 1):
            for index, count in enumerate(self.hands[color]):
                for n in range(1, count + 1):
                    self.bits ^= t.hand_toggle[color][index][n]

    def copy(self) -> Walker:
        """The same position without the way to it."""
        twin: Walker = object.__new__(Walker)
        twin.tables, twin.rules, twin.turn, twin.bits = self.tables, self.rules, self.turn, self.bits
        twin.custodial, twin.edge = self.custodial, self.edge
        twin.board, twin.kings, twin.stack = self.board[:], self.kings[:], []
        twin.hands = [hand[:] for hand in self.hands]
        twin.pieces = [pieces.copy() for pieces in self.pieces]
        return twin

    @property
    def key(self) -> int:
        """The Zobrist key: 64 bits, equal for equal board, hands and turn."""
        return self.bits >> self.tables.key

    # -- making and unmaking ------------------------------------------------------------------

    def push(self, move: int) -> None:
        t, turn, board, bits = self.tables, self.turn, self.board, self.bits
        target, origin = move & TARGET, move >> ORIGIN & TARGET
        own = self.pieces[turn]
        taken = 0
        around: list[int] = []
        if origin < t.size:
            code = board[origin]
            put = t.promoted[code] if move & PROMOTES else code
            taken = board[target]
            new = bits ^ t.toggle[code][origin] ^ t.toggle[put][target]
            board[origin] = 0
            del own[origin]
            if taken:
                del self.pieces[1 - turn][target]
                new ^= t.toggle[taken][target] ^ self._to_hand(turn, taken)
                if t.royal[taken]:
                    self.kings[1 - turn] = -1
            if t.royal[code]:
                self.kings[turn] = target
        else:
            index = origin - t.size
            put = t.drop_code[turn][index]
            hand = self.hands[turn]
            new = bits ^ t.toggle[put][target] ^ t.hand_toggle[turn][index][hand[index]]
            hand[index] -= 1
        board[target] = put
        own[target] = t.rows[put][target]
        self.stack.append((move, bits, taken, around))
        self.bits = new ^ t.turn_toggle
        if self.custodial:
            self._enclose(target, around)
        self.turn = 1 - turn

    def _to_hand(self, turn: int, taken: int) -> int:
        t = self.tables
        index = t.hand_of[taken]
        hand = self.hands[turn]
        hand[index] += 1
        return t.hand_toggle[turn][index][hand[index]]

    def pop(self) -> None:
        t, board = self.tables, self.board
        move, self.bits, taken, around = self.stack.pop()
        turn = self.turn = 1 - self.turn
        target, origin = move & TARGET, move >> ORIGIN & TARGET
        own = self.pieces[turn]
        put = board[target]
        board[target] = taken
        del own[target]
        if around:
            code = t.enemy_man[turn]
            for square in around:
                board[square] = code
                self.pieces[1 - turn][square] = t.rows[code][square]
            self.hands[turn][t.hand_of[code]] -= len(around)
        if origin < t.size:
            code = t.demoted[put] if move & PROMOTES else put
            board[origin] = code
            own[origin] = t.rows[code][origin]
            if taken:
                self.pieces[1 - turn][target] = t.rows[taken][target]
                self.hands[turn][t.hand_of[taken]] -= 1
                if t.royal[taken]:
                    self.kings[1 - turn] = target
            if t.royal[code]:
                self.kings[turn] = origin
        else:
            self.hands[turn][origin - t.size] += 1

    # -- custodial capture --------------------------------------------------------------------

    def _enclose(self, moved: int, around: list[int]) -> None:
        """Take what the man that just moved to `moved` encloses; all is found before any is lifted."""
        t, turn = self.tables, self.turn
        if not self.bits & t.beside[1 - turn][moved]:
            return
        board, own, code = self.board, t.own_man[turn], t.enemy_man[turn]
        found: set[int] = set()
        for line in t.rays[moved]:
            for run, square in enumerate(line):
                if board[square] != code:
                    if board[square] == own:
                        found.update(line[:run])
                    break
        if self.edge == "corner":
            for corner, beside in t.corners.get(moved, ()):
                if board[corner] == code and board[beside] == own:
                    found.add(corner)
        elif self.edge == "enclosure":
            for square in t.neighbours[moved]:
                if board[square] == code:
                    found |= self._surrounded(square)
        for square in found:
            board[square] = 0
            del self.pieces[1 - turn][square]
            self.bits ^= t.toggle[code][square] ^ self._to_hand(turn, code)
        around += sorted(found)

    def _surrounded(self, start: int) -> set[int]:
        """The group of men around `start` if it touches an edge and has no empty square beside it, else nothing."""
        t, board = self.tables, self.board
        code = board[start]
        group, todo = {start}, [start]
        while todo:
            for square in t.neighbours[todo.pop()]:
                if not board[square]:
                    return set()
                if board[square] == code and square not in group:
                    group.add(square)
                    todo.append(square)
        return group if any(len(t.neighbours[square]) < 4 for square in group) else set()

    # -- attacks ------------------------------------------------------------------------------

    def attackers(self, square: int, by: int, bits: int | None = None) -> list[int]:
        """Squares of `by`'s pieces that attack `square`, on the board as `bits` has it."""
        t, board = self.tables, self.board
        if bits is None:
            bits = self.bits
        found = []
        near = bits & t.near[by][square]
        base = by * t.size
        while near:
            low = near & -near
            near ^= low
            origin = low.bit_length() - 1 - base
            if t.step_hits[board[origin]][origin] >> square & 1:
                found.append(origin)
        far = bits & t.far[by][square]
        base += t.slide
        while far:
            low = far & -far
            far ^= low
            origin = low.bit_length() - 1 - base
            between = t.between[board[origin]][origin].get(square)
            if between is not None and not bits & between:
                found.append(origin)
        return found

    def reaching(self, code: int, target: int) -> list[int]:
        """Squares of the pieces `code` that could go to `target`, were it not for their own royal's safety."""
        t, bits = self.tables, self.bits
        return [
            square
            for square in self.pieces[t.color[code]]
            if self.board[square] == code
            and any(m & TARGET == target for mask, reach in t.reach[code][square] for m in reach[bits & mask])
        ]

    def checkers(self) -> list[int]:
        """Squares of the pieces that attack the royal of the side to move."""
        king = self.kings[self.turn]
        return self.attackers(king, 1 - self.turn) if king >= 0 else []

    def in_check(self) -> bool:
        return bool(self.checkers())

    # -- legal moves --------------------------------------------------------------------------

    def legal(self, drops: bool = True) -> list[int]:
        """All legal moves, or those on the board alone.

        Nothing is said of their order, but it is the same for the same way to the position.
        """
        t, turn, bits = self.tables, self.turn, self.bits
        king = self.kings[turn]
        moves: list[int] = []
        if king < 0 or not t.variant.check:
            for row in self.pieces[turn].values():
                for mask, reach in row:
                    moves += reach[bits & mask]
            if drops and t.variant.drops and any(self.hands[turn]):
                self._add_drops(moves)
            return moves

        pins, checks, evade = self._pins(king)
        if checks < 2:
            if not checks and not pins:
                for row in self.pieces[turn].values():
                    for mask, reach in row:
                        moves += reach[bits & mask]
            else:
                for square, row in self.pieces[turn].items():
                    allowed = evade if square not in pins else evade & pins[square]
                    for mask, reach in row:
                        moves += [m for m in reach[bits & mask] if allowed >> (m & TARGET) & 1]
            if drops and any(self.hands[turn]):
                if not checks:
                    self._add_drops(moves)
                else:
                    # A drop answers a check only between the king and a slider.
                    empty = evade & ~(bits | bits >> t.size)
                    if empty:
                        for index, count in enumerate(self.hands[turn]):
                            if count:
                                moves += self.drops_on(index, empty)

        moves += self._steps_of(king)
        return moves

    def _steps_of(self, king: int) -> Iterator[int]:
        """The moves of a royal to squares that are not attacked."""
        t, turn = self.tables, self.turn
        # The royal lifted off: a slider's line goes on through the square it leaves.
        lifted = self.bits & ~(1 << king + turn * t.size)
        for mask, reach in t.reach[self.board[king]][king]:
            for m in reach[self.bits & mask]:
                if not self.attackers(m & TARGET, 1 - turn, lifted):
                    yield m

    def stuck(self) -> bool:
        """Whether the side to move has no legal move; most often a step of the royal shows at once that it has."""
        king = self.kings[self.turn]
        if king >= 0 and self.tables.variant.check and next(self._steps_of(king), 0):
            return False
        return not self.legal()

    def _pins(self, king: int) -> tuple[dict[int, int], int, int]:
        """Pinned own pieces with the squares left to them, the number of checks, the squares that answer them."""
        t, turn, bits, board = self.tables, self.turn, self.bits, self.board
        n, by = t.size, 1 - turn
        pins: dict[int, int] = {}
        checks, evade = 0, -1
        near = bits & t.near[by][king]
        while near:
            low = near & -near
            near ^= low
            origin = low.bit_length() - 1 - by * n
            if t.step_hits[board[origin]][origin] >> king & 1:
                checks += 1
                evade &= 1 << origin
        far = bits & t.far[by][king]
        base = t.slide + by * n
        while far:
            low = far & -far
            far ^= low
            origin = low.bit_length() - 1 - base
            between = t.between[board[origin]][origin].get(king)
            if between is None:
                continue
            blockers = bits & between
            if not blockers:
                checks += 1
                evade &= between & t.taken[0] | 1 << origin
            elif not blockers & blockers - 1:
                square = blockers.bit_length() - 1 - turn * n
                if 0 <= square < n:
                    pins[square] = between & t.taken[0] | 1 << origin
        return pins, checks, evade

    def _add_drops(self, moves: list[int]) -> None:
        t, turn = self.tables, self.turn
        free = self.board.translate(_IS_EMPTY)
        for index, count in enumerate(self.hands[turn]):
            if not count:
                continue
            if index == t.pawn_index:
                drops = [drop for square, drop in t.pawn_drops[turn][self.bits & t.pawn_files[turn]] if free[square]]
                moves += drops
                self._refuse_mate(drops, moves)
            else:
                for run, drops in t.drops[turn][index]:
                    moves += compress(drops, free[run])

    def drops_on(self, index: int, squares: int) -> list[int]:
        """The drops of one kind of the hand on `squares`, bits of a few empty ones: quicker than all drops."""
        t, turn = self.tables, self.turn
        squares &= t.droppable[turn][index]
        is_pawn = index == t.pawn_index
        files = self.bits >> t.pawns + turn * t.files if is_pawn else 0
        drops: list[int] = []
        while squares:
            low = squares & -squares
            squares ^= low
            square = low.bit_length() - 1
            if not files >> square % t.files & 1:
                drops.append(square | t.size + index << ORIGIN)
        if is_pawn:
            self._refuse_mate(drops[:], drops)
        return drops

    def _refuse_mate(self, drops: list[int], moves: list[int]) -> None:
        """Strike the pawn drop that would mate: at most one square gives check."""
        t, turn = self.tables, self.turn
        king = self.kings[1 - turn]
        if king < 0:
            return
        for square in t.pawn_checks[turn][king]:
            drop = square | t.size + t.pawn_index << ORIGIN
            if drop in drops and self.mates(drop):
                moves.remove(drop)

    def mates(self, move: int) -> bool:
        """Whether a move leaves the other side without a legal move."""
        self.push(move)
        stuck = self.stuck()
        self.pop()
        return stuck
