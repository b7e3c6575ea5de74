"""What people may do in a game: move, give up, take a move back, agree on a draw, ask for a hint."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from schwarm.game import GameError
from schwarm.game.record import record_of
from schwarm.players import BotSpec
from schwarm.referee import Resigned
from schwarm.web.shared.errors import Problem, refusal, unkept
from schwarm.web.shared.thinking import HINT, choose
from schwarm.web.tables.plans import CLASS, MACHINES
from schwarm.web.tables.seats import PersonSeat

if TYPE_CHECKING:
    from schwarm.web.tables.table import Table

HINT_MS = 800


class Actions:
    """What the people at one table do; Problem says why they may not."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = asyncio.Lock()

    async def play(self, side: str, move: str, ply: int | None) -> int:
        """Play a person's move and return the plies made; Problem says why not, and nothing has changed."""
        table, course = self._table, self._table.course
        table.before_move(side)
        referee = table.running()
        seat, before = course.seats[side], len(course.plies)
        if course.expecting():
            raise Problem(409, "waiting", "the game begins when your program has come")
        if ply is not None and ply != before:
            raise Problem(409, "out_of_date", f"expected a move for ply {before}, not {ply}")
        if course.shown.to_move != side:
            raise Problem(409, "not_your_turn", f"{course.shown.to_move} is to move, not {side}")
        try:
            course.shown.code_of(move)
        except GameError as error:
            raise refusal(error) from None
        if not isinstance(seat, PersonSeat):
            raise Problem(409, "not_your_turn", f"{side} is played by {seat.name}")
        while not seat.offer(move):
            if course.handed_in == before or len(course.plies) != before or referee.ended is not None:
                self._check_store()
                raise Problem(409, "not_your_turn", "another move is being played")
            if (fault := table.equipment.store.fault()) is not None:  # it waits as one being kept does
                course.handed_in = before
                seat.offer_early(move)
                raise unkept(fault)
            # Between two requests the last ply is still being written: the next one comes in a moment.
            await course.until(lambda: seat.asked or len(course.plies) != before or referee.ended is not None)
        course.handed_in = before
        await course.until(lambda: len(course.plies) != before or referee.ended is not None)
        if len(course.plies) == before:
            self._check_store()
        return len(course.plies)

    def _check_store(self) -> None:
        """Problem if nothing can be kept now; a move that was made waits until it can."""
        if (fault := self._table.equipment.store.fault()) is not None:
            raise unkept(fault)

    async def resign(self, side: str) -> None:
        """Give the game up for a side."""
        referee = self._table.running()
        if self._table.course.expecting():
            referee.cancel()  # nobody plays yet
        else:
            referee.blame(side, Resigned())
        await self._table.course.settled()

    async def take_back(self, side: str) -> None:
        """Back to the last time this side was to move; only against bots, or with both sides one's own."""
        if not self.may_take_back((side,)):
            raise Problem(409, "no_take_back", "the other player has to agree: offer it")
        await self.go_back(side)
        self._table.unrate()

    async def go_back(self, side: str) -> None:
        """Take the last move of a side back, and what was answered; whoever has to agree has done so."""
        table, course, store = self._table, self._table.course, self._table.equipment.store
        async with self._lock:
            referee = table.running()
            keep = self.back_to(side)
            if keep is None:
                raise Problem(409, "no_take_back", "there is no move of yours to take back")
            referee.interrupt()
            await course.settled()
            if course.end is not None or course.game_id is None:
                raise Problem(409, "ended", "the game has ended")
            await asyncio.to_thread(store.take_back, course.game_id, keep)
            record, ledger = await asyncio.to_thread(store.resume, course.game_id)
            table.talk.taken_back(keep)
            table.go_on(record, ledger)

    async def agree_on_draw(self) -> None:
        """End the game as drawn: both players want it so."""
        self._table.running().agree_on_draw()
        await self._table.course.settled()

    def may_take_back(self, sides: tuple[str, ...]) -> bool:
        """Does nobody else mind? In a tournament everybody does."""
        if self._table.plan.source == CLASS:
            return False
        others = [seat for side, seat in self._table.plan.seats.items() if side not in sides]
        mine = {self._table.plan.seats[side].key for side in sides}
        return all(
            (seat.kind in MACHINES and not seat.code) or (seat.key and seat.key in mine) for seat in others
        )

    def back_to(self, side: str) -> int | None:
        """How many plies remain after taking back; the moves made at the start stay."""
        game = self._table.course.shown.copy()
        own = self._table.plan.seats[side].key
        while len(game.history) > len(self._table.plan.moves):
            game.undo()
            if self._table.plan.seats[game.to_move].key == own:
                return len(game.history)
        return None

    async def hint(self, visitor: str) -> str:
        """The strongest bot's move for the side to move."""
        table = self._table
        table.running()
        table.unrate()
        known = record_of(table.course.shown)
        return await table.equipment.queue.run(visitor, choose, known, BotSpec(HINT), HINT_MS)
