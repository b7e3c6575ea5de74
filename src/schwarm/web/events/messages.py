"""What the page gets as JSON of tournaments beside what `tournament.views` says."""

from __future__ import annotations

from typing_extensions import TypedDict


class ListedEvent(TypedDict):
    """A tournament in a list."""

    id: int
    name: str
    game: str
    created: str
    finished: bool
    running: bool
    games: int
