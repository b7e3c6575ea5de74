"""What games leave behind: nothing that has to wait for a collection, however many come and go."""

import asyncio
import gc
import socket
from collections.abc import Iterator
from unittest.mock import Mock

import pytest

from schwarm.contest.server import ContestServer
from schwarm.contest.server import lobby as lobby_module
from schwarm.referee import Limits
from tests.contest.peers import served, server, start

JOIN = b'<join gameType="swc_2026_piranhas"/>'
CLIENTS, GAMES = 12, 8


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Nothing is collected but by the test itself, and nothing that is older."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


async def until_empty(running: ContestServer) -> None:
    while running.lobby.connections or running.lobby.rooms:
        await asyncio.sleep(0.01)
    for _ in range(10):  # tasks and transports end in the turns after that
        await asyncio.sleep(0)


@served
@pytest.mark.usefixtures("no_collector")
async def test_clients_that_join_and_leave_leave_no_cycles_of_objects(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_module, "ANOTHER_SEAT_S", 0.0)
    async with server(limits=Limits(50, 50)) as running:  # some games end before their clients leave
        gc.collect()
        lobby, code = running.lobby, "invited"
        guest = lobby.expect(start("piranhas"), "red", "Alice", Mock(), code)  # refereed elsewhere
        everybody = CLIENTS * GAMES + 1
        lines = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(CLIENTS)]
        for line in lines:
            line.sendall(b"<protocol>" + JOIN * GAMES)
        lines[0].sendall(f'<joinPrepared reservationCode="{code}"/>'.encode())
        while sum(one.joins for one in lobby.connections) < everybody:
            await asyncio.sleep(0.01)
        guest.close()
        del guest
        for line in lines:
            line.close()
        await until_empty(running)
        assert gc.collect() < CLIENTS
