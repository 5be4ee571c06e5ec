"""The USI engine: whole games under the players of other programs, and any input answered rather than crashed on."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread

import cshogi
import cshogi.cli
import pytest
from cshogi.usi import Engine as Client

from banmen import record, usi, usi_engine
from banmen.game import Game
from banmen.games import games, load
from banmen.usi_engine import Clock
from banmen.variant import Color

# The clients never close the pipes of the engines they start.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture
def command(tmp_path: Path) -> str:
    """A file to be run without arguments, as clients expect an engine to be."""
    script = tmp_path / "banmen-usi"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -m banmen usi\n")
    script.chmod(0o755)
    return str(script)


def answers(*lines: str) -> list[str]:
    """What the engine says to these lines before it quits."""
    hear: SimpleQueue[str | None] = SimpleQueue()
    said: list[str] = []
    for line in (*lines, None):
        hear.put(line)
    usi_engine.Engine(hear, said.append).run()
    return said


# -- whole games ----------------------------------------------------------------------------------


def test_whole_game_under_cshogi(command: str) -> None:
    """cshogi keeps the board, asks both engines under a clock, and ends the game by its own rules."""
    result = cshogi.cli.main(
        command, command, {"Level": "easy", "Seed": 3}, {"Level": "beginner", "Seed": 4}, byoyomi=150, print_summary=False
    )
    assert result["total"] == 1
    assert result["engine1_won"] + result["engine2_won"] + result["draw"] == 1


@pytest.mark.parametrize("key", games())
def test_whole_game_of_every_variant(key: str, command: str) -> None:
    """cshogi's client carries the lines; a game is over where our rules say so, and every move on the way is legal."""
    client = Client(command)
    for name, value in (("USI_Variant", key), ("Level", "beginner"), ("Seed", 5)):
        client.setoption(name, value)
    client.isready()
    client.usinewgame()
    variant = load(key)
    game = Game(variant, rules={"move_limit": 40})
    while not game.outcome:
        client.position([usi.format_move(move, variant) for move in game.moves])
        answer, ponder = client.go(nodes=100)
        assert ponder is None
        game = game.play(usi.parse_move(answer, variant))
    client.gameover("draw")
    client.quit()


# -- the clock ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "seconds"), [
    ("movetime 1000", 0.9),
    ("btime 0 wtime 0 byoyomi 3000", 2.9),
    ("btime 600000 wtime 0 byoyomi 10000", 29.9),
    ("btime 300000 wtime 1 binc 5000 winc 0", 13.9),
    ("btime 500 wtime 1 byoyomi 100", 0.01 + 0.5 / 30 - 0.01),
    ("infinite", float("inf")),
    ("nodes 500", float("inf")),
])  # fmt: skip
def test_time_for_a_move(words: str, seconds: float) -> None:
    assert usi_engine._clock(words.split()).seconds(Color.BLACK) == pytest.approx(seconds)


def test_never_more_time_than_there_is() -> None:
    for left in (0, 50, 1000, 60_000, 3_600_000):
        for byoyomi, gained in ((0, 0), (1000, 0), (0, 10_000)):
            found = Clock(btime=left, binc=gained, byoyomi=byoyomi).seconds(Color.BLACK)
            assert found is not None
            assert found <= max(0.01, (left + byoyomi) / 1000)


# -- stopping -------------------------------------------------------------------------------------


def test_stop_is_answered_at_once() -> None:
    """Within 50 ms of the engine's own time, whatever else the machine does."""
    hear: SimpleQueue[str | None] = SimpleQueue()
    deep, answered = Event(), Event()
    stopped = [0.0]
    spent = []

    def say(line: str) -> None:
        if line.startswith("info depth 3"):
            deep.set()
        elif line.startswith("bestmove"):
            spent.append(time.thread_time() - stopped[0])
            answered.set()

    thinking = Thread(target=usi_engine.Engine(hear, say).run, daemon=True)
    thinking.start()
    assert thinking.ident
    clock = time.pthread_getcpuclockid(thinking.ident)
    for moves in ("", " moves 7g7f", " moves 7g7f 3c3d 2g2f"):
        deep.clear()
        answered.clear()
        hear.put(f"position startpos{moves}")
        hear.put("go infinite")
        assert deep.wait(60)
        stopped[0] = time.clock_gettime(clock)
        hear.put("stop")
        assert answered.wait(60)
    hear.put("quit")
    thinking.join(60)
    assert len(spent) == 3
    assert max(spent) < 0.05


@pytest.fixture
def process() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "banmen", "usi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as engine:
        yield engine
        if engine.poll() is None:
            assert engine.stdin
            engine.stdin.write("quit\n")


