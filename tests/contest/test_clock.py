"""The clock: from the request leaving the socket to the answer coming in, however busy the server is."""

import re
import socket
import time

from schwarm.referee import Limits
from tests.contest.servers import ServerThread

SOFT_MS = 2_000  # longer than any pause that a crowded machine makes
BUSY_S = 3.0  # longer than that


class Blocking:
    """A client in the test's own thread."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.settimeout(120)
        self.heard = b""
        self.socket.sendall(b'<protocol><join gameType="swc_2026_piranhas"/>')
        self.until(b"<joined")

    def until(self, words: bytes) -> None:
        """Read until these words have come."""
        while words not in self.heard:
            data = self.socket.recv(65536)
            assert data
            self.heard += data

    def move(self) -> None:
        """Red's first move."""
        found = re.search(rb'roomId="([^"]+)"', self.heard)
        assert found
        data = b'<data class="move"><from x="0" y="4"/><direction>RIGHT</direction></data>'
        self.socket.sendall(b'<room roomId="' + found.group(1) + b'">' + data + b"</room>")


def test_a_busy_server_costs_a_player_no_time() -> None:
    with ServerThread(limits=Limits(SOFT_MS, 60_000)) as server:
        red, blue = Blocking(server.port), Blocking(server.port)
        red.until(b"moveRequest")
        server.busy(BUSY_S)
        time.sleep(0.05)  # it is busy now
        red.move()
        red.until(b'turn="1"')
        assert b"result" not in red.heard
        blue.socket.close()
        red.until(b"<left")
        server.wait_for_records(1)
        think_ms = server.records[0].plies[0].think_ms
        assert think_ms is not None
        assert think_ms < SOFT_MS
        red.socket.close()


def test_a_late_answer_stays_late_when_the_server_is_idle() -> None:
    with ServerThread(limits=Limits(SOFT_MS, 60_000)) as server:
        red, blue = Blocking(server.port), Blocking(server.port)
        red.until(b"moveRequest")
        time.sleep(SOFT_MS / 1000 + 0.2)
        red.move()
        red.until(b"<left")
        assert b'turn="1"' not in red.heard
        for client in (red, blue):
            client.socket.close()
