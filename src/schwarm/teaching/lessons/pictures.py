"""A game's rules in pictures: each one a real position, often with moves that the rule book plays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from schwarm.game import Game
from schwarm.teaching.lessons.reading import Text, read, start_of, text_of


@dataclass(frozen=True, slots=True)
class Picture:
    """One rule, shown. `moves` are played one after the other; `refused`: moves and the rules they break."""

    id: str
    rules: tuple[str, ...]  # ids of the rules it explains
    title: Text
    text: Text
    start: Game
    moves: tuple[str, ...] = ()
    select: str = ""  # a cell whose piece is chosen, so that its targets are shown
    mark: tuple[str, ...] = ()  # cells to look at
    cross: tuple[str, ...] = ()  # cells where something is not possible
    refused: tuple[tuple[str, str], ...] = ()
    whole: bool = False  # show the whole board, and not only what lies around the pieces
    winner: str = ""  # who has won after the last move

    def frames(self) -> list[Game]:
        """The position, and the positions after each move."""
        found = [self.start.copy()]
        for move in self.moves:
            following = found[-1].copy()
            following.play(move)
            found.append(following)
        return found


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together."""

    title: Text
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole game: its aim in a few sentences, then its rules."""

    aim: Text
    chapters: tuple[Chapter, ...]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(picture for chapter in self.chapters for picture in chapter.pictures)


@cache
def sheet(game: str) -> Sheet | None:
    """The rules of a game in pictures; None where nobody has drawn any."""
    found = read("rules", game)
    if found is None:
        return None
    chapters = [
        Chapter(text_of(entry, "title"), tuple(picture_of(game, one) for one in entry["picture"]))
        for entry in found["chapter"]
    ]
    return Sheet(text_of(found, "aim"), tuple(chapters))


def picture_of(game: str, entry: dict[str, Any]) -> Picture:
    """An entry of a data file as a picture."""
    return Picture(
        id=entry["id"],
        rules=tuple(entry["rules"]),
        title=text_of(entry, "title"),
        text=text_of(entry, "text"),
        start=start_of(game, entry),
        moves=tuple(entry.get("moves", ())),
        select=entry.get("select", ""),
        mark=tuple(entry.get("mark", ())),
        cross=tuple(entry.get("cross", ())),
        refused=tuple((rule, move) for rule, move in entry.get("refused", {}).items()),
        whole=entry.get("whole", False),
        winner=entry.get("winner", ""),
    )
