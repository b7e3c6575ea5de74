"""Control groups: the kernel's own count, where we may have one; and a core for each program."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from schwarm.programs import cgroups
from schwarm.programs.cgroups import Bounds, ControlGroup, ScopeGroup, means, own_groups
from schwarm.programs.cores import fitting, take_core
from schwarm.programs.processes import descendants
from schwarm.programs.program import Program
from schwarm.programs.sandbox import MIB, Sandbox
from tests.programs.foreign import program
from tests.programs.test_sandbox import needs_bubblewrap

BOUNDS = Bounds(memory=64 * MIB, tasks=40)


@pytest.fixture
def real() -> cgroups.GroupKind:
    found = means()
    if found.make is None:
        pytest.skip("there is no control group to be had here")
    return found


def test_a_command_runs_in_the_group_and_the_group_goes_with_it(real: cgroups.GroupKind) -> None:
    group = real.group(BOUNDS)
    assert group is not None
    told = subprocess.run(
        [*group.prefix, "cat", "/proc/self/cgroup"], capture_output=True, text=True, check=True,
        env={"PATH": "/usr/bin:/bin", **group.environment},
    ).stdout  # fmt: skip
    folders = set(group.folders.values())
    assert all(folder.name in told for folder in folders if folder.name != "nowhere")
    group.remove()
    assert not any(folder.exists() for folder in folders)


def test_a_killed_process_leaves_no_group_behind_for_good(real: cgroups.GroupKind) -> None:
    """The next one who looks clears up, but not what another living process is about to use."""
    own = real.group(BOUNDS)
    assert own is not None
    ended = subprocess.Popen(["true"])
    ended.wait()
    left = [folder.with_name(f"schwarm-{ended.pid}-0") for folder in set(own.folders.values())]
    for folder in left:
        folder.mkdir()
    means.cache_clear()
    assert means().name == real.name
    assert not any(folder.exists() for folder in left)
    assert all(folder.exists() for folder in own.folders.values())
    own.remove()


@needs_bubblewrap
def test_memory_that_no_process_shows_is_counted_and_told(real: cgroups.GroupKind, tmp_path: Path) -> None:
    code = """
    import mmap
    held = []
    for _ in range(200):
        area = mmap.mmap(-1, 1 << 20)
        area.write(b"x" * (1 << 20))
        area.madvise(mmap.MADV_DONTNEED)
        held.append(area)
    time.sleep(60)
    """

    async def play() -> str:
        async with Program(program(tmp_path, code), sandbox=Sandbox(memory=100 * MIB)) as one:
            await one.start("127.0.0.1", 1, None)
            return await one.wait()

    assert asyncio.run(play()) == "ended for using more than 100 MiB of memory"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree of groups of the new kind, as far as plain files can be one."""
    own = tmp_path / "service"
    own.mkdir()
    (own / "cgroup.controllers").write_text("cpu io memory pids\n")
    (own / "cgroup.subtree_control").write_text("")
    (own / "cgroup.type").write_text("domain\n")
    (own / "cgroup.procs").write_text(f"{os.getpid()}\n")
    monkeypatch.setattr(cgroups, "mounts", lambda: {"": tmp_path})
    monkeypatch.setattr(cgroups, "own_groups", lambda pid=None: {"": Path("/service")})
    monkeypatch.setattr(os, "getxattr", lambda path, name: b"1")

    def write(path: Path, value: object) -> None:
        said = str(value)
        path.write_text(
            said.replace("+", "") if path.name == "cgroup.subtree_control" else said, encoding="utf-8"
        )

    monkeypatch.setattr(cgroups, "_set", write)
    return own


