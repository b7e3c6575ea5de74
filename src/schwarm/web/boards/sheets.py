"""All style sheets of a page as one file: a page has two dozen, and each request costs a slow line a wait.

The address names them, `/static/sheets/shared/style+tables/game.css`, so that every process of a page knows
what is meant. What a sheet imports is put in its place, in the layer that it is imported into.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from schwarm.game import list_games
from schwarm.web.face import KINDS, page_file, page_of
from schwarm.web.shared.kept_files import KeptFile, KeptFiles

IMPORT = re.compile(r'^@import url\("/static/([^"]+)"\)(?: layer\((\w+)\))?;$', re.MULTILINE)
MOST_SHEETS = 30  # in one file
MOST_KEPT = 64  # lists of sheets; the page itself has some twenty
GAMES = "game-boards.css"  # how the boards of games look that bring sheets along
MARKS = "game-marks.css"  # the colours of the dots that stand for games in lists


class JoinedSheets(KeptFiles):
    """Answers with the sheets that an address names."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = {name.removeprefix("/"): path for name, path in files.items() if name.endswith(".css")}
        self.kept: dict[str, tuple[list[str], KeptFile]] = {}  # with the files it was made of

    def find(self, asked: str) -> KeptFile | None:
        """The sheets that an address names, if they are sheets of the page."""
        asked = asked.removeprefix("/")
        names = [f"{name}.css" for name in asked.removesuffix(".css").split("+")]
        known = {*self.files, MARKS}
        if not asked.endswith(".css") or len(names) > MOST_SHEETS or not known.issuperset(names):
            return None
        return self.joined(asked, names)

    def joined(self, asked: str, names: list[str]) -> KeptFile:
        """The sheets one after the other, made anew when one of them has changed on disk."""
        if asked in self.kept:
            paths, file = self.kept[asked]
            if state(paths) == file.written:
                return file
        paths = [path for name in names for path in self.paths(name)]
        file = KeptFile.of("\n".join(map(self.text, names)).encode(), KINDS[".css"], state(paths))
        self.kept[asked] = paths, file
        if len(self.kept) > MOST_KEPT:
            del self.kept[next(iter(self.kept))]
        return file

    def path(self, name: str) -> str | None:
        """Where a sheet lies: in the page's folder or in that of a game."""
        match name.split("/"):
            case ["games", game, file] if game in list_games():
                found = page_file(game, file)
                return None if found is None else str(found)
        return self.files.get(name)

    def paths(self, name: str) -> Iterator[str]:
        """The files that a sheet is made of."""
        if path := self.path(name):
            yield path
        for imported in IMPORT.finditer(self.written(name)):
            yield from self.paths(imported[1])

    def written(self, name: str) -> str:
        """A sheet as it stands, with its imports."""
        if name == GAMES:
            own = [game for game in list_games() if page_file(game, "board.css")]
            return "\n".join(f'@import url("/static/games/{game}/board.css");' for game in own)
        if name == MARKS:
            marks = {game: page_of(game).mark for game in list_games()}
            return "".join(
                f".game-mark.{game} {{ background: {mark}; }}\n" for game, mark in marks.items() if mark
            )
        path = self.path(name)
        return "" if path is None else Path(path).read_text("utf-8")

    def text(self, name: str) -> str:
        """A sheet with what it imports in its place."""

        def placed(found: re.Match[str]) -> str:
            text = self.text(found[1])
            return f"@layer {found[2]} {{\n{text}\n}}" if found[2] else text

        return IMPORT.sub(placed, self.written(name))


def state(paths: list[str]) -> tuple[int, int]:
    """When the last of these files was written, and how long they are together."""
    states = [os.stat(path) for path in paths]
    return max((one.st_mtime_ns for one in states), default=0), sum(one.st_size for one in states)
