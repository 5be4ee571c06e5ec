"""``python -m banmen_oracle``: solve the game and write its tables to build/oracle, from where a run before ended; `make solve`.

``python -m banmen_oracle fit``: fit the weights of the pocket table anew, to the solved game.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from banmen import sfen
from banmen.games.dobutsu import DOBUTSU
from banmen.oracle.placement import index, of_position
from banmen_oracle.pocket import POCKET, WEIGHTS, pocket, weights
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
    if sys.argv[1:] == ["fit"]:
        WEIGHTS.write_text(f"{json.dumps(weights(solve(FOLDER)))}\n", "utf-8")
        return 0
    found = solved(FOLDER)
    print("\n".join(f"{name:>8}: {number:,}" for name, number in found._asdict().items()))
    publish(solve(FOLDER), FOLDER)
    (FOLDER / POCKET.name).write_bytes(pocket(solve(FOLDER)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
