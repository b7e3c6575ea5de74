"""Control groups: where the kernel itself counts what a sandboxed program uses, with all it started.

Looked for in this order: a group that was given to us (v2), systemd, which makes one for each program, and
the old kind (v1) where we may make groups. The first and the last lie below the group we are in, so that
whoever limits us limits them. Where there is none, `watch` adds up what can be seen.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from uuid import uuid4

from schwarm.programs.tools import ToolMissing, tool

NAME = "schwarm-"
HOST = f"{NAME}host"  # our own processes, in a group of v2 that has groups below
NEEDED = ("memory", "pids")
PERIOD_US = 100_000
# Of processor time, where several want the same core: a trial gives way, but goes on on a busy machine too.
WEIGHT, ASIDE_WEIGHT = 100, 20
OLD_SHARES = 1024 // WEIGHT  # of the old kind for one of WEIGHT
REMOVE_S = 2.0  # a group whose processes were just ended is removed within this time
ENTER = 'n=$1; shift; while [ $n -gt 0 ]; do echo $$ > "$1" || exit 71; shift; n=$((n-1)); done; exec "$@"'
SYSTEMD_ASK_S = 10.0
BUS = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")
OWN = (*BUS, "INVOCATION_ID")  # what the bus needs, and what systemd sets for its own services


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a group may use; `cores`: 0 sets no limit. `aside`: it gives way to everybody else."""

    memory: int
    tasks: int
    cores: int = 1
    aside: bool = False


class ControlGroup:
    """The groups of one program, one or several folders. Enter by `prefix`, remove it at the end."""

    def __init__(self, folders: Mapping[str, Path], *, old: bool) -> None:
        self.folders = folders
        self._old = old
        self._ended = False  # was something ended for its memory, as far as we saw?

    @property
    def prefix(self) -> list[str]:
        """What comes before a command line so that it runs inside."""
        lists = [str(folder / "cgroup.procs") for folder in set(self.folders.values())]
        return [tool("sh"), "-c", ENTER, "sh", str(len(lists)), *lists]

    @property
    def environment(self) -> Mapping[str, str]:
        """What the prefix needs to know of ours."""
        return {}

    @property
    def counts_sockets(self) -> bool:
        """Are buffers of internet sockets counted as memory? The old kind does not."""
        return not self._old

    @property
    def used(self) -> int:
        """Bytes used, as the kernel counts them."""
        name = "memory.usage_in_bytes" if self._old else "memory.current"
        return int(_read(self.folders["memory"] / name) or 0)

    @property
    def out_of_memory(self) -> bool:
        """Did the kernel end one of its processes for its memory?"""
        if not self._ended:
            name = "memory.oom_control" if self._old else "memory.events"
            lines = dict(
                line.split() for line in _read(self.folders["memory"] / name).splitlines() if " " in line
            )
            self._ended = int(lines.get("oom_kill", 0)) > 0
        return self._ended

    def remove(self) -> None:
        """Forget the group; its processes have been ended. Blocks for a moment."""
        _ = self.out_of_memory  # what it was ended for is asked later
        give_up = time.monotonic() + REMOVE_S
        for folder in set(self.folders.values()):
            while not _gone(folder) and time.monotonic() < give_up:
                time.sleep(0.005)


class ScopeGroup(ControlGroup):
    """A group that systemd makes when the program starts, and removes when it has ended."""

    def __init__(self, bounds: Bounds) -> None:
        super().__init__({"memory": Path("/nowhere")}, old=False)
        self._bounds = bounds
        self._found = False

    @property
    def prefix(self) -> list[str]:
        """What comes before a command line so that it runs inside."""
        bounds = self._bounds
        rules = [f"MemoryMax={bounds.memory}", "MemorySwapMax=0", f"TasksMax={bounds.tasks}"]
        rules += [f"CPUWeight={ASIDE_WEIGHT if bounds.aside else WEIGHT}"]
        rules += [f"CPUQuota={100 * bounds.cores}%"] if bounds.cores else []
        words = [word for rule in rules for word in ("-p", rule)]
        whose = [] if os.geteuid() == 0 else ["--user"]
        forget = [word for name in OWN for word in ("-u", name)]
        run = [tool("systemd-run"), *whose, "--scope", "--quiet", "--collect", *words, "--"]
        return [*run, tool("env"), *forget]

    @property
    def environment(self) -> Mapping[str, str]:
        """Where the user's systemd is asked."""
        return {name: os.environ[name] for name in BUS if name in os.environ}

    def find(self, pid: int) -> None:
        """Learn where the group is: where the program's first process is now."""
        if not self._found:
            place = own_groups(pid).get("")
            mount = mounts().get("")
            if place is not None and mount is not None and place.name.endswith(".scope"):
                self.folders = {"memory": mount / str(place).lstrip("/")}
                self._found = True

    def remove(self) -> None:
        """Systemd does; only remember how it ended."""
        _ = self.out_of_memory


