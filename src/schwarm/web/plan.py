"""What the page remembers of a game besides its record: who sits where, and who may move for whom.

It lies in a table of its own beside the store's games. Tokens are kept as fingerprints only.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    Index,
    MetaData,
    Select,
    String,
    Table,
    Text,
    insert,
    select,
    update,
)

from schwarm.games import Game, new_game
from schwarm.games.rulebook import OptionValue
from schwarm.store.schema import State
from schwarm.store.schema import games as stored_games
from schwarm.store.store import Store

PERSON, BOT, OPEN, PROGRAM = "person", "bot", "open", "program"
MACHINES = (BOT, PROGRAM)

metadata = MetaData()
plans = Table(
    "page_tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game_id", BigInteger),  # number in the store once both sides are there
    Column("touched", Float, nullable=False),
    Column("plan", Text, nullable=False),  # JSON
    Index("page_tables_by_game", "game_id"),
)


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who plays a side: a person known by a token, a bot of some level, a program by its name, or
    whoever has the invitation.
    """

    kind: str
    name: str
    level: str = ""
    key: str = ""  # fingerprint of the person's token
    invite: str = ""  # fingerprint of the invitation
    creator: bool = False


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
    source: str = "page"  # or "upload"

    def start(self) -> Game:
        """The game as it starts at this table."""
        game = new_game(
            self.game, profile=self.profile, seed=self.seed, position=self.position, **self.options
        )
        for move in self.moves:
            game.play(move)
        return game

    def seated(self) -> bool:
        """Is there somebody on both sides?"""
        return all(seat.kind != OPEN for seat in self.seats.values())

    def with_seat(self, side: str, seat: SeatPlan) -> Plan:
        """The same table with another seat."""
        return replace(self, seats={**self.seats, side: seat})

    def side_of(self, key: str) -> list[str]:
        """The sides a token's fingerprint plays."""
        return [side for side, seat in self.seats.items() if seat.key and seat.key == key]

    def to_json(self) -> str:
        """For the database."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """From the database."""
        fields: dict[str, Any] = json.loads(text)
        fields["moves"] = tuple(fields["moves"])
        fields["seats"] = {side: SeatPlan(**seat) for side, seat in fields["seats"].items()}
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Saved:
    """A plan as the database has it; `state` is that of its game, None before it starts."""

    plan: Plan
    game: int | None
    touched: float
    state: State | None


class Plans:
    """The page's own table in the store's database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        store.submit(lambda connection, _: metadata.create_all(connection)).result()

    def _rows(self, query: Select[Any]) -> Sequence[Any]:
        return self.store.read(lambda connection: connection.execute(query).all())

    def save(self, plan: Plan, game: int | None) -> Any:
        """Write a plan; a future that is done once it would survive a crash."""
        return self.store.submit(lambda connection, _: _save(connection, plan, game))

    def find(self, name: str) -> Saved | None:
        """The plan of that name."""
        rows = self._rows(FOUND.where(plans.c.id == name))
        return _saved(rows[0]) if rows else None

    def unfinished(self) -> list[Saved]:
        """All tables whose game has not ended."""
        rows = self._rows(FOUND.order_by(plans.c.touched))
        return [_saved(row) for row in rows if row.state != State.ENDED]

    def newest(self, count: int) -> list[Saved]:
        """The listed tables whose game has ended, newest first."""
        query = FOUND.where(stored_games.c.state == State.ENDED).order_by(plans.c.touched.desc())
        rows = self._rows(query.limit(4 * count))
        return [saved for saved in map(_saved, rows) if saved.plan.listed][:count]

    def of_game(self, game: int) -> Saved | None:
        """The table of a game of the store, if it was played at one."""
        rows = self._rows(FOUND.where(plans.c.game_id == game))
        return _saved(rows[0]) if rows else None

    def drop(self, name: str) -> None:
        """Forget a table that never began."""
        self.store.submit(lambda connection, _: _drop(connection, name)).result()


FOUND = select(plans, stored_games.c.state).select_from(
    plans.outerjoin(stored_games, stored_games.c.id == plans.c.game_id)
)


def _saved(row: Any) -> Saved:
    state = None if row.state is None else State(row.state)
    return Saved(Plan.from_json(row.plan), row.game_id, row.touched, state)


def _save(connection: Connection, plan: Plan, game: int | None) -> None:
    values = {"game_id": game, "touched": time.time(), "plan": plan.to_json()}
    if connection.execute(update(plans).where(plans.c.id == plan.id).values(**values)).rowcount == 0:
        connection.execute(insert(plans).values(id=plan.id, **values))


def _drop(connection: Connection, name: str) -> None:
    connection.execute(plans.delete().where(plans.c.id == name))
