"""The faces of a game: what its folder may hold besides the rules, and how the house asks for it.

A face is a module of the game's folder that holds one object of a known type. The table below is the only
place that names them. The house asks `face("hive", "season")` and gets that object, or None where the folder
has no such module; what the house does then is the honest default of the package that asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from schwarm.game import catalogue
from schwarm.game.errors import BadFace

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


@dataclass(frozen=True, slots=True)
class Face:
    """One row of the table: the module in a game's folder, what it is called there, and its type."""

    module: str
    holds: str
    type: str  # as module:class; it is opened when a face is asked for, by who knows that class already


FACES = {
    "arrays": Face("arrays", "ARRAYS", "schwarm.environments.face:ArraysFace"),
    "evaluation": Face("bot", "EVALUATION", "schwarm.bots.evaluation:Evaluation"),
    "recipe": Face("recipe", "RECIPE", "schwarm.learning.recipes:Recipe"),
    "study": Face("study", "STUDY", "schwarm.lab.kinds:MoveKinds"),
    "page": Face("page", "PAGE", "schwarm.web.face:Page"),
    "teaching": Face("teaching", "TEACHING", "schwarm.teaching.face:Teaching"),
    "season": Face("season", "SEASON", "schwarm.contest.wire.season:Season"),
}


faults: dict[str, str] = {}  # faces of other packages' games that are left out, as "game face" -> why


@cache
def face(game: str, name: str) -> Any:
    """A face of a game; None where it has none, UnknownGame where there is no such game.

    A broken face of our own is our mistake and raises BadFace. One of another package is left out, so that
    its game and all others go on, and `faults` says why.

    >>> from schwarm.game.faces import face
    >>> face("hive", "season").game
    'hive'
    """
    if not has(game, name):
        return None
    try:
        return opened(game, FACES[name])
    except BadFace as error:
        if game in catalogue.own_games():
            raise
        faults[f"{game} {name}"] = str(error)
        return None


def opened(game: str, row: Face) -> Any:
    """What a face's module holds, proved to be of its type."""
    place = f"{catalogue.folder(game)}.{row.module}"
    try:
        found = getattr(import_module(place), row.holds)
    except Exception as error:  # whatever a foreign package does
        why = " ".join(str(error).split())
        raise BadFace(f"{game}: {place} does not open: {type(error).__name__}: {why}") from error
    module, _, kind = row.type.partition(":")
    if not isinstance(found, getattr(import_module(module), kind)):
        raise BadFace(f"{game}: expected {place}.{row.holds} to be a {row.type}, not {found!r:.80}")
    return found


def having(name: str) -> list[str]:
    """The games that have a face, sorted; nothing but the names of files is looked at."""
    return [game for game in catalogue.list_games() if has(game, name)]


@cache
def has(game: str, name: str) -> bool:
    """Has a game that face?"""
    folder = catalogue.folder(game)
    return bool(folder) and find_spec(f"{folder}.{FACES[name].module}") is not None


def listing(game: str, *path: str) -> list[Traversable]:
    """The files in a folder of a game's folder, by name; none where there is no such folder."""
    folder = catalogue.folder(game)
    place = files(folder).joinpath(*path) if folder else None
    if place is None or not place.is_dir():
        return []
    return sorted((file for file in place.iterdir() if file.is_file()), key=lambda file: file.name)


def data(game: str, *path: str) -> Traversable | None:
    """A file of a game's folder, None where there is none."""
    folder = catalogue.folder(game)
    if not folder:
        return None
    file = files(folder).joinpath(*path)
    return file if file.is_file() else None
