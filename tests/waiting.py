"""Waiting in tests: patiently, because other tests may keep the machine busy."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE_S = 1_000.0  # for what comes by itself; a test that hangs is ended sooner by the suite's guard
Found = TypeVar("Found")


def wait(look: Callable[[], Found]) -> Found:
    """What there is to see, as soon as there is something."""
    until = time.monotonic() + PATIENCE_S
    while not (found := look()):
        assert time.monotonic() < until, "nothing came of it"
        time.sleep(0.02)
    return found
