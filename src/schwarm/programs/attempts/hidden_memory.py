"""Attempts to use memory that does not show in the figures of any process."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import mmap
import os
import socket
import threading

from .common import LIBC, MIB, STEP, TAKEN, call, stay, taken

FAMILY = 4
SENT = 256 * 1024  # bytes at a time
HUGE = 2 * MIB
PIECE = 2 * MIB
RANGES, LOCKED_FILES = 600, 800


def dropped_memory() -> str | None:
    """Use shared memory that no process has in its tables any more, though it is not given back."""

    held = []
    for _ in range(TAKEN // PIECE):
        area = mmap.mmap(-1, PIECE)
        area.write(b"x" * PIECE)
        area.madvise(mmap.MADV_DONTNEED)
        held.append(area)
    stay()
    return f"{len(held) * PIECE // MIB} MiB"


def zero_memory() -> str | None:
    """The same without asking for anonymous memory: by sharing /dev/zero."""
    zero = os.open("/dev/zero", os.O_RDWR)

    def one() -> mmap.mmap:
        area = mmap.mmap(zero, STEP, mmap.MAP_SHARED)
        area.write(b"x" * STEP)
        area.madvise(mmap.MADV_DONTNEED)
        return area

    return taken(one() for _ in range(TAKEN // STEP))


def thread_memory() -> str | None:
    """Use memory in processes whose first thread has ended: they look as if they had none."""
    for _ in range(FAMILY):
        if os.fork() == 0:
            threading.Thread(target=_hold).start()
            call(60, 93, 0)  # exit of this thread alone
    stay(2)
    return f"{TAKEN // MIB} MiB in {FAMILY} processes"


def _hold() -> None:
    held = [bytearray(os.urandom(1)) * STEP for _ in range(TAKEN // STEP // FAMILY)]
    stay(4)
    del held


def mappings() -> str | None:
    """Use the kernel's memory for a great many small areas of address space."""
    length = 60_000 * mmap.PAGESIZE
    LIBC.mmap.restype = ctypes.c_size_t
    start = LIBC.mmap(None, ctypes.c_size_t(length), 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    for place in range(0, length, 2 * mmap.PAGESIZE):
        LIBC.mprotect(ctypes.c_void_p(start + place), mmap.PAGESIZE, mmap.PROT_READ)
    for _ in range(20):
        if os.fork() == 0:
            stay(4)
            os._exit(0)
    stay()
    return "1,200,000 areas"


def pinned_pages() -> str | None:
    """Keep great pages by a byte of each in a pipe, and give up the rest."""
    held = []
    for _ in range(TAKEN // HUGE // 16):
        ends = os.pipe()
        for _ in range(16):
            area = mmap.mmap(-1, 2 * HUGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            area.madvise(mmap.MADV_HUGEPAGE)
            start = ctypes.addressof(ctypes.c_char.from_buffer(area))
            start += -start % HUGE
            ctypes.memset(start, 1, HUGE)
            piece = (ctypes.c_size_t * 2)(start, 1)
            if call(278, 75, ends[1], ctypes.addressof(piece), 1, 0) != 1:
                return None
            LIBC.madvise(ctypes.c_void_p(start), HUGE, mmap.MADV_DONTNEED)
        held.append(ends)
    stay()
    return f"{TAKEN // MIB} MiB"


def socket_buffers() -> str | None:
    """Use too much in the buffers of connections to itself."""
    listener = socket.create_server(("127.0.0.1", 0))

    def pair() -> tuple[socket.socket, socket.socket]:
        first = socket.create_connection(listener.getsockname())
        return first, listener.accept()[0]

    return _buffered(pair)


def unix_buffers() -> str | None:
    """Use too much in the buffers of Unix sockets."""
    return _buffered(socket.socketpair)


def _buffered(pair: object) -> str | None:
    held, sent = [], 0
    assert callable(pair)
    with contextlib.suppress(OSError):
        while sent < TAKEN:
            ends = pair()
            held.append(ends)
            for end in ends:
                for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
                    end.setsockopt(socket.SOL_SOCKET, option, 4 * MIB)
                end.setblocking(False)
            for end in ends:
                with contextlib.suppress(BlockingIOError):
                    while sent < TAKEN:
                        sent += end.send(bytes(SENT))
    stay()
    return f"{sent // MIB} MiB" if sent > TAKEN // 2 else None


def file_locks() -> str | None:
    """Use the kernel's memory for a great many locks on pieces of files."""
    files = [os.open(f"/tmp/{number}", os.O_RDWR | os.O_CREAT) for number in range(LOCKED_FILES)]
    for file in files:
        for place in range(RANGES):
            fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * place)
    stay()
    return f"{RANGES * LOCKED_FILES:,} locks"
