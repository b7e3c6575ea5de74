"""Programs on Windows: each in a job, of which nothing is left once it has ended."""

from __future__ import annotations

import asyncio
import ctypes
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from schwarm.programs import program as programs
from schwarm.programs.program import Program

if sys.platform == "win32":
    from schwarm.platform import windows
    from schwarm.platform.jobs import Job
    from schwarm.programs.family import JobFamily
else:
    pytest.skip("jobs are Windows' own", allow_module_level=True)
assert sys.platform == "win32"  # where mypy reads the rest

MEMORY, PROCESSES = 1 << 30, 20


def is_open(handle: int) -> bool:
    return bool(windows.kernel.GetHandleInformation(ctypes.c_void_p(handle), ctypes.byref(ctypes.c_ulong())))


def test_a_program_that_has_ended_leaves_no_handle() -> None:
    family = JobFamily([sys.executable, "-c", "while True: pass"], Path(), {}, MEMORY, PROCESSES)
    handle = family._job._handle
    assert is_open(handle)
    for _ in range(2):
        family.end()
        assert not is_open(handle)
        assert family.living() == set()
        assert len(family.scheduled_ms()) == 1, "what it used is still known"


def test_a_program_that_cannot_be_started_leaves_no_handle() -> None:
    job = Job(MEMORY, PROCESSES)
    handle = job._handle
    with pytest.raises(FileNotFoundError):
        job.start(["no-such-program"], Path(), {})
    assert not is_open(handle)


def test_a_start_that_is_cancelled_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, made = threading.Event(), list[JobFamily]()

    class SlowFamily(JobFamily):
        def __init__(self, *given: Any) -> None:
            begun.set()
            time.sleep(0.2)
            super().__init__(*given)
            made.append(self)

    async def work() -> None:
        program = Program([sys.executable, "-c", "while True: pass"])
        starting = asyncio.ensure_future(program.start("localhost", 1, None))
        await asyncio.to_thread(begun.wait)
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting

    monkeypatch.setattr(programs, "JobFamily", SlowFamily)
    asyncio.run(work())
    assert [family.living() for family in made] == [set()]
