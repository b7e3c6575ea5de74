"""Games between our bots and foreign programs: whatever a program does is an outcome."""

import asyncio
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schwarm.cli import run
from schwarm.contest.arena import Arena, Contender
from schwarm.games import new_game
from schwarm.games.record import Record, replay
from schwarm.programs.program import ProgramError
from schwarm.programs.sandbox import Sandbox
from schwarm.referee import Limits
from tests.contest.test_client import first_move

PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
BOT = Contender("Ours", think=first_move)

CONNECT = """
import argparse, os, socket, subprocess, sys, time
options = argparse.ArgumentParser(add_help=False)
options.add_argument("-h"); options.add_argument("-p", type=int); options.add_argument("-r")
given = options.parse_args()
def join():
    server = socket.create_connection((given.h, given.p))
    server.sendall(f'<protocol><joinPrepared reservationCode="{given.r}"/>'.encode())
    return server
"""
HONEST = f"""
sys.path.insert(0, {str(Path(__file__).parents[2] / "src")!r})
from schwarm.contest.client import Client, Seat
with Client("piranhas", given.h, given.p) as client:
    client.play(Seat(reservation=given.r), lambda game, budget_ms: game.legal_moves()[0])
"""


def program(folder: Path, body: str, sandbox: Sandbox | None = None) -> Contender:
    """A foreign program: a Python script that anybody could have written."""
    script = folder / "player.py"
    script.write_text(f"#!{PYTHON}\n" + CONNECT + body)
    script.chmod(0o755)
    return Contender("Theirs", (str(script),), sandbox=sandbox)


def meet(contender: Contender, **settings: object) -> Record:
    """The program has blue against our bot."""

    async def play() -> Record:
        async with Arena(**settings) as arena:  # type: ignore[arg-type]
            return await arena.play(new_game("piranhas", profile="official", seed=7), BOT, contender)

    return asyncio.run(asyncio.wait_for(play(), 60))


def test_an_honest_program_plays_a_whole_game(tmp_path: Path) -> None:
    record = meet(program(tmp_path, HONEST))
    assert record.seats == {"red": "Ours", "blue": "Theirs"}
    assert record.end is not None
    assert replay(record).outcome() is not None


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("sys.exit(3)", "left the game"),
        ("os.kill(os.getpid(), 9)", "left the game"),
        ("join(); time.sleep(0.2)", "left the game"),
        ("join().sendall(b'<rubbish'); time.sleep(0.2)", "left the game"),
        ("join().sendall(b'<rubbish>' * 100000); time.sleep(60)", "left the game"),
        ("server = join(); time.sleep(60)", "time up"),
        ("subprocess.Popen(['sleep', '600']); server = join(); time.sleep(60)", "time up"),
        ("time.sleep(60)", "left the game"),
    ],
    ids=["exit", "killed", "leaves", "garbage", "flood", "hangs", "hangs with a child", "never comes"],
)
def test_what_a_program_does_wrong_is_an_outcome(body: str, reason: str, tmp_path: Path) -> None:
    record = meet(program(tmp_path, body), limits=Limits(200, 400), connect_s=2.0, grace_s=0.2)
    assert record.end is not None
    assert (record.end.winner, record.end.reason) == ("red", reason)
    assert not [pid for pid in os.listdir("/proc") if pid.isdigit() and runs(pid, str(tmp_path))]


def runs(pid: str, word: str) -> bool:
    try:
        return word in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False


def test_a_command_that_cannot_run_is_the_operators_mistake() -> None:
    with pytest.raises(ProgramError):
        meet(Contender("Theirs", ("/no/such/program",)))


def sandboxed(test: Callable[..., None]) -> Callable[..., None]:
    missing = shutil.which("bwrap") is None
    return pytest.mark.skipif(missing, reason="bubblewrap is not installed")(test)  # type: ignore[no-any-return]


@sandboxed
def test_a_sandboxed_program_reaches_the_game_and_nothing_else(tmp_path: Path) -> None:
    body = """
server = join()
for host, port in (("1.1.1.1", 53), (given.h, given.p + 1)):
    try:
        socket.create_connection((host, port), timeout=1)
        sys.exit("reached the outside")
    except OSError:
        pass
data = b""
while b"moveRequest" not in data:
    data += server.recv(65536)
server.sendall(b"<close/>")
"""
    record = meet(program(tmp_path, body, Sandbox()), limits=Limits(5_000, 8_000))
    assert record.end is not None
    assert record.end.reason == "left the game"
    assert len(record.plies) == 1


def test_the_match_command_plays_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theirs = program(tmp_path, HONEST).command[0]
    match = ["match", "piranhas", theirs, "random", "--games", "2", "--processes", "1", "--time", "1000"]
    assert run(match) == 0
    assert "2 games" in " ".join(capsys.readouterr().out.split())
    assert run(["match", "piranhas", "./nothing-here", "random"]) == 2
    assert "nothing-here" in capsys.readouterr().err
    assert run(["match", "piranhas", "1", "random", "--sandbox"]) == 2
