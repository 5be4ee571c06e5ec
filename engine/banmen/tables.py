"""What the rules need to be fast, derived once from a variant's declaration.

A position inside the engine is one int too (`Walker.bits`), of adjacent fields:

    n bits    squares taken by the first player          (n: squares of the board)
    n bits    squares taken by the second player
    n bits    squares of the first player's sliders
    n bits    squares of the second player's sliders
    f bits    files with an unpromoted pawn of the first player   (f: files)
    f bits    the same for the second player
    64 bits   Zobrist key of pieces, hands and turn

so that putting or lifting a piece is a single exclusive or with `toggle[piece][square]`, and a
piece's moves are a look-up: the bits its reach depends on, masked out, are the key of a
dictionary that fills itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial, reduce
from operator import or_

from banmen import betza
from banmen.moves import ORIGIN, PROMOTES, TARGET, BoardMove, Drop, Move
from banmen.variant import Color, Variant

__all__ = ["Lazy", "Reach", "Row", "Tables", "tables"]

Line = tuple[bool, list[int]]
"""Squares from near to far; True: passed in one slide, each only if those before it are empty."""

_Target = tuple[int, int, tuple[int, ...]]
"""Bit that stops a piece before a square (own piece), bit that stops it on it (enemy), the moves."""


class Lazy[V](dict[int, V]):
    """A table whose entries are made when they are first asked for: a game needs but a few of them."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[int], V]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: int) -> V:
        self[key] = value = self.make(key)
        return value


class Reach(dict[int, tuple[int, ...]]):
    """The moves along some lines from one square, by the taken squares that matter to them."""

    __slots__ = ("lines",)

    # A one-hour search meets far fewer; the bound keeps even a hostile sequence of boards small.
    LIMIT = 1 << 12

    def __init__(self, lines: list[list[_Target]]) -> None:
        super().__init__()
        self.lines = lines

    def __missing__(self, taken: int) -> tuple[int, ...]:
        found: list[int] = []
        for line in self.lines:
            for own, enemy, moves in line:
                if taken & own:
                    break
                found += moves
                if taken & enemy:
                    break
        if len(self) >= self.LIMIT:
            self.clear()
        self[taken] = result = tuple(found)
        return result


Row = tuple[tuple[int, Reach], ...]
"""Of one piece on one square: for each part of its reach the mask of the bits it depends on, and the moves."""


def _no_row(square: int) -> Row:
    return ()


def _keys(seed: int) -> Iterator[int]:
    """An endless row of 64-bit keys (the SplitMix64 generator), the same on every machine."""
    word = (1 << 64) - 1
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & word
        z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 & word
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & word
        yield z ^ (z >> 31)


