"""Workers are forks of the process that leads; whatever becomes of them, it stays the only one that does."""

from __future__ import annotations

import socket

import pytest

from tools.suite.pool import MOST_IDLE, Plan, Pool

pytestmark = pytest.mark.compiled_only


def test_workers_that_end_before_they_begin_are_not_started_for_ever() -> None:
    told: list[int | None] = []

    def work(name: str, line: socket.socket) -> None:
        raise OSError("the disk is full")

    def crashed(test: int | None, name: str, status: int) -> None:
        assert status != 0
        told.append(test)

    Pool(Plan([("file", False)] * 3), work, crashed, lambda: None, tick_s=0.1).lead([False])
    assert told == [None] * MOST_IDLE


def test_what_a_worker_has_not_begun_is_done_by_others_and_nothing_twice() -> None:
    ours, theirs = socket.socketpair()

    def work(name: str, line: socket.socket) -> None:
        numbers = line.makefile("r")
        for number in iter(numbers.readline, "-1\n"):
            line.sendall(number.encode())
            theirs.sendall(number.encode())
            if int(number) == 4 and name == "worker-0":
                raise SystemExit(3)
            line.sendall(b"-1\n")

    lost: list[int | None] = []
    plan = Plan([("one", False)] * 6 + [("two", False)] * 3)
    Pool(plan, work, lambda test, name, status: lost.append(test), lambda: None, tick_s=0.1).lead([False])
    theirs.close()
    assert lost == [4]
    assert sorted(map(int, ours.makefile("r").read().split())) == list(range(9))
    ours.close()
