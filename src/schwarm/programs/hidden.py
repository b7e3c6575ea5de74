"""Memory that belongs to no process and yet is a program's: by what the kernel lists, never too little."""

from __future__ import annotations

import mmap
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from schwarm.programs.seccomp import MOST_SHARED

LOCKS, READ = Path("/proc/locks"), 2_000_000
AREA = 256  # what the kernel keeps about an area of address space
SMALLEST = 768  # what it keeps about a piece of data that came, however short
SLACK = 64 * 1024  # bytes that wait to be read and are taken as they are: a message of the game may lie there
UNIX_BUFFER = 2 * 212_992  # the most that waits in a Unix socket whose size of buffer nobody changed


def areas_and_shares(folders: list[Path]) -> int:
    """Bytes for areas of address space, and for pieces of shared memory, of these processes.

    A piece counts at the most it can have: what nobody maps any more is still there, and cannot be seen.
    """
    areas = 0
    pieces: set[bytes] = set()
    device = shared_device()
    for folder in folders:
        try:
            text = (folder / "maps").read_bytes()
        except PermissionError:
            raise
        except OSError:
            continue  # gone meanwhile
        areas += text.count(b"\n")
        if device in text:
            for line in text.splitlines():
                words = line.split(maxsplit=5)
                if words[1].endswith(b"s") and words[3] == device:
                    pieces.add(words[4])
    return areas * AREA + len(pieces) * MOST_SHARED


@cache
def shared_device() -> bytes:
    """The device number by which the kernel shows shared memory without a file."""
    with mmap.mmap(-1, mmap.PAGESIZE):
        for line in Path("/proc/self/maps").read_bytes().splitlines():
            words = line.split(maxsplit=5)
            if words[1].endswith(b"s") and words[5:] and words[5].startswith(b"/dev/zero"):
                return words[3]
    return b"00:01"


def file_locks(processes: Iterable[int]) -> int:
    """Locks on files, or on pieces of them, that these processes hold."""
    own = {str(pid) for pid in processes}
    with LOCKS.open("rb") as file:  # not all of it: the kernel begins anew for each page of a long list
        lines = file.read(READ).decode(errors="replace").splitlines()
    return sum(len(words) > 4 and words[4] in own for words in map(str.split, lines))


def socket_bytes(folder: Path) -> int:
    """Bytes in buffers of a network's sockets, by the lists in its folder `net`."""
    streams = [size for name in ("tcp", "tcp6") for size in _waiting(folder / name) if size]
    worst = 2 * sum(streams) + SMALLEST * max(0, sum(streams) - SLACK)
    packets = sum(size for name in ("udp", "udp6") for size in _waiting(folder / name))
    return (
        min(worst, len(streams) * most_of_a_stream()) + packets + len(_lines(folder / "unix")) * UNIX_BUFFER
    )


@cache
def most_of_a_stream() -> int:
    """Bytes that may wait in both directions of one connection, by the machine's settings."""
    try:
        return sum(
            int(Path("/proc/sys/net/ipv4", name).read_text(encoding="utf-8").split()[2])
            for name in ("tcp_rmem", "tcp_wmem")
        )
    except (OSError, ValueError, IndexError):
        return 64 << 20


def _waiting(path: Path) -> list[int]:
    """Bytes that wait in each socket, to be sent or to be read; a port that listens has none."""
    found = []
    for line in _lines(path):
        words = line.split()
        if len(words) > 4 and words[3] != "0A":
            sent, came = words[4].split(":")
            found.append(int(sent, 16) + int(came, 16))
    return found


def _lines(path: Path) -> list[str]:
    """The lines of a list, without its heading."""
    return _read_lines(path)[1:]


def _read_lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []  # there is nothing of the kind here
