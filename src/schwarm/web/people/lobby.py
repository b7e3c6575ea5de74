"""The lobby: who is here, games that anybody may join, challenges; and offers between the two at a table.

All of it is told whole, a moment after it has changed. Who is here is known from connections alone and kept
nowhere; games that wait for somebody are tables like any other, and so survive the end of the program.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from typing import Annotated, TypedDict

from fastapi import APIRouter, Depends, Request, Response, WebSocket, WebSocketDisconnect

from schwarm.game import rule_book
from schwarm.game.catalogue import games_to_offer
from schwarm.store.errors import StoreError
from schwarm.store.people import Person
from schwarm.web.boards.snapshot import describe
from schwarm.web.people.messages import LobbyState, OpenGame, PersonHere, Standing
from schwarm.web.people.people import People, Running, own_games
from schwarm.web.shared.asking import REFUSALS
from schwarm.web.shared.connections import (
    HELLO_S,
    REFUSED,
    TOKEN,
    Listener,
    Push,
    TheConnections,
    encoded,
    hang_up,
    heard,
    refuse,
)
from schwarm.web.shared.errors import Problem, unkept
from schwarm.web.shared.mirror import Topic
from schwarm.web.shared.pages import page
from schwarm.web.shared.parts import part_of
from schwarm.web.shared.security import Buckets, fingerprint, visitor_of
from schwarm.web.tables.glimpses import Glimpse
from schwarm.web.tables.sockets import show_games
from schwarm.web.tables.state import shown_seat
from schwarm.web.tables.table import Table

LOBBY, HERE = "lobby", "here"  # what pages tell each other
TELL_S = 0.2  # changes within this time are told together
MOST_SEATS = 40  # a guest's browser may have had
LINGER_S = 15.0  # so long somebody counts as here who goes from one page to the next
router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
pages = APIRouter(include_in_schema=False)


class Named(TypedDict):
    """Somebody with a name who is here."""

    name: str
    ratings: dict[str, Standing]


class Connected(TypedDict):
    """Who is connected to a page: people by their ids, and how many guests."""

    people: dict[str, Named]
    guests: int


class Visitor(Listener):
    """A connection to the lobby; `person` is None for a guest, `seats` are keys of seats taken as a guest."""

    def __init__(self, socket: WebSocket, person: Person | None, seats: Iterable[str] = ()) -> None:
        super().__init__(socket)
        self.person = person
        self.seats = tuple(seats)
        self.told = b""  # what was last said of their own games


class Presence:
    """Everybody who is connected, and what they are told."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.open_tables = people.open_tables
        self.settings = people.settings
        self.visitors: set[Visitor] = set()
        self._ratings: dict[str, dict[str, Standing]] = {}  # of those who are here
        self._telling: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None
        self._told: Push | None = None
        self._afar: Topic[Connected] = Topic(lambda: {HERE: self._here()}, lambda told: told)
        self.open_tables.mirror.topics[LOBBY] = self._afar
        self._afar.hearing.append(lambda *_: self.changed())
        self.open_tables.afar.hearing.append(lambda *_: self.changed())
        people.open_tables.listeners.append(self._heard)
        people.rated.append(self._rated)

    # --- coming and going ------------------------------------------------------------------------------
    async def enter(self, visitor: Visitor, *, games: bool) -> None:
        """Take in a visitor, who gets the lobby and its changes from now on; `games`: those of games too."""
        if visitor.person is not None:
            self._ratings[visitor.person.id] = await self.people.ratings(visitor.person.id)
        self.visitors.add(visitor)
        visitor.catch_up = lambda: self._catch_up(visitor)
        if games:
            self.open_tables.watchers.add(visitor)
        visitor.catch_up()
        self._moved()

    def _catch_up(self, visitor: Visitor) -> None:
        visitor.push(self._told or self._lobby_push())
        visitor.told = b""
        self._tell_own(visitor, self.people.running())
        if visitor in self.open_tables.watchers:
            show_games(visitor, self.open_tables)

    def key_of(self, visitor: Visitor) -> str:
        """The fingerprint of an account's token, or of a guest's seat in a running game; '' without any."""
        if visitor.person is not None:
            return visitor.person.key
        running = self.people.running()
        return next((key for key in visitor.seats if key in running), "")

    def leave(self, visitor: Visitor) -> None:
        """Somebody hung up."""
        self.visitors.discard(visitor)
        self.open_tables.watchers.discard(visitor)
        if visitor.person is not None and visitor.person.id not in self._here()["people"]:
            self._ratings.pop(visitor.person.id, None)
        self._moved()

    def forget(self, person: str) -> None:
        """Whoever this was is a guest from now on."""
        for visitor in self.visitors:
            if visitor.person is not None and visitor.person.id == person:
                visitor.person = None
        self._moved()

    def rename(self, person: Person) -> None:
        """Somebody is called otherwise now."""
        for visitor in self.visitors:
            if visitor.person is not None and visitor.person.id == person.id:
                visitor.person = person
        self._moved()

    def _heard(self, table: Table) -> None:
        if any(seat.key for seat in table.plan.seats.values()):
            self.changed()

    def _rated(self, person: str, ratings: dict[str, Standing]) -> None:
        if person in self._ratings:
            self._ratings[person] = ratings
            self._moved()

    def _moved(self) -> None:
        """Somebody came or went, or is another one now: other pages hear of it, too."""
        self.open_tables.mirror.changed(LOBBY, HERE, self._here)
        self.changed()

    def _here(self) -> Connected:
        """Who is connected to this page."""
        known = [visitor.person for visitor in self.visitors if visitor.person is not None]
        people: dict[str, Named] = {
            one.id: {"name": one.name, "ratings": self._ratings.get(one.id, {})} for one in known
        }
        return {"people": people, "guests": len(self.visitors) - len(known)}

    def _everywhere(self) -> Connected:
        """Who is connected to this page or another one."""
        all_of_us = [*self._afar.elsewhere(), self._here()]
        people = {number: one for page in all_of_us for number, one in page["people"].items()}
        return {"people": people, "guests": sum(page["guests"] for page in all_of_us)}

    # --- telling ---------------------------------------------------------------------------------------
    def changed(self) -> None:
        """Something is new: everybody hears it in a moment."""
        if self.visitors and (self._telling is None or self._telling.done()):
            self._telling = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(TELL_S)
        push = self._lobby_push()
        running = self.people.running()
        for visitor in tuple(self.visitors):
            if self._told is None or push.data != self._told.data:
                visitor.push(push)
            self._tell_own(visitor, running)
        self._told = push if self.visitors else None
        self._look_again()

    def _look_again(self) -> None:
        """Whoever opened a game and is under way may not come back: then it is open no longer."""
        if self._later is not None:
            self._later.cancel()
            self._later = None
        tables = self.open_tables.glimpses()
        if self.visitors and any(table.plan.open and not table.watched for table in tables):
            self._later = asyncio.get_running_loop().call_later(LINGER_S, self.changed)

    def _lobby_push(self) -> Push:
        return Push(encoded({"type": "lobby", **self.state()}))

    def _tell_own(self, visitor: Visitor, running: Running) -> None:
        keys = visitor.seats if visitor.person is None else (visitor.person.key, *visitor.seats)
        if not keys:
            return
        own = encoded({"type": "mine", "games": own_games(running, *keys)})
        if own != visitor.told:
            visitor.told = own
            visitor.push(Push(own))

    def close(self) -> None:
        """Tell nothing more."""
        if self._telling is not None:
            self._telling.cancel()
        if self._later is not None:
            self._later.cancel()

    def state(self) -> LobbyState:
        """Who is here, and which games anybody may join."""
        playing: dict[str, Glimpse] = {}
        waiting: list[Glimpse] = []
        for table in self.open_tables.glimpses():
            for side, person in table.plan.people().items():
                if side in table.here:
                    playing[person] = table
            if table.status == "waiting" and table.plan.open:
                waiting.append(table)
        everybody = self._everywhere()
        present = everybody["people"]
        here: list[PersonHere] = [
            {"id": person, **one, "playing": shown_table(playing.get(person)), "free": person not in playing}
            for person, one in present.items()
        ]
        for person, table in playing.items():
            if person not in present:
                name = next(seat.name for seat in table.plan.seats.values() if seat.person == person)
                here.append(
                    {"id": person, "name": name, "ratings": {}, "playing": shown_table(table), "free": False}
                )
        here.sort(key=lambda one: (not one["free"], one["name"].casefold()))
        games = [open_game(table) for table in waiting if self.opener_here(table, present)]
        games.sort(key=lambda game: -game["created"])
        return {
            "people": here[: self.settings.shown_people],
            "guests": everybody["guests"],
            "games": games[: self.settings.shown_games],
        }

    def opener_here(self, table: Glimpse, present: Mapping[str, Named] | None = None) -> bool:
        """Is the one who waits here? Nobody's clock may run down before they know that it runs."""
        limits = table.plan.limits()
        if limits.bank_ms is None and (limits.soft_ms is None or limits.soft_ms >= 3_600_000):
            return True
        creators = [seat.person for seat in table.plan.seats.values() if seat.creator]
        here = self._everywhere()["people"] if present is None else present
        if table.here or any(one in here for one in creators):
            return True
        return time.time() - table.touched < LINGER_S


