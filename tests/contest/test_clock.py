"""The clock: from the request leaving the socket to the answer coming in, however busy the server is."""

import re
import socket
import time

import pytest

from schwarm.contest.wire import render, season_of_game
from schwarm.referee import Limits
from tests.contest.busy import busy_when_asked
from tests.contest.peers import start
from tests.contest.servers import ServerThread
from tests.waiting import PATIENCE_S

SOFT_MS = 500
FIRST = b'<data class="move"><from x="0" y="4"/><direction>RIGHT</direction></data>'


class Blocking:
    """A client in the test's own thread."""

    def __init__(self, port: int, *, takes: int = 0) -> None:
        """`takes`: bytes that wait for it where it does not read, as few as the system allows."""
        self.socket = socket.socket()
        if takes:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        self.socket.settimeout(PATIENCE_S)
        self.socket.connect(("127.0.0.1", port))
        self.heard = b""
        self.socket.sendall(b'<protocol><join gameType="swc_2026_piranhas"/>')
        self.until(b"<joined")

    def until(self, *words: bytes) -> None:
        """Read until one of these words has come."""
        while not any(word in self.heard for word in words):
            data = self.socket.recv(65536)
            assert data
            self.heard += data

    def move(self, data: bytes = FIRST) -> None:
        """Red's first move, or another one."""
        found = re.search(rb'roomId="([^"]+)"', self.heard)
        assert found
        self.socket.sendall(b'<room roomId="' + found.group(1) + b'">' + data + b"</room>")


def test_a_busy_server_costs_a_player_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    busy_when_asked(monkeypatch, 2 * SOFT_MS / 1000)
    with ServerThread(limits=Limits(SOFT_MS, None)) as server:
        red, blue = Blocking(server.port), Blocking(server.port)
        red.until(b"moveRequest")
        red.move()
        red.until(b'turn="1"', b"result")
        assert b"result" not in red.heard
        blue.socket.close()
        red.until(b"<left")
        server.wait_for_records(1)
        think_ms = server.records[0].plies[0].think_ms
        assert think_ms is not None
        assert think_ms < SOFT_MS
        red.socket.close()


def test_a_late_answer_stays_late_when_the_server_is_idle() -> None:
    with ServerThread(limits=Limits(SOFT_MS, None)) as server:
        red, blue = Blocking(server.port), Blocking(server.port)
        red.until(b"moveRequest")
        time.sleep(6 * SOFT_MS / 1000)  # also if the machine holds the server up for a moment
        red.move()
        red.until(b"<left")
        assert b'turn="1"' not in red.heard
        for client in (red, blue):
            client.socket.close()


HOLD_S = 4.0  # how long a client pretends not to know that it is its turn


def test_who_does_not_read_thinks_on_its_own_time() -> None:
    """It fills its line with refused requests it never reads, and learns elsewhere that it is its turn."""
    with ServerThread(limits=Limits(60_000, 120_000)) as server:
        red, blue = Blocking(server.port), Blocking(server.port, takes=65536)
        red.until(b"moveRequest")
        blue.until(b"memento")
        jammed = server.server.lobby.running()[0].seats[1].connection
        assert jammed is not None
        while jammed._transport.get_write_buffer_size() == 0:
            blue.socket.sendall(b'<joinRoom roomId="' + b"x" * 3000 + b'"/>')
            time.sleep(0.005)  # what was sent is dealt with before more is: the line is full, not overfull
        red.move()
        red.until(b'turn="1"')
        time.sleep(HOLD_S)
        blue.until(b"moveRequest")
        game = start("piranhas")
        game.play("A4-C4")
        blue.move(render(season_of_game("piranhas").write_move(game.legal_moves()[0], game)).encode())
        red.until(b'turn="2"')
        for client in (red, blue):
            client.socket.close()
        server.wait_for_records(1)
        think_ms = server.records[0].plies[1].think_ms
        assert think_ms is not None
        assert think_ms > 1000 * HOLD_S - 500
