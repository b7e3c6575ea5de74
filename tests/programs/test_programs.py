"""Foreign programs start with the contest's arguments and end with everything they started."""

from __future__ import annotations

import asyncio
import shutil
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from schwarm.programs import family
from schwarm.programs import program as program_module
from schwarm.programs.output import KEPT, Output
from schwarm.programs.processes import MARK, end_family, new_mark, own_mark
from schwarm.programs.program import NotArrived, Program, ProgramError, contest_arguments
from schwarm.referee.processes import begin, context
from tests.programs.foreign import alive, open_door, program
from tests.waiting import PATIENCE_S, wait


def test_the_arguments_are_the_contests() -> None:
    assert contest_arguments("localhost", 13050, "CODE") == ["-h", "localhost", "-p", "13050", "-r", "CODE"]
    assert contest_arguments("localhost", 13050, None) == ["-h", "localhost", "-p", "13050"]


def test_a_program_connects_with_its_reservation(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            open_door() as door,
            Program(program(tmp_path, 'connect().sendall(words["-r"].encode())')) as p,
        ):
            await p.start("127.0.0.1", door.port, "CODE-7")
            await p.arrival(door.visitor, PATIENCE_S)
            assert await door.heard.read() == b"CODE-7"
            assert await p.wait() == "ended with code 0"

    asyncio.run(play())


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("sys.exit(3)", "ended with code 3"),
        ("os.kill(os.getpid(), 11)", "ended by SIGSEGV"),
        ("time.sleep(600)", "did not connect within 0.3 s"),
        ("raise KeyError", "ended with code 1"),
    ],
)
def test_a_program_that_does_not_come_has_left(tmp_path: Path, code: str, why: str) -> None:
    async def play() -> None:
        async with open_door() as door, Program(program(tmp_path, code)) as p:
            await p.start("127.0.0.1", door.port, None)
            with pytest.raises(NotArrived, match=why):
                await p.arrival(door.visitor, 0.3 if "connect" in why else PATIENCE_S)

    asyncio.run(play())


def test_what_children_used_before_they_ended_is_counted(tmp_path: Path) -> None:
    code = """
    for _ in range(3):
        spin = "import time\\nwhile time.process_time() < 0.2: pass"
        subprocess.run([sys.executable, "-c", spin], check=True)
    print("done", flush=True)
    time.sleep(600)
    """

    async def play() -> None:
        async with Program(program(tmp_path, code)) as p:
            await p.start("127.0.0.1", 1, None)
            while "done" not in p.output.text():
                await asyncio.sleep(0.05)
            assert p.processor()[0] >= 500

    asyncio.run(play())


def test_a_start_script_may_end_before_its_player_connects(tmp_path: Path) -> None:
    code = """
    if os.fork() == 0:
        time.sleep(0.4)
        connect().sendall(b"late")
    """

    async def play() -> None:
        async with open_door() as door, Program(program(tmp_path, code)) as p:
            await p.start("127.0.0.1", door.port, None)
            await p.arrival(door.visitor, PATIENCE_S)
            assert await door.heard.read() == b"late"

    asyncio.run(play())


CHILDREN = {
    "a child": "child = subprocess.Popen(['sleep', '600'])",
    "a grandchild": "child = subprocess.Popen(['sh', '-c', 'sleep 600 & wait'])",
    "a child in a session of its own": "child = subprocess.Popen(['sleep', '600'], start_new_session=True)",
    "a child without an environment": "child = subprocess.Popen(['sleep', '600'], env={})",
    "a child that ignores signals": "child = subprocess.Popen(['sh', '-c', 'trap : TERM HUP; sleep 600'])",
}


@pytest.mark.parametrize("code", CHILDREN.values(), ids=CHILDREN.keys())
def test_what_a_program_started_ends_with_it(tmp_path: Path, code: str) -> None:
    code += "\nconnect().sendall(f'{os.getpid()} {child.pid}'.encode())\ntime.sleep(600)"

    async def play() -> None:
        async with open_door() as door, Program(program(tmp_path, code)) as p:
            await p.start("127.0.0.1", door.port, None)
            await p.arrival(door.visitor, PATIENCE_S)
            pids = [int(pid) for pid in (await door.heard.read(100)).split()]
            assert all(map(alive, pids))
            await p.stop()
            assert not any(map(alive, pids))

    asyncio.run(play())


