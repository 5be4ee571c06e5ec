"""Proofs of tasks, kept from build to build: the longest take seconds, and a page that has not changed needs none of them again.

They are kept by what they prove and forgotten as a whole when the engine changes.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

import banmen
from banmen.fence import PROOFS

__all__ = ["recall", "retain"]

_NAME = "proofs.json"


def recall(folder: Path) -> None:
    """Read what an earlier build has proven; nothing if that was another engine's, or cannot be read."""
    try:
        kept = json.loads((folder / _NAME).read_text("utf-8"))
    except (OSError, ValueError):
        return
    if isinstance(kept, dict) and kept.get("engine") == _engine():
        PROOFS.update({key: (plies, moves) for key, (plies, moves) in kept["proofs"].items() if key not in PROOFS})


def retain(folder: Path) -> None:
    """Write down what is proven, if anything is."""
    if not PROOFS:
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _NAME).write_text(json.dumps({"engine": _engine(), "proofs": PROOFS}, indent=1, sort_keys=True), encoding="utf-8")


@cache
def _engine() -> str:
    """The sum of the engine's sources."""
    root, total = Path(banmen.__path__[0]), hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return total.hexdigest()
