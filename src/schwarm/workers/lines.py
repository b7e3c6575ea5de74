"""The journal of all long work that is kept in a file: a line of JSON for each finished step.

A last line that a crash cut short costs its step only, and is gone with the next that is added; a file that
holds anything else is left alone. Several processes may add to one file, also while one of them rewrites it.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

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
        self._whole = data.rfind(b"\n") + 1
        self._torn = self._whole < len(data)
        for number, line in enumerate(data[: self._whole].splitlines(), 1):
            try:
                self.entries.append(read(json.loads(line)))
            except (ValueError, KeyError, TypeError):
                raise BadJournal(f"{path}: expected {what}, not line {number}") from None
        if self._torn and data[self._whole : self._whole + 1] != b"{":
            raise BadJournal(f"{path}: expected {what}, not its last line")

    def add(self, said: Mapping[str, Any], entry: Entry) -> None:
        """Note a step: what its line says, and what it is."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with _locked(self.path) as file:
            if self._torn:
                file.truncate(self._whole)
                self._torn = False
            file.write(_line(said))
        self.entries.append(entry)

    def rewrite(self, change: Callable[[list[Any]], list[Any]]) -> None:
        """Replace what all lines of the file say at once; a crash leaves the old ones or the new ones."""
        path = self.path.resolve()
        with _locked(path):
            data = path.read_bytes()
            lines = [json.loads(line) for line in data[: data.rfind(b"\n") + 1].splitlines()]
            draft = path.with_name(path.name + ".part")
            draft.write_bytes(b"".join(map(_line, change(lines))))
            draft.chmod(path.stat().st_mode)
            draft.replace(path)


@contextmanager
def _locked(path: Path) -> Iterator[IO[bytes]]:
    """The file, open for adding, which no other process adds to or replaces meanwhile."""
    while True:
        with path.open("ab") as file:
            fcntl.lockf(file, fcntl.LOCK_EX)
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):  # else it was replaced just now
                yield file
                return


def _line(said: Any) -> bytes:
    return (json.dumps(said, separators=(",", ":")) + "\n").encode()
