"""What the page remembers of a game besides its record: who sits where, and who may move for whom.

The store keeps it beside the game as JSON. Tokens are kept as fingerprints only.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, overload

from schwarm.game import Game, new_game
from schwarm.game.rulebook import OptionValue
from schwarm.referee import Limits
from schwarm.store.page_tables import FinishedTable, PageTable, PageTables, Wanted
from schwarm.store.schema import GameStatus
from schwarm.store.store import Store
from schwarm.web.tables.messages import SeatKind, TimeControl

PERSON: Final = "person"
BOT: Final = "bot"
OPEN: Final = "open"
PROGRAM: Final = "program"
MACHINES = (BOT, PROGRAM)
CLIENT: Final = "client"  # the level of somebody's own program
CLASS: Final = "class"  # the source of games that belong to a tournament of a class


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who plays a side: a person known by a token, a bot of some level, a program by its name, or
    whoever has the invitation. A seat that is open for somebody has their `key` already.
    """

    kind: SeatKind
    name: str
    level: str = ""
    key: str = ""  # fingerprint of the person's token
    invite: str = ""  # fingerprint of the invitation
    creator: bool = False
    person: str = ""  # the id of somebody with a name
    elo: int | None = None  # theirs when they sat down
    provisional: bool = False
    new_elo: int | None = None  # theirs once this game was rated
    code: str = ""  # the reservation with which somebody's own program comes to the contest port

    def nameless(self) -> SeatPlan:
        """The same seat, of somebody."""
        return replace(self, name="", key="", person="", elo=None, new_elo=None)


@dataclass(frozen=True, slots=True)
class Conducting:
    """How a game between machines goes on: by itself or step by step, and how much time a move gets at least.

    `key` is the fingerprint of the token of whoever may say so.
    """

    key: str
    playing: bool = True
    pace_ms: int = 1000


@dataclass(frozen=True, slots=True)
class Plan:
    """A table as it was asked for."""

    id: str
    game: str
    profile: str
    options: dict[str, OptionValue]
    seed: int
    position: str | None
    moves: tuple[str, ...]  # already made at the start
    seats: dict[str, SeatPlan]
    visitor: str  # on whose account its bots work
    listed: bool = True
    move_seconds: float | None = None
    created: float = field(default_factory=time.time)
    rematch: str | None = None
    source: str = "page"  # or contest, class, upload (a file) or store (played without a page)
    duel: Conducting | None = None  # of a game between machines that somebody conducts
    bank_seconds: float | None = None  # instead of a time for each move
    increment_seconds: float = 0.0
    rated: bool = False
    open: bool = False  # anybody in the lobby may join
    arrive_seconds: float = 0.0  # how long the people of a tournament may take to be ready
    # Plies there were when the page stopped, and how long somebody had thought about the next, in ms.
    thought: tuple[int, float] = (0, 0.0)

    def start(self) -> Game:
        """The game as it starts at this table."""
        game = new_game(
            self.game, profile=self.profile, seed=self.seed, position=self.position, **self.options
        )
        for move in self.moves:
            game.play(move)
        return game

    def limits(self) -> Limits:
        """The time that the people of this table have."""
        if self.bank_seconds is not None:
            return Limits(bank_ms=1000 * self.bank_seconds, increment_ms=1000 * self.increment_seconds)
        limit_ms = None if self.move_seconds is None else 1000 * self.move_seconds
        return Limits(limit_ms, limit_ms)

    def clock(self) -> TimeControl:
        """The same, as the page is told."""
        return {
            "move_ms": None if self.move_seconds is None else 1000 * self.move_seconds,
            "bank_ms": None if self.bank_seconds is None else 1000 * self.bank_seconds,
            "increment_ms": 1000 * self.increment_seconds,
        }

    def seated(self) -> bool:
        """Is there somebody on both sides?"""
        return all(seat.kind != OPEN for seat in self.seats.values())

    def with_seat(self, side: str, seat: SeatPlan) -> Plan:
        """The same table with another seat."""
        return replace(self, seats={**self.seats, side: seat})

    def people(self) -> dict[str, str]:
        """The ids of those who have one, by side."""
        return {side: seat.person for side, seat in self.seats.items() if seat.person}

    def between_people(self) -> bool:
        """Are both sides people, and not one and the same?"""
        first, second = self.seats.values()
        return (
            first.kind == second.kind == PERSON and bool(first.key and second.key) and first.key != second.key
        )

    def side_of(self, key: str) -> list[str]:
        """The sides a token's fingerprint plays."""
        return [side for side, seat in self.seats.items() if seat.key and seat.key == key]

    def to_json(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Plan:
        fields: dict[str, Any] = json.loads(text)
        fields["moves"] = tuple(fields["moves"])
        fields["thought"] = tuple(fields["thought"])
        fields["seats"] = {side: SeatPlan(**seat) for side, seat in fields["seats"].items()}
        if fields.get("duel"):
            fields["duel"] = Conducting(**fields["duel"])
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Saved:
    """A plan as the database has it; `state` is that of its game, None before it starts.

    `owner` is the number of the page that has the table, None if nobody has.
    """

    plan: Plan
    game: int | None
    touched: float
    state: GameStatus | None
    owner: int | None


class Plans:
    """The plans of a store: what its page tables say, in the page's own words."""

    def __init__(self, store: Store) -> None:
        self._tables = PageTables(store)

    def save(self, plan: Plan, game: int | None) -> Future[None]:
        """Write a plan; a future that is done once it would survive a crash."""
        players = [seat.name for seat in plan.seats.values()]
        return self._tables.save(
            plan.id, plan.to_json(), game, game=plan.game, listed=plan.listed, players=players,
            people=plan.people(), rated=plan.rated,
        )  # fmt: skip

    def claim(self, plan: Plan) -> bool:
        """Take a table that no page has; False if it is another page's then."""
        return self._tables.claim(plan.id, plan.rematch)

    def release(self, names: Iterable[str]) -> None:
        """Let others have these tables."""
        self._tables.release(names)

    def drop(self, name: str) -> None:
        """Forget a table that never began."""
        self._tables.drop(name)

    def find(self, name: str) -> Saved | None:
        return _saved(self._tables.find(name))

    def of_game(self, game: int) -> Saved | None:
        """The table of a game of the store, if it was played at one."""
        return _saved(self._tables.of_game(game))

    def unfinished(self) -> list[Saved]:
        """All tables that no page has and whose game has not ended."""
        return [_saved(table) for table in self._tables.unfinished()]

    def replays(self, wanted: Wanted, count: int) -> list[tuple[Plan, FinishedTable]]:
        """Finished games that everybody may see, those that ended last first."""
        return [(Plan.from_json(found.plan), found) for found in self._tables.replays(wanted, count)]


def without_name(plan: str, side: str) -> tuple[str, list[str]]:
    """A plan of the database with a side's name and token taken out, and the names that are left."""
    found = Plan.from_json(plan)
    bare = found.with_seat(side, found.seats[side].nameless())
    return bare.to_json(), [seat.name for seat in bare.seats.values()]


@overload
def _saved(table: PageTable) -> Saved: ...
@overload
def _saved(table: PageTable | None) -> Saved | None: ...
def _saved(table: PageTable | None) -> Saved | None:
    if table is None:
        return None
    return Saved(Plan.from_json(table.plan), table.game, table.touched, table.state, table.owner)
