"""Raw clients for tests: they say exactly the bytes they are told to and show what comes back."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ClassVar

from schwarm.contest.client import follow
from schwarm.contest.server import ContestServer, ServerSettings, stamping_loop
from schwarm.contest.wire import Element, Reader, render, season_of_game, tag
from schwarm.game import Game, new_game
from schwarm.referee import Limits
from tests.waiting import PATIENCE_S

PATIENT = Limits(1e6, 2e6)  # no honest client is late on a busy machine
PASSWORD = "secret"


def served(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run an async test on the server's kind of loop."""

    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        with asyncio.Runner(loop_factory=stamping_loop) as runner:
            runner.run(asyncio.wait_for(test(*args, **kwargs), 2 * PATIENCE_S))

    return run


def start(game: str) -> Game:
    """The start of every game on a test's server."""
    return new_game(game, profile="official" if game != "protista" else None, seed=7)


def settings(**changed: Any) -> ServerSettings:
    """A server on any free port whose games all start alike; A4-C4 is legal there."""
    given: dict[str, Any] = {"port": 0, "password": PASSWORD, "start": start, "limits": PATIENT}
    given |= {"idle_s": PATIENCE_S}
    return ServerSettings(**(given | changed))


@asynccontextmanager
async def server(**changed: Any) -> AsyncIterator[ContestServer]:
    """A running server."""
    async with ContestServer(settings(**changed)) as running:
        try:
            yield running
        finally:
            while Peer.connected:
                Peer.connected.pop().hang_up()


class Peer:
    """A connection that speaks raw XML."""

    connected: ClassVar[list[Peer]] = []

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.received = b""
        self._from, self._to = reader, writer
        self._reader = Reader(max_bytes=1 << 20)
        self._messages: deque[Element] = deque()

    @classmethod
    async def connect(cls, running: ContestServer, *, opening: bytes = b"<protocol>") -> Peer:
        """Connect and open the document."""
        peer = cls(*await asyncio.open_connection("127.0.0.1", running.port))
        cls.connected.append(peer)
        if opening:
            peer.say(opening)
        return peer

    def say(self, data: bytes | str) -> None:
        """Send bytes as they are."""
        self._to.write(data if isinstance(data, bytes) else data.encode())

    async def flush(self) -> None:
        """Wait until they are sent."""
        await self._to.drain()

    async def next(self) -> Element:
        """The next message."""
        while not self._messages:
            data = await asyncio.wait_for(self._from.read(65536), PATIENCE_S)
            if not data:
                raise EOFError(f"the server closed after {self.received[-300:]!r}")
            self.received += data
            self._messages.extend(self._reader.feed(data))
        return self._messages.popleft()

    async def expect(self, name: str) -> Element:
        """The next message, which must have this name, or for room data this class."""
        message = await self.next()
        kind = message.name
        if kind == "room":
            kind = message.need("data").attributes["class"]
        assert kind == name, f"expected {name}, not {kind}: {message}"
        return message.need("data") if message.name == "room" else message

    async def until(self, name: str) -> Element:
        """Skip messages until this one."""
        while True:
            message = await self.next()
            data = message.child("data") if message.name == "room" else None
            if (message.name if data is None else data.attributes["class"]) == name:
                return message if data is None else data

    async def silence(self, seconds: float = 0.15) -> None:
        """Nothing must come for a while."""
        try:
            message = await asyncio.wait_for(self.next(), seconds)
        except TimeoutError:
            return
        raise AssertionError(f"expected silence, not {message}")

    async def closed(self) -> bytes:
        """Wait for the server to close; what it still said comes back."""
        while data := await asyncio.wait_for(self._read(), PATIENCE_S):
            self.received += data
        return self.received

    async def _read(self) -> bytes:
        try:
            return await self._from.read(65536)
        except ConnectionResetError:
            return b""

    def hang_up(self) -> None:
        """Close the socket without a word."""
        self._to.close()

    # --- a little grammar ----------------------------------------------------------------------------
    async def join(self, game: str = "piranhas") -> str:
        """Take any seat; the room's id comes back."""
        self.say(f'<join gameType="{season_of_game(game).game_type}"/>')
        return (await self.expect("joined")).attributes["roomId"]

    async def authenticate(self) -> None:
        """Become an administrator, and be sure of it."""
        self.say(f'<authenticate password="{PASSWORD}"/><observe roomId="?"/>')
        assert "Couldn't find a room" in (await self.expect("errorpacket")).attributes["message"]

    async def prepare(
        self, *, game: str = "piranhas", pause: bool = False, timeout: bool = True
    ) -> tuple[str, list[str]]:
        """A prepared room for Alice and Bob, and its codes."""
        kind = season_of_game(game).game_type
        flag = "true" if timeout else "false"
        slots = "".join(
            f'<slot displayName="{name}" canTimeout="{flag}" reserved="true"/>' for name in ("Alice", "Bob")
        )
        self.say(f'<prepare gameType="{kind}" pause="{str(pause).lower()}">{slots}</prepare>')
        prepared = await self.expect("prepared")
        return prepared.attributes["roomId"], [code.text for code in prepared.children]

    def move(self, room: str, x: int, y: int, direction: str) -> None:
        """2026: a move."""
        self.say(
            f'<room roomId="{room}"><data class="move"><from x="{x}" y="{y}"/>'
            f"<direction>{direction}</direction></data></room>"
        )


async def seated(running: ContestServer) -> tuple[Peer, Peer, str]:
    """Two nameless players of Piranhas, the first one asked for its move."""
    red, blue = await Peer.connect(running), await Peer.connect(running)
    room = await red.join()
    assert await blue.join() == room
    for peer in (red, blue):
        await peer.expect("welcomeMessage")
        await peer.expect("memento")
    await red.expect("moveRequest")
    return red, blue, room


async def play_on(peer: Peer, game: str = "piranhas", profile: str = "official") -> Element:
    """Answer every request with a legal move; the result's data comes back."""
    season = season_of_game(game)
    state, known = Element("state"), None
    while True:
        message = await peer.next()
        if message.name != "room":
            continue
        data = message.need("data")
        if data.attributes["class"] == "memento":
            state = data.need("state")
            if game == "mississippi_queen":  # a state alone does not tell the whole river
                known = follow(season, data, known)
        elif data.attributes["class"] == "result":
            return data
        elif season.is_request(data):
            current = known or new_game(game, profile=profile, position=season.read_position(state, None))
            move = season.write_move(current.legal_moves()[0], current)
            peer.say(render(tag("room", move, roomId=message.attributes["roomId"])))
