"""Jobs on several processes: the one place where learning starts any."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Job = TypeVar("Job")
Answer = TypeVar("Answer")


def run_jobs(work: Callable[[Job], Answer], jobs: Iterable[Job], processes: int) -> Iterator[Answer]:
    """The answers to all jobs, in whatever order they come; with one process in this one."""
    if processes == 1:
        yield from map(work, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(work, jobs)
