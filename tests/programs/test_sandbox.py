"""Inside the sandbox: the game server and nothing else."""

from __future__ import annotations

import asyncio
import os
import platform
import secrets
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from schwarm.programs import tools
from schwarm.programs.program import NotArrived, Program
from schwarm.programs.sandbox import ASIDE_NICE, MIB, Sandbox, SandboxError, check_sandbox
from schwarm.programs.tools import PLAIN_PATH
from tests.programs.foreign import PYTHON, alive, open_door, program
from tests.tool_folder import tools_only_in
from tests.waiting import PATIENCE_S

needs_bubblewrap = pytest.mark.skipif(
    shutil.which("bwrap") is None,
    reason="bubblewrap is not installed (tests/system-packages.txt lists Debian's packages)",
)


def answer(folder: Path, code: str, sandbox: Sandbox | None = None) -> str:
    """What a sandboxed program tells the server by `say`."""
    code = "line = connect()\ndef say(*words): line.sendall(repr(words).encode())\n" + code

    async def play() -> str:
        async with open_door() as door, Program(program(folder, code), sandbox=sandbox or Sandbox()) as p:
            await p.start("127.0.0.1", door.port, "CODE")
            try:
                await p.arrival(door.visitor, PATIENCE_S)
            except NotArrived:
                return p.output.text()
            return (await door.heard.read()).decode() or p.output.text()

    return asyncio.run(play())


def attempt(code: str) -> str:
    """Code that says what came of trying something."""
    return f"try:\n    {code}\n    say('done')\nexcept OSError as error:\n    say(str(error))\n"


@needs_bubblewrap
def test_an_unchanged_client_reaches_the_server(tmp_path: Path) -> None:
    assert answer(tmp_path, "say(words['-h'], words['-r'])") == "('127.0.0.1', 'CODE')"


@needs_bubblewrap
def test_bytes_pass_both_ways_through_the_servers_own_socket(tmp_path: Path) -> None:
    code = "line = connect(); line.sendall(line.recv(100).upper())"

    async def play() -> None:
        heard = asyncio.get_running_loop().create_future()

        async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"your move")
            heard.set_result(await reader.read())
            writer.close()

        gate = tmp_path / "gate"
        server = await asyncio.start_unix_server(meet, gate)
        async with Program(program(tmp_path, code), sandbox=Sandbox()) as p:
            await p.start("127.0.0.1", 13050, None, gate)
            assert await p.arrival(heard, PATIENCE_S) == b"YOUR MOVE"
        server.close()

    asyncio.run(play())


