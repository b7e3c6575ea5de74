"""The journal of all long work that is kept in a file: a line of JSON for each finished step.

A last line that a crash cut short costs its step only, and is gone with the next that is added; a file that
holds anything else is left alone. Several processes may add to one file, also while one of them rewrites it.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, Generic, TypeVar

from schwarm.platform.locks import exclusive
from schwarm.whole_file import write_whole
from schwarm.workers.errors import BadJournal

Entry = TypeVar("Entry")


class Lines(Generic[Entry]):
    """The steps of a file, which need not exist yet; BadJournal if it holds something else.

    `what` says what is expected in it; `read` makes an entry of a line's object, or raises a ValueError,
    KeyError or TypeError.
    """

    def __init__(self, path: Path, what: str, read: Callable[[Any], Entry]) -> None:
        self.path = path
        self.entries: list[Entry] = []
        data = path.read_bytes() if path.exists() else b""
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                self.entries.append(read(json.loads(line)))
            except (ValueError, KeyError, TypeError):
                raise BadJournal(f"{path}: expected {what}, not line {number}") from None
        if whole < len(data) and data[whole : whole + 1] != b"{":
            raise BadJournal(f"{path}: expected {what}, not its last line")

    def add(self, said: Mapping[str, Any], entry: Entry) -> None:
        """Note a step: what its line says, and what it is; an OSError leaves the file as it was."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with exclusive(self.path):
            try:
                self._append(_line(said))
            except OSError as error:
                with suppress(OSError):
                    if self.path.stat().st_size == 0:
                        self.path.unlink()
                error.filename = str(self.path)
                raise
        self.entries.append(entry)

    def _append(self, line: bytes) -> None:
        """Write a line after the last whole one; an OSError leaves the file as it was, but for half lines."""
        with self.path.open("a+b", buffering=0) as file:
            size = _whole(file)
            file.truncate(size)
            try:
                if file.write(line) < len(line):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            except OSError:
                file.truncate(size)
                raise

    def rewrite(self, change: Callable[[list[Any]], list[Any]]) -> None:
        """Replace what all lines of the file say at once; a crash leaves the old ones or the new ones."""
        path = self.path.resolve()
        with exclusive(path):
            with path.open("rb", buffering=0) as file:
                size = _whole(file)
                file.seek(0)
                lines = [json.loads(line) for line in file.read(size).splitlines()]
            write_whole(path, b"".join(map(_line, change(lines))))


def _whole(file: FileIO) -> int:
    """How many bytes of a file are whole lines: all, unless a crash has cut the last one short."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 1))
    if file.read(1) in (b"", b"\n"):
        return size
    file.seek(0)
    return file.read().rfind(b"\n") + 1


def _line(said: Any) -> bytes:
    return (json.dumps(said, separators=(",", ":")) + "\n").encode()
