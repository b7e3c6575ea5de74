"""Processes of our own begin as copies of one that has loaded what they need.

Starting Python and loading the rules costs some tenths of a second of processor time, a copy some hundredths:
a match on eight processes begins almost at once, and so does the next one of the same program. The process
that is copied runs nothing, has no threads, and ends with its owner. Only Linux is trusted with copies.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from typing import Any

from schwarm.platform.signals import interrupts_held

_loaded = [__name__]
FORKS = sys.platform == "linux"


def load_before(module: str) -> None:
    """Name a module that processes need; said before the first one is begun."""
    if module not in _loaded:
        _loaded.append(module)


def context() -> BaseContext:
    """What pipes and memory shared with such a process are made by."""
    return multiprocessing.get_context("forkserver" if FORKS else "spawn")


def begin(target: Callable[..., None], *args: Any, daemon: bool = False) -> BaseProcess:
    """Begin a process that calls `target`, in our environment; it answers no interrupt until it says so."""
    made = context()
    if FORKS:
        made.set_forkserver_preload(_loaded)
    process: BaseProcess = made.Process(  # type: ignore[attr-defined]
        target=_begun, args=(dict(os.environ), target, args), name="schwarm worker", daemon=daemon
    )
    with interrupts_held():
        process.start()
    return process


def first_message(connection: Connection, process: BaseProcess, timeout_s: float | None = None) -> Any:
    """Wait for the first message of a new process and return it.

    EOFError if it ends without one: on Windows the pipe stays open that such a process never took.
    """
    wait([connection, process.sentinel], timeout_s)
    if not connection.poll():
        raise EOFError
    return connection.recv()


def _begun(environment: Mapping[str, str], target: Callable[..., None], args: tuple[Any, ...]) -> None:
    """A copy has the environment that its original was started with."""
    os.environ.clear()
    os.environ.update(environment)
    target(*args)
