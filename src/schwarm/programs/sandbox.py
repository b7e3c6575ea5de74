"""A closed room for foreign programs: bubblewrap with the contest's limits.

Inside: the system folders and the program's own, read-only; a private /tmp; no network but one port on
127.0.0.1 that leads to the game server; one core; bounded memory, processes and files; no rights at all, also
where root starts it. docs/security.md says what is promised, `schwarm doctor sandbox` tries it.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from schwarm.programs.processes import MARK
from schwarm.programs.seccomp import NoFilter, open_filter
from schwarm.programs.staging import NOBODY, closed_to_strangers, let_in, readable_copy, staged

MIB = 1 << 20
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt")
SETTINGS = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ssl", "hosts", "nsswitch.conf")
# What the room itself needs, and what would show everybody's files or processes if it were bound in.
NO_FOLDERS = tuple(
    map(Path, ("/", "/dev", "/dev/shm", "/etc", "/home", "/proc", "/run", "/sys", "/tmp", "/var"))
)
INSIDE = "/run/schwarm"
SOCKET, RUNNER, ORIGINAL = f"{INSIDE}/socket", f"{INSIDE}/sandbox_runner.py", f"{INSIDE}/original"
SHARED = 64 * MIB  # /dev/shm, where libraries keep semaphores
TRY_S = 60.0  # a machine that has not made a sandbox by then has none
OLDEST = (5, 14)  # before this Linux, processes were counted by user and not by room
TURNS = count()  # cores are handed out in turn
PROTECTED = {"NoNewPrivs": "1", "Seccomp": "2", "CapEff": "0" * 16, "CapBnd": "0" * 16}  # as /proc tells it


class SandboxError(Exception):
    """The sandbox cannot be had here; told in one line."""


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A command line for the sandbox; `in_memory` are the folders inside that lie in main memory, each with
    the bytes it begins with. `filter` is a descriptor the process must inherit and the caller closes."""

    command: list[str]
    in_memory: Mapping[str, int]
    filter: int


