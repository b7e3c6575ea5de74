"""What the attempts share: the C library, sizes, and ways to try a thing without harm."""

from __future__ import annotations

import ctypes
import os
import platform
import time
from collections.abc import Callable, Iterator

MIB = 1 << 20
TAKEN = 512 * MIB  # what the attempts on memory go for; the doctor allows half of it
STEP = 16 * MIB
STAY_S = 5.0  # so long a greedy program stays, to be noticed
patience = 1.0  # times as long, where the first try seemed to succeed
LIBC = ctypes.CDLL(None, use_errno=True)
ARM = platform.machine() == "aarch64"

Attempt = Callable[[], str | None]


def call(on_intel: int, on_arm: int, *arguments: int | bytes) -> int:
    """Make a system call by its number."""
    words = [ctypes.c_char_p(word) if isinstance(word, bytes) else ctypes.c_long(word) for word in arguments]
    return int(LIBC.syscall(ctypes.c_long(on_arm if ARM else on_intel), *words))


def in_child(refused: Callable[[], bool], *, by_signal: bool = False) -> bool:
    """Was it refused, tried by a process that ends at once? With `by_signal` being killed for it counts."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if refused() else 1
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    return status == 0 or (by_signal and os.WIFSIGNALED(status))


def stay(times: float = 1.0) -> None:
    """Stay, to be noticed; longer where the one who watches may have been held up."""
    time.sleep(times * STAY_S * patience)


def taken(things: Iterator[object]) -> str:
    """Hold all of these for a while; a limit that is kept refuses one, or ends us."""
    held = list(things)
    stay()
    return f"{len(held) * STEP // MIB} MiB"
