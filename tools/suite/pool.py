"""Runs the collected tests in copies of the process that collected them.

To read all tests takes six seconds of processor time. So one process does it, and every worker is a fork of
it that has everything at hand; where a worker dies in a test, another fork goes on within milliseconds. A
worker always knows the test after the one that it runs, because pytest keeps the fixtures that both need.
The tests of a file stay in one worker, until another worker has nothing left to do.
"""

from __future__ import annotations

import contextlib
import gc
import os
import selectors
import socket
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

MOST_IDLE = 8  # workers that end before they begin: no other would do better
END = -1  # said instead of a test's number where there is none left


@dataclass(eq=False)
class Worker:
    """One fork, as the process that leads sees it."""

    pid: int
    name: str
    line: socket.socket
    apart: bool  # whether it runs the tests that need workers of their own
    planned: deque[int]  # tests that it has not been told of
    told: deque[int] = field(default_factory=deque)  # tests that it knows of and has not begun
    running: int | None = None
    begun: bool = False  # has it begun any test?
    heard: bytes = b""

    def tell(self, number: int) -> None:
        """Name the test that comes next, or say that none does. That it has died is found by hearing it."""
        if number != END:
            self.told.append(number)
        with contextlib.suppress(OSError):
            self.line.sendall(b"%d\n" % number)


class Plan:
    """Which tests nobody has yet, file by file: those that are run apart, and all others.

    >>> plan = Plan([("a", False), ("a", True), ("a", False), ("b/c", False)], first=["b"])
    >>> [list(plan.file(apart)) for apart in (False, True, False, False)]
    [[3], [1], [0, 2], []]
    """

    def __init__(self, tests: Iterable[tuple[str, bool]], first: Sequence[str] = ()) -> None:
        """Of each test its file and whether it is run apart; files that begin so come before all others."""
        files: dict[tuple[str, bool], deque[int]] = defaultdict(deque)
        for number, test in enumerate(tests):
            files[test].append(number)
        self.files: dict[bool, deque[deque[int]]] = {True: deque(), False: deque()}
        for file, apart in sorted(files, key=lambda test: not test[0].startswith(tuple(first))):
            self.files[apart].append(files[file, apart])

    def file(self, apart: bool) -> deque[int]:
        """The tests of one file; none where all files have been given out."""
        return self.files[apart].popleft() if self.files[apart] else deque()


class Pool:
    """The process that leads: it hands out tests, and starts another worker where one has ended.

    :param work: what a worker does, with its name and its line; the fork ends when it returns.
    :param crashed: told of each test in which a worker died, with the worker's name and wait status.
    :param tick: called every few seconds.
    """

    def __init__(
        self,
        plan: Plan,
        work: Callable[[str, socket.socket], None],
        crashed: Callable[[int | None, str, int], None],
        tick: Callable[[], None],
        tick_s: float,
    ) -> None:
        self.plan = plan
        self.work = work
        self.crashed = crashed
        self.tick = tick
        self.tick_s = tick_s
        self.workers: list[Worker] = []
        self.selector = selectors.DefaultSelector()
        self.forks = 0
        self.idle = 0  # workers in a row that ended before they began a test

    def lead(self, kinds: Sequence[bool]) -> None:
        """Run all tests. There is a worker for each entry, apart from the others or not."""
        gc.collect()
        gc.freeze()  # so that looking for garbage copies no page of what the forks share
        for apart in kinds:
            self.start(apart)
        while self.workers:
            for key, _ in self.selector.select(self.tick_s):
                self.hear(key.data)
            self.tick()

    def start(self, apart: bool, planned: deque[int] | None = None) -> None:
        """Fork a worker for these tests, or for a file of its kind, or of the other where none is left."""
        if not planned:
            planned = self.plan.file(apart)
        if not planned:
            apart = not apart
            planned = self.plan.file(apart)
        if not planned:
            return
        ours, theirs = socket.socketpair()
        name = f"worker-{self.forks}"
        self.forks += 1
        if (pid := os.fork()) == 0:
            for line in (ours, *(worker.line for worker in self.workers)):
                line.close()  # if a fork kept these ends, the others could not hear that this process died
            self.selector.close()
            status = 1
            try:
                self.work(name, theirs)
                status = 0
            finally:
                os._exit(status)  # whatever happened: there is only one process that leads
        theirs.close()
        worker = Worker(pid, name, ours, apart, planned)
        self.workers.append(worker)
        self.selector.register(ours, selectors.EVENT_READ, worker)
        worker.tell(self.next(worker))
        worker.tell(self.next(worker))

    def next(self, worker: Worker) -> int:
        """Its next test: from its own file, from another file, or from what another worker has not begun."""
        if not worker.planned:
            worker.planned = self.plan.file(worker.apart)
        if not worker.planned:
            alike = (other for other in self.workers if other.apart == worker.apart)
            longest = max(alike, key=lambda other: len(other.planned))
            return longest.planned.pop() if longest.planned else END
        return worker.planned.popleft()

    def hear(self, worker: Worker) -> None:
        """A worker says the number of each test that it begins, and END after it; silence is its own end."""
        try:
            said = worker.line.recv(4096)
        except OSError:
            said = b""
        if not said:
            self.bury(worker)
            return
        *numbers, worker.heard = (worker.heard + said).split(b"\n")
        for number in map(int, numbers):
            if number == END:
                worker.running = None
            else:
                worker.running, worker.begun = worker.told.popleft(), True
                worker.tell(self.next(worker))

    def bury(self, worker: Worker) -> None:
        """What it had not begun is for the one that follows it."""
        _, status = os.waitpid(worker.pid, 0)
        self.selector.unregister(worker.line)
        worker.line.close()
        self.workers.remove(worker)
        if status or worker.running is not None:
            self.crashed(worker.running, worker.name, status)
        self.idle = 0 if worker.begun else self.idle + 1
        if self.idle < MOST_IDLE:
            self.start(worker.apart, worker.told + worker.planned)
