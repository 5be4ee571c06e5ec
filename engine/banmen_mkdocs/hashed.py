"""The site's folders that are named by their content: what lies in one of them never changes.

Browsers and hosts may keep such a file for ever, and a page that was built earlier keeps finding its own
version of everything, never a newer one.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from banmen_mkdocs.bundled import ASSETS, PIECES, POCKETS, RUNTIME, SOLVED

__all__ = ["FOLDER", "board", "content_name", "contents", "lean", "pieces", "pocket", "solved", "table", "write"]

FOLDER = "assets/hashed/"

_DESCRIPTION = "runtime.json"

# The service worker must lie at the site's root, and types are for authors.
_NOT_FOR_PAGES = ("*.d.ts", "*.d.mts", "sw.mjs")

# Comments that stand on lines of their own: a third of what our modules weigh, compressed.
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)[ \t]*\n", re.MULTILINE)

_IMPORT = re.compile(r'^@import url\("([\w-]+\.css)"\)(?: (\w+))?;\n', re.MULTILINE)


def board(runtime: bool) -> str:
    """Folder of the page side, below the site's root. With `runtime`, its name changes with the engine's too."""
    more = (RUNTIME / _DESCRIPTION).read_bytes() if runtime else b""
    return f"{FOLDER}board-{content_name(_page_side().items(), more)}/"


def pieces() -> str:
    """Folder of the piece sets, below the site's root."""
    return f"{FOLDER}pieces-{content_name(contents(PIECES, _files(PIECES)))}/"


def solved(game: str) -> str:
    """Folder of the table of a solved game, below the site's root; the blocks in it are named by their content."""
    return f"{FOLDER}solved-{game}/"


def table(game: str) -> str | None:
    """The sum of the directory of a solved game's table, None if the table was not made."""
    description = SOLVED / f"{game}.json"
    return str(json.loads(description.read_text("utf-8"))["table"]) if description.is_file() else None


@cache
def pocket(game: str) -> tuple[str, str]:
    """The pocket table of a solved game: its file, below the site's root, and its sum."""
    digest = sha256(POCKETS[game].read_bytes()).hexdigest()
    return f"{FOLDER}pocket-{digest[:12]}/{game}.bin", digest


def content_name(files: Iterable[tuple[str, bytes]], more: bytes = b"") -> str:
    """A name made of the files' places and bytes."""
    total = sha256(more)
    for place, digest in sorted((place, sha256(content).digest()) for place, content in files):
        total.update(place.encode() + b"\0" + digest)
    return total.hexdigest()[:12]


def contents(root: Path, files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Each file's place below `root` and its bytes."""
    return ((path.relative_to(root).as_posix(), path.read_bytes()) for path in files)


def lean(code: str) -> str:
    """JavaScript or CSS as pages load it: without the comments, which are for who reads the source."""
    return _COMMENT.sub("", code)


def write(site: Path, folder: str, runtime: bool) -> None:
    """Copy the page side, the piece sets and the runtime bundle, which has such a name already, into the site.

    `folder`: what `board` gave when the pages were begun, which name it; an author may have gone on writing since.
    """
    own = site / folder
    for place, content in _page_side().items():
        (own / place).parent.mkdir(parents=True, exist_ok=True)
        (own / place).write_bytes(content)
    shutil.copytree(PIECES, site / pieces(), dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.md"))
    for description in SOLVED.glob("*.json"):
        shutil.copytree(SOLVED / description.stem, site / solved(description.stem), dirs_exist_ok=True)
    for game, path in POCKETS.items():
        copy = site / pocket(game)[0]
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    if runtime:
        shutil.copytree(RUNTIME, site / FOLDER, dirs_exist_ok=True, ignore=shutil.ignore_patterns(_DESCRIPTION))
    described = (RUNTIME / _DESCRIPTION).read_text("utf-8") if runtime else "null"
    # As a module, which comes along with the worker's others.
    (own / "runtime.mjs").write_text(f"export default {described};\n", "utf-8")


def _page_side() -> dict[str, bytes]:
    """By their places, the modules, style sheets and words as pages load them: with nothing to read, and no sheet in parts."""
    found = dict(contents(ASSETS, (path for path in _files(ASSETS) if not any(map(path.match, _NOT_FOR_PAGES)))))
    code = {place: content.decode() for place, content in found.items() if place.endswith((".mjs", ".css"))}
    parts: set[str] = set()

    def part(imported: re.Match[str]) -> str:
        name, medium = imported.groups()
        parts.add(name)
        return f"@media {medium} {{\n{code[name]}}}\n" if medium else code[name]

    whole = {place: lean(_IMPORT.sub(part, text)).encode() for place, text in code.items()}
    words = {place: _compact(content) for place, content in found.items() if place.endswith(".json")}
    return {place: content for place, content in (found | whole | words).items() if place not in parts}


def _compact(content: bytes) -> bytes:
    return json.dumps(json.loads(content), ensure_ascii=False, separators=(",", ":")).encode()


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())
