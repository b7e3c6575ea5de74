"""A game as far as it has come, as it is told: by a referee of ours, another server, or its record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from schwarm.game import Game, GameError
from schwarm.game.record import End, Ply, Record
from schwarm.referee import Event, Limits, Seat, now_ms
from schwarm.referee.errors import SeatError
from schwarm.store.store import Store, StoreLedger
from schwarm.web.shared.bot_queue import BotQueue
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.programs import Programs
from schwarm.web.tables.plans import Plan, Plans
from schwarm.web.tables.records import movers, played


@dataclass(frozen=True, slots=True)
class Equipment:
    """What the games of a page are played with."""

    store: Store
    plans: Plans
    queue: BotQueue
    programs: Programs
    budget_ms: int  # of a bot, for a move
    program_limits: Limits


class Surroundings(Protocol):
    """What a course needs of the table it is played at."""

    def seat_for(self, side: str) -> Seat:
        """Who plays a side."""

    def limits_for(self, side: str) -> Limits:
        """The time of a side that the referee keeps."""

    def go_on(self, record: Record, ledger: StoreLedger) -> None:
        """Go on with the game, which was interrupted."""

    def begun(self) -> None:
        """The game is played from now on."""

    def hear(self, event: Event) -> None:
        """The referee told something, and the course has noted it."""

    def news(self) -> None:
        """Something else has changed that all who watch should know."""

    def waits(self, problem: Problem) -> None:
        """The game waits until it can be kept again."""


class Followed:
    """The plan of a table, and what has come of it so far."""

    def __init__(self, plan: Plan, opened: Game, equipment: Equipment, around: Surroundings) -> None:
        self.plan = plan
        self.equipment = equipment
        self.game_id: int | None = None
        self.shown: Game = opened.view(0)
        self.plies: list[Ply] = []
        self.movers: list[str] = []  # whose ply each was
        self.end: End | None = None
        self.faults: dict[str, SeatError | GameError] = {}
        self.asked_ms: float | None = None  # when the side to move was asked, on the referee's clock
        self.around = around

    def save(self) -> None:
        """Keep the plan as it is now."""
        self.equipment.plans.save(self.plan, self.game_id)

    def note(self, shown: Game, side: str, ply: Ply) -> None:
        """A ply was made."""
        self.shown = shown
        self.plies.append(ply)
        self.movers.append(side)

    def follow(self, shown: Game, plies: list[Ply]) -> None:
        """Show a game that is played elsewhere, as it stands."""
        self.shown, self.plies, self.movers = shown, plies, movers(shown)
        self.asked_ms = now_ms()
        self.around.news()

    def follow_ply(self, shown: Game, side: str, ply: Ply) -> None:
        """Show the next ply of a game that is played elsewhere."""
        self.note(shown, side, ply)
        self.asked_ms = now_ms()
        if not shown.finished():
            self.around.news()

    def follow_end(self, end: End, game: Game) -> None:
        """Show how a game that was played elsewhere ended."""
        self.end, self.shown, self.asked_ms = end, game, None
        self.around.news()

    def show_ended(self, record: Record, game_id: int) -> None:
        """Put up the record of a game that has ended."""
        self.game_id = game_id
        self.shown = played(record)
        self.plies = list(record.plies[: len(self.shown.history)])
        self.movers = movers(self.shown)
        self.end = record.end