@dataclass(frozen=True, slots=True)
class GroupKind:
    """How programs are counted here; `make` gives a group, or is None where there is nothing of the kind."""

    name: str
    make: Callable[[Bounds], ControlGroup] | None
    processor: bool = True  # is processor time shared out by groups as well?

    def group(self, bounds: Bounds) -> ControlGroup | None:
        """A group for one program; None if there is none to be had, now or ever."""
        if self.make is None:
            return None
        try:
            return self.make(bounds)
        except OSError:  # no more groups allowed, or the folder is gone: the watch is still there
            return None


NONE = GroupKind("no control group", None, processor=False)


@cache
def means() -> GroupKind:
    """The best there is on this machine, tried once."""
    for look in (_delegated, _systemd, _old):
        with contextlib.suppress(OSError, ValueError, ToolMissing, subprocess.SubprocessError):
            found = look()
            if found is not None:
                return found
    return NONE


# --- v2, delegated to us -------------------------------------------------------------------------------
def _delegated() -> GroupKind | None:
    """A group of v2 that was given to us with its controllers: by `Delegate=yes`, or in a container."""
    mount, place = mounts().get(""), own_groups().get("")
    if mount is None or place is None:
        return None
    own = mount / str(place).lstrip("/")
    if own.name == HOST:
        own = own.parent  # a process of ours moved us before
    if not set(NEEDED) <= set(_read(own / "cgroup.controllers").split()):
        return None
    if not os.access(own / "cgroup.subtree_control", os.W_OK) or not os.access(own, os.W_OK):
        return None
    if own != mount and not _handed_over(own):
        return None  # systemd's own, even where we might write
    if not set(NEEDED) <= set(_read(own / "cgroup.subtree_control").split()):
        _move_down(own)
    processor = "cpu" in _read(own / "cgroup.subtree_control").split()
    _sweep(own)
    return GroupKind("a control group (v2) delegated to us", lambda bounds: _new(own, bounds), processor)


def _move_down(own: Path) -> None:
    """A group of v2 has processes or groups with controllers, not both, unless it is the machine's own: those
    in a group that was given to us move one level down."""
    if (own / "cgroup.type").exists():
        host = own / HOST
        host.mkdir(exist_ok=True)
        for pid in _read(own / "cgroup.procs").split():
            with contextlib.suppress(ProcessLookupError):
                _set(host / "cgroup.procs", pid)
    wanted = [name for name in (*NEEDED, "cpu") if name in _read(own / "cgroup.controllers").split()]
    _set(own / "cgroup.subtree_control", " ".join(f"+{name}" for name in wanted))


def _handed_over(own: Path) -> bool:
    """Did systemd give this group away to whoever runs in it?"""
    for name in ("trusted.delegate", "user.delegate"):
        with contextlib.suppress(OSError):
            if os.getxattr(own, name) == b"1":
                return True
    return False


def _new(parent: Path, bounds: Bounds) -> ControlGroup:
    folder = parent / f"{NAME}{os.getpid()}-{uuid4().hex[:8]}"
    folder.mkdir()
    try:
        _set(folder / "memory.max", bounds.memory)
        _try(folder / "memory.swap.max", 0)
        _try(folder / "memory.oom.group", 1)
        _set(folder / "pids.max", bounds.tasks)
        _try(folder / "cpu.weight", ASIDE_WEIGHT if bounds.aside else WEIGHT)
        if bounds.cores:
            _try(folder / "cpu.max", f"{bounds.cores * PERIOD_US} {PERIOD_US}")
    except BaseException:
        _gone(folder)
        raise
    return ControlGroup({"memory": folder}, old=False)


