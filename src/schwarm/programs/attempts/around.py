"""Attempts to reach others: their files, processes, ports, or to stay when the game is over."""

from __future__ import annotations

import contextlib
import os
import resource
import socket
import sys
import time

from .common import stay

FOLDERS = ("/", "/usr", "/etc", "/dev", "/run/schwarm", "/proc")
PLAIN_PATH = {"", "/usr/local/bin", "/usr/bin", "/bin"}
DESCRIPTORS = {"0", "1", "2"}
VARIABLES = {
    "PATH",
    "HOME",
    "TMPDIR",
    "LANG",
    "JAVA_TOOL_OPTIONS",
    "SCHWARM_PROGRAM",
    "PWD",
    "LC_CTYPE",
    "OLDPWD",
}


def files() -> str | None:
    """Read a stranger's file, or write where others would see it."""
    got = []
    canary = sys.argv[2]
    with contextlib.suppress(OSError), open(canary, "rb") as file:
        file.read(1)
        got.append(canary)
    for folder in (*FOLDERS, os.getcwd()):
        path = os.path.join(folder, "schwarm-doctor-was-here")
        with contextlib.suppress(OSError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
            os.unlink(path)
            got.append(f"files in {folder}")
    return ", ".join(got) or None


def strangers() -> str | None:
    """See other processes, our environment, or files that were left open."""
    got = []
    if len([name for name in os.listdir("/proc") if name.isdigit()]) > 8:
        got.append("other processes")
    if more := set(os.environ) - VARIABLES:
        got.append(f"the variables {', '.join(sorted(more))}")
    for number in set(os.listdir("/proc/self/fd")) - DESCRIPTORS:
        with contextlib.suppress(OSError):
            got.append(f"the open file {os.readlink(f'/proc/self/fd/{number}')}")
    return ", ".join(thing for thing in got if "/proc/" not in thing) or None


def network() -> str | None:
    """Reach anything but the game's port."""
    port, name = sys.argv[3:5]
    targets: tuple[tuple[str, int, int, object], ...] = (
        ("another port of this machine", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", int(port))),
        ("a Unix socket without a file", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{name}"),
        ("the network", socket.AF_INET, socket.SOCK_STREAM, ("192.0.2.1", 80)),
        ("the network by UDP", socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 53)),
        ("the network by IPv6", socket.AF_INET6, socket.SOCK_DGRAM, ("2001:db8::1", 53)),
        ("packets of its own making", socket.AF_INET, socket.SOCK_RAW, None),
        ("the network card", 17, socket.SOCK_RAW, None),
        ("the machine's host", 40, socket.SOCK_STREAM, None),
    )
    got = []
    for what, family, kind, address in targets:
        with contextlib.suppress(OSError), socket.socket(family, kind) as line:
            line.settimeout(2)
            if address is not None:
                line.connect(address)  # type: ignore[arg-type]
            got.append(what)
    return ", ".join(got) or None


def outlive() -> str | None:
    """Go on after the game's end, in a session of its own; the doctor looks who is left."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    time.sleep(0.2)
    return None


def wait() -> str | None:
    """Do nothing for a moment: the doctor looks from outside whose process this is."""
    stay()
    return None


def netlink() -> str | None:
    """Talk to the kernel's own services, beyond the question which addresses there are."""
    got = []
    for protocol in range(1, 32):
        with contextlib.suppress(OSError):
            socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, protocol).close()
            got.append(str(protocol))
    return f"netlink protocols {', '.join(got)}" if got else None


def host_paths() -> str | None:
    """Learn of the machine's folders by what the first process was started with."""
    got = []
    with open("/proc/1/cmdline", "rb") as file:
        words = file.read().decode(errors="replace").split("\0")
    told = {sys.argv[2]}  # what the doctor itself says
    if any(word.startswith("/") and word not in told and not os.path.exists(word) for word in words):
        got.append("paths outside")
    with open("/proc/1/environ", "rb") as file:
        pairs = [entry.partition(b"=") for entry in file.read().split(b"\0") if entry]
    known = {name.decode(errors="replace"): value.decode(errors="replace") for name, _, value in pairs}
    if set(known.get("PATH", "").split(":")) - PLAIN_PATH:
        got.append("the operator's PATH")
    if more := set(known) - VARIABLES:
        got.append(f"the variables {', '.join(sorted(more))}")
    return ", ".join(got) or None


def groups() -> str | None:
    """Belong to groups of whoever started it, and read what these may read."""
    more = os.getgroups()
    return f"{len(more)} groups" if set(more) - {os.getgid()} or len(more) > 1 else None


def core_dumps() -> str | None:
    """Have the machine keep its memory on disk when it crashes; only a limit of 1 stops dumping programs."""
    with open("/proc/sys/kernel/core_pattern", encoding="utf-8") as file:
        piped = file.read().startswith("|")
    limit = resource.getrlimit(resource.RLIMIT_CORE)[1]
    return f"a dump of up to {limit} bytes" if limit > 1 or (piped and limit != 1) else None