class Tables:
    """The derived tables of one variant. Pieces are codes: 0 empty, then the first player's, then the second's."""

    def __init__(self, variant: Variant) -> None:
        ranks = variant.start.split()[0].split("/")
        self.variant = variant
        self.ranks = len(ranks)
        self.files = sum(int(c) if c.isdigit() else 1 for c in ranks[0].replace("+", ""))
        self.size = n = self.files * self.ranks
        self.squares = tuple(f"{self.files - s % self.files}{chr(97 + s // self.files)}" for s in range(n))
        self.square_of = {name: square for square, name in enumerate(self.squares)}
        self._kinds()
        if n + len(self.hand_kinds) > TARGET + 1:
            raise ValueError(f"{variant.key}: {n} squares and {len(self.hand_kinds)} kinds do not fit {ORIGIN} bits")
        self.white, self.slide, self.pawns, self.key = n, 2 * n, 4 * n, 4 * n + 2 * self.files
        self._toggles()
        self._lines_and_rows()
        self._attacks()
        self._drops()
        self._surroundings()
        self.moves = _Moves(self)

    # -- pieces -----------------------------------------------------------------------------

    def _kinds(self) -> None:
        kinds = self.variant.kinds
        self.hand_kinds = tuple(letter for letter in kinds if letter not in self.variant.royals or not self.variant.check)
        self.hand_index = {letter: index for index, letter in enumerate(self.hand_kinds)}
        symbols = [*kinds, *(f"+{letter}" for letter in kinds if kinds[letter].promotion)]
        self.kind_count = k = len(symbols)
        self.symbols = ("", *symbols, *(symbol.lower() for symbol in symbols))
        self.code_of = {symbol: code for code, symbol in enumerate(self.symbols) if code}
        count = 2 * k + 1
        self.color = tuple(0 if code <= k else 1 for code in range(count))
        base = [symbol.lstrip("+").upper() for symbol in self.symbols]
        self.promoted = tuple(self.code_of.get(f"+{symbol}", 0) for symbol in self.symbols)
        self.demoted = tuple(self.code_of[symbol.lstrip("+")] if symbol else 0 for symbol in self.symbols)
        self.hand_of = tuple(self.hand_index.get(letter, -1) for letter in base)
        self.royal = tuple(bool(letter) and letter in self.variant.royals for letter in base)
        self.pawn = tuple(bool(symbol) and symbol.upper() == self.variant.pawn for symbol in self.symbols)
        self.names = tuple(self._name(symbol) for symbol in self.symbols)
        self.leaps = tuple(betza.parse(self._betza(symbol)) if symbol else () for symbol in self.symbols)

    def _name(self, symbol: str) -> str:
        if not symbol:
            return ""
        kind = self.variant.kinds[symbol.lstrip("+").upper()]
        return kind.promotion.name if symbol.startswith("+") and kind.promotion else kind.name

    def _betza(self, symbol: str) -> str:
        kind = self.variant.kinds[symbol.lstrip("+").upper()]
        return kind.promotion.moves if symbol.startswith("+") and kind.promotion else kind.moves

    def _lines(self, code: int, square: int) -> list[Line]:
        """The lines along which a piece could go on an empty board."""
        turn = -1 if self.color[code] else 1
        rank, column = divmod(square, self.files)
        lines = []
        for leap in self.leaps[code]:
            line: list[int] = []
            times = leap.times or max(self.files, self.ranks)
            for step in range(1, times + 1):
                c, r = column + turn * leap.right * step, rank - turn * leap.forward * step
                if not (0 <= c < self.files and 0 <= r < self.ranks):
                    break
                line.append(r * self.files + c)
            if line:
                lines.append((leap.times != 1, line))
        return lines

    def far_rank(self, color: int, square: int) -> int:
        """How many ranks `square` is from the far edge, as `color` sees it: 0 on the last rank."""
        rank = square // self.files
        return self.ranks - 1 - rank if color else rank

    def in_zone(self, color: int, square: int) -> bool:
        return self.far_rank(color, square) < self.variant.zone

    @staticmethod
    def cased(symbol: str, color: int) -> str:
        """A piece's symbol in the case of its owner."""
        return symbol.lower() if color else symbol.upper()

    def code(self, move: Move) -> int:
        """The int of a move, -1 for a drop of something that no hand can hold."""
        if isinstance(move, Drop):
            index = self.hand_index.get(move.kind, -1)
            return move.target | self.size + index << ORIGIN if index >= 0 else -1
        return move.target | move.origin << ORIGIN | (PROMOTES if move.promotes else 0)

    # -- bits ---------------------------------------------------------------------------------

    def _toggles(self) -> None:
        n, keys = self.size, _keys(sum(map(ord, self.variant.key)))
        self.toggle: list[list[int]] = [[0] * n]
        self.slides = [False]
        for code in range(1, len(self.symbols)):
            color = self.color[code]
            slides = any(leap.times != 1 for leap in self.leaps[code])
            self.slides.append(slides)
            row = []
            for square in range(n):
                bit = 1 << square + color * n
                if slides:
                    bit |= 1 << self.slide + square + color * n
                if self.pawn[code]:
                    bit |= 1 << self.pawns + color * self.files + square % self.files
                row.append(bit | next(keys) << self.key)
            self.toggle.append(row)
        self.most = 2 * n
        """No hand holds more of a kind than this."""
        self.hand_toggle = [
            [[next(keys) << self.key for _ in range(self.most + 1)] for _ in self.hand_kinds] for _ in Color
        ]
        self.turn_toggle = next(keys) << self.key
        files = (1 << self.files) - 1
        self.pawn_files = tuple(files << self.pawns + color * self.files for color in Color)
        everyone = (1 << n) - 1
        self.taken = tuple(everyone << color * n for color in Color)
        self.all_taken = (1 << 2 * n) - 1

    # -- moves --------------------------------------------------------------------------------

    def board_moves(self, code: int, origin: int, target: int) -> tuple[int, ...]:
        """The moves from one square to another: with or without promotion, or the only one allowed."""
        move = target | origin << ORIGIN
        color = self.color[code]
        if not self.promoted[code] or not (self.in_zone(color, origin) or self.in_zone(color, target)):
            return (move,)
        if self.dead(code, target):
            return (move | PROMOTES,)
        return (move | PROMOTES, move)

    def dead(self, code: int, square: int) -> bool:
        """Whether a piece on this square could never move again, even on an empty board."""
        return not self.lines[code][square]

    def _lines_and_rows(self) -> None:
        """What a piece reaches, by code and square; like all that follows, made where it is first asked for."""
        codes = range(len(self.symbols))
        self.lines = [Lazy(partial(self._lines, code)) for code in codes]
        self.reach = [Lazy(partial(self._row, code)) for code in codes]
        # A royal that may not be left attacked is moved with care, apart from the other pieces.
        apart = [self.royal[code] and self.variant.check for code in codes]
        self.rows: list[Lazy[Row]] = [Lazy(_no_row) if apart[code] else self.reach[code] for code in codes]

    def _row(self, code: int, origin: int) -> Row:
        lines = self.lines[code][origin]
        own, enemy = self.color[code] * self.size, (1 - self.color[code]) * self.size
        # Men that capture by enclosing never land on another man: any piece stops them short.
        lands = self.variant.capture == "replacement"

        def targets(line: list[int]) -> list[_Target]:
            return [
                (1 << own + square | (0 if lands else 1 << enemy + square), 1 << enemy + square,
                 self.board_moves(code, origin, square))
                for square in line
            ]

        row: list[tuple[int, Reach]] = []
        # Steps depend on own pieces alone and share one look-up; each slide has its own.
        steps = [line for slides, line in lines if not slides]
        if steps:
            row.append((sum(1 << own + line[0] for line in steps), Reach([targets(line) for line in steps])))
        for slides, line in lines:
            if slides:
                row.append((sum(1 << own + s | 1 << enemy + s for s in line), Reach([targets(line)])))
        return tuple(row)

    def _attacks(self) -> None:
        """Who attacks a square, by step or slide, and what lies between."""
        codes = range(len(self.symbols))
        self.step_hits = [Lazy(partial(self._step_hits, code)) for code in codes]
        """By code and origin, the squares a step away, as bits."""
        self.between = [Lazy(partial(self._between, code)) for code in codes]
        """By code, origin and target of a slide, the bits of either side's pieces that would stop it."""
        self.near = [Lazy(partial(self._attackers, color, False)) for color in Color]
        """By color and square, the bits of that color's pieces that could step there from where they stand."""
        self.far = [Lazy(partial(self._attackers, color, True)) for color in Color]
        """The same for its sliders."""

    def _step_hits(self, code: int, origin: int) -> int:
        return sum(1 << line[0] for slides, line in self.lines[code][origin] if not slides)

    def _between(self, code: int, origin: int) -> dict[int, int]:
        found, n = {}, self.size
        for slides, line in self.lines[code][origin]:
            path = 0
            for target in line if slides else ():
                found[target] = path | path << n
                path |= 1 << target
        return found

    def _attackers(self, color: int, sliding: bool, square: int) -> int:
        # A piece reaches the square from where the other side's piece of its kind would reach from the square.
        first = (self.slide if sliding else 0) + color * self.size
        others = (code for code in range(1, len(self.symbols)) if self.color[code] != color)
        lines = (line for code in others for slides, line in self.lines[code][square] if slides == sliding)
        return reduce(or_, (1 << first + origin for line in lines for origin in line), 0)

    def _drops(self) -> None:
        self.pawn_index = self.hand_index.get(self.variant.pawn, -1)
        self.drop_code = [[self.code_of[self.cased(letter, color)] for letter in self.hand_kinds] for color in Color]
        self.drops = [Lazy(partial(self._runs, color)) for color in Color]
        """By color and kind, runs of neighbouring squares where it may be dropped, with the drops in order."""
        self.droppable = [Lazy(partial(self._droppable, color)) for color in Color]
        """By color and kind, the bits of the squares where it may be dropped."""
        self.pawn_drops = [_PawnDrops(self, color) for color in Color]
        self.pawn_checks = [Lazy(partial(self._pawn_checks, color)) for color in Color]
        """By color and the other side's royal, where a pawn would attack it."""

    def may_drop(self, color: int, index: int) -> list[int]:
        """The squares, empty or not, where a piece of the hand may be put: those it can still move from."""
        code = self.drop_code[color][index]
        return [square for square in range(self.size) if self.variant.dead_drops or not self.dead(code, square)]

    def _droppable(self, color: int, index: int) -> int:
        return sum(1 << square for square in self.may_drop(color, index))

    def _runs(self, color: int, index: int) -> list[tuple[slice, list[int]]]:
        runs: list[list[int]] = []
        for square in self.may_drop(color, index):
            if runs and runs[-1][-1] == square - 1:
                runs[-1].append(square)
            else:
                runs.append([square])
        return [(slice(run[0], run[-1] + 1), [s | self.size + index << ORIGIN for s in run]) for run in runs]

    def _pawn_checks(self, color: int, king: int) -> list[int]:
        code = self.drop_code[color][self.pawn_index]
        return [square for square in range(self.size) if self.step_hits[code][square] >> king & 1]

    def _surroundings(self) -> None:
        """Geometry for custodial capture: lines and neighbours of a square, and the corners beside it."""
        n = self.size
        self.own_man = tuple(self.code_of[self.cased(next(iter(self.variant.kinds)), color)] for color in Color)
        self.enemy_man = self.own_man[::-1]
        self.rays = Lazy(lambda square: [line for line in self._straight(square) if line])
        self.neighbours = Lazy(lambda square: [line[0] for line in self.rays[square]])
        self.beside = [
            Lazy(partial(lambda color, square: sum(1 << color * n + s for s in self.neighbours[square]), color)) for color in Color
        ]
        self.corners: dict[int, list[tuple[int, int]]] = {}
        """By a square beside a corner: the corner and the other square beside it."""
        for corner in (0, self.files - 1, n - self.files, n - 1):
            first, second = self.neighbours[corner][:2]
            self.corners.setdefault(first, []).append((corner, second))
            self.corners.setdefault(second, []).append((corner, first))

    def _straight(self, square: int) -> list[list[int]]:
        rank, files = square // self.files, self.files
        return [
            list(range(square - files, -1, -files)),
            list(range(square + files, self.size, files)),
            list(range(square - 1, rank * files - 1, -1)),
            list(range(square + 1, (rank + 1) * files)),
        ]


class _PawnDrops(dict[int, list[tuple[int, int]]]):
    """Squares and drops of a pawn by the files (in `Walker.bits`) that hold one already."""

    def __init__(self, tables: Tables, color: int) -> None:
        super().__init__()
        self.tables, self.color = tables, color

    def __missing__(self, taken: int) -> list[tuple[int, int]]:
        t = self.tables
        files = taken >> t.pawns + self.color * t.files
        free = [s for s in t.may_drop(self.color, t.pawn_index) if not files >> s % t.files & 1]
        self[taken] = drops = [(s, s | t.size + t.pawn_index << ORIGIN) for s in free]
        return drops


class _Moves(dict[int, Move]):
    """The Move that a move's int stands for, made once."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables

    def __missing__(self, move: int) -> Move:
        tables, origin = self.tables, move >> ORIGIN & TARGET
        self[move] = made = (
            BoardMove(origin, move & TARGET, bool(move & PROMOTES))
            if origin < tables.size
            else Drop(tables.hand_kinds[origin - tables.size], move & TARGET)
        )
        return made


@cache
def tables(variant: Variant) -> Tables:
    """The tables of a variant, made at first use."""
    return Tables(variant)
