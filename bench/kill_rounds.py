"""One round of the kill campaign: games go on, the server is killed, what was told and kept is compared."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from bench.contest_server import known_game
from bench.page_player import PagePlayer
from schwarm.contest.wire import Element, Reader
from schwarm.game import new_game
from schwarm.game.record import Record
from schwarm.store import open_store
from schwarm.store.page_tables import PageTables
from schwarm.store.store import Store
from tests.store.disk import SmallDisk

GAMES = 6  # at a time
LONGEST_S = 0.7  # of play before a kill, and on a full disk
ROOM_LEFT = 150_000  # bytes: somewhere below this many the disk runs full by the games' own plies
BEGIN_S = 30.0  # the page's first answers take a while: no kill before every game has begun
SEED = 7
PASSWORD = "examplepassword"
TURN = re.compile(rb'<state [^>]*turn="(\d+)"')
REQUEST = b'class="moveRequest"'


@dataclass(frozen=True)
class Told:
    """A game: the moves its players were told were made, those they sent in order, and the record."""

    told: list[str]
    sent: list[str]
    record: Record | None


# --- the moment of the kill ----------------------------------------------------------------------------
def trouble(chance: random.Random, disk: SmallDisk | None) -> list[tuple[float, Callable[[], None]]]:
    """What happens before the kill, each after so many seconds: the disk fills up, perhaps is cleared."""
    steps: list[tuple[float, Callable[[], None]]] = [(chance.uniform(0.05, LONGEST_S), lambda: None)]
    if disk is not None:
        left = chance.choice((0, chance.randrange(ROOM_LEFT)))
        steps.append((0.0, lambda: disk.fill(left)))
        steps.append((chance.uniform(0, LONGEST_S), lambda: None))
        if chance.random() < 0.5:  # killed when there is room again
            steps.append((0.0, disk.clear))
            steps.append((chance.uniform(0, LONGEST_S), lambda: None))
    return steps


# --- the contest port ----------------------------------------------------------------------------------
class Seat(asyncio.Protocol):
    """A client that plays a game known in advance and remembers the last ply it was told of."""

    def __init__(self, code: str, moves: list[str]) -> None:
        self.told = 0
        self._code, self._moves = code, moves
        self._seen = b""
        self._room = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the seat."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(f'<protocol><joinPrepared reservationCode="{self._code}"/>'.encode())

    def data_received(self, data: bytes) -> None:
        """Count and answer."""
        seen = self._seen + data
        if not self._room and b"<room roomId=" in seen:
            self._room = seen.partition(b'<room roomId="')[2].partition(b'"')[0]
        turns = TURN.findall(seen)
        if turns:
            self.told = max(self.told, int(turns[-1]))
        for _ in range(seen.count(REQUEST)):
            move = self._moves[self.told].encode()
            self._transport.write(b'<room roomId="' + self._room + b'">' + move + b"</room>")
        self._seen = seen.rpartition(b">")[2]

    def connection_lost(self, exc: Exception | None) -> None:
        """The server was killed."""


@cache
def known_moves() -> tuple[list[str], list[str]]:
    """Data and notation of a game that goes its whole length, drawn as the servers draw it."""
    game, chance = new_game("piranhas", profile="official", seed=SEED), random.Random(1)
    while game.outcome() is None:
        game.play(chance.choice(game.legal_moves()))
    return known_game(), [str(move) for move in game.history]


async def next_message(reader: asyncio.StreamReader, parse: Reader, name: str) -> Element:
    """The next message of that name; ConnectionError if none comes any more."""
    while data := await reader.read(65536):
        for message in parse.feed(data):
            if message.name == name:
                return message
    raise ConnectionError(f"the server closed the connection before it said {name}")


async def until_killed(
    pid: int, port: int, names: list[str], chance: random.Random, disk: SmallDisk | None
) -> list[int]:
    """Play one game for each name until the server is killed; how many plies were told of each."""
    loop = asyncio.get_running_loop()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f'<protocol><authenticate password="{PASSWORD}"/>'.encode())
    parse = Reader(max_bytes=1 << 20)
    games = []
    for name in names:
        slots = "".join(f'<slot displayName="{name}-{side}" reserved="true"/>' for side in "ab")
        writer.write(f'<prepare gameType="swc_2026_piranhas">{slots}</prepare>'.encode())
        codes = (await next_message(reader, parse, "prepared")).children
        pair = [Seat(code.text, known_moves()[0]) for code in codes]
        for seat in pair:
            await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", port)  # type: ignore[misc]
        games.append(pair)
    for seconds, happens in trouble(chance, disk):
        await asyncio.sleep(seconds)
        happens()
    os.kill(pid, signal.SIGKILL)
    try:
        while await reader.read(65536):  # what it said before it died
            pass
    except ConnectionError:
        pass
    await asyncio.sleep(0.02)
    writer.close()
    return [max(seat.told for seat in pair) for pair in games]


def contest_round(pid: int, port: int, url: str, chance: random.Random, disk: SmallDisk | None) -> list[Told]:
    """Games of clients that were prepared by an administrator."""
    names = [f"r{chance.getrandbits(40)}-{game}" for game in range(GAMES)]
    told = asyncio.run(until_killed(pid, port, names, chance, disk))
    if disk is not None:
        disk.clear()
    moves = known_moves()[1]
    with open_store(url) as store:
        records = of_names(store, 3 * GAMES)
    return [Told(moves[:count], moves, records.get(name)) for name, count in zip(names, told, strict=True)]


def of_names(store: Store, newest: int) -> dict[str, Record]:
    """The newest records by the names their players were given."""
    found = {}
    for entry in store.games(newest=newest):
        name = next(iter(entry.seats.values())).rpartition("-")[0]
        found[name] = store.record(entry.id)
    return found


# --- the page ------------------------------------------------------------------------------------------
def page_round(pid: int, port: int, url: str, chance: random.Random, disk: SmallDisk | None) -> list[Told]:
    """Games of people who play both sides over HTTP."""
    players = [PagePlayer(port, chance.getrandbits(40)) for _ in range(GAMES)]
    for player in players:
        player.start()
    begun = time.monotonic() + BEGIN_S
    while not all(player.told for player in players) and time.monotonic() < begun:
        time.sleep(0.01)
    for seconds, happens in trouble(chance, disk):
        time.sleep(seconds)
        happens()
    os.kill(pid, signal.SIGKILL)
    for player in players:
        player.join()
    if disk is not None:
        disk.clear()
    found = []
    with open_store(url) as store:
        tables = PageTables(store)
        for player in players:
            saved = tables.find(player.table) if player.table else None
            record = store.record(saved.game) if saved and saved.game is not None else None
            found.append(Told(player.told, player.sent, record))
    return found


ROUNDS = {"contest": contest_round, "page": page_round}
