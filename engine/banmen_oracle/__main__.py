"""``python -m banmen_oracle [folder]``: solve the game and write the tables, from where a run before was ended; `make oracle`."""

from __future__ import annotations

import sys
from pathlib import Path

from banmen import sfen
from banmen.games.dobutsu import DOBUTSU
from banmen.oracle.placement import index, of_position
from banmen_oracle.publish import publish
from banmen_oracle.reach import Counts, counts, reach
from banmen_oracle.solve import solve

__all__ = ["FOLDER", "solved"]

FOLDER = Path("build/oracle")


def solved(folder: Path) -> Counts:
    """The numbers of the solved game, whose arrays are in `folder`."""
    start = of_position(sfen.parse(DOBUTSU.start, DOBUTSU))
    assert start is not None
    return counts(solve(folder), reach(index(start), folder))


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    found = solved(folder)
    print("\n".join(f"{name:>8}: {number:,}" for name, number in found._asdict().items()))
    publish(solve(folder), folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
