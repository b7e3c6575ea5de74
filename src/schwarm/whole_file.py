"""Files that are there as a whole or not at all."""

from __future__ import annotations

from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a stop leaves the old one or the new one, and nobody ever sees half of it.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp(), "games.txt")
    >>> write_whole(path, b"two games")
    >>> path.read_bytes(), [other.name for other in path.parent.iterdir()]
    (b'two games', ['games.txt'])
    """
    draft = path.with_name(path.name + ".part")
    draft.write_bytes(content)
    draft.replace(path)
