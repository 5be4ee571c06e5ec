"""The browser's only door: JSON text in, JSON text out.

A request is ``{"id", "method", "params"}``, the answer ``{"id", "result"}`` or ``{"id", "error":
{"code", "details"}}``; methods that take time give ``{"id", "progress"}`` before it. Only codes
cross, never sentences, and every request carries the whole record, so that whoever holds the
other end may start anew at any time.

What a reader's first move does not need is imported when it is asked for: the first answer waits
for every import here.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from math import tanh
from typing import TYPE_CHECKING, Any, TypeGuard

from banmen import record, sfen
from banmen.errors import BanmenError, DoorError, NotationError, UsiError
from banmen.game import Game
from banmen.games import games, load
from banmen.notation import typed
from banmen.refusal import Refusal, explain
from banmen.tables import tables
from banmen.usi import format_move, parse_move
from banmen.variant import Variant
from banmen.view import outcome_json, view

if TYPE_CHECKING:
    from banmen.search.mate import Judgement

__all__ = ["METHODS", "SLOW", "handle", "start"]

LONGEST = 1_000_000
"""Characters of a request; no record that `record.read` takes is longer."""

_recent: Game | None = None
_stopped: set[object] = set()
"""Ids of slow requests that are to end."""


def start(text: str) -> Iterator[str]:
    """Answer one request: progress lines as they come, the answer last. Never raises for any text."""
    request_id: object = None
    try:
        request = _request(text)
        request_id = request.get("id")
        if isinstance(request_id, list | dict):
            raise DoorError("door.id", expected="a number or a text")
        method = request.get("method")
        if not isinstance(method, str) or method not in METHODS | SLOW:
            raise DoorError("door.method", found=str(method)[:40], expected=sorted(METHODS | SLOW))
        params = request.get("params") or {}
        if not isinstance(params, dict):
            raise DoorError("door.params", found=type(params).__name__, expected="an object")
        if method in METHODS:
            yield _line(request_id, "result", METHODS[method](params))
            return
        _stopped.discard(request_id)
        result: dict[str, Any] = {}
        for result in SLOW[method](params):
            if request_id in _stopped:
                break
            yield _line(request_id, "progress", result)
        _stopped.discard(request_id)
        yield _line(request_id, "result", result)
    except BanmenError as error:
        yield _line(request_id if not isinstance(request_id, list | dict) else None, "error",
                    {"code": error.code, "details": error.details})


def handle(text: str) -> str:
    """The answer to one request, progress left out."""
    return deque(start(text), maxlen=1).pop()


def _line(request_id: object, key: str, value: object) -> str:
    return json.dumps({"id": request_id, key: value}, ensure_ascii=False, separators=(",", ":"))


def _request(text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise DoorError("door.length", found=len(text), expected=LONGEST)
    try:
        request = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DoorError("door.json", message=str(error)[:200]) from None
    if not isinstance(request, dict):
        raise DoorError("door.json", message=type(request).__name__, expected="an object")
    return request


def _game(params: Mapping[str, Any]) -> Game:
    """The game of a request; the last one is kept, since the next request most often goes on from it."""
    global _recent
    _recent = record.read(params.get("record"), _recent)
    return _recent


def _games(params: Mapping[str, Any]) -> dict[str, Any]:
    return {"games": [_described(load(key)) for key in games()]}


def _described(variant: Variant) -> dict[str, Any]:
    from banmen.search.levels import LEVELS

    t = tables(variant)
    kinds: dict[str, dict[str, str]] = {}
    for letter, kind in variant.kinds.items():
        kinds[letter] = {"name": kind.name, "glyph": kind.glyph}
        if kind.promotion:
            kinds[f"+{letter}"] = {"name": kind.promotion.name, "glyph": kind.promotion.glyph}
    return {
        "key": variant.key,
        "files": t.files,
        "ranks": t.ranks,
        "start": variant.start,
        "kinds": kinds,
        "hand": [letter for letter in t.hand_kinds if letter not in variant.royals],
        "drops": variant.drops,
        "art": variant.art,
        "options": [
            {"key": o.key, "values": list(o.values), "default": o.default, "source": o.source} for o in variant.options
        ],
        "handicaps": [{"key": handicap.key, "sfen": handicap.sfen} for handicap in variant.handicaps],
        "levels": [known.key for known in LEVELS],
    }


def _view(params: Mapping[str, Any]) -> dict[str, Any]:
    return view(_game(params))


def _arrange(params: Mapping[str, Any]) -> dict[str, Any]:
    """The start of a record for a position that was set up by hand: `game`, and `pieces`, `hands` and `turn` as in a view."""
    pieces, hands, turn = params.get("pieces"), params.get("hands"), params.get("turn")
    if not _is_table(pieces, str):
        raise DoorError("door.params", key="pieces", expected="an object of symbols by square")
    if not isinstance(hands, dict) or not all(_is_table(hand, int) for hand in hands.values()):
        raise DoorError("door.params", key="hands", expected="an object of counts by side and kind")
    return {"start": sfen.arranged(pieces, hands, str(turn), load(str(params.get("game"))))}


def _is_table(value: object, kind: type) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict) and all(isinstance(each, kind) and not isinstance(each, bool) for each in value.values())


def _explain(params: Mapping[str, Any]) -> dict[str, Any]:
    """Judges `move`; with `letters` (letter -> name key) it may be written as people write moves, not only in USI."""
    move, letters = params.get("move"), params.get("letters")
    if not isinstance(move, str):
        raise DoorError("door.params", key="move", found=type(move).__name__, expected="a USI move")
    if letters is not None and not (isinstance(letters, dict) and all(isinstance(name, str) for name in letters.values())):
        raise DoorError("door.params", key="letters", expected="an object of texts")
    game, usi = _game(params), move[:200]
    if letters is not None:
        try:
            usi = format_move(typed.read(usi, game, letters), game.variant)
        except NotationError as error:
            reason = {"reason": "ambiguous"} if error.code == "notation.ambiguous" else {}
            return _refused(Refusal("not_usi", (), {"text": move[:40], **reason}), usi)
        except UsiError:
            pass  # explained as it stands
    refusal = explain(game, usi)
    return _refused(refusal, usi) if refusal else {"legal": True, "usi": usi}


def _refused(refusal: Refusal, usi: str) -> dict[str, Any]:
    named = {"code": refusal.code, "squares": list(refusal.squares), "details": refusal.details}
    return {"legal": False, "usi": usi, "refusal": named}


def _declare(params: Mapping[str, Any]) -> dict[str, Any]:
    from banmen.declare import verdict

    found = verdict(_game(params), agreed=params.get("agreed") is True)
    return {"conditions": [need._asdict() for need in found.conditions], "outcome": outcome_json(found.outcome)}


def _stop(params: Mapping[str, Any]) -> dict[str, Any]:
    """End a slow request after its present slice; it answers with what it has found."""
    wanted = params.get("id")
    if isinstance(wanted, list | dict):
        raise DoorError("door.id", expected="a number or a text")
    if len(_stopped) > 100:
        _stopped.clear()
    _stopped.add(wanted)
    return {}


def _think(params: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    from banmen.search.levels import Level, choose, level
    from banmen.search.search import mate_in
    from banmen.search.weights import weights

    game = _game(params)
    if not game.legal_moves:
        raise DoorError("door.over", ending=game.outcome.ending if game.outcome else None)
    if "level" in params:
        chosen = level(params["level"], game.variant.key)
    else:
        seconds = _number(params, "time_ms", 3000, 60_000) / 1000
        nodes = _number(params, "nodes", 0, 10_000_000)
        chosen = Level("limits", _number(params, "depth", 64, 64), seconds, nodes or None)
    t, start = game.position.tables, time.perf_counter()
    scale = weights(game.variant).scale
    for report in choose(game, chosen, _number(params, "seed", 0, 1 << 53)):
        yield {
            "move": format_move(t.moves[report.move], game.variant),
            "score": report.score,
            "mate": mate_in(report.score),
            # 1 / (1 + exp(-score / scale)), without the overflow.
            "chance": round(0.5 + 0.5 * tanh(report.score / (2 * scale)), 3),
            "depth": report.depth,
            "nodes": report.nodes,
            "pv": [format_move(t.moves[move], game.variant) for move in report.line],
            "done": min(1.0, round((time.perf_counter() - start) / chosen.seconds, 3)),
        }


def _mate(params: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The shortest mate by checks within `plies`; `none_within`: there is no mate of so many plies or fewer."""
    from banmen.search.mate import LONGEST, solve

    game = _game(params)
    moves = game.position.tables.moves
    for mate in solve(game, _number(params, "plies", LONGEST, LONGEST)):
        yield {
            "plies": mate.plies,
            "exact": mate.exact,
            "none_within": mate.none_within,
            "nodes": mate.nodes,
            "pv": [format_move(moves[move], game.variant) for move in mate.line],
        }


