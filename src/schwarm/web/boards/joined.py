"""Files of the page that are sent as one: a page has a hundred, and each request costs a slow line a wait.

The address names them, `/static/sheets/shared/style+tables/game.css`, so that every process of a page knows
what is meant.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from schwarm.game import list_games
from schwarm.web.face import KINDS, page_file
from schwarm.web.shared.kept_files import KeptFile, KeptFiles

MOST_NAMES = 30  # in one file
MOST_KEPT = 64  # lists of names; the page itself has some twenty


class JoinedFiles(KeptFiles):
    """Answers with the files that an address names, made anew when one of them has changed on disk."""

    ending: str
    made: frozenset[str] = frozenset()  # names of files that lie nowhere, because they are written here

    def __init__(self, files: Mapping[str, str]) -> None:
        own = {name.removeprefix("/"): path for name, path in files.items()}
        self.files = {name: path for name, path in own.items() if name.endswith(self.ending)}
        self.kept: dict[str, tuple[Iterable[str], KeptFile]] = {}  # with the files it was made of

    def join(self, names: list[str], about: str) -> tuple[str, Iterable[str]]:
        """The text of these files and of what they import, and the paths it was read from.

        :param about: the game that the page is about, or nothing.
        """
        raise NotImplementedError

    def find(self, asked: str) -> KeptFile | None:
        """The files that an address names, if they are files of the page."""
        asked = asked.removeprefix("/")
        about, _, rest = asked.rpartition("@")
        names = [f"{name}{self.ending}" for name in rest.removesuffix(self.ending).split("+")]
        known = (name in self.made or self.path(name) is not None for name in names)
        if not asked.endswith(self.ending) or len(names) > MOST_NAMES or not all(known):
            return None
        if about and about not in list_games():
            return None
        if asked in self.kept:
            paths, file = self.kept[asked]
            if state(paths) == file.written:
                return file
        text, paths = self.join(names, about)
        file = KeptFile.of(text.encode(), KINDS[self.ending], state(paths))
        self.kept[asked] = paths, file
        if len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return file

    def path(self, name: str) -> str | None:
        """Where a file lies: in the page's folder or in that of a game."""
        match name.split("/"):
            case ["games", game, file] if game in list_games():
                found = page_file(game, file)
                return None if found is None else str(found)
        return self.files.get(name)

    def written(self, name: str) -> str:
        """A file as it stands, with its imports."""
        path = self.path(name)
        return "" if path is None else Path(path).read_text("utf-8")


def state(paths: Iterable[str]) -> tuple[int, int]:
    """When the last of these files was written, and how long they are together."""
    states = [os.stat(path) for path in paths]
    return max((one.st_mtime_ns for one in states), default=0), sum(one.st_size for one in states)
