"""Runs inside the machine, under Debian's own Python: all attempts on the sandbox in every setting there is.

Started by systemd it goes through the settings under systemd; as the kernel's first process it goes through
those without. Each setting starts this file again with the setting's name; that process makes the attempts.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = "/opt/schwarm/tools/machine/inside.py"
SOURCES = "/opt/schwarm/src"
GROUPS = Path("/sys/fs/cgroup")
GONE_S = 20.0
USER, PUPIL = "pupil", 1000
SERVICE = ["systemd-run", "--wait", "--pipe", "--quiet", "--collect", "-p", "TasksMax=infinity"]
BY_SYSTEMD, DELEGATED, NONE = "made by systemd", "delegated to us", "no control group"
# What a process enters before it makes the attempts: a group of its own, shown to it as the machine's root.
ENTER = (
    'echo "+memory +pids +cpu" > /sys/fs/cgroup/cgroup.subtree_control; '
    'mkdir -p "$1"; echo $$ > "$1/cgroup.procs"; shift; '
    "exec unshare --cgroup --mount sh -c 'umount /sys/fs/cgroup; "
    'mount -t cgroup2 none /sys/fs/cgroup; exec "$@"\' sh "$@"'
)
AS_PUPIL = ["setpriv", f"--reuid={PUPIL}", f"--regid={PUPIL}", "--clear-groups"]
GIVE = 'chown -R 1000 /sys/fs/cgroup; exec "$@"'

Settings = dict[str, tuple[str, list[str]]]  # name -> how programs are to be counted, what comes before


def under_systemd() -> Settings:
    """As root and as a user, in services and in a login session."""
    session = ["runuser", "-l", USER, "-c", 'exec "$0" "$@"', "--"]
    return {
        "systemd: root in a service": (BY_SYSTEMD, []),
        "systemd: root in a service with Delegate=yes": (DELEGATED, [*SERVICE, "-p", "Delegate=yes"]),
        "systemd: user in a service with Delegate=yes": (
            DELEGATED,
            [*SERVICE, "-p", "Delegate=yes", "-p", f"User={USER}"],
        ),
        "systemd: user logged in": (BY_SYSTEMD, session),
        "systemd: user in a service": (NONE, [*SERVICE, "-p", f"User={USER}"]),
    }


def plain() -> Settings:
    """Without systemd: at the machine's root, and in the groups of containers."""
    box = ["sh", "-c", ENTER, "sh"]
    return {
        "plain: root of the machine": (DELEGATED, []),
        "plain: root of a container": (DELEGATED, [*box, str(GROUPS / "box-root")]),
        "plain: user in a container": (
            DELEGATED,
            [*box, str(GROUPS / "box-user"), "sh", "-c", GIVE, "sh", *AS_PUPIL],
        ),
        "plain: user": (NONE, AS_PUPIL),
    }


def say(**what: object) -> None:
    """One line for the machine outside, which reads the console."""
    print("\nRESULT " + json.dumps(what), flush=True)


def go_through(settings: Settings, only: str) -> None:
    """One setting after the other."""
    for name, (kind, before) in settings.items():
        if only in name:
            say(setting=name, expected=kind)
            done = subprocess.run([*before, sys.executable, "-B", HERE, "attempts"], stdin=subprocess.DEVNULL)
            say(ended=name, code=done.returncode)


def attempts() -> None:
    """All attempts with the limits that the kernel shows, where we are."""
    sys.path.insert(0, SOURCES)
    from schwarm.programs.cgroups import means
    from schwarm.programs.escapes import ESCAPES, try_escapes

    kind = means()
    say(kind=kind.name, processor=kind.processor, limits=limits())

    async def tried() -> None:
        async for result in try_escapes(ESCAPES):
            say(attempt=result.escape.attempt, held=result.held, got=result.got, uncovered=result.uncovered)

    asyncio.run(tried())
    left = [str(folder) for folder in GROUPS.rglob(f"schwarm-{os.getpid()}-*")]
    say(left=left)


def limits() -> dict[str, str]:
    """What the kernel shows of a group with limits, read while a process is in it."""
    from schwarm.programs.cgroups import Bounds, ScopeGroup, means

    group = means().group(Bounds(memory=64 << 20, tasks=40, aside=True))
    if group is None:
        return {}
    settings = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), **group.environment}
    with subprocess.Popen(
        [*group.prefix, "sh", "-c", "echo in; read line"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=settings,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        if isinstance(group, ScopeGroup):
            group.find(process.pid)
        folder = group.folders["memory"]
        names = ("memory.max", "memory.swap.max", "pids.max", "cpu.max", "cpu.weight")
        found = {name: shown(folder / name) for name in names}
        found["inside"] = str(str(process.pid) in shown(folder / "cgroup.procs").split())
        process.stdin.close()
    group.remove()
    until = time.monotonic() + GONE_S  # systemd does it in its own time
    while folder.exists() and time.monotonic() < until:
        time.sleep(0.1)
    found["removed"] = str(not folder.exists())
    return found


def shown(file: Path) -> str:
    """What a file of the kernel says; empty where it is not there."""
    with contextlib.suppress(OSError):
        return file.read_text(encoding="utf-8").strip()
    return ""


def mount_all() -> None:
    """What systemd would have mounted, and a name for this machine's own address."""
    for kind, place in (("proc", "/proc"), ("sysfs", "/sys"), ("tmpfs", "/run"), ("tmpfs", "/tmp")):
        subprocess.run(["mount", "-t", kind, kind, place], check=False)
    for kind, place in (("devpts", "/dev/pts"), ("tmpfs", "/dev/shm"), ("cgroup2", str(GROUPS))):
        Path(place).mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", kind, kind, place], check=False)
    os.chmod("/tmp", 0o1777)
    os.chmod("/dev/shm", 0o1777)
    subprocess.run(["ip", "link", "set", "lo", "up"], check=False)


def main(words: list[str]) -> None:
    """The attempts, or all settings of this boot and then the end of the machine."""
    if words == ["attempts"]:
        attempts()
        return
    if os.getpid() == 1:
        os.environ["PATH"] = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        mount_all()
    options = dict(
        word.removeprefix("schwarm.").split("=", 1)
        for word in Path("/proc/cmdline").read_text(encoding="utf-8").split()
        if word.startswith("schwarm.")
    )
    go_through(plain() if os.getpid() == 1 else under_systemd(), options.get("only", "").replace("_", " "))
    say(done=True)
    Path("/proc/sysrq-trigger").write_text("o", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
