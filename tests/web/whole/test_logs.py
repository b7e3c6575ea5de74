"""What strangers do leaves no traceback and nothing of theirs in the page's log."""

from __future__ import annotations

import base64
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.waiting import PATIENCE_S, wait

TOKEN = "Tk-a7f3c9d2e8b14605-secret"
NAME = "Mallory-the-visitor-93417"
RAISES = """
import logging, sys
from schwarm.contest.server.logs import configure
configure(as_json=sys.argv[1] == "json")
def deep(depth, bearer):
    if depth:
        deep(depth - 1, bearer)
    raise ValueError("x" * 100_000)
try:
    deep(200, "se" + "cret" * 1000)
except ValueError:
    logging.getLogger("schwarm.web").exception("a mistake of ours")
logging.shutdown()
"""


@pytest.mark.parametrize("kind", ["json", "people"])
def test_a_traceback_has_no_values_and_is_short(kind: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RAISES, kind], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    assert "a mistake of ours" in done.stderr
    assert "ValueError" in done.stderr
    assert "secretsecret" not in done.stderr
    assert len(done.stderr) < 10_000


class Page:
    """`schwarm up` with its log in a file."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "schwarm.cli", "up", "--port", str(self.port), "--store",
                 str(folder / "page.db"), "--processes", "1", "--contest", "0", "--no-uploads"],
                stdout=subprocess.DEVNULL, stderr=log,
            )  # fmt: skip
        wait(lambda: self.answers() or self.process.poll() is not None)
        assert self.process.poll() is None, self.log.read_text()

    def answers(self) -> bool:
        try:
            return b"200" in self.ask(b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
        except OSError:
            return False

    def ask(self, data: bytes, *, read: bool = True) -> bytes:
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) as line:
            line.sendall(data)
            return line.recv(65536) if read else b""

    def stop(self) -> str:
        os.kill(self.process.pid, signal.SIGTERM)
        self.process.wait(PATIENCE_S)
        return self.log.read_text(errors="replace")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Page]:
    made = Page(tmp_path)
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.process.wait()


def frame(kind: int, data: bytes, *, last: bool = True) -> bytes:
    """A masked WebSocket frame; the mask is zero."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([(0x80 if last else 0) | kind]) + length + b"\0\0\0\0" + data


FRAMES = (
    frame(1, b"\xff\xfe\xfd"),
    frame(1, b'{"type":"hello","token":"' + TOKEN.encode() + b'"}') + frame(1, b"\xc3("),
    frame(2, b"\0\1\2"),
    frame(1, b"{" * 50),
    frame(8, b"\x03\xe8") + frame(1, b'{"type":"ping"}'),
    frame(3, b"reserved"),
    frame(0, b"no beginning"),
    frame(1, b"never ends", last=False),
    b"\xff" * 40,
)


def test_a_hostile_campaign_leaves_no_traceback_and_nothing_of_a_visitor(site: Page) -> None:
    head = f"Host: localhost\r\nAuthorization: Bearer {TOKEN}\r\nX-Name: {NAME}\r\n".encode()
    body = (
        b"Content-Type: application/json\r\nContent-Length: 500000\r\n\r\n"
        + b'{"text":"'
        + NAME.encode() * 99
    )
    for path in (b"/api/records", b"/api/tables", b"/api/class/teams/1/program"):
        for method in (b"POST ", b"PUT "):
            site.ask(method + path + b" HTTP/1.1\r\n" + head + body, read=False)  # gone in the middle
    for path in (b"/api/lobby/socket", b"/api/tables/nothing/socket"):
        for said in FRAMES:
            key = base64.b64encode(os.urandom(16))
            upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            start = b"GET " + path + b" HTTP/1.1\r\n" + head + upgrade + b"Sec-WebSocket-Key: " + key
            with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE_S) as line:
                line.sendall(start + b"\r\n\r\n")
                line.recv(65536)
                line.sendall(said + frame(8, b"\x03\xe8"))
                with suppress(ConnectionResetError):
                    while line.recv(65536):
                        pass  # until it was read to its end, and the line closed
    assert site.answers()
    written = site.stop()
    assert "Traceback" not in written, written[-3000:]
    assert TOKEN not in written
    assert NAME not in written
    assert len(written) < 4_000
