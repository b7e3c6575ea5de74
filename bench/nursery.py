"""Servers to kill: each is there in a moment, and one that does not come says why."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress

from bench.compare import ROOT

START_S = 120.0  # a server is usually there in a tenth of a second
STACKS_S = 1.0  # how long a server that hangs gets to write where it does
TOLD = 9000  # characters of its errors that are shown


class StartFailed(Exception):
    """A server that did not begin to listen; tells what it wrote to its stderr."""


class Nursery:
    """A process that has everything imported and makes a new server by a fork whenever one is asked for."""

    def __init__(self, kind: str) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `close`)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.peers.nursery", kind],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
        )
        self._said = b""

    def start(self, url: str) -> tuple[int, int]:
        """A server with this database: its process and its port; StartFailed if none comes in time."""
        assert self._process.stdin
        self._errors.seek(0, os.SEEK_END)
        before = self._errors.tell()
        with suppress(BrokenPipeError):  # the answer that does not come tells of it
            self._process.stdin.write(url.encode() + b"\n")
        deadline = time.monotonic() + START_S
        pid = self._number(b"pid", deadline)
        port = self._number(b"port", deadline) if pid is not None else None
        if pid is None or port is None:
            if pid is not None:
                self._end(pid)
            self._errors.seek(before)
            said = self._errors.read().decode(errors="replace")[-TOLD:]
            raise StartFailed(f"{url}: no server came; stderr:\n{said}")
        return pid, port

    def _number(self, word: bytes, deadline: float) -> int | None:
        """The number in the nursery's next line, which must begin with this word; None if there is none."""
        assert self._process.stdout
        while b"\n" not in self._said:
            left_s = deadline - time.monotonic()
            if left_s <= 0 or not select.select([self._process.stdout], [], [], left_s)[0]:
                return None
            more = os.read(self._process.stdout.fileno(), 4096)
            if not more:
                return None
            self._said += more
        line, _, self._said = self._said.partition(b"\n")
        said, _, number = line.partition(b" ")
        return int(number) if said == word else None

    def _end(self, pid: int) -> None:
        """Let a server that hangs write where it does, then kill it."""
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGUSR1)
            time.sleep(STACKS_S)
            os.kill(pid, signal.SIGKILL)

    def errors(self) -> str:
        """The end of what its servers wrote to stderr."""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")[-TOLD:]

    def close(self) -> None:
        """End it; its servers end with it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            if pipe is not None:
                pipe.close()
