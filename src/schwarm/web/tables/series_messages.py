"""What the page gets as JSON about games between bots, as types; see messages.py."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from schwarm.tournament.words import Fault
from schwarm.web.shared.messages import EXACT, Value


@EXACT
class Conducted(TypedDict):
    """A game between machines, or a series of them: whoever has the token may pause and stop it."""

    id: str
    address: str
    token: str


@EXACT
class SeriesGame(TypedDict):
    """A finished game of a series; `points` are 2, 1 or 0 of (first, second), `game` leads to its replay."""

    number: int
    first: str
    second: str
    points: tuple[int, int]
    reason: str
    plies: int
    game: int | None
    faults: dict[str, dict[str, str]]


@EXACT
class SeriesNow(TypedDict):
    """A game of a series that is being played."""

    number: int
    ply: int


@EXACT
class Series(TypedDict):
    """A series of games between two, as the first one sees it.

    `share` is the part of the points so far; `low` to `high` holds it in the long run with 95 percent; so do
    `elo_low` and `elo_high` the difference in Elo. All are null before the first game has ended.
    """

    id: int
    name: str
    game: str
    profile: str
    options: dict[str, Value]
    players: tuple[str, str]
    state: Literal["running", "stopped", "broken", "finished"]
    why: Fault | None  # it broke
    games: int
    played: int
    wins: int
    draws: int
    losses: int
    share: float | None
    low: float | None
    high: float | None
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    stronger: float | None  # the probability that the first one is
    opening_plies: int
    now: list[SeriesNow]
    ended: list[SeriesGame]
