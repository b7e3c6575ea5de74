"""The page under test: in memory for the API, as a real process for the browser."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any, Self

from starlette.testclient import TestClient

from schwarm.referee import Limits
from schwarm.web import Settings, create_app
from tests.ports import free_port
from tests.waiting import PATIENCE_S
from tests.web.shared.slow_line import SlowLine

PATIENCE_MS = 1000 * PATIENCE_S  # the suite's guard ends sooner what hangs, not what waits for a processor
# SCHWARM_TEST_DELAY_MS=80: all browser tests over a slow line. A hunt for races, no part of `make test`.
DELAY_MS = int(os.environ.get("SCHWARM_TEST_DELAY_MS", "0"))
# The browser without windows does the same with half of the processor time; either will do.
CHROMIUM = next(filter(os.path.exists, ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")), "")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows any signal ends a process on the spot
PATIENT = Limits(100_000, 200_000)  # no program is late on a busy machine


def in_memory(folder: Path, **more: Any) -> TestClient:
    """The page in memory; use it in a `with` statement."""
    store = str(folder / "page.db")
    more.setdefault("program_limits", PATIENT)
    return TestClient(
        create_app(Settings(store=store, hosts=("testserver",), bot_workers=1, warm_up=False, **more))
    )


class Site:
    """The page as `schwarm up` runs it."""

    def __init__(self, store: Path, *more: str) -> None:
        self.more = more
        self.store = store
        self.port, self.contest = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.behind = self.port  # where the page itself listens
        if DELAY_MS:
            self.behind = free_port()
            SlowLine(self.port, self.behind, DELAY_MS)
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        self.process = self.launch(
            "up", "--port", str(self.behind), "--store", str(self.store), "--processes", "2",
            "--bot-seed", "7", "--contest", str(self.contest), *self.more,
        )  # fmt: skip
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/robots.txt", timeout=5):
                    return
            except OSError:
                if time.monotonic() > until or self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def launch(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start `schwarm` with these arguments."""
        return subprocess.Popen([sys.executable, "-m", "schwarm.cli", *arguments], stdout=subprocess.DEVNULL)

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            os.kill(self.process.pid, how)
            self.process.wait(PATIENCE_S)
            self.process = None
