"""Names without accounts: whoever has a name's token is its owner; their games, and their Elo by game.

Tokens travel in the header, as those of seats do, and the store keeps fingerprints. Nothing of it is logged.
"""

from __future__ import annotations

import asyncio
import logging
import re
import unicodedata
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, NoReturn

from fastapi import Depends

from schwarm.game.random64 import fresh_seed
from schwarm.game.record import Irregular
from schwarm.store.errors import StoreError
from schwarm.store.people import PeopleStore, Person, RatedGame
from schwarm.web.people import messages
from schwarm.web.people.standing import rate_person, told
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.parts import part_of
from schwarm.web.shared.security import Buckets, fingerprint, new_token
from schwarm.web.tables import joining
from schwarm.web.tables.glimpses import Glimpse
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.plans import BOT, OPEN, PERSON, SeatPlan, without_name
from schwarm.web.tables.seating import TokenSeat, rated_level
from schwarm.web.tables.state import shown_seat
from schwarm.web.tables.table import Table
from schwarm.web.tables.talk import printable

log = logging.getLogger(__name__)
VARIANTS = 60  # names that are tried when one is taken
LEAST_AGREED = 10  # plies: a draw that was agreed on sooner says nothing
NOBODYS = re.compile(r"(bot|level|stufe|guest|gast|somebody|jemand|schwarm)\d*")  # would be mistaken

Running = dict[str, dict[str, messages.MyGame]]  # by key, then by table


