"""Attempts to have too many of something that the machine has only so many of."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import socket
import threading
import time

from .common import LIBC, call, stay

PROCESSES = 400
SPINNING = 200
SPIN_S, NEIGHBOUR_S = 30.0, 4.0


def processes() -> str | None:
    """Run too many processes."""
    for _ in range(PROCESSES):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    return f"{PROCESSES} processes"


def threads() -> str | None:
    """Run too many threads."""
    threading.stack_size(64 * 1024)
    for _ in range(PROCESSES):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    return f"{PROCESSES} threads"


def open_files() -> str | None:
    """Hold too many sockets, and the kernel's buffers behind them."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
    for _ in range(2):
        os.fork()
    held = []
    with contextlib.suppress(OSError):
        for _ in range(1000):
            held.append(socket.socketpair())
    stay()
    return f"{len(held) * 8} sockets in 4 processes"


def thread_files() -> str | None:
    """Hold too many files in processes whose first thread has ended: they look as if they had none."""
    for _ in range(4):
        if os.fork() == 0:
            threading.Thread(target=_hold_files).start()
            call(60, 93, 0)  # exit of this thread alone
    stay(2)
    return "some 3,600 sockets in 4 processes"


def _hold_files() -> None:
    held = [socket.socketpair() for _ in range(450)]
    stay(4)
    del held


def table_files() -> str | None:
    """Hold too many files by threads that have a table of open files each."""
    pause = ctypes.cast(LIBC.pause, ctypes.c_void_p)
    stacks = []
    for _ in range(4):
        held = [os.open("/dev/null", os.O_RDONLY) for _ in range(900)]
        stacks.append(ctypes.create_string_buffer(65536))
        top = (ctypes.addressof(stacks[-1]) + 65536) & ~15
        flags = 0x100 | 0x800 | 0x10000  # CLONE_VM, CLONE_SIGHAND, CLONE_THREAD, but not CLONE_FILES
        if LIBC.clone(pause, ctypes.c_void_p(top), flags, None) == -1:
            return None
        for number in held:
            os.close(number)
    stay()
    return "3,600 files in 4 threads"


def inotify() -> str | None:
    """Watch files: the operator's user can have only so many watches, in all programs together."""
    return "watches of files" if LIBC.inotify_init1(0) >= 0 else None


def queued_signals() -> str | None:
    """Queue signals: a user can have only so many, in all programs together."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    for _ in range(8_000):
        if LIBC.sigqueue(os.getpid(), int(signal.SIGRTMIN), ctypes.c_void_p(0)) == -1:
            return None
    return "8,000 queued signals"


def spinning() -> str | None:
    """Take a core for itself by many busy processes, each in a session of its own."""
    go, waiting = os.pipe()
    for _ in range(SPINNING):
        if os.fork() == 0:
            os.close(waiting)
            with contextlib.suppress(OSError):
                os.setsid()
            os.read(go, 1)  # until all are there
            _spin(SPIN_S)
    os.close(waiting)
    _spin(SPIN_S)
    return None


def neighbour() -> str | None:
    """No attempt: a busy program on the same core. Tells its processor time, from when to when."""
    began, used = time.monotonic(), time.process_time()
    while time.monotonic() < began + NEIGHBOUR_S:
        pass
    return f"{time.process_time() - used:.3f} {began:.3f} {time.monotonic():.3f}"


def _spin(seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass
    os._exit(0)
