"""Ctrl+C reaches every process of a terminal: only the one that a person started answers it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def interrupts_held() -> Iterator[None]:
    """A process that is started in here hears of no interrupt until it calls `ignore_interrupts`.

    Without that one which is still being started would end with a traceback of its own.
    """
    resource_tracker.ensure_running()  # it lets interrupts through again when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """Called first in such a process: its owner decides what an interrupt means, and ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
