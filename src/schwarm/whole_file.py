"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_IMODE
from uuid import uuid4

TRIES, RETRY_S = 100, 0.02  # to rename a file that is in use


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A draft beside the file, of this writer alone; it takes the file's name once it is on the disk.

    A stop or an error, also of the machine, leaves the old file or the new one. What is no plain file, as
    /dev/stdout, is written to directly. An OSError names the file that was asked for.
    """
    path = Path(path)
    if path.exists() and not path.is_file():
        yield path
        return
    path = path.resolve()
    draft = path.with_name(f"{path.name}.{uuid4().hex[:12]}.part")
    try:
        yield draft
        if path.exists():
            draft.chmod(S_IMODE(path.stat().st_mode))
        _sync(draft)
        _rename(draft, path)
        if os.name != "nt":  # where a folder cannot be opened
            _sync(path.parent)
    except OSError as error:
        if error.filename in (None, str(draft)):
            error.filename, error.filename2 = str(path), None
        raise
    finally:
        draft.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a stop leaves the old one or the new one, and no reader sees half of it.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp(), "games.txt")
    >>> write_whole(path, b"two games")
    >>> path.read_bytes(), [other.name for other in path.parent.iterdir()]
    (b'two games', ['games.txt'])
    """
    with whole_file(path) as draft:
        draft.write_bytes(content)


def _rename(draft: Path, path: Path) -> None:
    """Windows refuses while another program, such as a virus scanner, has the file open for a moment."""
    for left in reversed(range(TRIES if os.name == "nt" else 1)):
        try:
            draft.replace(path)
            return
        except PermissionError:
            if not left:
                raise
            time.sleep(RETRY_S)


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
