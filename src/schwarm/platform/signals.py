"""Signals, Ctrl+C among them: who answers them, and how an event loop gets to know."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

STOPS = (signal.SIGINT, signal.SIGTERM)

if sys.platform == "win32":
    from schwarm.platform import windows

    @contextmanager
    def interrupts_held() -> Iterator[None]:
        """A process that is started in here answers no Ctrl+C: it has that from its owner."""
        windows.answer_interrupts(False)
        try:
            yield
        finally:
            windows.answer_interrupts(True)

    def ignore_interrupts() -> None:
        """Called first in such a process: its owner decides what an interrupt means, and ends it."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def on_stop(loop: AbstractEventLoop, call: Callable[[], object]) -> None:
        """Let the loop call this at SIGINT and SIGTERM, from now on."""
        for number in STOPS:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(call))

    def wake_at_signals(loop: AbstractEventLoop) -> None:
        """Let a signal wake the loop; by itself one that waits for sockets notices it with the next event."""
        waker = getattr(loop, "_csock", None)
        if waker is not None and threading.current_thread() is threading.main_thread():
            signal.set_wakeup_fd(waker.fileno())

    def stop_self() -> None:
        """Stop this process as SIGTERM does elsewhere; `os.kill` would end it on the spot."""
        signal.raise_signal(signal.SIGTERM)

else:
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

    def on_stop(loop: AbstractEventLoop, call: Callable[[], object]) -> None:
        """Let the loop call this at SIGINT and SIGTERM, from now on."""
        for number in STOPS:
            loop.add_signal_handler(number, call)

    def wake_at_signals(loop: AbstractEventLoop) -> None:
        """Nothing: a signal interrupts what the loop waits in."""

    def stop_self() -> None:
        """Stop this process as a SIGTERM from outside would."""
        os.kill(os.getpid(), signal.SIGTERM)
