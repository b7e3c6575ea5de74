"""What the page gets as JSON of judged games and positions, as types."""

from __future__ import annotations

from typing_extensions import TypedDict

from schwarm.web.boards.messages import Snapshot, Way
from schwarm.web.shared.messages import EXACT


@EXACT
class Analysis(TypedDict):
    """A game judged ply by ply, as far as the bots have come."""

    done: int
    total: int
    failed: bool
    scores: list[int]
    chances: list[float]
    lines: list[list[str]]
    ways: list[list[Way]]
    players: list[list[str]]  # each line as players of the game write it
    made: list[dict[str, str] | None]  # the move that was made, where its words must differ
    lost: list[float]  # by how much each move lowered the chance of whoever made it
    marks: list[str]


@EXACT
class Verdict(TypedDict):
    """What the strongest bot says of a position: the first side's score and chance, and its best line."""

    score: int
    chance: float
    line: list[str]
    players: list[str]  # the line as players of the game write it
    ways: list[Way]


@EXACT
class Mended(TypedDict):
    """What a move instead of a mistake is worth: the part of the chance it loses, and the answer."""

    right: bool
    best: bool  # is it what the strongest bot would have played?
    lost: float
    words: dict[str, str]
    answer: list[Way]
    snapshot: Snapshot
