"""Lets pytest have the whole standard library where the site ships a part, and the engine only that part.

Runs inside Pyodide. An import on the engine's account of what is not shipped fails, as it would for a reader,
even if pytest has that module loaded already.
"""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any


class _Rest(MetaPathFinder):
    """Finds what is in the whole library's archive only."""

    def __init__(self, archive: str) -> None:
        self.archive = archive
        self.found: set[str] = set()

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if _is_for_the_engine():
            return None
        package = fullname.rpartition(".")[0].replace(".", "/")
        spec = PathFinder.find_spec(fullname, [f"{self.archive}/{package}".rstrip("/")], target)
        if spec:
            self.found.add(fullname)
        return spec

    def guard(self, importing: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(name: str, *args: Any, **kwargs: Any) -> Any:
            fromlist = kwargs.get("fromlist") or (args[2] if len(args) > 2 else None) or ()
            names = {name, name.partition(".")[0], *(f"{name}.{part}" for part in fromlist)}
            if names & self.found and _is_for_the_engine():
                raise ModuleNotFoundError(f"{name} is not shipped, and the engine imports it", name=name)
            return importing(name, *args, **kwargs)

        return guarded


def _is_for_the_engine() -> bool:
    frame = sys._getframe()
    while frame := frame.f_back:  # type: ignore[assignment]
        if frame.f_globals.get("__name__", "").partition(".")[0] == "banmen":
            return True
    return False


def add_the_rest(archive: str) -> None:
    rest = _Rest(archive)
    sys.meta_path.append(rest)
    builtins.__import__ = rest.guard(builtins.__import__)
    importlib.import_module = rest.guard(importlib.import_module)
