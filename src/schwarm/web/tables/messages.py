"""What the page gets as JSON of tables and of lists of games, as types."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from schwarm.web.boards.messages import Choice, End, Snapshot, Told
from schwarm.web.shared.messages import EXACT

Status = Literal["waiting", "running", "ended"]
SeatKind = Literal["person", "bot", "open", "program"]


@EXACT
class Seat(TypedDict):
    """Who plays a side, and whether they are there."""

    kind: SeatKind
    name: str
    level: str
    here: bool
    person: str  # the id of somebody with a name, else ''
    elo: int | None  # theirs when they sat down
    provisional: bool
    new_elo: int | None  # once this game was rated


@EXACT
class Clock(TypedDict):
    """Time used by each side, and how long the one to move has been thinking.

    `left_ms` is what people have left of their bank when they are asked next, an increment included.
    """

    limit_ms: float | None
    left_ms: dict[str, int] | None
    used_ms: dict[str, int]
    running: str | None
    thinking_ms: int | None


@EXACT
class Duel(TypedDict):
    """How a game between machines goes on: by itself, each move with at least that time, or step by step."""

    playing: bool
    pace_ms: int


@EXACT
class Hand(TypedDict):
    """The people of a tournament's game: who is ready, and whether the tournament is paused.

    `arrive_ms` is how long they may take to be ready.
    """

    ready: dict[str, bool]
    paused: bool
    arrive_ms: float


@EXACT
class State(Snapshot):
    """A table."""

    id: str
    title: str
    status: Status
    ply: int
    seats: dict[str, Seat]
    history: list[str]
    told: Told | None  # the last move; the address /moves tells all of them
    start: int
    seed: str | None  # as text: programs that read JSON round large numbers
    clock: Clock
    queue: int
    listed: bool
    rematch: str | None
    duel: Duel | None
    offers: dict[str, str]  # who offers a draw, who wants to take a move back
    rated: bool
    open: bool  # may anybody in the lobby join?
    bank_ms: float | None
    increment_ms: float
    hand: Hand | None


@EXACT
class StatePush(TypedDict):
    """A table's state as its socket tells it to everybody: first, and whenever somebody asks for it."""

    type: Literal["state"]
    number: int
    state: State  # without moves


@EXACT
class ChangePush(TypedDict):
    """What makes the state of this number of the one before it; differences.py tells how."""

    type: Literal["change"]
    number: int
    change: dict[str, Any]


@EXACT
class MovesPush(TypedDict):
    """The legal moves in the state of this number, for the side to move."""

    type: Literal["moves"]
    number: int
    moves: list[Choice]


@EXACT
class Entry(TypedDict):
    """A line in the list of games."""

    id: str
    game: str
    status: Status
    ply: int
    seats: dict[str, Seat]
    to_move: str | None
    end: End | None
    watchers: int
    created: float  # seconds since 1970
    ended: float | None
    living: bool  # is somebody at it, or was a moment ago?
    source: str  # page, contest, upload or store


@EXACT
class Lists(TypedDict):
    """The games that run and those that ended last."""

    running: list[Entry]
    ended: list[Entry]


@EXACT
class Replays(TypedDict):
    """Finished games that somebody looked for; `more`: there are older ones."""

    entries: list[Entry]
    more: bool


@EXACT
class Reservation(TypedDict):
    """How a program of one's own comes to a game: to this port, with this code."""

    port: int
    code: str


@EXACT
class Seated(TypedDict):
    """A place at a table: keep the tokens, they are the right to move."""

    id: str
    address: str
    tokens: dict[str, str]
    invite: str | None
    client: Reservation | None  # of a program of one's own that is to come


@EXACT
class TimeControl(TypedDict):
    """Time of the people at a table: for each move, or a bank with an increment; all null: no limit."""

    move_ms: float | None
    bank_ms: float | None
    increment_ms: float


@EXACT
class Said(TypedDict):
    """Something a player said: a ready-made line by its name, or a text where the operator allows it."""

    side: str
    line: str
    text: str
    at: float
