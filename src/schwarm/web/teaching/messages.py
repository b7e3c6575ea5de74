"""What the page gets as JSON of puzzles, as types."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from schwarm.web.boards.messages import Snapshot
from schwarm.web.shared.messages import EXACT


@EXACT
class PuzzleShown(TypedDict):
    """A puzzle to solve. Within `plies` the right move wins or a wrong one loses; proven to `depth`."""

    name: str
    game: str
    side: str
    goal: Literal["win", "save"]
    plies: int
    depth: int
    themes: list[str]
    rating: int
    solved: list[int]  # by levels 1 to 10: tries in a hundred that found it
    snapshot: Snapshot


@EXACT
class PuzzleStep(TypedDict):
    """A move of a puzzle's line, in words of each language, and the position after it."""

    move: str
    side: str
    words: dict[str, str]
    snapshot: Snapshot


@EXACT
class PuzzleTry(TypedDict):
    """What came of a move: right or not, the puzzle solved or not, and every move from the last one on."""

    right: bool
    solved: bool
    moves: list[str]
    steps: list[PuzzleStep]


@EXACT
class PuzzleLine(TypedDict):
    """A line to look at: the solution, or what refutes a move."""

    steps: list[PuzzleStep]


@EXACT
class PuzzleHint(TypedDict):
    """How the right move begins: the cells to look at, and the first step where moves are composed."""

    path: list[str]
    step: str
