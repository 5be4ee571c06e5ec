"""Where the files lie that a site needs: inside the installed distribution, or in this repository."""

from __future__ import annotations

from pathlib import Path

import banmen

__all__ = ["ASSETS", "PIECES", "POCKETS", "REPOSITORY", "RUNTIME", "SOLVED"]

_PACKAGE = Path(__file__).parent
REPOSITORY = _PACKAGE.parents[1]


def _first(*places: Path) -> Path:
    return next((place for place in places if place.exists()), places[-1])


ASSETS = _first(_PACKAGE / "assets", REPOSITORY / "overrides" / "assets" / "banmen")
"""The page side: modules, style sheet and words."""

RUNTIME = _first(_PACKAGE / "runtime", REPOSITORY / "build" / "runtime")
"""What `runtime.py` made: Pyodide and the engine's wheel."""

PIECES = Path(banmen.__path__[0], "pieces")
"""The piece sets, as the engine draws them too."""

POCKETS = {"dobutsu": _first(_PACKAGE / "pocket.bin", REPOSITORY / "engine" / "banmen_oracle" / "pocket.bin")}
"""By solved game its pocket table."""

SOLVED = REPOSITORY / "build" / "oracle"
"""What `make oracle` made: by game a folder of blocks, and a description beside it."""