def _judge(params: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What a legal `move` is worth to who is to reach `goal`, such as "mate 3", and the answer to it."""
    from banmen.search.goal import Goal, judge

    goal, game = Goal.read(str(params.get("goal"))), _game(params)
    move = parse_move(str(params.get("move"))[:40], game.variant)
    if move not in game.legal_moves:
        raise DoorError("door.params", key="move", found=str(params.get("move"))[:40], expected="a legal move")
    task, variant = judge(game, move, goal), game.variant
    while True:
        try:
            next(task)
        except StopIteration as end:
            found: Judgement = end.value
            yield {"code": found.code, "plies": found.plies, "reply": found.reply and format_move(found.reply, variant)}
            return
        yield {"code": None}


def _hint(params: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A good move and why; the reasons come with the last line only."""
    from banmen.search.hint import hint
    from banmen.search.levels import level

    game = _game(params)
    if not game.legal_moves:
        raise DoorError("door.over", ending=game.outcome.ending if game.outcome else None)
    chosen = level(params.get("level", "hard"), game.variant.key)
    for found in hint(game, chosen, _number(params, "seed", 0, 1 << 53)):
        yield {
            "move": format_move(game.position.tables.moves[found.move], game.variant),
            "reasons": [reason._asdict() for reason in found.reasons],
            "done": found.done,
        }


def _number(params: Mapping[str, Any], key: str, default: int, most: int) -> int:
    value = params.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise DoorError("door.params", key=key, found=str(value)[:40], expected=f"a whole number up to {most}")
    return value


def _svg(params: Mapping[str, Any]) -> dict[str, Any]:
    from banmen import svg

    game = _game(params)
    marks = params.get("marks") or []
    known = game.position.tables.square_of
    if not isinstance(marks, list) or not all(isinstance(mark, str) and mark in known for mark in marks):
        raise DoorError("door.params", key="marks", expected="a list of squares")
    return {"svg": svg.draw(view(game), str(params.get("label", "")), flip=params.get("flip") is True, marks=marks)}


def _verdict(params: Mapping[str, Any]) -> dict[str, Any]:
    """What the solved table says; `table` is the sum of its directory, `blocks` are the blocks asked for before, in base 64."""
    from banmen.oracle.verdict import keep, verdict

    game, table, blocks = _game(params), params.get("table"), params.get("blocks") or {}
    if not isinstance(table, str):
        raise DoorError("door.params", key="table", found=type(table).__name__, expected="a sum in hexadecimal")
    if not isinstance(blocks, dict) or not all(isinstance(data, str) for data in blocks.values()):
        raise DoorError("door.params", key="blocks", expected="an object of texts")
    if not game.legal_moves:
        raise DoorError("door.over", ending=game.outcome.ending if game.outcome else None)
    for name, data in blocks.items():
        keep(name, _bytes(data, "blocks"))
    return verdict(game.position, table)


def _pocket(params: Mapping[str, Any]) -> dict[str, Any]:
    """What the pocket table plays; `pocket` is its sum, `part` the bytes from `from` on that were asked for before, in base 64."""
    from banmen.oracle.handed import MOST, Part, best

    game, pocket, part = _game(params), params.get("pocket"), params.get("part")
    if not isinstance(pocket, str):
        raise DoorError("door.params", key="pocket", found=type(pocket).__name__, expected="a sum in hexadecimal")
    if not game.legal_moves:
        raise DoorError("door.over", ending=game.outcome.ending if game.outcome else None)
    handed = None if part is None else Part(_number(params, "from", 0, MOST), _bytes(part, "part"))
    return best(game.position, pocket, handed)


def _bytes(text: object, key: str) -> bytes:
    from binascii import a2b_base64

    try:
        # No text is no whole number of bytes either.
        return a2b_base64(text if isinstance(text, str) else "A")
    except ValueError:
        raise DoorError("door.params", key=key, found=str(text)[:40], expected="base 64") from None


METHODS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "games": _games,
    "view": _view,
    "arrange": _arrange,
    "explain": _explain,
    "declare": _declare,
    "stop": _stop,
    "svg": _svg,
    "verdict": _verdict,
    "pocket": _pocket,
}

SLOW: dict[str, Callable[[Mapping[str, Any]], Iterator[dict[str, Any]]]] = {
    "think": _think,
    "mate": _mate,
    "judge": _judge,
    "hint": _hint,
}
"""Methods that take time: what they yield is progress, the last of it the result."""