@needs_bubblewrap
def test_no_other_port_of_this_machine_can_be_reached(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code = attempt(f"socket.create_connection(('127.0.0.1', {port}))")
        assert "refused" in answer(tmp_path, code)


@needs_bubblewrap
def test_the_network_is_unreachable(tmp_path: Path) -> None:
    assert "unreachable" in answer(tmp_path, attempt("socket.create_connection(('192.0.2.1', 80), 5)"))


@needs_bubblewrap
@pytest.mark.parametrize("path", ["/usr/x", "/etc/x", "/x", "/dev/x", "{folder}/x", "/run/schwarm/x"])
def test_nothing_can_be_written(tmp_path: Path, path: str) -> None:
    said = answer(tmp_path, attempt(f"open({path.format(folder=tmp_path)!r}, 'w')"))
    assert "Read-only" in said or "Permission" in said
    assert not (tmp_path / "x").exists()


@needs_bubblewrap
def test_the_temporary_folder_is_private(tmp_path: Path) -> None:
    assert "done" in answer(tmp_path, attempt("open('/tmp/x-schwarm-test', 'w').write('x')"))
    assert not Path("/tmp/x-schwarm-test").exists()


@needs_bubblewrap
def test_other_processes_and_homes_are_not_seen(tmp_path: Path) -> None:
    code = (
        "say(len([p for p in os.listdir('/proc') if p.isdigit()]) < 6, os.path.exists('/home'), os.getuid())"
    )
    assert answer(tmp_path, code) == "(True, False, 65534)"


@needs_bubblewrap
def test_no_further_rooms_can_be_opened_inside(tmp_path: Path) -> None:
    code = "say(subprocess.run(['unshare', '--user', 'true'], capture_output=True).returncode != 0)"
    assert answer(tmp_path, code) == "(True,)"


@needs_bubblewrap
def test_our_environment_is_not_handed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    assert answer(tmp_path, "say('SECRET_TOKEN' in os.environ)") == "(False,)"


@needs_bubblewrap
def test_a_process_gets_no_more_memory_than_the_limit(tmp_path: Path) -> None:
    code = "try:\n    room = bytearray(400 << 20)\n    say('got it')\nexcept MemoryError:\n    say('refused')"
    assert answer(tmp_path, code, Sandbox(memory=200 * MIB)) == "('refused',)"
    assert answer(tmp_path, code, Sandbox(memory=600 * MIB)) == "('got it',)"


def ends_for(folder: Path, code: str, sandbox: Sandbox) -> str:
    """What a sandboxed program is ended for."""

    async def play() -> str:
        async with open_door() as door, Program(program(folder, code), sandbox=sandbox) as p:
            await p.start("127.0.0.1", door.port, None)
            return await asyncio.wait_for(p.wait(), PATIENCE_S)

    return asyncio.run(play())


@needs_bubblewrap
def test_a_family_gets_no_more_memory_than_the_limit(tmp_path: Path) -> None:
    code = """
    for _ in range(4):
        os.fork()
        room = bytearray(os.urandom(1)) * (20 << 20)
    time.sleep(600)
    """
    said = ends_for(tmp_path, code, Sandbox(memory=150 * MIB))
    assert said == "ended for using more than 150 MiB of memory"


@needs_bubblewrap
def test_a_fork_bomb_is_refused_its_processes(tmp_path: Path) -> None:
    code = """
    for _ in range(300):
        try:
            if os.fork() == 0:
                time.sleep(600)
        except BlockingIOError:
            sys.exit(77)
    time.sleep(600)
    """
    assert ends_for(tmp_path, code, Sandbox(tasks=40)) == "ended with code 77"


@needs_bubblewrap
def test_many_processes_that_share_their_memory_are_not_too_much(tmp_path: Path) -> None:
    code = """
    for _ in range(100):
        if os.fork() == 0:
            time.sleep(600)
    time.sleep(0.5)
    """
    assert ends_for(tmp_path, code, Sandbox(memory=200 * MIB)) == "ended with code 0"


@needs_bubblewrap
def test_one_core_also_when_asked_for_more(tmp_path: Path) -> None:
    more = "try: os.sched_setaffinity(0, range(64))\nexcept PermissionError: pass\n"
    assert answer(tmp_path, f"{more}say(len(os.sched_getaffinity(0)))") == "(1,)"
    if len(os.sched_getaffinity(0)) > 1:
        assert (
            answer(tmp_path, f"{more}say(len(os.sched_getaffinity(0)) > 1)", Sandbox(one_core=False))
            == "(True,)"
        )


@needs_bubblewrap
def test_a_program_that_is_only_tried_out_gives_way_and_is_not_starved(tmp_path: Path) -> None:
    """Without a control group as with one: a fifth of what a program of a game that counts would get."""
    code = "say(os.nice(0), os.sched_getscheduler(0) == os.SCHED_OTHER)"
    assert (
        answer(tmp_path, code, Sandbox(aside=True, groups=False))
        == f"({min(os.nice(0) + ASIDE_NICE, 19)}, True)"
    )


@needs_bubblewrap
def test_files_are_bounded(tmp_path: Path) -> None:
    code = "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    code += attempt("open('/tmp/big', 'wb', 0).write(bytes(3 << 20)); open('/tmp/big', 'ab', 0).write(b'x')")
    assert "File too large" in answer(tmp_path, code, Sandbox(scratch=2 * MIB))


@needs_bubblewrap
def test_everything_inside_ends_with_the_program(tmp_path: Path) -> None:
    code = """
    if (child := os.fork()) == 0:
        os.setsid()
        subprocess.Popen(["sleep", "LONG"], env={}, start_new_session=True)
        os._exit(0)
    os.waitpid(child, 0)
    connect().sendall(b"ready")
    time.sleep(600)
    """

    long = f"600.{secrets.randbelow(10**12)}"  # by which this test's own is told from others

    def sleepers() -> list[int]:
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if long.encode() in (folder / "cmdline").read_bytes() and alive(int(folder.name)):
                    found.append(int(folder.name))
            except OSError:
                continue
        return found

    async def play() -> None:
        async with (
            open_door() as door,
            Program(program(tmp_path, code.replace("LONG", long)), sandbox=Sandbox()) as p,
        ):
            await p.start("127.0.0.1", door.port, None)
            await p.arrival(door.visitor, PATIENCE_S)
            assert await door.heard.read(100) == b"ready"
            assert len(sleepers()) == 1
            await p.stop()
            assert sleepers() == []

    asyncio.run(play())


@needs_bubblewrap
def test_the_programs_ending_is_told_from_inside(tmp_path: Path) -> None:
    assert ends_for(tmp_path, "sys.exit(9)", Sandbox()) == "ended with code 9"
    assert ends_for(tmp_path, "os.abort()", Sandbox()) == "ended by SIGABRT"


@needs_bubblewrap
def test_further_folders_can_be_shown(tmp_path: Path) -> None:
    inside, library = tmp_path / "player", tmp_path / "library"
    inside.mkdir()
    library.mkdir()
    (library / "book.txt").write_text("opening")
    code = attempt(f"say(open({str(library / 'book.txt')!r}).read())")
    assert "No such file" in answer(inside, code)
    assert "opening" in answer(inside, code, Sandbox(readable=(library,)))


@needs_bubblewrap
def test_a_program_may_write_into_a_copy_of_its_folder(tmp_path: Path) -> None:
    code = attempt("os.mkdir('packages'); say(os.listdir('.'))")
    assert "player.py" in answer(tmp_path, code, Sandbox(own_copy=True))
    assert [path.name for path in tmp_path.iterdir()] == ["player.py"]


@needs_bubblewrap
def test_a_folder_that_only_its_owner_may_read_is_readable_inside(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir(mode=0o700)
    (tmp_path / "deep" / "book.txt").write_text("opening")
    (tmp_path / "deep" / "book.txt").chmod(0o600)
    tmp_path.chmod(0o700)
    assert "opening" in answer(tmp_path, "say(open('deep/book.txt').read())")
    assert "opening" in answer(tmp_path, "say(open('deep/book.txt').read())", Sandbox(own_copy=True))


@needs_bubblewrap
def test_a_copy_and_all_that_is_written_there_is_bounded(tmp_path: Path) -> None:
    (tmp_path / "book").write_bytes(bytes(3 * MIB))
    room = Sandbox(own_copy=True, copy=4 * MIB)
    code = attempt("[open(f'{n}', 'wb').write(bytes(1 << 20)) for n in range(4)]")
    assert "No space left" in answer(tmp_path, code, room)
    with pytest.raises(SandboxError, match="holds more than 2 MiB: too much for a program's own copy"):
        answer(tmp_path, code, Sandbox(own_copy=True, copy=2 * MIB))


@needs_bubblewrap
def test_what_is_written_into_a_copy_counts_as_memory_and_what_came_does_not(tmp_path: Path) -> None:
    (tmp_path / "book").write_bytes(bytes(150 * MIB))
    room = Sandbox(own_copy=True, memory=100 * MIB)
    assert ends_for(tmp_path, "time.sleep(1)", room) == "ended with code 0"
    code = "[open(f'{n}', 'wb').write(bytes(10 << 20)) for n in range(15)]; time.sleep(600)"
    assert ends_for(tmp_path, code, room) == "ended for using more than 100 MiB of memory"


@needs_bubblewrap
def test_a_server_on_a_reserved_port_is_reached_by_another_number(tmp_path: Path) -> None:
    async def play() -> None:
        gate, heard = tmp_path / "gate", asyncio.get_running_loop().create_future()

        async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            heard.set_result(await reader.read())
            writer.close()

        server = await asyncio.start_unix_server(meet, gate)
        code = "connect().sendall(words['-p'].encode())"
        async with Program(program(tmp_path, code), sandbox=Sandbox()) as p:
            await p.start("127.0.0.1", 80, None, gate)
            assert await p.arrival(heard, PATIENCE_S) == b"13050"
        server.close()

    asyncio.run(play())


JAVA = """
public class Player {
    public static void main(String[] words) throws Exception {
        Thread[] threads = new Thread[20];
        for (int n = 0; n < 20; n++) { threads[n] = new Thread(() -> Math.random()); threads[n].start(); }
        for (Thread thread : threads) thread.join();
        try (var line = new java.net.Socket(words[1], Integer.parseInt(words[3]))) {
            long megabytes = Runtime.getRuntime().maxMemory() >> 20;
            int cores = Runtime.getRuntime().availableProcessors();
            line.getOutputStream().write((cores + " core, fits " + (megabytes < 1500)).getBytes());
        }
    }
}
"""


@needs_bubblewrap
def test_a_java_player_plays_inside(tmp_path: Path) -> None:
    java = shutil.which("java")
    if java is None or shutil.which("javac") is None:
        pytest.skip("Java and its compiler are not installed")
    (tmp_path / "Player.java").write_text(JAVA)

    async def play() -> bytes:
        player = Program([java, "Player.java"], folder=tmp_path, sandbox=Sandbox())
        async with open_door() as door, player as p:
            await p.start("127.0.0.1", door.port, None)
            await p.arrival(door.visitor, PATIENCE_S)
            return await door.heard.read()

    assert asyncio.run(play()) == b"1 core, fits true"


@needs_bubblewrap
def test_a_java_machine_starts_under_the_contests_memory(tmp_path: Path) -> None:
    java = shutil.which("java")
    if java is None:
        pytest.skip("Java is not installed")
    code = f"done = subprocess.run([{java!r}, '-version'], capture_output=True)\nsay(done.returncode)"
    assert answer(tmp_path, code) == "(0,)"


@pytest.fixture
def tool_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The only folder in which the system's programs are looked for; what lies there counts as root's."""
    monkeypatch.setattr(tools, "only_roots", lambda path: True)
    with tools_only_in(tmp_path):
        yield tmp_path


def test_a_missing_bubblewrap_is_told_in_one_line(tool_folder: Path) -> None:
    with pytest.raises(SandboxError, match=r"needs bwrap: bwrap is not installed: .* package `bubblewrap`"):
        check_sandbox()

    async def play() -> None:
        async with Program([PYTHON], sandbox=Sandbox()) as p:
            await p.start("127.0.0.1", 1, None)

    with pytest.raises(SandboxError, match="needs bwrap"):
        asyncio.run(play())


@needs_bubblewrap
@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        (
            "machine",
            "riscv64",
            "expected x86_64 or aarch64 for the sandbox's system call filter, not riscv64",
        ),
        ("release", "5.10.0-28-amd64", "the sandbox needs Linux 5.14 or newer, not 5.10.0-28-amd64"),
    ],
)
def test_a_machine_that_cannot_protect_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    monkeypatch.setattr(platform, name, lambda: value)
    with pytest.raises(SandboxError, match=why):
        check_sandbox()


@needs_bubblewrap
@pytest.mark.parametrize("name", ["taskset", "setpriv"])
def test_a_missing_tool_is_told_in_one_line(tool_folder: Path, name: str) -> None:
    for tool in {"bwrap", "taskset", "setpriv"} - {name}:
        (tool_folder / tool).symlink_to(shutil.which(tool, path=PLAIN_PATH) or tool)
    with pytest.raises(SandboxError, match=f"needs {name}: .* is not installed: .* package `util-linux`"):
        check_sandbox()


@needs_bubblewrap
@pytest.mark.parametrize("folder", ["/", "/tmp", "/proc", "~"])
def test_a_folder_that_would_show_too_much_is_refused(folder: str) -> None:
    async def play() -> None:
        async with Program([PYTHON], folder=Path(folder).expanduser(), sandbox=Sandbox()) as p:
            await p.start("127.0.0.1", 1, None)

    with pytest.raises(SandboxError, match="expected a folder of its own"):
        asyncio.run(play())


def test_a_bubblewrap_that_may_not_make_namespaces_says_why(tool_folder: Path) -> None:
    for tool in ("taskset", "setpriv", "sh"):
        (tool_folder / tool).symlink_to(shutil.which(tool, path=PLAIN_PATH) or tool)
    said = "#!/bin/sh\necho 'No permissions to create new namespace' >&2; exit 1\n"
    (tool_folder / "bwrap").write_text(said)
    (tool_folder / "bwrap").chmod(0o755)
    with pytest.raises(SandboxError, match="No permissions"):
        check_sandbox()
