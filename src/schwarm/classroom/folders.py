"""Uploaded programs on the disk: checked, unpacked while they are played, and gone afterwards."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

from schwarm import players
from schwarm.classroom.errors import ClassroomError, NotThere
from schwarm.classroom.limits import MIB, ClassLimits
from schwarm.game.errors import Refusal
from schwarm.players import ArchiveSpec, PlayerError, ProgramSpec
from schwarm.players.seats import unpacked
from schwarm.programs.archive import SPOILT, BadArchive, start_script
from schwarm.programs.folders import home
from schwarm.store import class_programs
from schwarm.store.store import Store


class ProgramFolders:
    """The folders of unpacked programs, by team and version; what a killed page left behind is removed."""

    def __init__(self, store: Store, limits: ClassLimits) -> None:
        self._store = store
        self._limits = limits
        self._home = Path(tempfile.mkdtemp(dir=home()))
        self._ready: dict[tuple[int, int], ProgramSpec] = {}
        self._lock = threading.Lock()

    def check(self, content: bytes, game: str, unpacking: Callable[[], None] = lambda: None) -> str:
        """The fingerprint of a ZIP that can be unpacked and started; ClassroomError says what is wrong.

        A bot that names another game than this one is refused, too. `unpacking` is called for a ZIP that is
        not refused by its list of files alone.
        """
        with tempfile.TemporaryDirectory(dir=self._home) as room:
            plays = players.game_of(self._unpack(content, Path(room), unpacking))
        if plays not in (None, game):
            raise ClassroomError(Refusal("other_game", plays=plays, game=game))
        return hashlib.sha256(content).hexdigest()

    def spec(self, team: int, version: int) -> ProgramSpec:
        """The program of a version, unpacked; PlayerError if it is not there any more."""
        with self._lock:
            if (team, version) not in self._ready:
                content = class_programs.content(self._store, team, version)
                if content is None:
                    raise PlayerError(Refusal("version_gone", version=version, team=team))
                room = Path(tempfile.mkdtemp(prefix=f"{team}-{version}-", dir=self._home))
                try:
                    self._ready[team, version] = self._unpack(content, room)
                except ClassroomError as error:
                    raise PlayerError(*error.args) from None
            return self._ready[team, version]

    def drop(self, team: int, keep: tuple[int, ...] = ()) -> None:
        """Remove the folders of a team, but those of these versions."""
        with self._lock:
            for key in [key for key in self._ready if key[0] == team and key[1] not in keep]:
                spec = self._ready.pop(key)
                shutil.rmtree(Path(spec.folder).parent, ignore_errors=True)

    def spare(self) -> Path:
        """A new file for whoever needs one for a moment; it is gone with everything else at the latest."""
        number, path = tempfile.mkstemp(dir=self._home)
        os.close(number)
        return Path(path)

    def close(self) -> None:
        """Remove everything."""
        shutil.rmtree(self._home, ignore_errors=True)

    def _unpack(
        self, content: bytes, room: Path, unpacking: Callable[[], None] = lambda: None
    ) -> ProgramSpec:
        path = room / "program.zip"
        path.write_bytes(content)
        most = self._limits
        try:
            with zipfile.ZipFile(path) as archive:
                files = archive.infolist()
            if len(files) > most.files or sum(file.file_size for file in files) > most.unpacked_bytes:
                mib = most.unpacked_bytes // MIB
                raise ClassroomError(Refusal("zip_too_large", files=most.files, mib=mib))
            start_script(path)
            unpacking()
            return unpacked(ArchiveSpec(str(path)), room / "program")
        except SPOILT:
            raise ClassroomError(Refusal("no_zip")) from None
        except BadArchive as error:
            raise ClassroomError(error.why) from None
        finally:
            path.unlink(missing_ok=True)


def version_spec(team: int, version: int) -> ArchiveSpec:
    """How an event in the store names the program of a team; `version_of` reads it again."""
    return ArchiveSpec(f"team-{team}-version-{version}.zip")


def version_of(spec: ArchiveSpec) -> tuple[int, int]:
    """The team and the version of a program that an event names; NotThere if it is none of a class.

    >>> version_of(version_spec(3, 7))
    (3, 7)
    """
    words = Path(spec.path).stem.split("-")
    if len(words) != 4 or words[::2] != ["team", "version"]:
        raise NotThere(Refusal("class_no_archive", said=spec))
    return int(words[1]), int(words[3])
