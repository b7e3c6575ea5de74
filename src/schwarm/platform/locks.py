"""Locks on files and folders; the system gives them back however the process that holds them ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import tempfile
    from hashlib import sha256

    from schwarm.platform import windows

    def _lock(descriptor: int, *, wait: bool = False) -> int:
        """Lock an open file and return it; it is closed where that fails."""
        try:
            windows.lock(descriptor, wait=wait)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def hold_folder(folder: Path) -> int:
        """Hold a folder as `hold` holds a file: no folder can be locked here, so a file in it is."""
        return hold(folder / ".held")

    @contextmanager
    def exclusive(path: Path) -> Iterator[None]:
        """Wait until no other caller is in such a block for this file, which may be missing or be replaced.

        Windows replaces no open file: what is locked is another one, among the user's temporary files.
        """
        folder = Path(tempfile.gettempdir(), "schwarm-locks")
        folder.mkdir(exist_ok=True)
        name = sha256(os.path.normcase(path.resolve()).encode()).hexdigest()
        descriptor = _lock(os.open(folder / name, os.O_RDWR | os.O_CREAT), wait=True)
        try:
            yield
        finally:
            os.close(descriptor)

else:
    import fcntl

    def _lock(descriptor: int, *, wait: bool = False) -> int:
        """Lock an open file and return it; it is closed where that fails."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise
        return descriptor

    def hold_folder(folder: Path) -> int:
        """Hold a folder, which must be no link, as `hold` holds a file."""
        return _lock(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW))

    @contextmanager
    def exclusive(path: Path) -> Iterator[None]:
        """Wait until no other caller is in such a block for this file; it is made if it is missing.

        It may be replaced in the block.
        """
        while True:
            descriptor = _lock(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), wait=True)
            try:
                with suppress(FileNotFoundError):
                    if os.path.samestat(os.fstat(descriptor), path.stat()):
                        break  # else it was replaced just now
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)
        try:
            yield
        finally:
            os.close(descriptor)


def hold(path: Path) -> int:
    """Open and lock a file, which is made if it is missing; closing what is returned lets go of it.

    BlockingIOError if another caller, of this process or any other, holds it.
    """
    return _lock(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