def ends_with_its_game(command: list[str], *, cleared: bool = False) -> None:
    """A program tells the number of a daemon it started, and ends; the daemon lives until the game is over.

    `cleared`: it has no environment by then.
    """

    async def play() -> None:
        async with open_door() as door, Program(command) as p:
            await p.start("127.0.0.1", door.port, None)
            await p.arrival(door.visitor, PATIENCE_S)
            daemon = int(await door.heard.read(100))
            assert await p.wait() == "ended with code 0"
            while cleared and Path(f"/proc/{daemon}/environ").read_bytes():
                await asyncio.sleep(0.01)
            assert alive(daemon)
            await p.stop()
            assert not alive(daemon)

    asyncio.run(play())


def test_a_daemon_that_outlives_its_program_is_found_by_its_mark(tmp_path: Path) -> None:
    code = """
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            line = connect()
            line.sendall(str(os.getpid()).encode())
            time.sleep(600)
        os._exit(0)
    """

    ends_with_its_game(program(tmp_path, code))


def test_a_daemon_that_has_cleared_its_environment_ends_with_its_game(tmp_path: Path) -> None:
    code = """
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            said = str(os.getpid()) + "\\n"
            connect().sendall(said.encode())
            os.execve("/bin/sleep", ["sleep", "600"], {})
        os._exit(0)
    """

    ends_with_its_game(program(tmp_path, code), cleared=True)


MAKER = """
import asyncio, sys
from schwarm.programs.program import Program
from schwarm.programs.sandbox import Sandbox
async def play():
    sandbox = Sandbox() if sys.argv[1] == "sandbox" else None
    async with Program(sys.argv[2:], sandbox=sandbox) as program:
        await program.start("127.0.0.1", 1, None)
        while "here" not in program.output.text():
            await asyncio.sleep(0.05)
        print(*await program.living(), flush=True)
        await asyncio.sleep(600)
asyncio.run(play())
"""