def shown_table(table: Glimpse | None) -> str | None:
    """Where a game can be watched; None if there is none, or its players want no spectators."""
    return table.plan.id if table is not None and table.plan.listed else None


def open_game(table: Glimpse) -> OpenGame:
    """A game in the list of those that anybody may join."""
    plan = table.plan
    book = rule_book(plan.game)
    profile = book.profiles.get(plan.profile, {})
    usual = {option.name: profile.get(option.name, option.default) for option in book.options}
    creator = next(seat for seat in plan.seats.values() if seat.creator)
    return {
        "id": plan.id,
        "game": plan.game,
        "profile": plan.profile,
        "options": {name: value for name, value in plan.options.items() if usual.get(name) != value},
        "side": table.open_sides()[0],
        "clock": plan.clock(),
        "rated": plan.rated,
        "seat": shown_seat(creator, here=True),
        "person": creator.person,
        "created": plan.created,
    }


TheLobby = Annotated[Presence, Depends(part_of(Presence))]


@router.get("/lobby", response_model=LobbyState)
async def lobby_state(lobby: TheLobby) -> LobbyState:
    """Who is here, and the games that anybody may join."""
    return lobby.state()


@router.websocket("/people/socket")
async def people_socket(socket: WebSocket, connections: TheConnections, lobby: TheLobby) -> None:
    """The lobby, live: say `hello`, and `lobby` and `mine` follow.

    With the token of a name if you have one, and in `seats` with those of seats you took as a guest. With
    `"games": true` also the list of games follows, as `/api/lobby/socket` has it.
    """
    async with connections.enter(socket) as place:
        if place is None:
            return
        visitor: Visitor | None = None
        limits = Buckets(2, 20)
        try:
            async with asyncio.timeout(HELLO_S):
                hello = await heard(socket)
            token, seats = hello.get("token") or "", hello.get("seats") or []
            given = [token, *seats] if isinstance(seats, list) else [None]
            if not all(isinstance(one, str) and TOKEN.fullmatch(one) for one in given):
                raise Problem(422, "bad_request", "expected tokens as the page gave them")
            visitor = Visitor(socket, await lobby.people.known(token), map(fingerprint, seats[:MOST_SEATS]))
            me = visitor.person
            place.welcome(lobby.key_of(visitor))
            visitor.say(type="welcome", me=None if me is None else {"id": me.id, "name": me.name})
            await lobby.enter(visitor, games=hello.get("games") is True)
            while True:
                message = await heard(socket)
                if message["type"] != "ping" or not limits.take(visitor_of(socket)):
                    raise Problem(422, "bad_request", "expected ping, and not too often")
                visitor.say(type="pong")
        except Problem as problem:
            await refuse(socket, problem)
        except StoreError as error:
            await hang_up(socket, REFUSED, str(unkept(error)))
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            pass
        finally:
            if visitor is not None:
                lobby.leave(visitor)
                visitor.end()


@pages.get("/lobby")
def lobby_page(request: Request) -> Response:
    """Who is here, and who wants to play."""
    books = [describe(name) for name in games_to_offer()]
    return page(request, "lobby.html", data={"games": books}, sections=("people",))
