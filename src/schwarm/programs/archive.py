"""ZIPs as they are uploaded to the contest: unpacked, with the start script found inside."""

from __future__ import annotations

import lzma
import shutil
import stat
import struct
import sys
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from schwarm.game.errors import Refusal
from schwarm.programs.harmless import harmless, without_folder

MOST_BYTES = 1 << 30  # unpacked
MOST_FILES = 20_000
START, SHELL = "start.sh", ".sh"
STARTS = ("start.bat", START) if sys.platform == "win32" else (START,)
SHOWN, LONGEST_NAME = 8, 60  # files of a ZIP without a start that are named, and letters of each
# What reading a spoilt ZIP may end with: compressed data, names, lengths and offsets are all a stranger's.
SPOILT = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, RuntimeError, ValueError,
    LookupError, OverflowError, MemoryError,
)  # fmt: skip


class BadArchive(Exception):
    """A ZIP that cannot be unpacked, or that holds nothing to start; `why` says what is wrong, as data."""

    def __init__(self, path: Path, code: str, /, **values: object) -> None:
        self.why = Refusal(code, **values)
        super().__init__(Refusal("in_file", file=path, why=self.why))


def unpack(path: Path, folder: Path, start: str = "") -> Path:
    """Unpack a ZIP into a new folder and return its start script; BadArchive says what is wrong with it."""
    try:
        with zipfile.ZipFile(path) as archive:
            files = archive.infolist()
            if len(files) > MOST_FILES or sum(file.file_size for file in files) > MOST_BYTES:
                raise BadArchive(path, "zip_too_large", files=MOST_FILES, mib=MOST_BYTES >> 20)
            folder.mkdir(parents=True)
            try:
                _extract(archive, folder)
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)  # half a program is none
                raise
    except SPOILT as error:
        raise BadArchive(path, "no_zip", detail=without_folder(_one_line(error), folder)) from None
    script = folder / start_script(path, start)
    if not script.is_file() or not script.resolve().is_relative_to(folder.resolve()):
        raise BadArchive(path, "no_start", start=start or START, found="-")
    if script.suffix == SHELL and b"\r\n" in script.read_bytes():
        raise BadArchive(path, "crlf", file=script.name)
    script.chmod(0o755)
    return script


def _extract(archive: zipfile.ZipFile, folder: Path) -> None:
    for file in archive.infolist():
        placed = Path(archive.extract(file, folder))  # never outside the folder
        mode = file.external_attr >> 16
        if mode & stat.S_IXUSR and placed.is_file():
            placed.chmod(0o755)


def _one_line(error: BaseException) -> str:
    """What an error says, whatever names from inside the ZIP it quotes."""
    said = " ".join(str(error).split()) or type(error).__name__
    return harmless(said)[:200]


def start_script(path: Path, start: str = "") -> PurePosixPath:
    """The start script inside a ZIP, found without unpacking it; BadArchive if there is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = [PurePosixPath(file.filename) for file in archive.infolist() if not file.is_dir()]
    except FileNotFoundError:
        raise BadArchive(path, "zip_missing") from None
    except SPOILT as error:
        raise BadArchive(path, "no_zip", detail=_one_line(error)) from None
    found = PurePosixPath(start) if start else _nearest_start(names)
    if found is None or found not in names:
        inside = ", ".join(sorted(map(_shown, names))[:SHOWN]) + (", ..." if len(names) > SHOWN else "")
        if not names:
            raise BadArchive(path, "empty_zip")
        raise BadArchive(path, "no_start", start=start or START, found=inside)
    return found


def _shown(name: PurePosixPath) -> str:
    """A name from inside a ZIP, as it can be told."""
    return harmless(str(name).replace("\n", "\\n"))[:LONGEST_NAME]


def _nearest_start(names: list[PurePosixPath]) -> PurePosixPath | None:
    """The start script nearest to the top; else the only shell script, else the only Java archive."""
    for start in STARTS:
        named = [path for path in names if path.name == start]
        if named:
            return min(named, key=lambda path: (len(path.parts), path))
    for suffix in (".sh", ".jar"):
        found = [path for path in names if path.suffix == suffix]
        if len(found) == 1:
            return found[0]
    return None
