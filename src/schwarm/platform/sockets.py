"""Addresses of servers."""

from __future__ import annotations

import socket
import sys


def claim_address(one: socket.socket) -> None:
    """Before `bind`: take an address again at once after a restart, and share it with no other program."""
    if sys.platform == "win32":  # where SO_REUSEADDR would let two programs listen at one address
        one.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