@pytest.mark.parametrize("where", ["sandbox", "outside"])
def test_what_a_program_started_ends_also_when_we_are_killed(where: str, tmp_path: Path) -> None:
    if where == "sandbox" and shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    code = """
    subprocess.Popen(["sleep", "600"], start_new_session=True, env={})
    print("here", flush=True)
    time.sleep(600)
    """
    command = [sys.executable, "-c", MAKER, where, *program(tmp_path, code)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as maker:
        assert maker.stdout is not None
        pids = [int(pid) for pid in maker.stdout.readline().split()]
        assert len(pids) > 1
        assert all(map(alive, pids))
        maker.kill()
        maker.wait()
    wait(lambda: not any(map(alive, pids)))


def test_the_end_of_a_program_is_noticed_while_a_child_still_holds_its_output(tmp_path: Path) -> None:
    async def play() -> None:
        async with Program(program(tmp_path, "time.sleep(0.2); subprocess.Popen(['sleep', '600'])")) as p:
            await p.start("127.0.0.1", 1, None)
            assert await asyncio.wait_for(p.wait(), PATIENCE_S) == "ended with code 0"

    asyncio.run(play())


def test_a_program_has_a_moment_to_end_by_itself(tmp_path: Path) -> None:
    code = "line = connect(); line.recv(1); time.sleep(0.1); print('bye'); sys.exit(5)"

    async def play() -> None:
        async with open_door() as door, Program(program(tmp_path, code)) as p:
            await p.start("127.0.0.1", door.port, None)
            (await p.arrival(door.visitor, PATIENCE_S)).close()
            await p.stop(grace_s=PATIENCE_S)
            assert p.ending == "ended with code 5"
            assert p.output.text() == "bye\n"

    asyncio.run(play())


@pytest.mark.parametrize(("stays_s", "ends"), [(1, True), (600, False)])
def test_a_time_without_a_processor_does_not_count_where_a_program_is_to_end(
    stays_s: int, ends: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one waits for a processor all the time, the second one does not."""
    if ends:
        monkeypatch.setattr(family, "scheduled_ms", lambda pid: (0, 1000 * time.monotonic()))
        monkeypatch.setattr(program_module, "PATIENCE", 10_000)

    async def play() -> bool:
        async with Program(program(tmp_path, f"time.sleep({stays_s})")) as p:
            await p.start("127.0.0.1", 1, None)
            return await p.ends_within(0.2)

    assert asyncio.run(play()) is ends


def test_a_crowd_that_waits_for_its_own_processes_has_had_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its processes wait for a processor all the time, since others of them have it: that counts."""
    monkeypatch.setattr(
        family, "scheduled_ms", lambda pid: (1000 * time.monotonic(), 200_000 * time.monotonic())
    )
    monkeypatch.setattr(program_module, "PATIENCE", 10_000)

    async def play() -> bool:
        async with Program(program(tmp_path, "time.sleep(600)")) as p:
            await p.start("127.0.0.1", 1, None)
            return await p.ends_within(0.2)

    assert not asyncio.run(play())


def test_what_an_ended_process_had_waited_is_not_taken_from_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program waits for a processor all the time; a child of it that had waited long ends at once."""
    children = iter([{-1}])
    monkeypatch.setattr(family, "descendants", lambda pid: {pid, *next(children, ())})
    monkeypatch.setattr(
        family, "scheduled_ms", lambda pid: (0, (1 if pid > 0 else 9) * 1000 * time.monotonic())
    )
    monkeypatch.setattr(program_module, "PATIENCE", 10_000)

    async def play() -> bool:
        async with Program(program(tmp_path, "time.sleep(1)")) as p:
            await p.start("127.0.0.1", 1, None)
            return await p.ends_within(0.2)

    assert asyncio.run(play())


def test_both_streams_of_output_are_kept(tmp_path: Path) -> None:
    async def play() -> str:
        async with Program(program(tmp_path, "print('out', flush=True); print('err', file=sys.stderr)")) as p:
            await p.start("127.0.0.1", 1, None)
            await p.wait()
            await p.stop()
            return p.output.text()

    assert asyncio.run(play()) == "out\nerr\n"


def test_long_output_keeps_its_beginning_and_its_end() -> None:
    output = Output()
    for number in range(50_000):
        output.add(f"line {number}\n".encode())
    text = output.text()
    assert text.startswith("line 0\n")
    assert text.endswith("line 49999\n")
    assert "bytes left out" in text
    assert len(text) < 2 * KEPT + 100


def test_a_flood_of_output_ends_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_module, "FLOOD", 1 << 20)

    async def play() -> None:
        async with open_door() as door, Program(program(tmp_path, "while True: print('x' * 10_000)")) as p:
            await p.start("127.0.0.1", door.port, None)
            with pytest.raises(NotArrived, match="more than 1 MiB of output"):
                await p.arrival(door.visitor, PATIENCE_S)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ([], "not an empty command"),
        (["/no/such/player"], "there is no such file"),
        (["no-such-player"], "there is no such file"),
    ],
)
def test_a_command_that_cannot_run_is_the_operators_mistake(command: list[str], why: str) -> None:
    with pytest.raises(ProgramError, match=why):
        Program(command)


def test_a_file_that_is_not_executable_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "player").write_text("#!/bin/sh\n")
    with pytest.raises(ProgramError, match=r"chmod \+x"):
        Program([str(tmp_path / "player")])


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    (tmp_path / "player").write_text("#!/no/such/interpreter\n")
    (tmp_path / "player").chmod(0o755)

    async def play() -> None:
        async with Program([str(tmp_path / "player")]) as p:
            await p.start("127.0.0.1", 1, None)

    with pytest.raises(ProgramError, match="cannot be started"):
        asyncio.run(play())


def test_a_program_that_has_no_environment_yet_is_ended_all_the_same() -> None:
    """So it looks for a moment while the kernel starts it: a game that ended just then waited for ever."""
    started = subprocess.Popen(["sleep", "600"], env={}, start_new_session=True)
    try:
        end_family(started.pid, new_mark())
        assert started.wait(timeout=PATIENCE_S) == -signal.SIGKILL
    finally:
        started.kill()
        started.wait()


def tell_marks(line: Connection) -> None:
    line.send((own_mark(), new_mark()))


def test_what_a_worker_leaves_is_ended_without_the_programs_of_its_fellows() -> None:
    """Workers are copies of one process that has loaded everything; who dies must not take others along."""
    told = []
    for _ in range(2):
        ours, theirs = context().Pipe()
        worker = begin(tell_marks, theirs)
        told.append(ours.recv())
        worker.join(PATIENCE_S)
        ours.close()
        theirs.close()
    (first, _), (_, of_second) = told
    fellow = subprocess.Popen(["sleep", "600"], env={MARK: of_second}, start_new_session=True)
    try:
        end_family(None, first)  # what a guard does when its worker has gone
        assert fellow.poll() is None
        end_family(None, of_second)
        assert fellow.wait(timeout=PATIENCE_S) == -signal.SIGKILL
    finally:
        fellow.kill()
        fellow.wait()