# --- by the user's systemd -----------------------------------------------------------------------------
def _systemd() -> GroupKind | None:
    """Systemd makes a group for whoever asks, if it runs, for this user, and has the controllers."""
    if not Path("/run/systemd/system").exists():
        return None
    ask = [*ScopeGroup(Bounds(1 << 30, 64)).prefix, tool("cat"), "/proc/self/cgroup"]
    told = subprocess.run(ask, capture_output=True, text=True, timeout=SYSTEMD_ASK_S, check=True).stdout
    mount = mounts().get("")
    if mount is None or not told.startswith("0::/"):
        return None
    above = (mount / told.strip().removeprefix("0::/")).parent
    given = _read(above / "cgroup.subtree_control").split()
    if not set(NEEDED) <= set(given):
        return None
    return GroupKind("a control group (v2) made by systemd", ScopeGroup, "cpu" in given)


# --- the old kind --------------------------------------------------------------------------------------
def _old() -> GroupKind | None:
    """Groups of v1, each controller in a tree of its own, below those we are in."""
    known, own = mounts(), own_groups()
    parents = {
        name: known[name] / str(own[name]).lstrip("/")
        for name in (*NEEDED, "cpu")
        if name in known and name in own
    }
    if not set(NEEDED) <= set(parents) or not all(os.access(parents[name], os.W_OK) for name in NEEDED):
        return None
    if "cpu" in parents and not os.access(parents["cpu"], os.W_OK):
        del parents["cpu"]
    for parent in parents.values():
        _sweep(parent)
    _new_old(parents, Bounds(1 << 30, 64)).remove()  # else: not allowed after all
    return GroupKind("control groups (v1)", lambda bounds: _new_old(parents, bounds), "cpu" in parents)


def _new_old(parents: Mapping[str, Path], bounds: Bounds) -> ControlGroup:
    name = f"{NAME}{os.getpid()}-{uuid4().hex[:8]}"
    folders = {controller: parent / name for controller, parent in parents.items()}
    try:
        for folder in set(folders.values()):
            folder.mkdir()
        _set(folders["memory"] / "memory.limit_in_bytes", bounds.memory)
        _try(folders["memory"] / "memory.memsw.limit_in_bytes", bounds.memory)
        _set(folders["pids"] / "pids.max", bounds.tasks)
        if "cpu" in folders:
            _set(folders["cpu"] / "cpu.shares", OLD_SHARES * (ASIDE_WEIGHT if bounds.aside else WEIGHT))
            if bounds.cores:
                _try(folders["cpu"] / "cpu.cfs_quota_us", bounds.cores * PERIOD_US)
    except BaseException:
        for folder in set(folders.values()):
            _gone(folder)
        raise
    return ControlGroup(folders, old=True)


# --- what the kernel says ------------------------------------------------------------------------------
def own_groups(pid: int | None = None) -> dict[str, Path]:
    """The groups a process is in, by controller; v2's by ''."""
    lines = _read(Path(f"/proc/{pid or 'self'}/cgroup")).splitlines()
    rows = [line.split(":", 2) for line in lines if line.count(":") >= 2]
    return {name: Path(place) for _, names, place in rows for name in names.split(",")}


@cache
def mounts() -> dict[str, Path]:
    """Where the kernel shows groups, by controller; v2's by ''. Only what shows the groups we are in."""
    found: dict[str, Path] = {}
    for line in _read(Path("/proc/self/mountinfo")).splitlines():
        first, _, second = line.partition(" - ")
        root, place = first.split()[3:5]
        kind, _, options = second.split()[:3]
        if root != "/" or " " in place:
            continue
        if kind == "cgroup2":
            found[""] = Path(place)
        elif kind == "cgroup":
            found |= {name: Path(place) for name in options.split(",")}
    return found


def _sweep(parent: Path) -> None:
    """Remove groups that killed processes of ours have left; those with processes stay.

    One whose maker lives may be empty for a moment, before the program enters it.
    """
    for folder in parent.glob(f"{NAME}[0-9]*"):
        if not Path("/proc", folder.name.removeprefix(NAME).partition("-")[0]).exists():
            _gone(folder)


def _gone(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""


def _set(path: Path, value: object) -> None:
    path.write_text(str(value), encoding="utf-8")


def _try(path: Path, value: object) -> None:
    """Set what not every kernel has."""
    with contextlib.suppress(OSError):
        _set(path, value)
