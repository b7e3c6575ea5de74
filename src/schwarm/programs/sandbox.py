"""A closed room for foreign programs: bubblewrap with the contest's limits.

Inside: the system folders and the program's own, read-only; a private /tmp; no network but one port on
127.0.0.1 that leads to the game server; one core; bounded memory, processes and files.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from schwarm.programs.processes import MARK

MIB = 1 << 20
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt")
SETTINGS = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ssl", "hosts", "nsswitch.conf")
SOCKET, RUNNER = "/run/schwarm/socket", "/run/schwarm/inside.py"
TURNS = count()  # cores are handed out in turn


class SandboxError(Exception):
    """The sandbox cannot be had here; told in one line."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """Limits of a closed room, the contest's by default; `readable`: further folders the program needs.

    `own_copy`: the program may write into its folder, which is a copy that is thrown away afterwards.
    """

    memory: int = 1536 * MIB
    tasks: int = 256  # processes and threads together
    scratch: int = 256 * MIB  # /tmp, and any single file
    one_core: bool = True
    readable: tuple[Path, ...] = ()
    own_copy: bool = False

    def wrap(
        self, command: Sequence[str], folder: Path, room: Path, socket: Path, port: int, mark: str
    ) -> list[str]:
        """The command line that runs `command` in `folder` inside; SandboxError if bubblewrap is missing.

        `room` is an empty folder for a copy. Copies, so it may block for a moment.
        """
        limits = [str(self.memory), str(self._task_limit()), str(self.scratch), self._core()]
        python = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
        return [
            bubblewrap(),
            *("--unshare-all", "--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534"),
            *("--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "contest"),
            *("--proc", "/proc", "--dev", "/dev", "--size", str(64 * MIB), "--tmpfs", "/dev/shm"),
            *("--size", str(self.scratch), "--tmpfs", "/tmp", "--dir", "/run/schwarm"),
            *_read_only(self._visible(folder)),
            *(_writable_copy(folder, room / "copy") if self.own_copy else ()),
            *("--ro-bind", str(Path(__file__).with_name("inside.py")), RUNNER, "--bind", str(socket), SOCKET),
            *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(folder), "--clearenv"),
            *_settings(
                PATH="/usr/local/bin:/usr/bin:/bin",
                HOME="/tmp",
                TMPDIR="/tmp",
                LANG="C.UTF-8",
                # What a Java machine would read from the contest's container: how much memory there is.
                JAVA_TOOL_OPTIONS=f"-XX:MaxRAM={self.memory}",
                **{MARK: mark},
            ),
            *("--", str(python), "-I", "-S", RUNNER, SOCKET, str(port), *limits, "--", *command),
        ]

    def _visible(self, folder: Path) -> list[Path]:
        """What can be read inside: the system, the runner's Python, the program's folder and further ones."""
        system = [Path(path) for path in SYSTEM] + [Path("/etc", name) for name in SETTINGS]
        java = sorted(Path("/etc").glob("java*"))
        return [
            *system,
            *java,
            Path(sys.base_prefix),
            folder.resolve(),
            *(path.resolve() for path in self.readable),
        ]

    def _task_limit(self) -> int:
        """Before Linux 5.14 the kernel counts all processes of the user, not only those inside."""
        release = tuple(int(part) for part in platform.release().split("-")[0].split(".")[:2])
        return self.tasks if release >= (5, 14) else 0

    def _core(self) -> str:
        if not self.one_core:
            return "-"
        cores = sorted(os.sched_getaffinity(0))
        return str(cores[next(TURNS) % len(cores)])


def bubblewrap() -> str:
    """Where bubblewrap is; SandboxError if it is not there."""
    found = shutil.which("bwrap")
    if found is None:
        raise SandboxError(
            "the sandbox needs bubblewrap, which is not installed: "
            "install the package `bubblewrap`, or go without --sandbox"
        )
    return found


def check_sandbox() -> None:
    """SandboxError with the reason if no sandbox can be had on this machine."""
    tried = subprocess.run(
        [bubblewrap(), "--unshare-all", "--unshare-user", "--disable-userns", "--ro-bind", "/", "/", "true"],
        capture_output=True,
        text=True,
    )
    if tried.returncode != 0:
        said = " ".join(tried.stderr.split())
        raise SandboxError(f"bubblewrap cannot make a sandbox on this machine: {said}")


def _read_only(paths: Sequence[Path]) -> list[str]:
    """Arguments that show these paths inside where they are outside; links stay links."""
    arguments: list[str] = []
    shown: list[Path] = []
    for path in paths:
        if path.is_symlink():
            arguments += ["--symlink", os.readlink(path), str(path)]
        elif path.exists() and not any(path.is_relative_to(above) for above in shown):
            arguments += ["--ro-bind", str(path), str(path)]
            shown.append(path)
    return arguments


def _writable_copy(folder: Path, copy: Path) -> list[str]:
    """Arguments that show a copy of a folder in its place."""
    shutil.copytree(folder, copy, symlinks=True)
    return ["--bind", str(copy), str(folder)]


def _settings(**variables: str) -> list[str]:
    return [word for name, value in variables.items() for word in ("--setenv", name, value)]
