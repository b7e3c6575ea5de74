"""Ports for servers that tests start."""

import itertools
import os
import socket

# Below the ports that the kernel hands to connections, and each process begins elsewhere: nobody takes the
# port in the moment between asking for it here and the server's own listening.
LOWEST, HIGHEST = 10_000, 32_000
_candidates = itertools.count(os.getpid() * 61)


def free_port() -> int:
    """A port of loopback on which nobody listens."""
    for candidate in _candidates:
        port = LOWEST + candidate % (HIGHEST - LOWEST)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    raise AssertionError("the candidates never end")
