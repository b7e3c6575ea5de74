"""Attempts to use more memory than allowed, in all the forms that memory has."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os

from .common import LIBC, MIB, STEP, TAKEN, stay, taken


def memory() -> str | None:
    """Use too much in one process."""
    return taken(bytearray(os.urandom(1)) * STEP for _ in range(TAKEN // STEP))


def family_memory() -> str | None:
    """Use too much in several processes, none of which has much."""
    for _ in range(3):
        os.fork()
    taken(bytearray(os.urandom(1)) * STEP for _ in range(TAKEN // STEP // 8))
    return f"{TAKEN // MIB} MiB in 8 processes"


def shared_memory() -> str | None:
    """Use too much in memory that processes share."""
    return taken(_filled(mmap.mmap(-1, STEP)) for _ in range(TAKEN // STEP))


def memory_files() -> str | None:
    """Use too much in files without a name, not even mapped."""

    def one() -> int:
        number = os.memfd_create("x")
        os.write(number, bytes(STEP))
        return number

    return taken(one() for _ in range(TAKEN // STEP))


def segments() -> str | None:
    """Use too much in segments of System V, which outlive processes."""
    got: list[int] = []
    try:
        for _ in range(TAKEN // STEP):
            number = LIBC.shmget(0, ctypes.c_size_t(STEP), 0o600)
            if number == -1:
                return None
            got.append(number)
        return f"{len(got)} segments of {STEP // MIB} MiB"
    finally:
        for number in got:
            LIBC.shmctl(number, 0, None)


def temporary_files() -> str | None:
    """Use too much in files that lie in main memory, half of it in memory of its own."""

    def one(number: int) -> object:
        if number % 2:
            return bytearray(os.urandom(1)) * STEP
        for folder in ("/tmp", "/dev/shm"):
            with contextlib.suppress(OSError), open(f"{folder}/{number}", "wb") as file:
                return file.write(bytes(STEP))
        return bytearray(os.urandom(1)) * STEP

    return taken(one(number) for number in range(TAKEN // STEP * 3 // 4))  # each half is below the limit


def empty_files() -> str | None:
    """Use too much in files without contents, of which the kernel keeps the names."""
    for number in range(TAKEN // 1024):
        os.close(os.open(f"/tmp/{number}", os.O_WRONLY | os.O_CREAT))
    stay()
    return f"{TAKEN // 1024} files"


def page_tables() -> str | None:
    """Use too much in the tables of address space that was only read, never written."""
    area = mmap.mmap(
        -1, TAKEN // 4096 * 2 * MIB, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, mmap.PROT_READ
    )
    for place in range(0, len(area), 2 * MIB):
        area[place]
    stay()
    return f"{TAKEN // MIB} MiB of page tables"


def own_folder() -> str | None:
    """Fill the disk through the copy of its folder."""
    for number in range(TAKEN // STEP):
        with open(f"schwarm-doctor-{number}", "wb") as file:
            file.write(bytes(STEP))
    stay()
    return f"{TAKEN // MIB} MiB"


def _filled(area: mmap.mmap) -> mmap.mmap:
    area.write(b"x" * len(area))
    return area
