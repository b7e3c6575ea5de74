"""All style sheets of a page as one file. What a sheet imports is put in its place, in the layer that it is
imported into."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from schwarm.game import list_games
from schwarm.game.vector import sheet
from schwarm.web.boards.joined import JoinedFiles
from schwarm.web.face import page_file, page_of

IMPORT = re.compile(r'^@import url\("/static/([^"]+)"\)(?: layer\((\w+)\))?;$', re.MULTILINE)
SPARE = re.compile(r"/\*.*?\*/\s*|(?<=\n)\s+", re.DOTALL)  # comments and indents: a sixth of what is sent
GAMES = "game-boards.css"  # how the boards of games look that bring sheets along
SHAPES = "shapes.css"  # how shapes look that notebooks draw as well
MARKS = "game-marks.css"  # the colours of the dots that stand for games in lists, and of their sides' badges


class JoinedSheets(JoinedFiles):
    """Answers with the sheets that an address names."""

    ending = ".css"
    made = frozenset({MARKS})

    def join(self, names: list[str], about: str) -> tuple[str, Iterable[str]]:
        """The sheets one after the other."""
        return SPARE.sub("", "\n".join(map(self.text, names))), [
            path for name in names for path in self.paths(name)
        ]

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
            pages = {game: page_of(game) for game in list_games()}
            dots = [(f".game-mark.{game}", page.mark) for game, page in pages.items() if page.mark]
            badges = [
                (f".badge.{game}.{side}", background)
                for game, page in pages.items()
                for side, background in page.badges
            ]
            return "".join(f"{place} {{ background: {colour}; }}\n" for place, colour in dots + badges)
        return sheet() if name == SHAPES else super().written(name)

    def text(self, name: str) -> str:
        """A sheet with what it imports in its place."""

        def placed(found: re.Match[str]) -> str:
            text = self.text(found[1])
            return f"@layer {found[2]} {{\n{text}\n}}" if found[2] else text

        return IMPORT.sub(placed, self.written(name))
