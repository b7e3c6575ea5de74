"""Ports for servers that tests start."""

import itertools
import os
import socket
import tempfile
from pathlib import Path

from schwarm.platform.locks import hold
from schwarm.platform.sockets import claim_address

# Below the ports that the kernel hands to connections, so that none of those takes one before its server.
LOWEST, HIGHEST = 10_000, 32_000
LOCKS = Path(tempfile.gettempdir()) / "schwarm-test-ports"
_candidates = itertools.count(os.getpid() * 61)
_kept: list[int] = []  # open files: a lock lasts as long as the process that has it


def free_port() -> int:
    """A port of loopback on which nobody listens, given to no other test while this process lives."""
    LOCKS.mkdir(mode=0o777, exist_ok=True)
    for candidate in _candidates:
        port = LOWEST + candidate % (HIGHEST - LOWEST)
        try:
            lock = hold(LOCKS / str(port))
        except OSError:
            continue
        try:
            with socket.socket() as probe:
                claim_address(probe)
                probe.bind(("127.0.0.1", port))
        except OSError:
            os.close(lock)
            continue
        _kept.append(lock)
        return port
    raise AssertionError("the candidates never end")
