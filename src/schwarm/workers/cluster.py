"""The same games on a Ray cluster (the extra `schwarm[cluster]`).

A slot of the cluster is an actor that owns one worker, exactly as a thread does on a single machine: a bot
that kills or freezes its worker is found out there. If a whole node dies, its games are
played again elsewhere.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
from collections import deque
from typing import Any

from schwarm.extras import MissingExtra
from schwarm.workers.crew import Archives
from schwarm.workers.errors import NoCluster
from schwarm.workers.task import Failed, Key, Report, Task
from schwarm.workers.worker import Running, Worker

LOST = 5  # a game whose node died so often is given up
CONNECT_S = 10.0  # how long a cluster may take to answer
# What a client of HTTP/2 says first, with empty settings; Ray's ports answer with settings of their own.
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
SETTINGS = b"\x04"


def knock(address: str, within_s: float = CONNECT_S) -> None:
    """NoCluster if nobody at HOST:PORT or ray://HOST:PORT answers as Ray does."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and colon and port.isdecimal()):
        raise NoCluster(f"expected the cluster as HOST:PORT, not {address!r}")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=within_s) as line:
            if os.environ.get("RAY_USE_TLS") == "1":
                return  # it answers only what is encrypted
            line.sendall(GREETING)
            answer = line.recv(4)
    except (OSError, OverflowError) as error:
        why = f"no answer within {within_s:g} s" if isinstance(error, TimeoutError) else str(error)
        raise NoCluster(f"no Ray cluster at {address}: {why}") from None
    if answer[3:4] != SETTINGS:
        raise NoCluster(f"no Ray cluster at {address}: something else answers there")


class NodeWorker:
    """Runs on a node of the cluster."""

    def __init__(self) -> None:
        self._worker = Worker()

    def ready(self) -> str:
        """Where this slot is."""
        return os.uname().nodename

    def play(self, task: Task) -> Report | Failed:
        """Play one game."""
        return self._worker.play(task)


class RayCrew:
    """Plays on the cluster at this address, or on one that runs here; one slot for each CPU by default."""

    def __init__(self, address: str | None = None, slots: int | None = None) -> None:
        try:
            import ray
        except ImportError:
            raise NoCluster(str(MissingExtra("a cluster", "Ray", "cluster"))) from None
        self._ray: Any = ray
        self._archives = Archives()
        self._ours = not ray.is_initialized()
        if self._ours:
            self._connect(address)
        self._wanted = slots
        self._actor: Any = ray.remote(num_cpus=1, max_restarts=0)(NodeWorker)
        self._idle: list[Any] = []
        self._playing: dict[Any, tuple[Any, Task]] = {}
        self._starting: dict[Any, Any] = {}
        self._tasks: deque[Task] = deque()
        self._lost: dict[Key, int] = {}
        self._fill()

    def _connect(self, address: str | None) -> None:
        """Without an address: the cluster that runs on this machine, or else one of this machine alone."""
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        if address is not None:
            knock(address)  # Ray itself would try for minutes
        try:
            if address is None:
                with contextlib.suppress(ConnectionError):
                    self._ray.init(address="auto", **quiet)
                    return
            self._ray.init(address=address, **quiet)
        except (ConnectionError, RuntimeError, ValueError, ImportError) as error:
            raise NoCluster(f"{address or 'Ray'} cannot be reached: {error}") from None

    @property
    def slots(self) -> int:
        """How many games it plays at a time."""
        return max(len(self._idle) + len(self._playing) + len(self._starting), 1)

    def submit(self, task: Task) -> None:
        """Play this game as soon as a slot is free."""
        self._tasks.append(self._archives.ready(task))
        self._hand_out()

    def next(self, timeout_s: float) -> Report | Failed | None:
        """The next finished game; None if none ends in that time."""
        self._fill()
        waited = [*self._playing, *self._starting]
        done, _ = self._ray.wait(waited, num_returns=1, timeout=timeout_s) if waited else ([], [])
        report = None
        for reference in done:
            if reference in self._starting:
                self._started(reference)
            else:
                report = self._ended(reference)
        self._hand_out()
        return report

    def running(self) -> list[Running]:
        """Games of the cluster cannot be looked into; their players are known."""
        return [Running(task, 0, 0.0) for _, task in self._playing.values()]

    def close(self) -> None:
        """Stop at once; games under way are not finished."""
        for actor in (*self._idle, *self._starting.values(), *(actor for actor, _ in self._playing.values())):
            self._ray.kill(actor)
        self._tasks.clear()
        if self._ours:
            self._ray.shutdown()
        self._archives.close()

    def _fill(self) -> None:
        """As many slots as the cluster has room for now: nodes come and go."""
        total = int(self._ray.cluster_resources().get("CPU", 0))
        wanted = min(self._wanted or total, total)
        for _ in range(wanted - len(self._idle) - len(self._playing) - len(self._starting)):
            actor = self._actor.remote()
            self._starting[actor.ready.remote()] = actor

    def _hand_out(self) -> None:
        while self._tasks and self._idle:
            actor, task = self._idle.pop(), self._tasks.popleft()
            self._playing[actor.play.remote(task)] = (actor, task)

    def _started(self, reference: Any) -> None:
        actor = self._starting.pop(reference)
        try:
            self._ray.get(reference)
        except self._ray.exceptions.RayError:
            return  # its node died meanwhile; _fill starts another one
        self._idle.append(actor)

    def _ended(self, reference: Any) -> Report | Failed | None:
        actor, task = self._playing.pop(reference)
        try:
            report: Report | Failed = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            self._lost[task.key] = self._lost.get(task.key, 0) + 1
            if self._lost[task.key] >= LOST:
                return Failed(task.key, f"its node died {LOST} times: {error}")
            self._tasks.appendleft(task)
            return None
        self._idle.append(actor)
        return report
