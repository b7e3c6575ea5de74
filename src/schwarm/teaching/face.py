"""How a game's folder teaches: the face `teaching`, a package with pictures, lessons and puzzles of one game.

`teaching/__init__.py` holds TEACHING. Beside it may lie `rules.toml` (rules in pictures), `lessons.toml` and
`puzzles.jsonl.gz`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from schwarm.game.faces import data, face, having
from schwarm.game.game import Game
from schwarm.game.rulebook import Move

if TYPE_CHECKING:
    from schwarm.teaching.puzzles.horizon import Horizon
    from schwarm.teaching.puzzles.themes import PuzzleBoard

FOLDER = "teaching"
Words = list[list[str]]  # the words of a drawing, row by row


@dataclass(frozen=True, slots=True)
class PuzzleRules:
    """How puzzles of a game are found and proven."""

    themes: Callable[[PuzzleBoard], set[str]]  # what a puzzle is about, beside its goal
    options: Mapping[str, Any] = field(default_factory=dict)  # under which they are proven and played
    nodes: int = 400_000  # a question that costs more is given up: what is worth showing is found in fewer
    horizon: Callable[[], Horizon] | None = None  # where something unknown comes into play, if it does
    choices: Callable[[Game], list[Move]] = Game.legal_moves  # the moves, one for each distinct result
    opening: tuple[int, int] = (2, 8)  # random plies at the start of games they are found in, from and to
    levels: tuple[int, int] = (4, 7)  # who plays those: not without mistakes, from and to
    look_nodes: int | None = 1500  # of a short search for candidates; None: positions with few moves are
    close: Callable[[Game], bool] | None = None  # is an ended game worth looking through? None: every one
    last: int = 14  # plies before the end in which wins and losses are near enough to be proven
    longest_win: int = 5  # plies
    longest_loss: int = 4  # plies, the wrong move counted


@dataclass(frozen=True, slots=True)
class Teaching:
    """What a game's folder offers to those who learn it."""

    position: Callable[[Words, dict[str, Any]], str] | None = None  # the text of a drawn position
    puzzles: PuzzleRules | None = None


def teaching_of(game: str) -> Teaching:
    """What a game's folder offers; nothing where it has no such face."""
    found: Teaching | None = face(game, "teaching")
    return found or Teaching()


def teaching_file(game: str, name: str) -> Traversable | None:
    """A data file of that folder, None where there is none."""
    return data(game, FOLDER, name)


def puzzle_games() -> list[str]:
    return [game for game in having("teaching") if teaching_of(game).puzzles is not None]
