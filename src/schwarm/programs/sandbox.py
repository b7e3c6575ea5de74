"""A closed room for foreign programs: bubblewrap with the contest's limits.

Inside: the system folders and the program's own, read-only; a private /tmp; no network but one port on
127.0.0.1 that leads to the game server; one core; bounded memory, processes and files; no rights at all, also
where root starts it. docs/explanation/security.md says what is promised, `schwarm doctor sandbox` tries it.
"""

from __future__ import annotations

import os
import platform
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from schwarm.game.errors import Refusal
from schwarm.programs.cgroups import Bounds, ControlGroup, means
from schwarm.programs.cores import take_core
from schwarm.programs.folders import home
from schwarm.programs.seccomp import NoFilter, open_filter
from schwarm.programs.staging import NOBODY, closed_to_strangers, let_in, readable_copy, staged
from schwarm.programs.tools import PLAIN_PATH, ToolMissing, tool

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
TOOLS = {"bwrap": "bubblewrap", "taskset": "util-linux", "setpriv": "util-linux"}  # by their packages
ASIDE_NICE = 7  # without a control group: a fifth of what others get, as with one
OWN_TASKS = 12  # bubblewrap and the runner have a few of their own
PROTECTED = {"NoNewPrivs": "1", "Seccomp": "2", "CapEff": "0" * 16, "CapBnd": "0" * 16}  # as /proc tells it


