"""Waiting in tests: patiently, because other tests may keep the machine busy."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

PATIENCE_S = 1_000.0  # for what comes by itself; a test that hangs is ended sooner by the suite's guard
MOST_S = 1.0  # between two looks
Found = TypeVar("Found")


def wait(look: Callable[[], Found]) -> Found:
    """What there is to see, as soon as there is something.

    Looking may take as long as what is waited for: whoever looks rests ten times as long, so that waiting
    leaves the processor to others however busy the machine is.
    """
    began = time.monotonic()
    until = began + PATIENCE_S
    while not (found := look()):
        now = time.monotonic()
        assert now < until, "nothing came of it"
        time.sleep(min(max(0.02, 10 * (now - began)), MOST_S))
        began = time.monotonic()
    return found


def run_apart(played: Coroutine[Any, Any, Found]) -> Found:
    """What a coroutine gives, run in a thread of its own: the driver of a browser that some test of this
    process has opened keeps an event loop running in the main thread, beside which no other can run."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, played).result()
