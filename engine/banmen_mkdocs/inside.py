"""The part of the bundle that only the bundled Python can make; runs inside Pyodide under Node (runtime.mjs).

Byte code is read only by the version that wrote it, and what the engine imports shows only where
it runs. All archives are written with fixed times and order, so that equal input gives equal bytes.
"""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

__all__ = ["make"]

EPOCH = (1980, 1, 1, 0, 0, 0)


def make(work: Path, wheel: str, stdlib: str, packages: str) -> str:
    """Cut `stdlib` to what the engine in `wheel` imports and byte-compile both, in place; gives the wheel's new name.

    `packages`: the folder of installed packages in which pyodide-build is.
    """
    before = set(sys.modules)
    sys.path.insert(0, str(work / wheel))
    _exercise()
    used = {name for name in before | set(sys.modules) if not _is_frozen(name)}
    _write(work / stdlib, [(name, data) for name, data in _read(work / stdlib) if _module(name) in used])

    # A time stamp in the byte code would differ at every build; with this set it holds a hash of the source.
    os.environ["SOURCE_DATE_EPOCH"] = "315532800"
    sys.path.append(packages)
    compile_archive = import_module("pyodide_build._py_compile")._py_compile_archive
    named = [compile_archive(work / name, keep=False, verbose=False) for name in (stdlib, wheel)]
    for path in named:
        _write(path, sorted(_read(path)), zipfile.ZIP_STORED)
    return str(named[1].name)


def _is_frozen(name: str) -> bool:
    """Whether a module is part of the interpreter itself, which never reads its file."""
    spec = getattr(sys.modules.get(name), "__spec__", None)
    return spec is not None and spec.origin == "frozen"


def _module(name: str) -> str:
    """The module that a file of the archive holds."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _exercise() -> None:
    """Import the engine and ask the door all it can answer, well and badly, so that late imports happen too."""
    door = import_module("banmen.door")
    games = json.loads(door.handle('{"method":"games"}'))["result"]["games"]
    records: list[object] = [{"game": "none"}, {"game": "shogi", "moves": ["7g7f", "7g7f"]}, None, {"game": "shogi", "start": "9"}]
    for game in games:
        records += [{"game": game["key"], "rules": rules} for rules in _options(game)]
    texts = ["7g7f", "P*5e", "win", "9z", "1c1b", "5e5d+"]
    for record in records:
        for method in (*door.METHODS, *door.SLOW, "none"):
            for text in texts if method == "explain" else texts[:1]:
                params = {"record": record, "move": text, "letters": {"P": "pawn"}, "text": text, "format": "usi", "label": text,
                          "nodes": 50, "plies": 1, "table": ""}
                if method == "hint":
                    params["level"] = "beginner"  # who thinks for a moment only
                door.handle(json.dumps({"id": text, "method": method, "params": params}))
    for name in ("beginner", "easy"):
        door.handle(json.dumps({"method": "think", "params": {"record": {"game": "dobutsu"}, "level": name}}))
    for text in ("", "[", "[]", '{"method":1}', '{"id":[],"params":1,"method":"view"}'):
        door.handle(text)


def _options(game: dict[str, object]) -> Iterator[dict[str, object]]:
    yield {}
    yield {"nothing": 1}
    options = game["options"]
    assert isinstance(options, list)
    for option in options:
        for value in [*option["values"], 7, "?"]:
            yield {option["key"]: value}


def _read(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if not name.endswith("/"):
                yield name, archive.read(name)


def _write(path: Path, entries: list[tuple[str, bytes]], compression: int = zipfile.ZIP_DEFLATED) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries:
            archive.writestr(zipfile.ZipInfo(name, EPOCH), data, compression, 9)
