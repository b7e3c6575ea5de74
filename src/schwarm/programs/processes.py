"""The family of a foreign process: everything it started, what it uses, and how to end all of it.

A family is found by its environment: every process we start carries a mark there that its children inherit,
also those that left their session or their parent. Without Linux's /proc only its group is ended.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path
from uuid import uuid4

MARK = "SCHWARM_PROGRAM"
PROC = Path("/proc")
ROUNDS = 50  # how often a family that keeps forking is hunted down


def new_mark() -> str:
    """A value for MARK that no other family has."""
    return uuid4().hex


def family(leader: int, mark: str) -> set[int]:
    """The numbers of all living processes of a family; `leader` is the process we started ourselves.

    Looks at every process of the machine: a few milliseconds.
    """
    parents: dict[int, int] = {}
    sessions: dict[int, int] = {}
    found: set[int] = set()
    wanted = f"{MARK}={mark}".encode()
    for folder in PROC.glob("[0-9]*"):
        pid = int(folder.name)
        try:
            state, parent, _, session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
            if state in "ZX":
                continue
            parents[pid], sessions[pid] = int(parent), int(session)
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.add(pid)
        except (OSError, ValueError):
            continue  # gone meanwhile, or not ours to read
    if leader in found or leader not in parents:  # else the number belongs to a stranger by now
        found |= {pid for pid, session in sessions.items() if session == leader}
    while children := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= children  # a child that cleared its environment still has its parent
    return found


def descendants(leader: int) -> set[int]:
    """A process and what it started, as far as they are its own: quick, and enough where none can escape."""
    found: set[int] = set()
    queue = [leader]
    while queue:
        pid = queue.pop()
        found.add(pid)
        for thread in PROC.glob(f"{pid}/task/*/children"):
            with contextlib.suppress(OSError):
                queue += [child for child in map(int, thread.read_text().split()) if child not in found]
    return found


def end_family(leader: int, mark: str) -> None:
    """Kill a process and everything it started; returns when none is left. Blocks for a moment."""
    if not PROC.exists():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
        return
    for _ in range(ROUNDS):
        living = family(leader, mark)
        if not living:
            return
        for pid in living:
            _signal(pid, signal.SIGSTOP)  # nobody forks while the others are killed
        for pid in living | family(leader, mark):
            _signal(pid, signal.SIGKILL)
        time.sleep(0.005)


def _signal(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
