"""How a game's folder shows itself on the page: the face `page`, a package with all the page needs of it.

`page/__init__.py` holds PAGE. Beside it may lie `board.js` and `board.css` (what boards of that game do and
look like, loaded wherever boards are shown, with the modules and sheets they ask for), `card.svg` (a picture
for its card), and `texts/LANGUAGE.json`: texts by their place in the page's own, such as
`"guide/aims/NAME": "Aim: ..."`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Protocol

from schwarm.game.board import Board, Description
from schwarm.game.faces import data, face

if TYPE_CHECKING:
    from schwarm.web.boards import Drawn
    from schwarm.web.words import Words

FOLDER = "page"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}  # what a folder may serve


class Notation(Protocol):
    """The moves of a game in another notation that its players know, told in their order."""

    def play(self, told: Description) -> str:
        """The next move."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a game adds to what the page does for every game."""

    drawn: type[Drawn] | None = None  # its pictures
    words: type[Words] | None = None  # its moves in words
    notation: Callable[[Board], Notation] | None = None  # from a start position on
    groups: tuple[tuple[str, tuple[str, ...]], ...] = ()  # its options by what they are about, for the studio
    mark: str = ""  # the colour of the dot that stands for it in lists, as CSS
    badges: tuple[tuple[str, str], ...] = ()  # sides that are no colours: their badges' backgrounds


def page_of(game: str) -> Page:
    """What a game adds; nothing where it has no such face."""
    found: Page | None = face(game, "page")
    return found or Page()


def page_file(game: str, name: str) -> Traversable | None:
    """A file that the page serves out of a game's folder; None if there is none, or none to be served."""
    if name.startswith(".") or "/" in name or "\\" in name or not name.endswith(tuple(KINDS)):
        return None
    return data(game, FOLDER, name)


def texts_of(game: str, language: str) -> dict[str, Any]:
    """A game's own texts in a language, by their place."""
    file = data(game, FOLDER, "texts", f"{language}.json")
    found: dict[str, Any] = {} if file is None else json.loads(file.read_text("utf-8"))
    return found
