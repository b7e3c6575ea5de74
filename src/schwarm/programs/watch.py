"""What a sandboxed program uses, all its processes together, and what it is ended for.

With a control group the kernel counts memory and processes, and this only looks how that ended, and at open
files. Without one everything that can be seen from outside is added up: pages in memory or swapped out, page
tables, files in memory, pieces of shared memory, areas of address space, buffers of sockets. What cannot be
seen is refused by the filter of system calls.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from schwarm.game.errors import Refusal
from schwarm.programs.cgroups import ControlGroup, ScopeGroup
from schwarm.programs.hidden import areas_and_shares, file_locks, socket_bytes
from schwarm.programs.processes import PROC, descendants, threads
from schwarm.programs.sandbox import MIB, OWN_TASKS, Sandbox

KIB = 1024
FILE_IN_MEMORY = 1 * KIB  # what the kernel keeps about a file in main memory, however short it is
OWN_FILES = 128  # bubblewrap and the runner have a few of their own
LOCKS = 10_000  # on files; the kernel's memory for them is counted by nobody
BUSY = 8  # processes and threads at work at once; who has more of them for a while gives way to others
LOOKS = 5
LOWEST = 19


class Process:
    """A living process, seen through one of its living threads: the first may have ended before the rest."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.folder = PROC / str(pid)
        self.figures = _figures(self.folder / "status")
        if self.figures and "VmRSS" not in self.figures and self.figures.get("Threads", 0) > 1:
            for folder in self.folder.glob("task/*"):
                figures = _figures(folder / "status")
                if "VmRSS" in figures:
                    self.folder, self.figures = folder, figures
                    break

    def files(self, most: int) -> int:
        """Files it has open; `most` if it hides them."""
        folder = self.folder / "fd"
        try:
            return os.stat(folder).st_size or len(os.listdir(folder))  # newer kernels tell it as a size
        except FileNotFoundError:
            return 0  # gone meanwhile
        except OSError:
            return most

    @property
    def resident(self) -> int:
        """Its bytes; pages that several share are counted for each: never too few."""
        return KIB * sum(self.figures.get(name, 0) for name in ("VmRSS", "VmSwap", "VmPTE"))

    @property
    def own(self) -> int:
        """The same with shared pages divided among those who share them, and without those of files in memory
        and shared memory, which are counted as such; slower."""
        try:
            exactly = _figures(self.folder / "smaps_rollup")
        except PermissionError:  # a program that hides it is taken at its largest
            return self.resident
        if not exactly:  # it is about to end and has given its memory back
            return 0
        pages = exactly.get("Pss", 0) - exactly.get("Pss_Shmem", 0) + exactly.get("SwapPss", 0)
        return KIB * (pages + self.figures.get("VmPTE", 0))


class Watch:
    """Looks at one program again and again."""

    def __init__(
        self, limits: Sandbox, leader: int, in_memory: Mapping[str, int], group: ControlGroup | None
    ) -> None:
        self._limits = limits
        self._leader = leader
        self._in_memory = in_memory
        self._group = group
        self._busy = 0  # looks in a row at which too many were at work

    def fault(self) -> Refusal | None:
        """What the program is to be ended for; None if it keeps its limits."""
        limits = self._limits
        family = [one for pid in descendants(self._leader) if (one := Process(pid)).figures]
        tasks = sum(one.figures.get("Threads", 0) for one in family)
        if tasks > limits.tasks + OWN_TASKS:
            return Refusal("tasks", most=limits.tasks)
        if sum(one.files(limits.files) for one in family) > limits.files + OWN_FILES:
            return Refusal("files", most=limits.files)
        if file_locks(one.pid for one in family) > LOCKS:
            return Refusal("locks", most=LOCKS)
        if self._group is None and tasks > BUSY:
            self._give_way(family)
        if self._too_much_memory(family):
            return memory_fault(limits)
        return None

    def _too_much_memory(self, family: list[Process]) -> bool:
        limits, group = self._limits, self._group
        if isinstance(group, ScopeGroup):
            group.find(self._leader)
        if group is not None:
            if group.out_of_memory:
                return True
            return not group.counts_sockets and group.used + _buffers(family) > self._most
        room = limits.memory - kept_in_memory(family, self._in_memory) - _buffers(family)
        room -= areas_and_shares([one.folder for one in family])
        if sum(one.resident for one in family) <= room:
            return False
        total = 0
        for one in family:
            total += one.own
            if total > room:
                return True
        return False

    @property
    def _most(self) -> int:
        """What the group allows: the copy of its folder that the program begins with is no use of its own."""
        return self._limits.memory + sum(self._in_memory.values())

    def _give_way(self, family: list[Process]) -> None:
        """One share of a processor for each program: where a great many are at work, each gets little."""
        found = [thread for one in family for thread in threads(one.pid)]
        self._busy = self._busy + 1 if sum(map(_at_work, found)) > BUSY else 0
        if self._busy >= LOOKS:
            for thread in found:
                with contextlib.suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, int(thread.name), LOWEST)
                    os.sched_setscheduler(int(thread.name), os.SCHED_IDLE, os.sched_param(0))


def memory_fault(limits: Sandbox) -> Refusal:
    """What a program that used too much memory is told."""
    return Refusal("memory", mib=limits.memory // MIB)


def kept_in_memory(family: list[Process], folders: Mapping[str, int]) -> int:
    """Bytes of files in those folders inside that lie in main memory, beyond what each began with."""
    for one in reversed(family):
        root = one.folder / "root"
        try:
            if not (root / "run/schwarm/sandbox_runner.py").exists():
                continue  # not inside yet
            return sum(max(0, _used(root / name.lstrip("/")) - before) for name, before in folders.items())
        except OSError:
            continue  # gone meanwhile, or not ours to look into: another one will tell
    return 0


def _used(folder: Path) -> int:
    room = os.statvfs(folder)
    return (room.f_blocks - room.f_bfree) * room.f_frsize + (room.f_files - room.f_ffree) * FILE_IN_MEMORY


def _buffers(family: list[Process]) -> int:
    """Bytes in buffers of sockets, told by any process inside."""
    for one in reversed(family):
        with contextlib.suppress(OSError):
            if os.readlink(one.folder / "ns/net") != _own_network():
                return socket_bytes(one.folder / "net")
    return 0


@cache
def _own_network() -> str:
    return os.readlink("/proc/self/ns/net")


def _at_work(thread: Path) -> bool:
    try:
        return (thread / "stat").read_text().rpartition(")")[2].split()[0] == "R"
    except (OSError, IndexError):
        return False  # gone meanwhile


def _figures(path: Path) -> dict[str, int]:
    """The lines `Name: figure ...` of a file about a process; none if it is gone, an error if hidden."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except PermissionError:
        raise
    except OSError:
        return {}
    words = [line.split() for line in lines]
    return {word[0][:-1]: int(word[1]) for word in words if len(word) > 1 and word[1].isdigit()}