class SandboxError(Exception):
    """The sandbox cannot be had here, and why as data."""

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(Refusal(code, **values))


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A command line for the sandbox; `in_memory` are the folders inside that lie in main memory, each with
    the bytes it begins with. The process must inherit `descriptors`. `group`: where the kernel counts."""

    command: list[str]
    environment: Mapping[str, str]
    in_memory: Mapping[str, int]
    descriptors: tuple[int, ...]
    group: ControlGroup | None
    place: socket.socket | None  # holds the core

    def started(self) -> None:
        """The process has its own copies by now, or never will."""
        for descriptor in self.descriptors:
            os.close(descriptor)

    def ended(self) -> None:
        """Nothing of it runs any more. Blocks for a moment."""
        if self.group is not None:
            self.group.remove()
        if self.place is not None:
            self.place.close()


@dataclass(frozen=True, slots=True)
class Sandbox:
    """Limits of a closed room, the contest's by default; `readable`: further folders the program needs.

    `own_copy`: the program may write into its folder, which is a copy that is thrown away afterwards.
    `aside`: it is only tried out, and gives way to programs whose games count. `groups`: let the kernel count
    where it can.
    """

    memory: int = 1500 * MIB  # of all processes together, with the files they keep in memory
    tasks: int = 256  # processes and threads together
    files: int = 1024  # open ones, of all processes together
    scratch: int = 256 * MIB  # /tmp, and any single file
    copy: int = 1024 * MIB  # everything in the copy of its folder
    one_core: bool = True
    readable: tuple[Path, ...] = ()
    own_copy: bool = False
    aside: bool = False
    core: int | None = None  # which, if it matters
    groups: bool = True

    def wrap(
        self,
        command: Sequence[str],
        folder: Path,
        room: Path,
        gate: Path,
        port: int,
        variables: Mapping[str, str],
    ) -> Wrapped:
        """What runs `command` in `folder` inside; SandboxError if there is no such protection here.

        `room` is an empty folder for a copy; `variables` are added to the few that are set inside. Copies,
        so it may block for a moment.
        """
        check_machine()
        if folder.resolve() in (*NO_FOLDERS, Path.home().resolve()):
            raise SandboxError("sandbox_folder", folder=folder)
        size = folder_size(folder, self.copy) if self.own_copy else 0
        group = None
        if self.groups:
            cores = 1 if self.one_core else 0
            bounds = Bounds(self.memory + size, self.tasks + OWN_TASKS, cores, aside=self.aside)
            group = means().group(bounds)
        descriptors: tuple[int, ...] = ()
        try:
            descriptors = (open_filter(one_core=self.one_core, counted=group is not None),)
            shown = Path(SOCKET) if os.geteuid() == 0 else gate
            descriptors += (descriptor_of(self._room(folder, shown, variables, descriptors[0])),)
            nice = ASIDE_NICE if self.aside and group is None else 0
            inner = self._inner(command, folder, port, descriptors[1], nice)
            if os.geteuid() == 0:
                inner = self._as_nobody(inner, folder, room, gate)
        except BaseException as error:
            for descriptor in descriptors:
                os.close(descriptor)
            if group is not None:
                group.remove()
            if isinstance(error, NoFilter):
                raise SandboxError("told", text=error) from None
            raise
        core, place = (None, None) if not self.one_core else (self.core, None)
        if self.one_core and core is None:
            core, place = take_core(aside=self.aside)
        pinned = [] if core is None else [tool("taskset"), "-c", str(core)]
        entering = [] if group is None else group.prefix
        environment = {"PATH": PLAIN_PATH, **variables, **({} if group is None else group.environment)}
        in_memory = {"/tmp": 0, "/dev/shm": 0} | ({str(folder): size} if self.own_copy else {})
        return Wrapped([*entering, *pinned, *inner], environment, in_memory, descriptors, group, place)

    def _inner(self, command: Sequence[str], folder: Path, port: int, arguments: int, nice: int) -> list[str]:
        """What makes the room and runs the command in it. Arguments of the room come by a descriptor: a
        command line can be read inside, and says where things lie outside."""
        limits = (self.memory, self.tasks, self.scratch, self.files, nice)
        copied = [ORIGINAL if self.own_copy else "-", str(folder)]
        run = [str(python()), "-I", "-S", RUNNER, SOCKET, str(port), *map(str, limits), *copied]
        return [tool("bwrap"), "--args", str(arguments), "--", *run, "--", *command]

    def _room(self, folder: Path, gate: Path, variables: Mapping[str, str], filter_: int) -> list[str]:
        """The room as an ordinary user makes it."""
        return [
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
            # It gives zeros as well, but cannot be shared by processes: that would be memory nobody counts.
            *("--dev-bind", "/dev/full", "/dev/zero"),
            *("--size", str(self.scratch), "--tmpfs", "/tmp", "--dir", INSIDE),
            *_read_only(self._visible(folder)),
            *(_writable_copy(folder, self.copy) if self.own_copy else ()),
            *("--ro-bind", str(runner()), RUNNER, "--bind", str(gate), SOCKET),
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
                **variables,
            ),
        ]

    def _as_nobody(self, inner: list[str], folder: Path, room: Path, gate: Path) -> list[str]:
        """The same room when root asks for it: made by `nobody`, to whom root shows what is needed."""
        instead = {}
        if closed_to_strangers(folder):
            folder_size(folder, self.copy)
            instead[folder.resolve()] = readable_copy(folder, room / "readable")
        let_in(gate)
        seen = [*self._visible(folder), runner(), Path(tool("bwrap")).resolve()]
        shown = [*_read_only(seen, instead), "--bind", str(gate), SOCKET]
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


def descriptor_of(words: Sequence[str]) -> int:
    """A file descriptor from which bubblewrap reads arguments; the caller closes it."""
    descriptor = os.memfd_create("arguments", 0)
    with open(os.dup(descriptor), "wb") as file:
        file.write(b"".join(os.fsencode(word) + b"\0" for word in words))
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def check_machine() -> None:
    """SandboxError if this system lacks what the sandbox is made of; quick, starts nothing."""
    if sys.platform != "linux":
        raise SandboxError("sandbox_linux", system=platform.system())
    release = tuple(int(part) for part in platform.release().split("-")[0].split(".")[:2])
    if release < OLDEST:
        raise SandboxError("sandbox_kernel", wanted="{}.{}".format(*OLDEST), release=platform.release())
    for name, package in TOOLS.items():
        try:
            tool(name)
        except ToolMissing as error:
            raise SandboxError("sandbox_tool", tool=name, why=error, package=package) from None


def check_sandbox() -> None:
    """SandboxError with the reason if no sandbox can be had on this machine."""
    with tempfile.TemporaryDirectory(dir=home()) as text:
        room = Path(text)
        (room / "socket").touch()
        (room / "player").mkdir()
        ask = ["cat", "/proc/self/status"]
        wrapped = Sandbox().wrap(ask, room / "player", room / "room", room / "socket", 13050, {})
        try:
            tried = subprocess.run(
                wrapped.command, capture_output=True, text=True, pass_fds=wrapped.descriptors, timeout=TRY_S,
                cwd="/", env=wrapped.environment,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise SandboxError("sandbox_slow", seconds=f"{TRY_S:g}") from None
        finally:
            wrapped.started()
            wrapped.ended()
    if tried.returncode != 0:
        said = " ".join(tried.stderr.split())
        raise SandboxError("sandbox_refused", why=said)
    status = dict(line.split(":\t", 1) for line in tried.stdout.splitlines() if ":\t" in line)
    for name, expected in PROTECTED.items():
        if status.get(name) != expected:
            raise SandboxError("sandbox_open", name=name, wanted=expected, found=status.get(name))


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
            raise SandboxError("sandbox_copy", folder=folder, mib=most // MIB)
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
