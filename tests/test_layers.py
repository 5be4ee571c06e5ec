"""Imports point one way, and the engine needs nothing but the standard library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import banmen

PACKAGE = Path(banmen.__path__[0])

# A module may import those before it.
ORDER = (
    "errors", "betza", "variant", "games", "moves", "tables", "walker", "outcome", "position", "perft", "sfen", "game", "usi",
    "declare", "refusal", "record", "notation", "search", "oracle", "view", "svg", "diagram", "cutout", "fence", "door",
    "usi_engine", "__main__",
)  # fmt: skip


def imports(path: Path) -> Iterator[str]:
    """The full names of the modules that a file imports, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            submodules = [f"{node.module}.{alias.name}" for alias in node.names]
            inside = [name for name in submodules if node.module == "banmen"]
            yield from inside or [node.module or ""]


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        part = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if part != "__init__":
            yield part, path


def test_every_module_has_its_place_in_the_order() -> None:
    assert [part for part, _ in modules() if part not in ORDER] == []


def test_imports_point_one_way() -> None:
    backward = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for part, path in modules()
        for name in imports(path)
        if name.startswith("banmen.") and (other := name.split(".")[1]) != part and ORDER.index(other) > ORDER.index(part)
    ]
    assert backward == []


def test_games_are_declarations() -> None:
    allowed = ("banmen.variant", "banmen.games.", "dataclasses", "__future__")
    others = [
        f"{path.name} imports {name}"
        for part, path in modules()
        if part == "games" and path.name != "__init__.py"
        for name in imports(path)
        if not name.startswith(allowed)
    ]
    assert others == []


def test_standard_library_only() -> None:
    foreign = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for _, path in modules()
        for name in imports(path)
        if (top := name.split(".")[0]) != "banmen" and top not in sys.stdlib_module_names
    ]
    assert foreign == []
