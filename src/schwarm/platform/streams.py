"""The standard streams."""

from __future__ import annotations

import io
import sys


def use_utf8() -> None:
    """Read and write UTF-8 on all standard streams, as everywhere else, also where they are files or pipes.

    Windows gives those an older encoding, which has no letters for the boards.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if sys.platform == "win32" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")
