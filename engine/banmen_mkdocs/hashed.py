"""The site's folders that are named by their content: what lies in one of them never changes.

Browsers and hosts may keep such a file for ever, and a page that was built earlier keeps finding its own
version of everything, never a newer one.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

from banmen_mkdocs.bundled import ASSETS, PIECES, RUNTIME

__all__ = ["FOLDER", "board", "content_name", "lean", "pieces", "write"]

FOLDER = "assets/hashed/"

# The service worker must lie at the site's root, and types are for authors.
_NOT_FOR_PAGES = ("*.d.ts", "sw.mjs")
_DESCRIPTION = "runtime.json"

# Comments that stand on lines of their own: a third of what our modules weigh, compressed.
_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)[ \t]*\n", re.MULTILINE)


def board(runtime: bool) -> str:
    """Folder of the page side, below the site's root. With `runtime`, its name changes with the engine's too."""
    files = [path for path in _files(ASSETS) if not any(path.match(pattern) for pattern in _NOT_FOR_PAGES)]
    more = (RUNTIME / _DESCRIPTION).read_bytes() if runtime else b""
    return f"{FOLDER}board-{content_name(ASSETS, files, more, _shipped)}/"


def pieces() -> str:
    """Folder of the piece sets, below the site's root."""
    return f"{FOLDER}pieces-{content_name(PIECES, _files(PIECES))}/"


def content_name(root: Path, files: Iterable[Path], more: bytes = b"", read: Callable[[Path], bytes] = Path.read_bytes) -> str:
    """A name made of the files' bytes and of their places below `root`."""
    total = sha256(more)
    for path in sorted(files):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + sha256(read(path)).digest())
    return total.hexdigest()[:12]


def lean(code: str) -> str:
    """JavaScript or CSS as pages load it: without the comments, which are for who reads the source."""
    return _COMMENT.sub("", code)


def write(site: Path, runtime: bool) -> None:
    """Copy the page side, the piece sets and the runtime bundle, which has such a name already, into the site."""
    own = site / board(runtime)
    shutil.copytree(ASSETS, own, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*_NOT_FOR_PAGES), copy_function=_ship)
    shutil.copytree(PIECES, site / pieces(), dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.md"))
    if runtime:
        shutil.copytree(RUNTIME, site / FOLDER, dirs_exist_ok=True, ignore=shutil.ignore_patterns(_DESCRIPTION))
        shutil.copyfile(RUNTIME / _DESCRIPTION, own / _DESCRIPTION)


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _shipped(path: Path) -> bytes:
    content = path.read_bytes()
    return lean(content.decode()).encode() if path.suffix in (".mjs", ".css") else content


def _ship(source: str, target: str) -> None:
    Path(target).write_bytes(_shipped(Path(source)))
