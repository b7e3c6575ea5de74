"""The same work on a Ray cluster (the extra `schwarm[cluster]`).

A slot of the cluster is an actor that owns one worker, exactly as a thread does on a single machine: a bot
that kills or freezes its worker is found out there. If a whole node dies, its work is done again elsewhere.
"""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from schwarm.extras import MissingExtra
from schwarm.game.errors import Refusal, failure_of
from schwarm.workers.crew import Archives, Done, notify
from schwarm.workers.errors import NoCluster
from schwarm.workers.task import Failed, Key, Made, Report, Task, Work
from schwarm.workers.worker import Running, Worker

log = logging.getLogger(__name__)

LOST = 5  # work whose node died so often is given up
LOOK_S = 0.1  # how long one look for what has ended takes at most
CONNECT_S = 10.0  # how long a cluster may take to answer
GONE_S = 30.0  # a cluster that answers nothing but errors for so long is given up
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

    def __init__(self, begin: Callable[[], None] | None = None) -> None:
        self._worker = Worker(begin=begin)

    def ready(self) -> str:
        """Where this slot is."""
        return platform.node()

    def do(self, work: Work) -> Report | Made | Failed:
        return self._worker.do(work)


class RayCrew:
    """Works on the cluster at this address, or on one that runs here; one slot for each CPU by default.

    `spare` CPUs are left to other crews of this program; `begin` is called in each worker first. One thread
    speaks with the cluster.
    """

    _connected = threading.Lock()
    _crews = 0  # of this program on the cluster that we connected to; the last one disconnects

    def __init__(
        self,
        address: str | None = None,
        slots: int | None = None,
        *,
        spare: int = 0,
        begin: Callable[[], None] | None = None,
    ) -> None:
        try:
            import ray
        except ImportError:
            raise NoCluster(str(MissingExtra("a cluster", "Ray", "cluster"))) from None
        self._ray: Any = ray
        self._archives = Archives()
        with RayCrew._connected:
            self._ours = RayCrew._crews > 0 or not ray.is_initialized()
            if not ray.is_initialized():
                self._connect(address)
            RayCrew._crews += self._ours
        self._wanted = slots
        self._spare = spare
        actor: Any = ray.remote(num_cpus=1, max_restarts=0)(NodeWorker)
        self._hire = partial(actor.remote, begin)
        self._idle: list[Any] = []
        self._doing: dict[Any, tuple[Any, Work, Done]] = {}
        self._starting: dict[Any, Any] = {}
        self._waiting: deque[tuple[Work, Done]] = deque()
        self._lost: dict[Key, int] = {}
        self._closed = False
        self._gone: NoCluster | None = None  # once the cluster was given up
        self._lock = threading.Lock()  # between submit and giving up
        self._fill()
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._work, name="cluster", daemon=True)
        self._thread.start()

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
        """How much it does at a time."""
        return max(len(self._idle) + len(self._doing) + len(self._starting), 1)

    def submit(self, work: Work, done: Done) -> None:
        """Do this as soon as a slot is free; NoCluster once the cluster was given up."""
        ready = self._archives.ready(work)
        with self._lock:
            if self._gone is not None:
                raise self._gone
            self._waiting.append((ready, done))
        self._wake.set()

    def running(self) -> list[Running]:
        """Games of the cluster cannot be looked into; their players are known."""
        doing = list(self._doing.values())
        return [Running(work, 0, 0.0) for _, work, _ in doing if isinstance(work, Task)]

    def close(self) -> None:
        """Stop at once; what is under way is not finished."""
        self._closed = True
        self._wake.set()
        self._thread.join()
        if self._gone is None:  # else Ray would look for another cluster, for minutes
            for actor in (*self._idle, *self._starting.values(), *(one[0] for one in self._doing.values())):
                self._ray.kill(actor)
        with RayCrew._connected:
            RayCrew._crews -= self._ours
            if self._ours and not RayCrew._crews:
                self._ray.shutdown()
        self._archives.close()

    def _work(self) -> None:
        answered = time.monotonic()
        while not self._closed:
            try:
                self._look()
                answered = time.monotonic()
            except Exception as error:  # Ray has many for a cluster that does not answer
                if time.monotonic() - answered > GONE_S:
                    self._give_up(error)
                    return
                time.sleep(LOOK_S)

    def _look(self) -> None:
        """Hand out what waits, and see what has ended."""
        self._fill()
        while self._waiting and self._idle:
            actor, (work, done) = self._idle[-1], self._waiting[0]
            self._doing[actor.do.remote(work)] = (actor, work, done)
            self._idle.pop()
            self._waiting.popleft()
        awaited = [*self._doing, *self._starting]
        if not awaited and not self._waiting:
            self._wake.wait()
        self._wake.clear()
        ended, _ = self._ray.wait(awaited, num_returns=1, timeout=LOOK_S) if awaited else ([], [])
        for reference in ended:
            if reference in self._starting:
                self._started(reference)
            else:
                self._ended(reference)

    def _give_up(self, error: Exception) -> None:
        """Nothing more will come of this cluster: all that was handed in has failed."""
        log.error("the cluster was given up after %.0f s without an answer: %s", GONE_S, error)
        with self._lock:
            self._gone = NoCluster(f"the cluster does not answer any more: {type(error).__name__}: {error}")
            left = [*((work, done) for _, work, done in self._doing.values()), *self._waiting]
            self._waiting.clear()
        for work, done in left:
            notify(done, Failed(work.key, failure_of(self._gone), final=True, error=self._gone))

    def _fill(self) -> None:
        """As many slots as the cluster has room for now: nodes come and go."""
        total = max(int(self._ray.cluster_resources().get("CPU", 0)) - self._spare, 1)
        wanted = min(self._wanted or total, total)
        for _ in range(wanted - len(self._idle) - len(self._doing) - len(self._starting)):
            actor = self._hire()
            self._starting[actor.ready.remote()] = actor

    def _started(self, reference: Any) -> None:
        actor = self._starting.pop(reference)
        try:
            self._ray.get(reference)
        except self._ray.exceptions.RayError:
            return  # its node died meanwhile; _fill starts another one
        self._idle.append(actor)

    def _ended(self, reference: Any) -> None:
        actor, work, done = self._doing.pop(reference)
        try:
            ended: Report | Made | Failed = self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            lost = self._lost[work.key] = self._lost.get(work.key, 0) + 1
            if lost < LOST:
                self._waiting.appendleft((work, done))
                return
            ended = Failed(work.key, Refusal("node_died", times=LOST, why=error), final=True)
        else:
            self._idle.append(actor)
        self._lost.pop(work.key, None)
        notify(done, ended)
