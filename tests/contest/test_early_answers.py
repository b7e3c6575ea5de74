"""A client may answer before all of the request has left for it: it took no time then, not less."""

import asyncio
import socket

import pytest

from schwarm.contest.server import connection
from schwarm.contest.server.connection import Connection
from schwarm.contest.server.seat import ContestSeat
from schwarm.contest.wire import season_of_game, tag
from schwarm.contest.wire.season import Sent
from schwarm.referee import CONTEST, Request, now_ms
from tests.contest.peers import served, server, start
from tests.referee.seats import settle

MORE_THAN_A_SOCKET_HOLDS = b" " * 900_000


@served
async def test_an_answer_before_the_request_has_left_took_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "LINE_MS", 1e9)  # a line may be slow for as long as the test takes
    loop = asyncio.get_running_loop()
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    async with server() as running:
        _, line = await loop.create_connection(lambda: Connection(running.lobby), sock=ours)
        line.send_bytes(MORE_THAN_A_SOCKET_HOLDS)
        seat = ContestSeat(0, season_of_game("piranhas"), "room", "A")
        seat.connection = line
        choosing = asyncio.create_task(seat.choose(Request(start("piranhas"), "red", CONTEST)))
        await settle()
        assert seat.asked
        arrived_ms = now_ms()
        seat.answer(Sent("A4-C4", "", tag("data")), arrived_ms)
        await settle()
        assert not choosing.done()  # the request is still on its way
        received = b""
        while not received.endswith(b"</room>"):
            received += await loop.sock_recv(theirs, 1 << 16)
        answer = await choosing
        assert answer.left_ms > arrived_ms
        assert (answer.move, answer.arrived_ms) == ("A4-C4", answer.left_ms)
        theirs.close()