def test_a_group_that_was_given_to_us_is_used(tree: Path) -> None:
    found = cgroups._delegated()
    assert found is not None
    assert found.processor
    assert (tree / "schwarm-host/cgroup.procs").read_text() == str(os.getpid())
    assert (tree / "cgroup.subtree_control").read_text() == "memory pids cpu"
    group = found.group(BOUNDS)
    assert group is not None
    (folder,) = set(group.folders.values())
    assert folder.parent == tree
    wanted = {"memory.max": str(64 * MIB), "memory.swap.max": "0", "pids.max": "40", "cpu.weight": "100"}
    wanted |= {"memory.oom.group": "1", "cpu.max": "100000 100000"}
    assert {path.name: path.read_text() for path in folder.iterdir()} == wanted
    assert not group.out_of_memory
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 12\noom 1\noom_kill 1\n")
    assert group.out_of_memory


def test_a_group_of_systemds_own_is_left_alone(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getxattr", lambda path, name: b"0")
    assert cgroups._delegated() is None
    assert list(tree.glob("schwarm-*")) == []


def test_a_group_without_the_controllers_is_none(tree: Path) -> None:
    (tree / "cgroup.controllers").write_text("cpuset\n")
    assert cgroups._delegated() is None


def test_what_is_only_tried_out_gives_way(tree: Path) -> None:
    found = cgroups._delegated()
    assert found is not None
    group = found.group(Bounds(MIB, 4, aside=True))
    assert group is not None
    assert (group.folders["memory"] / "cpu.weight").read_text() == "20"


def test_systemd_is_asked_for_the_same_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroups, "tool", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    prefix = ScopeGroup(BOUNDS).prefix
    assert prefix[:3] == ["/usr/bin/systemd-run", "--user", "--scope"]
    for rule in (f"MemoryMax={64 * MIB}", "MemorySwapMax=0", "TasksMax=40", "CPUQuota=100%"):
        assert prefix[prefix.index(rule) - 1] == "-p"
    forgotten = prefix[prefix.index("--") :]
    for name in ("INVOCATION_ID", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"):
        assert forgotten[forgotten.index(name) - 1] == "-u"


@pytest.mark.parametrize(("code", "fault"), [(128 + 15, "memory"), (128 + 11, "signal"), (1, "exit_code")])
def test_a_program_whose_group_systemd_ends_has_used_too_much_memory(code: int, fault: str) -> None:
    async def ended() -> str:
        one = Program(["sleep", "1"], sandbox=Sandbox(memory=100 * MIB))
        one._wrapped = SimpleNamespace(group=ScopeGroup(BOUNDS))  # type: ignore[assignment]
        one._ended = asyncio.get_running_loop().create_future()
        one._ended.set_result(code)
        assert one.ending is not None
        return one.ending.code

    assert asyncio.run(ended()) == fault


def test_a_group_that_cannot_be_made_is_none_and_no_error() -> None:
    def make(bounds: Bounds) -> ControlGroup:
        raise OSError("no more groups")

    assert cgroups.GroupKind("full", make).group(BOUNDS) is None


def test_processes_know_their_own_groups() -> None:
    assert own_groups() == own_groups(os.getpid())


# --- cores -----------------------------------------------------------------------------------------------
def test_programs_get_a_core_each_as_long_as_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {1001, 1002, 1003})
    taken = [take_core() for _ in range(4)]
    assert [core for core, _ in taken] == [1001, 1002, 1003, 1001]
    held = taken[1][1]
    assert held is not None
    held.close()
    again, place = take_core()
    assert again == 1002
    for _, one in (*taken, (again, place)):
        if one is not None:
            one.close()


def test_tests_have_a_core_of_their_own_where_there_are_enough() -> None:
    assert fitting([0, 1, 2, 3], aside=False) == [0, 1, 2]
    assert fitting([0, 1, 2, 3], aside=True) == [3]
    assert fitting([0, 1], aside=True) == [1, 0]


def test_a_process_that_ends_while_one_looks_is_no_reason_to_end_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone(path: object) -> list[str]:
        raise ProcessLookupError(3, "No such process", str(path))

    monkeypatch.setattr(os, "listdir", gone)
    monkeypatch.setattr(os, "scandir", gone)
    assert descendants(os.getpid()) == {os.getpid()}
