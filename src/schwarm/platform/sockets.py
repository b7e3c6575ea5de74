"""Addresses of servers."""

from __future__ import annotations

import errno
import socket
import sys


def claim_address(one: socket.socket) -> None:
    """Before `bind`: take an address again at once after a restart, and share it with no other program."""
    if sys.platform == "win32":  # where SO_REUSEADDR would let two programs listen at one address
        one.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def bind_error(error: OSError) -> str:
    """Return why an address could not be had, in the words that all systems share."""
    taken = error.errno == errno.EADDRINUSE
    return "Address already in use" if taken else error.strerror or type(error).__name__
