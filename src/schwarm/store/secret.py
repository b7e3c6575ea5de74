"""The store's secret: codes that let people in are made from it, so that the database holds none of them.

It lies in a file of its own, beside an SQLite file or, for PostgreSQL, in the folder the program runs in.
Whoever has a copy of the database alone, a backup or an export, cannot use anything in it to get in.
"""

from __future__ import annotations

import contextlib
import hmac
import os
import secrets
import sys
import tempfile
from pathlib import Path

from sqlalchemy.engine import URL

from schwarm.store.errors import Unreachable

BYTES = 32
NAME = "schwarm.key"  # where the database is no file
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is easily mistaken on a beamer


def secret_path(url: URL) -> Path:
    """Where the secret of a database lies."""
    return Path(f"{url.database}.key" if url.get_backend_name() == "sqlite" else NAME)


def read_secret(path: Path) -> bytes:
    """The secret of a file, which is made for its owner alone where there is none.

    It appears there whole: two programs that start at once both have the secret of the first.
    """
    try:
        if not path.exists():
            descriptor, made = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
            try:
                with os.fdopen(descriptor, "w", encoding="ascii") as file:
                    file.write(secrets.token_hex(BYTES))
                with contextlib.suppress(FileExistsError):
                    # Neither replaces a file. Not every disk that Windows reads has links.
                    (os.rename if sys.platform == "win32" else os.link)(made, path)
            finally:
                Path(made).unlink(missing_ok=True)
        found = bytes.fromhex(path.read_text("ascii"))
    except (OSError, ValueError) as error:
        raise Unreachable(f"the secret of the database cannot be kept in {path}: {error}") from None
    if len(found) < BYTES:
        raise Unreachable(f"expected a secret of {BYTES} bytes in {path}")
    return found


def code(secret: bytes, letters: int, *what: object) -> str:
    """The code of this thing: always the same, and nobody without the secret can tell it.

    >>> code(b"secret", 8, "class", 7) == code(b"secret", 8, "class", 7) != code(b"secret", 8, "class", 8)
    True
    """
    made = int.from_bytes(hmac.digest(secret, "\0".join(map(str, what)).encode(), "sha256"), "big")
    return "".join(LETTERS[made // len(LETTERS) ** place % len(LETTERS)] for place in range(letters))