class People:
    """All who have a name."""

    def __init__(self, open_tables: OpenTables) -> None:
        self.open_tables = open_tables
        self.settings = open_tables.settings
        self.store = PeopleStore(open_tables.store)
        self.names = Buckets(self.settings.names_per_minute / 60, self.settings.names_per_minute)
        self.rated: list[Callable[[str, dict[str, messages.Standing]], None]] = []  # hear new ratings
        self._scoring: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Lock()
        open_tables.listeners.append(self._hear)

    async def open(self) -> None:
        """Count the rated games that ended when the page could not, or another one that died."""
        for table in await asyncio.to_thread(self.store.unscored):
            try:
                await self._score(await self.open_tables.find(table))
            except (Problem, StoreError) as error:
                if not isinstance(error, Problem) or error.status != 503:  # else another page is about to
                    log.warning("the game at table %s could not be rated: %s", table, error)

    def count_again(self) -> None:
        """A page may have died before it had counted a game."""

        async def count() -> None:
            with suppress(StoreError):  # what is away rings again when it is back
                await self.open()

        self._score_in_a_moment(count())

    def _score_in_a_moment(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._scoring.add(task)
        task.add_done_callback(self._scoring.discard)

    async def close(self) -> None:
        """Let ratings be written that are being made."""
        await asyncio.gather(*self._scoring, return_exceptions=True)

    # --- names -----------------------------------------------------------------------------------------
    async def known(self, token: str) -> Person | None:
        """Whose token this is; None for a guest's, or none at all."""
        return await asyncio.to_thread(self.store.by_key, fingerprint(token)) if token else None

    async def must(self, token: str) -> Person:
        """The same; Problem if nobody has it."""
        person = await self.known(token)
        if person is None:
            raise Problem(401, "no_name", "expected the token of a name")
        return person

    async def claim(self, wish: str) -> tuple[Person, str]:
        """Take a name that is free: who that is now, and the token."""
        name, folded = read_name(wish)
        token = new_token()
        person = Person(new_token()[:12], name, fingerprint(token))
        try:
            if not await asyncio.to_thread(self.store.add, person, folded, self.settings.people):
                await self._taken(name)
        except OverflowError:
            raise Problem(503, "full", "there is no room for another name") from None
        return person, token

    async def rename(self, person: Person, wish: str) -> Person:
        """Play by another name from now on; games keep the one they were played by."""
        name, folded = read_name(wish)
        if not await asyncio.to_thread(self.store.rename, person.id, name, folded):
            await self._taken(name)
        return Person(person.id, name, person.key)

    async def _taken(self, name: str) -> NoReturn:
        """Say kindly that a name is taken, and propose one like it."""
        variants = [f"{name[:20]} {number}" for number in range(2, VARIANTS)]
        variants.append(f"{name[:18]} {fresh_seed() % 90_000 + 10_000}")
        taken = await asyncio.to_thread(self.store.taken, [folded(variant) for variant in variants])
        free = next(variant for variant in variants if folded(variant) not in taken)
        raise Problem(409, "name_taken", f"somebody here plays as {name} already", proposal=free)

    async def seating(self, token: str, name: str, game: str) -> TokenSeat:
        """Who sits down with this token: somebody with a name, or a guest by a name nobody has."""
        person = await self.known(token)
        if person is not None:
            return TokenSeat(await self.seat(person, game), token)
        name = printable(name)
        taken = await asyncio.to_thread(self.store.taken, [folded(name)])
        if name and taken:
            await self._taken(name)
        return TokenSeat.guest(name)

    async def own_seating(self, token: str, table: Table) -> TokenSeat:
        """The seat that is kept at a table for whoever has this token; a guest may be one, too."""
        person = await self.known(token)
        if person is not None:
            return TokenSeat(await self.seat(person, table.plan.game), token)
        kept = next(seat for seat in table.plan.seats.values() if seat.key == fingerprint(token))
        return TokenSeat(replace(kept, kind=PERSON), token)

    async def seat(self, person: Person, game: str) -> SeatPlan:
        """The seat of somebody with a name, with their Elo in a game."""
        rating = (await self.ratings(person.id)).get(game)
        seat = SeatPlan(PERSON, person.name, key=person.key, person=person.id)
        if rating is None:
            return seat
        return replace(seat, elo=rating["elo"], provisional=rating["provisional"])

    async def refresh(self, table: Table) -> None:
        """Tell the Elo of those who sit down again as it is now."""
        game = table.plan.game
        ratings = {person: await self.ratings(person) for person in table.plan.people().values()}
        for side, seat in table.plan.seats.items():
            if rating := ratings.get(seat.person, {}).get(game):
                known = replace(seat, elo=rating["elo"], provisional=rating["provisional"])
                table.plan = table.plan.with_seat(side, known)

    async def asked(self, person: str, game: str) -> SeatPlan:
        """The seat that is kept for somebody who is challenged."""
        found = await asyncio.to_thread(self.store.find, person)
        if found is None:
            raise Problem(404, "not_found", "there is nobody of that name any more")
        return replace(await self.seat(found, game), kind=OPEN)

    async def forget(self, person: Person) -> None:
        """Delete a name and its token; running games are given up, finished ones stay as somebody's."""
        somebody = f"gone {new_token()[:12]}"
        await asyncio.to_thread(self.store.forget, person.id, somebody, without_name)

    async def give_up(self, person: Person) -> None:
        """Give up the games of somebody at tables of this page, who goes."""
        for table in list(self.open_tables.tables.values()):
            sides = [side for side, seat in table.plan.seats.items() if seat.person == person.id]
            if not sides:
                continue
            if table.status == "waiting":
                await joining.withdraw(self.open_tables, table, person.key)
                continue
            if table.status == "running":
                await table.actions.resign(sides[0])
                await self.close()  # it counts for the other one
            for side in sides:
                table.plan = table.plan.with_seat(side, table.plan.seats[side].nameless())
            table.publish()
        await self.close()

    # --- games and ratings -----------------------------------------------------------------------------
    def running(self) -> Running:
        """The games people play, or may begin, by the keys of their seats and by table.

        A name's key is good for all its games; a guest has a key for each game. Who is asked to join needs a
        name: a guest's browser would not know with which of its keys to answer.
        """
        mine: Running = {}
        for table in self.open_tables.glimpses():
            for side, seat in table.plan.seats.items():
                if seat.key and (seat.person or seat.kind == PERSON):
                    mine.setdefault(seat.key, {}).setdefault(table.plan.id, my_game(table, side))
        return mine

    async def ratings(self, person: str) -> dict[str, messages.Standing]:
        """Somebody's Elo by game."""
        kept = await asyncio.to_thread(self.store.ratings, person)
        return {rating.game: told(rating) for rating in kept}

    def _hear(self, table: Table) -> None:
        if table.course.end is not None and table.plan.rated and not table.scored:
            table.scored = True
            self._score_in_a_moment(self._score(table))

    async def _score(self, table: Table) -> None:
        """Note the result of a rated game and what it says of its players; once."""
        result = rated_result(table)
        if result is None:
            await asyncio.to_thread(self.store.unrate, table.plan.id)
            return
        async with self._turn:
            if not await asyncio.to_thread(self.store.score, result):
                return
            for side, person in table.plan.people().items():
                rating = await asyncio.to_thread(rate_person, self.store, result.game, person)
                if rating is not None:
                    await asyncio.to_thread(self.store.keep_rating, rating)
                    ratings = await self.ratings(person)
                    seat = replace(table.plan.seats[side], new_elo=ratings[result.game]["elo"])
                    table.alter(table.plan.with_seat(side, seat))
                    for hear in self.rated:
                        hear(person, ratings)


def read_name(wish: str) -> tuple[str, str]:
    """A name as it is shown, and what it has in common with all that look like it; Problem if it is none.

    >>> read_name("  Ada   Lovelace ")
    ('Ada Lovelace', 'adalovelace')
    """
    name = printable(unicodedata.normalize("NFC", wish))
    plain = folded(name)
    if not plain or NOBODYS.fullmatch(plain):
        raise Problem(422, "bad_name", f"expected a name of letters and digits, not {name!r}")
    return name, plain


def folded(name: str) -> str:
    """What names that look alike have in common: letters and digits, whatever their size.

    >>> folded("Ada_B.") == folded("ADA b")
    True
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(ch for ch in plain if ch.isalnum())[:160]


def own_games(running: Running, *keys: str) -> list[messages.MyGame]:
    """Those of whoever has these keys; first those where they are asked or to move."""
    games = {table: game for key in keys for table, game in running.get(key, {}).items()}
    return sorted(games.values(), key=lambda game: (not game["asked"], not game["turn"], -game["created"]))


def my_game(table: Glimpse, side: str) -> messages.MyGame:
    """A game as one of its players sees it in a list."""
    plan = table.plan
    other = next(one for one in plan.seats if one != side)
    here = other in table.here
    running = table.status == "running"
    both = plan.seats[other].kind == PERSON and plan.seats[other].key == plan.seats[side].key
    return {
        "id": plan.id,
        "game": plan.game,
        "side": side,
        "against": shown_seat(plan.seats[other], here=here),
        "status": "running" if running else "waiting",
        "asked": plan.seats[side].kind == OPEN,
        "turn": running and (both or table.to_move == side),
        "both": both,
        "clock": plan.clock(),
        "rated": plan.rated,
        "open": plan.open,
        "created": plan.created,
    }


def rated_result(table: Table) -> RatedGame | None:
    """What a finished game says for ratings; None if it was stopped, hardly begun, or says nothing."""
    end, seats = table.course.end, table.plan.seats
    if end is None or end.reason in (Irregular.CANCELLED, Irregular.INTERRUPTED):
        return None
    players = [
        rated_level(table.plan.game, seat.level) if seat.kind == BOT else seat.person
        for seat in seats.values()
    ]
    made = len(table.course.plies) - len(table.plan.moves)
    least = LEAST_AGREED if end.reason == Irregular.AGREED else 1
    if not all(players) or players[0] == players[1] or made < least:
        return None
    first = next(iter(seats))
    points = 0.5 if end.winner is None else float(end.winner == first)
    ended = datetime.fromtimestamp(table.touched, UTC)
    return RatedGame(table.plan.id, table.plan.game, players[0], players[1], points, ended)


ThePeople = Annotated[People, Depends(part_of(People))]
