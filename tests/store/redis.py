"""A private Redis: on a port of its own, keeping nothing, gone afterwards."""

from __future__ import annotations

import shutil
import socket
import subprocess

from tests.waiting import PATIENCE_S, wait


def program() -> str | None:
    """Redis or Valkey, whichever is installed."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


class Redis:
    """A server that can be stopped and started again."""

    def __init__(self, program: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self._program = program
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        command = [self._program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        wait(self._answers)

    def stop(self) -> None:
        """At once."""
        if self._server is not None:
            self._server.kill()
            self._server.wait(PATIENCE_S)
            self._server = None

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(7) == b"+PONG\r\n"
        except OSError:
            return False
