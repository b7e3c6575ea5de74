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
HUNT_S = 10.0  # how long a family is hunted that keeps forking, or that a busy machine does not let die
_LOADED = uuid4().hex  # the same in copies of this process


def own_mark() -> str:
    """What the marks of all families begin with that this very process has started, and no copy of it."""
    return f"{_LOADED}.{os.getpid()}."


def new_mark() -> str:
    """A value for MARK that no other family has."""
    return own_mark() + uuid4().hex


def family(leader: int | None, mark: str) -> set[int]:
    """The numbers of all living processes of a family; `leader` is the process we started ourselves.

    Without one: of all families whose marks begin so. Looks at all processes there are: a few milliseconds.
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
            environment = (folder / "environ").read_bytes()
            if any(one.startswith(wanted) for one in environment.split(b"\0")):
                found.add(pid)
            elif pid == leader and not environment and int(parent) == os.getpid():
                found.add(pid)  # we have just started it: for a moment it has no environment yet
        except (OSError, ValueError):
            continue  # gone meanwhile, or not ours to read
    if leader is not None and (leader in found or leader not in parents):  # else it is a stranger's by now
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
        for thread in threads(pid):
            with contextlib.suppress(OSError):
                children = map(int, (thread / "children").read_text().split())
                queue += [child for child in children if child not in found]
    return found


def threads(pid: int) -> list[Path]:
    """The folders of a process's threads; none if it has ended, be it while one looks."""
    folder = PROC / str(pid) / "task"
    try:
        return [folder / name for name in os.listdir(folder)]
    except (FileNotFoundError, ProcessLookupError):
        return []


def scheduled_ms(pid: int | str = "self") -> tuple[float, float]:
    """How long the living threads of a process have had a processor, and had work but no processor, together.

    0 where the kernel's scheduler does not count. A referee asks at every move.
    """
    folder = f"{PROC}/{pid}/task"
    ran = waited = 0
    with contextlib.suppress(OSError, ValueError, IndexError):
        for thread in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                with open(f"{folder}/{thread}/schedstat", "rb", 0) as file:
                    told = file.read().split()
                ran, waited = ran + int(told[0]), waited + int(told[1])
    return ran / 1e6, waited / 1e6


def ended_ms(pid: int) -> float:
    """What children of a process that have ended, and their children, had of a processor: to some 10 ms.

    0 where the system does not tell, as of children that nobody waited for.
    """
    with contextlib.suppress(OSError, ValueError, IndexError):
        fields = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
        return 1000 * (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def end_family(leader: int | None, mark: str) -> None:
    """Kill a process and everything it started; returns when none is left. Blocks for a moment."""
    if leader is not None and not PROC.exists():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
        return
    give_up = time.monotonic() + HUNT_S
    pause_s = 0.005
    living: set[int] = set()
    while time.monotonic() < give_up:
        living = family(leader, mark)
        for pid in living:
            _signal(pid, signal.SIGSTOP)  # nobody forks while the others are killed
        living |= family(leader, mark)
        killed = [pid for pid in living - {leader} if _signal(pid, signal.SIGKILL)]
        # The leader comes last: as long as it is there, what others forgot is its child.
        if not killed and not (leader is not None and leader in living and _signal(leader, signal.SIGKILL)):
            return  # nobody is left whom we may end
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, 0.1)
    if leader is not None and leader in living:
        _signal(leader, signal.SIGKILL)


def _signal(pid: int, number: int) -> bool:
    """Send a signal; False if the process is not there or not ours to end."""
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True
