"""The command line: ``python -m banmen {door,usi,perft,svg,check} …``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from banmen import door, fence, record, sfen, svg, usi_engine
from banmen.errors import BanmenError
from banmen.games import games, load
from banmen.perft import divide, perft
from banmen.usi import format_move
from banmen.view import view


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0, 1 for bad input or failed checks."""
    parser = argparse.ArgumentParser(prog="banmen", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("door", help="answer JSON requests, one a line, from standard input")

    commands.add_parser("usi", help="be a USI engine on standard input and output")

    counting = commands.add_parser("perft", help="count the leaves of the tree of legal moves")
    counting.add_argument("game", choices=games())
    counting.add_argument("depth", type=int)
    counting.add_argument("--divide", action="store_true", help="a line for each first move")

    drawing = commands.add_parser("svg", help="draw a position")
    drawing.add_argument("game", choices=games())
    drawing.add_argument("--moves", default="", help="USI moves to play first")
    drawing.add_argument("--flip", action="store_true", help="seen by the second player")
    drawing.add_argument("--label", default="", help="the picture's accessible name")
    for command in (counting, drawing):
        command.add_argument("--sfen", help="start position instead of the game's own")
        command.add_argument("--rules", action="append", default=[], metavar="KEY=VALUE", help="a rule option")

    checking = commands.add_parser("check", help="prove every board fence of a folder of pages")
    checking.add_argument("folder", type=Path)

    chosen = parser.parse_args(arguments)
    try:
        return {"door": _door, "usi": _usi, "perft": _perft, "svg": _svg, "check": _check}[chosen.command](chosen)
    except BanmenError as error:
        print(f"banmen: {error}", file=sys.stderr)
        return 1


def _door(chosen: argparse.Namespace) -> int:
    for line in sys.stdin:
        if line.strip():
            for answer in door.start(line):
                print(answer, flush=True)
    return 0


def _usi(chosen: argparse.Namespace) -> int:
    usi_engine.run()
    return 0


def _rules(texts: Sequence[str]) -> dict[str, str]:
    return {key.strip(): value for key, _, value in (text.partition("=") for text in texts)}


def _perft(chosen: argparse.Namespace) -> int:
    variant = load(chosen.game)
    position = sfen.parse(chosen.sfen or variant.start, variant, _rules(chosen.rules))
    if not chosen.divide or chosen.depth < 1:
        print(perft(position, chosen.depth))
        return 0
    counts = divide(position, chosen.depth)
    for move, leaves in counts.items():
        print(f"{format_move(move, variant)}: {leaves}")
    print(sum(counts.values()))
    return 0


def _svg(chosen: argparse.Namespace) -> int:
    game = record.read({
        "game": chosen.game, "rules": _rules(chosen.rules), "moves": chosen.moves.split(),
        **({"start": chosen.sfen} if chosen.sfen else {}),
    })
    print(svg.draw(view(game), chosen.label, flip=chosen.flip))
    return 0


def _check(chosen: argparse.Namespace) -> int:
    problems = fence.check_folder(chosen.folder)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