def test_ready_while_thinking_and_gone_with_its_client(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    assert process.stdout
    process.stdin.write("go infinite\nisready\n")
    while process.stdout.readline() != "readyok\n":
        pass
    process.stdin.close()
    assert process.wait(10) == 0


# -- what is said ---------------------------------------------------------------------------------


def test_introduces_itself() -> None:
    said = answers("usi", "isready")
    assert said[0] == "id name Banmen"
    assert said[-2:] == ["usiok", "readyok"]
    assert {f"var {key}" for key in games()} <= set(re.findall(r"var \w+", "\n".join(said)))


def test_tells_depth_score_and_line() -> None:
    *informed, best = answers("position startpos", "go depth 3")
    shape = r"info depth \d+ score (cp|mate) -?\d+ nodes \d+ nps \d+ time \d+ pv \S+( \S+)*"
    assert all(re.fullmatch(shape, line) for line in informed)
    assert best.split()[1] == informed[-1].split(" pv ")[1].split()[0]


def test_tells_mate() -> None:
    *_, last, best = answers("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1", "go depth 3")
    assert " score mate 1 " in last
    assert best == "bestmove G*5b"


def test_mate_under_cshogi(command: str) -> None:
    client = Client(command)
    client.position(sfen="sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1")
    assert client.go_mate() == "G*5b"
    client.position(sfen="sfen 4k4/9/9/9/9/9/9/9/9 b G 1")
    assert client.go_mate(byoyomi=60_000) == "nomate"
    client.quit()


@pytest.mark.parametrize("end", [["go mate 0"], ["go mate infinite", "stop"]])
def test_mate_that_is_not_found_in_time(end: list[str]) -> None:
    matsuri = "position sfen l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
    assert answers(matsuri, *end) == ["checkmate timeout"]


@pytest.mark.parametrize(("position", "best"), [
    ("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "resign"),
    ("sfen K1GGSS3/RRBBGG3/9/9/9/9/9/9/8k b 2S4N4L9Pp 1", "win"),
])  # fmt: skip
def test_resigns_or_declares(position: str, best: str) -> None:
    assert answers(f"position {position}", "go byoyomi 100")[-1] == f"bestmove {best}"


@pytest.mark.parametrize(("lines", "code"), [
    (["fly"], "usi.command"),
    (["\ufffd\x00\x7f"], "usi.command"),
    (["setoption"], "usi.option"),
    (["setoption name Threads value 2"], "usi.option"),
    (["setoption name USI_Variant value chess"], "game.unknown"),
    (["setoption name Level value divine"], "door.level"),
    (["setoption name Seed value -1"], "usi.number"),
    (["setoption name Rules value target=8"], "rules.unknown"),
    (["setoption name USI_Variant value hasami", "setoption name Rules value target=7"], "rules.value"),
    (["position"], "usi.position"),
    (["position startpos moves 7g7f 7g7f"], "usi.illegal"),
    (["position sfen 9 b - 1"], "sfen.ranks"),
    (["go fast"], "usi.go"),
    (["go byoyomi"], "usi.number"),
    (["go nodes ٣"], "usi.number"),
    (["go mate soon"], "usi.number"),
    (["position startpos moves 7g7f resign", "go mate 100"], "usi.over"),
    (["go ponder btime 1"], "usi.ponder"),
    (["ponderhit"], "usi.ponder"),
    (["position startpos moves 9z9z", "go depth 1"], "usi.no_position"),
    (["position startpos moves 7g7f resign", "go depth 1"], "usi.over"),
    (["position sfen 4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "go depth 1"], "usi.problems"),
])  # fmt: skip
def test_bad_input_is_named(lines: list[str], code: str) -> None:
    said = answers(*lines, "isready", "position startpos", "go depth 1")
    assert any(line.startswith(f"info string error {code}") for line in said), said
    # It goes on as if nothing had been said.
    assert "readyok" in said
    assert said[-1].startswith("bestmove ")


def test_options_that_clients_set_unasked() -> None:
    assert answers("setoption name USI_Hash value 256", "setoption name USI_Ponder value true") == []


def test_rules_decide_when_a_game_is_over() -> None:
    position = "position sfen 9/9/p8/9/9/9/9/9/PPPPP4 b 5P3p 1"
    assert answers("setoption name USI_Variant value hasami", position, "go depth 1")[-1] == "bestmove resign"
    target = "setoption name Rules value target=8"
    assert answers("setoption name USI_Variant value hasami", target, position, "go depth 1")[-1] != "bestmove resign"


def test_a_game_goes_on_from_the_position_before() -> None:
    """A longer, a shorter and another game after one that was given: each is read as it stands."""
    hear: SimpleQueue[str | None] = SimpleQueue()
    said: list[str] = []
    engine = usi_engine.Engine(hear, said.append)
    moves = ("", " moves 7g7f", " moves 7g7f 3c3d", " moves 7g7f", " moves 2g2f 3c3d 2f2e", " moves 2g2f resign")
    for line in (*(f"startpos{more}" for more in moves), f"sfen {load('shogi').start} moves 2g2f"):
        engine._answer(f"position {line}")
        assert engine.game is not None
        assert record.write(engine.game) == record.write(usi.parse_position(line, load("shogi")))
    assert said == []


def test_noise_does_no_harm() -> None:
    rng = random.Random(6)
    words = ["go", "position", "sfen", "startpos", "moves", "setoption", "name", "value", "Level", "depth", "1", "-", "b", "9/9",
             "7g7f", "infinite", "stop", "usi", "usinewgame", "gameover", "\x00", "é", "Rules", "a=b", "mate"]  # fmt: skip
    for _ in range(300):
        line = " ".join(rng.choice(words) for _ in range(rng.randint(0, 8)))
        assert all("\n" not in said for said in answers(line, "stop", "isready"))
