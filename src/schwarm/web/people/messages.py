"""What the page gets as JSON of people and the lobby, as types."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from schwarm.web.shared.messages import EXACT, Value
from schwarm.web.tables.messages import Entry, Seat, SeatKind, TimeControl


@EXACT
class Standing(TypedDict):
    """Somebody's Elo in a game with its 95 percent interval; provisional while that is wide."""

    elo: int
    low: int
    high: int
    games: int
    provisional: bool


@EXACT
class Named(TypedDict):
    """A name that is yours from now on: keep the token, it is the right to it."""

    id: str
    name: str
    token: str


@EXACT
class Me(TypedDict):
    """Who somebody is, with their Elo by game."""

    id: str
    name: str
    ratings: dict[str, Standing]


@EXACT
class PersonHere(TypedDict):
    """Somebody who is here; `playing` is the table they play at, `free` says that they can be challenged."""

    id: str
    name: str
    ratings: dict[str, Standing]
    playing: str | None
    free: bool


@EXACT
class OpenGame(TypedDict):
    """A game that anybody may join; `options` are those that differ from the profile's."""

    id: str
    game: str
    profile: str
    options: dict[str, Value]
    side: str
    clock: TimeControl
    rated: bool
    seat: Seat
    person: str
    created: float


@EXACT
class MyGame(TypedDict):
    """A game of one's own that has not ended.

    `asked`: one is asked to join it; `turn`: one is to move; `both`: one plays both sides.
    """

    id: str
    game: str
    side: str
    against: Seat
    status: Literal["waiting", "running"]
    asked: bool
    turn: bool
    both: bool
    clock: TimeControl
    rated: bool
    open: bool
    created: float


@EXACT
class MyFinished(TypedDict):
    """A finished game of one's own, and the side one played."""

    entry: Entry
    side: str


@EXACT
class MyGames(TypedDict):
    """All games of one's own; `more`: there are older ones."""

    running: list[MyGame]
    finished: list[MyFinished]
    more: bool


@EXACT
class RatingPoint(TypedDict):
    """What a rated game made of somebody's Elo, and when."""

    ended: float
    elo: int
    table: str


@EXACT
class Opponent(TypedDict):
    """Somebody one has met in a game, and how that went; for a bot `level` says which."""

    game: str
    kind: SeatKind
    name: str
    level: str
    won: int
    drawn: int
    lost: int
    last: float


@EXACT
class Profile(TypedDict):
    """One's games looked back on: Elo over time by game, and everybody one has met, those met last first."""

    name: str
    ratings: dict[str, Standing]
    history: dict[str, list[RatingPoint]]
    opponents: list[Opponent]
    games: int


@EXACT
class LobbyState(TypedDict):
    """Who is here, and the games that anybody may join."""

    people: list[PersonHere]
    guests: int
    games: list[OpenGame]
