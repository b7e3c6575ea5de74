"""What a sandboxed program uses, all its processes together, and what it is ended for.

The kernel limits each process; this looks at the family, at memory that belongs to no single process, and at
the kernel's own memory that a program can make grow: page tables, files in memory, buffers of open files.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from schwarm.programs.processes import PROC, descendants
from schwarm.programs.sandbox import MIB, Sandbox

KIB = 1024
FILE_IN_MEMORY = 1 * KIB  # what the kernel keeps about a file in main memory, however short it is
OWN_TASKS = 12  # bubblewrap and the runner have a few of their own
OWN_FILES = 128  # and so many files


def too_much(limits: Sandbox, leader: int, in_memory: Mapping[str, int]) -> str | None:
    """What a sandboxed program's family is to be ended for; None if it keeps its limits."""
    statuses = {pid: status for pid in descendants(leader) if (status := _figures(pid, "status"))}
    if sum(status.get("Threads", 0) for status in statuses.values()) > limits.tasks + OWN_TASKS:
        return f"ended for running more than {limits.tasks} processes and threads"
    if sum(open_files(pid, limits.files) for pid in statuses) > limits.files + OWN_FILES:
        return f"ended for opening more than {limits.files} files"
    room = limits.memory - kept_in_memory(list(statuses), in_memory)
    if resident(statuses) > room and shared_out(statuses) > room:
        return f"ended for using more than {limits.memory // MIB} MiB of memory"
    return None


def resident(statuses: Mapping[int, Mapping[str, int]]) -> int:
    """Bytes of these processes; pages that several share are counted several times: never too few."""
    return sum(
        KIB * sum(status.get(name, 0) for name in ("VmRSS", "VmSwap", "VmPTE"))
        for status in statuses.values()
    )


def shared_out(statuses: Mapping[int, Mapping[str, int]]) -> int:
    """The same with shared pages divided among those who share them; slower."""
    total = 0
    for pid, status in statuses.items():
        try:
            exactly = _figures(pid, "smaps_rollup")
        except PermissionError:  # a program that hides it is taken at its largest
            exactly = {"Pss": status.get("VmRSS", 0), "SwapPss": status.get("VmSwap", 0)}
        if exactly:  # else it is about to end and has given its memory back
            total += KIB * (exactly.get("Pss", 0) + exactly.get("SwapPss", 0) + status.get("VmPTE", 0))
    return total


def kept_in_memory(pids: list[int], folders: Mapping[str, int]) -> int:
    """Bytes of files in those folders inside that lie in main memory, beyond what each began with."""
    for pid in sorted(pids, reverse=True):
        root = PROC / str(pid) / "root"
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


def open_files(pid: int, most: int) -> int:
    """Files a process has open; `most` if it hides them."""
    folder = PROC / str(pid) / "fd"
    try:
        return os.stat(folder).st_size or len(os.listdir(folder))  # newer kernels tell the number as a size
    except FileNotFoundError:
        return 0  # gone meanwhile
    except OSError:
        return most


def _figures(pid: int, name: str) -> dict[str, int]:
    """The lines `Name: figure ...` of a file about a process; none if it is gone, an error if hidden."""
    try:
        lines = (PROC / str(pid) / name).read_text(errors="replace").splitlines()
    except PermissionError:
        raise
    except OSError:
        return {}
    words = [line.split() for line in lines]
    return {word[0][:-1]: int(word[1]) for word in words if len(word) > 1 and word[1].isdigit()}
