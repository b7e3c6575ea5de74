"""Which core a program gets: one that no other program has, as long as there is one, in all our processes.

A place on a core is a name in the kernel's table of sockets; it is free again when its holder ends, however
that happens. Where there are cores enough, the last one is for programs that are only tried out, so that they
never run beside a game that counts.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence

LAYERS = 64  # programs on one core, before nobody counts any more
APART = 4  # cores from which on the last one is kept for tests


def take_core(*, aside: bool = False) -> tuple[int, socket.socket | None]:
    """A core with as few programs as possible, and what holds the place until it is closed."""
    cores = fitting(sorted(os.sched_getaffinity(0)), aside=aside)
    for layer in range(LAYERS):
        for core in cores:
            place = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                place.bind(f"\0schwarm/{os.getuid()}/core/{core}/{layer}")
            except OSError:
                place.close()
                continue
            return core, place
    return cores[0], None


def cores_here() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cores_for(number: int, of: int, *, one: bool = False) -> list[int]:
    """The cores of one of so many workers: a part of its own where there are enough, else all of them.

    `one`: a single core in any case. None where the system does not let us choose.
    """
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if one and cores:
        return [cores[number % len(cores)]]
    return cores[number % of :: of] if 1 < of <= len(cores) else cores


def fitting(cores: Sequence[int], *, aside: bool) -> Sequence[int]:
    """The cores a program may have; `aside`: it is only tried out."""
    if len(cores) < APART:
        return cores[::-1] if aside else cores
    return cores[-1:] if aside else cores[:-1]