@dataclass(frozen=True, slots=True)
class Sandbox:
    """Limits of a closed room, the contest's by default; `readable`: further folders the program needs.

    `own_copy`: the program may write into its folder, which is a copy that is thrown away afterwards.
    """

    memory: int = 1500 * MIB  # of all processes together, with the files they keep in memory
    tasks: int = 256  # processes and threads together
    files: int = 1024  # open ones, of all processes together
    scratch: int = 256 * MIB  # /tmp, and any single file
    copy: int = 1024 * MIB  # everything in the copy of its folder
    one_core: bool = True
    readable: tuple[Path, ...] = ()
    own_copy: bool = False

    def wrap(
        self, command: Sequence[str], folder: Path, room: Path, socket: Path, port: int, mark: str
    ) -> Wrapped:
        """What runs `command` in `folder` inside; SandboxError if there is no such protection here.

        `room` is an empty folder for a copy. Copies, so it may block for a moment.
        """
        check_machine()
        if folder.resolve() in (*NO_FOLDERS, Path.home().resolve()):
            raise SandboxError(f"expected a folder of its own for a program in the sandbox, not {folder}")
        size = folder_size(folder, self.copy) if self.own_copy else 0
        try:
            filter_ = open_filter(one_core=self.one_core)
        except NoFilter as error:
            raise SandboxError(str(error)) from None
        try:
            if os.geteuid() == 0:
                inner = self._inner(command, folder, Path(SOCKET), port, mark, filter_)
                inner = self._as_nobody(inner, folder, room, socket)
            else:
                inner = self._inner(command, folder, socket, port, mark, filter_)
        except BaseException:
            os.close(filter_)
            raise
        core = ["taskset", "-c", str(next_core())] if self.one_core else []
        in_memory = {"/tmp": 0, "/dev/shm": 0} | ({str(folder): size} if self.own_copy else {})
        return Wrapped([*core, *inner], in_memory, filter_)

    def _inner(
        self, command: Sequence[str], folder: Path, socket: Path, port: int, mark: str, filter_: int
    ) -> list[str]:
        """The room as an ordinary user makes it."""
        limits = [str(limit) for limit in (self.memory, self.tasks, self.scratch, self.files)]
        copied = [ORIGINAL if self.own_copy else "-", str(folder)]
        return [
            bubblewrap(),
            *(
                "--unshare-all",
                "--unshare-user",
                "--disable-userns",
                "--uid",
                str(NOBODY),
                "--gid",
                str(NOBODY),
            ),
            *("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "contest"),
            *("--proc", "/proc", "--dev", "/dev", "--size", str(SHARED), "--tmpfs", "/dev/shm"),
            *("--size", str(self.scratch), "--tmpfs", "/tmp", "--dir", INSIDE),
            *_read_only(self._visible(folder)),
            *(_writable_copy(folder, self.copy) if self.own_copy else ()),
            *("--ro-bind", str(runner()), RUNNER, "--bind", str(socket), SOCKET),
            # A /proc that cannot be written keeps kernel settings and other processes' memory out of reach.
            *("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"),
            *("--seccomp", str(filter_), "--chdir", str(folder), "--clearenv"),
            *_settings(
                PATH="/usr/local/bin:/usr/bin:/bin",
                HOME="/tmp",
                TMPDIR="/tmp",
                LANG="C.UTF-8",
                # What a Java machine would read from the contest's container: how much memory there is.
                JAVA_TOOL_OPTIONS=f"-XX:MaxRAM={self.memory}",
                **{MARK: mark},
            ),
            *("--", str(python()), "-I", "-S", RUNNER, SOCKET, str(port), *limits, *copied, "--", *command),
        ]

    def _as_nobody(self, inner: list[str], folder: Path, room: Path, socket: Path) -> list[str]:
        """The same room when root asks for it: made by `nobody`, to whom root shows what is needed."""
        instead = {}
        if closed_to_strangers(folder):
            folder_size(folder, self.copy)
            instead[folder.resolve()] = readable_copy(folder, room / "readable")
        let_in(socket)
        seen = [*self._visible(folder), runner(), Path(bubblewrap()).resolve()]
        shown = [*_read_only(seen, instead), "--bind", str(socket), SOCKET]
        return staged(inner, [*seen, Path(SOCKET)], shown)

    def _visible(self, folder: Path) -> list[Path]:
        """What can be read inside: the system, the runner's Python, the program's folder and further ones."""
        system = [Path(path) for path in SYSTEM] + [Path("/etc", name) for name in SETTINGS]
        java = sorted(Path("/etc").glob("java*"))
        return [
            *system,
            *java,
            Path(sys.base_prefix).resolve(),
            folder.resolve(),
            *(path.resolve() for path in self.readable),
        ]


def runner() -> Path:
    """The program that runs inside and starts the player."""
    return Path(__file__).resolve().with_name("sandbox_runner.py")


def python() -> Path:
    """The interpreter itself: a virtual environment is not shown inside."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def next_core() -> int:
    """The core for the next program."""
    cores = sorted(os.sched_getaffinity(0))
    return cores[next(TURNS) % len(cores)]


def bubblewrap() -> str:
    """Where bubblewrap is; SandboxError if it is not there."""
    found = shutil.which("bwrap")
    if found is None:
        raise SandboxError(
            "the sandbox needs bubblewrap, which is not installed: "
            "install the package `bubblewrap`, or go without --sandbox"
        )
    return found


def check_machine() -> None:
    """SandboxError if this system lacks what the sandbox is made of; quick, starts nothing."""
    if sys.platform != "linux":
        raise SandboxError(f"the sandbox needs Linux, not {platform.system()}: go without --sandbox")
    bubblewrap()
    release = tuple(int(part) for part in platform.release().split("-")[0].split(".")[:2])
    if release < OLDEST:
        raise SandboxError(
            f"the sandbox needs Linux {OLDEST[0]}.{OLDEST[1]} or newer, not {platform.release()}"
        )
    for tool in ("taskset", "setpriv"):
        if shutil.which(tool) is None:
            raise SandboxError(f"the sandbox needs {tool}, which is not installed: install `util-linux`")


def check_sandbox() -> None:
    """SandboxError with the reason if no sandbox can be had on this machine."""
    with tempfile.TemporaryDirectory(prefix="schwarm-") as text:
        room = Path(text)
        (room / "socket").touch()
        (room / "player").mkdir()
        ask = ["cat", "/proc/self/status"]
        wrapped = Sandbox().wrap(ask, room / "player", room / "room", room / "socket", 13050, "")
        try:
            tried = subprocess.run(
                wrapped.command, capture_output=True, text=True, pass_fds=(wrapped.filter,), timeout=TRY_S
            )
        except subprocess.TimeoutExpired:
            raise SandboxError(f"bubblewrap made no sandbox within {TRY_S:g} s") from None
        finally:
            os.close(wrapped.filter)
    if tried.returncode != 0:
        said = " ".join(tried.stderr.split())
        raise SandboxError(f"bubblewrap cannot make a sandbox on this machine: {said}")
    status = dict(line.split(":\t", 1) for line in tried.stdout.splitlines() if ":\t" in line)
    for name, expected in PROTECTED.items():
        if status.get(name) != expected:
            raise SandboxError(
                f"the sandbox does not protect here: expected {name} {expected}, not {status.get(name)}"
            )


def folder_size(folder: Path, most: int) -> int:
    """Bytes a copy of a folder takes in main memory; SandboxError if that is more than `most`."""
    total = 0
    for place, folders, files in os.walk(folder):
        for name in files:
            try:
                total += -(-os.lstat(os.path.join(place, name)).st_size // 4096) * 4096
            except OSError:
                continue  # gone meanwhile
        total += 4096 * len(folders)
        if total > most:
            raise SandboxError(
                f"{folder} holds more than {most // MIB} MiB: too much for a program's own copy"
            )
    return total


def _read_only(paths: Sequence[Path], instead: Mapping[Path, Path] | None = None) -> list[str]:
    """Arguments that show these paths inside where they are outside; links stay links."""
    arguments: list[str] = []
    shown: list[Path] = []
    for path in paths:
        if path.is_symlink():
            arguments += ["--symlink", os.readlink(path), str(path)]
        elif path.exists() and not any(path.is_relative_to(above) for above in shown):
            arguments += ["--ro-bind", str((instead or {}).get(path, path)), str(path)]
            shown.append(path)
    return arguments


def _writable_copy(folder: Path, most: int) -> list[str]:
    """Arguments that put an empty folder in main memory over a folder; the runner fills it from ORIGINAL."""
    return ["--ro-bind", str(folder), ORIGINAL, "--size", str(most), "--tmpfs", str(folder)]


def _settings(**variables: str) -> list[str]:
    return [word for name, value in variables.items() for word in ("--setenv", name, value)]
