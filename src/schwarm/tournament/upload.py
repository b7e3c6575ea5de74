"""ZIPs as they are uploaded to the contest: unpacked, with the start script found inside."""

from __future__ import annotations

import stat
import zipfile
from dataclasses import replace
from pathlib import Path

from schwarm.tournament.errors import BadFormat
from schwarm.tournament.formats import Event

MOST_BYTES = 1 << 30  # unpacked
MOST_FILES = 20_000
START = "start.sh"


def unpacked(event: Event, room: Path) -> Event:
    """The event with every ZIP unpacked somewhere in `room` and played by its start script."""
    made = []
    for number, entrant in enumerate(event.entrants):
        if entrant.kind == "zip":
            folder = room / str(number)
            script = unpack(Path(entrant.zip), folder, entrant.start)
            entrant = replace(entrant, zip="", command=(str(script),), folder=str(folder), scratch=True)
        made.append(entrant)
    return replace(event, entrants=tuple(made))


def unpack(path: Path, folder: Path, start: str = "") -> Path:
    """Unpack a ZIP into a new folder and return its start script; BadFormat says what is wrong with it."""
    try:
        with zipfile.ZipFile(path) as archive:
            files = archive.infolist()
            if len(files) > MOST_FILES or sum(file.file_size for file in files) > MOST_BYTES:
                raise BadFormat(
                    f"{path}: expected at most {MOST_FILES} files and {MOST_BYTES >> 20} MiB inside"
                )
            folder.mkdir(parents=True)
            for file in files:
                placed = Path(archive.extract(file, folder))  # never outside the folder
                mode = file.external_attr >> 16
                if mode & stat.S_IXUSR and placed.is_file():
                    placed.chmod(0o755)
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError) as error:
        raise BadFormat(f"{path}: cannot be unpacked: {error}") from None
    script = folder / start if start else find_start(folder)
    if script is None or not script.is_file() or not script.resolve().is_relative_to(folder.resolve()):
        raise BadFormat(f"{path}: expected a start script {start or START} inside")
    script.chmod(0o755)
    return script


def find_start(folder: Path) -> Path | None:
    """The start script nearest to the top; else the only shell script, else the only Java archive."""
    named = sorted(folder.rglob(START), key=lambda path: (len(path.parts), path))
    if named:
        return named[0]
    for pattern in ("*.sh", "*.jar"):
        found = list(folder.rglob(pattern))
        if len(found) == 1:
            return found[0]
    return None
