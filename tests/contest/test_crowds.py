"""Many connections at once: everybody has a turn, who only sits there has to go, the log stays short."""

import asyncio
import fcntl
import logging
import os
import resource
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count, pairwise
from pathlib import Path

import pytest

from schwarm.contest.server import ContestServer
from schwarm.contest.server import lobby as lobby_module
from schwarm.contest.server.addresses import is_local, network
from schwarm.contest.server.logs import OffTheLoop, Seldom
from schwarm.contest.server.turns import OneByOne, Rank, Turns
from tests.contest.peers import Peer, play_on, seated, served, server
from tests.contest.test_hostile_clients import still_playing
from tests.ports import free_port
from tests.waiting import PATIENCE_S


# --- turns --------------------------------------------------------------------------------------------------
class Chatter:
    """Somebody with so many messages; `heard` gets its name for each."""

    def __init__(self, name: str, messages: int, heard: list[str]) -> None:
        self.name, self.left, self.heard = name, messages, heard

    def work(self) -> bool:
        self.left -= 1
        self.heard.append(self.name)
        return self.left > 0


async def all_heard(turns: Turns, chatters: list[Chatter]) -> int:
    """Let all speak; how many turns of the event loop that took."""
    for chatter in chatters:
        turns.ask(chatter.work)
    return await turns_until(lambda: not any(chatter.left for chatter in chatters))


async def turns_until(reached: Callable[[], bool]) -> int:
    """How many turns of the event loop there are until then; it is asked once in each."""
    loop = asyncio.get_running_loop()
    turns: asyncio.Future[int] = loop.create_future()

    def look(turn: int) -> None:
        if reached():
            turns.set_result(turn)
        else:
            loop.call_soon(look, turn + 1)

    look(0)
    return await turns


@served
async def test_one_message_waits_for_one_of_each_other_not_for_all() -> None:
    heard: list[str] = []
    ticks = count()
    turns = Turns(budget_s=10, clock=lambda: float(next(ticks)))
    crowd = [Chatter(f"bad {number}", 64, heard) for number in range(64)]
    honest = Chatter("honest", 1, heard)
    await all_heard(turns, [*crowd, honest])
    assert heard.index("honest") < 4 * 64
    assert len(heard) == 64 * 64 + 1
    assert heard[-64:] == [chatter.name for chatter in crowd] or len(set(heard[-64:])) > 32


@served
async def test_one_message_goes_before_those_who_were_heard_and_have_more_to_say() -> None:
    heard: list[str] = []
    ticks = count()
    turns = Turns(budget_s=10, clock=lambda: float(next(ticks)))
    crowd = [Chatter(f"bad {number}", 64, heard) for number in range(64)]
    for chatter in crowd:
        turns.ask(chatter.work)
    before, honest = 0, Chatter("honest", 1, heard)

    def honest_comes() -> bool:
        nonlocal before
        if before == 0 and len(heard) >= 2 * 64:
            before = len(heard)
            turns.ask(honest.work)
        return not honest.left

    await turns_until(honest_comes)
    assert heard.index(honest.name) - before <= 1  # a flood's one thing in this turn
    await all_heard(turns, [Chatter(f"polite {number}", 1, heard) for number in range(1000)])
    assert any(name.startswith("bad") for name in heard[before + 2 : -1])  # nobody is forgotten


@served
async def test_turns_go_by_where_somebody_comes_from_and_the_expected_go_first() -> None:
    heard: list[str] = []
    turns = Turns(budget_s=0, clock=lambda: 0.0)  # one thing in each turn of the event loop
    for number in range(50):
        turns.ask(Chatter(f"crowd {number}", 1, heard).work, "192.0.2.1", Rank.MORE)
    for number in range(3):
        turns.ask(Chatter(f"guest {number}", 1, heard).work, "192.0.2.2", Rank.MORE)
    await turns_until(lambda: len(heard) == 53)
    assert max(heard.index(f"guest {number}") for number in range(3)) < 8

    heard.clear()
    ticks = count()
    turns = Turns(budget_s=4, clock=lambda: float(next(ticks)))
    turns.ask(Chatter("flood", 1000, heard).work, "192.0.2.1")
    turns.ask(Chatter("stranger", 1, heard).work, "192.0.2.2")
    turns.ask(Chatter("expected", 1, heard).work, "192.0.2.3", Rank.EXPECTED)
    await turns_until(lambda: {"expected", "stranger"} <= set(heard))
    assert heard.index("expected") < heard.index("stranger") < 20


@served
async def test_a_turn_of_the_event_loop_is_bounded() -> None:
    """A clock that moves on by one with each look: ten units of work, then others have their turn."""
    heard: list[str] = []
    ticks = count()
    turns = Turns(budget_s=10, clock=lambda: float(next(ticks)))
    rounds = await all_heard(turns, [Chatter("flood", 1000, heard)])
    assert rounds >= 1000 // 10


@served
async def test_a_single_message_is_handled_at_once() -> None:
    heard: list[str] = []
    assert await all_heard(Turns(), [Chatter("honest", 1, heard)]) == 0


@served
async def test_of_many_games_that_end_at_once_a_few_end_in_a_turn_of_the_event_loop() -> None:
    ended: list[int] = []
    departures = OneByOne()
    for number in range(640):
        departures.ask(partial(ended.append, number))
    assert ended == [0]  # the first at once
    after: list[int] = []  # how many had ended after each turn

    def all_ended() -> bool:
        after.append(len(ended))
        return len(ended) == 640

    await turns_until(all_ended)
    assert ended == list(range(640))
    assert max(now - before for before, now in pairwise(after)) <= 1 + 640 // 64
    departures.ask(partial(ended.append, 640))
    await turns_until(lambda: ended[-1] == 640)


@served
async def test_a_connection_that_takes_many_seats_is_heard_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_module, "ANOTHER_SEAT_S", 1000.0)
    async with server() as running:
        greedy, honest = await Peer.connect(running), await Peer.connect(running)
        greedy.say(b'<join gameType="swc_2026_piranhas"/>' * 8)
        while greedy.received.count(b"<joined") < 2:
            await greedy.next()
        for _ in range(5):  # everybody else is served meanwhile
            await honest.join()
            honest = await Peer.connect(running)
        assert greedy.received.count(b"<joined") == 2


@served
async def test_sixty_four_connections_of_sixty_four_joins_and_a_game_goes_on() -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        crowd = [await Peer.connect(running) for _ in range(64)]
        for peer in crowd:
            peer.say(b'<join gameType="swc_2026_piranhas"/>' * 64)
        await still_playing(red, blue, room)
        answered = sum(peer.received.count(b"<joined") for peer in crowd)
        assert answered < 64 * 16  # most of the crowd still waits for its turn
        assert await crowd[0].expect("joined")


@served
async def test_a_connection_has_so_many_seats_and_leaves_no_empty_rooms() -> None:
    async with server() as running:
        peer = await Peer.connect(running)
        for number in range(40):
            peer.say(
                '<join gameType="swc_2020_hive"/>' if number % 2 else '<join gameType="swc_2026_piranhas"/>'
            )
        await peer.closed()  # a season that closes at mistakes came last
        while running.lobby.connections or running.lobby.rooms:
            await asyncio.sleep(0.01)


@served
async def test_who_came_just_now_is_spared_while_others_sit_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "FRESH_S", 100.0)
    async with server(max_connections=3) as running:
        silent = [await Peer.connect(running) for _ in range(2)]
        for line in running.lobby.connections:
            running.lobby._idle[line] -= 100  # both have been here for long
        red, blue = await Peer.connect(running), await Peer.connect(running)
        await silent[1].closed()
        assert await red.join() == await blue.join()


# --- places -------------------------------------------------------------------------------------------------
@served
async def test_when_all_places_are_taken_the_newest_without_a_seat_goes() -> None:
    async with server(max_connections=20) as running:
        first = await Peer.connect(running)
        silent = [await Peer.connect(running) for _ in range(19)]
        red = await Peer.connect(running)
        room = await red.join()
        blue = await Peer.connect(running)
        assert await blue.join() == room
        assert await silent[-1].closed() == b"<protocol>\n</protocol>"
        assert await silent[-2].closed() == b"<protocol>\n</protocol>"
        await first.join()  # whoever was there long before is still there
        assert len(running.lobby.connections) == 20


JOIN = b'<join gameType="swc_2026_piranhas"/>'


@served
async def test_who_joins_again_and_again_makes_room_when_all_places_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_module, "ANOTHER_SEAT_S", 0.0)
    async with server(max_connections=20) as running:
        red, blue, room = await seated(running)  # they have played since before the crowd came
        crowd = [await Peer.connect(running) for _ in range(18)]
        for peer in crowd:
            peer.say(3 * JOIN)
        for peer in crowd:
            while peer.received.count(b"<joined") < 3:
                await peer.next()
        honest = []
        for _ in range(8):
            peer = await Peer.connect(running)
            honest.append(await peer.join())
            for peer in crowd:  # whoever is left goes on
                peer.say(JOIN)
        assert len(honest) == 8
        await still_playing(red, blue, room)


@served
async def test_a_full_house_of_equals_takes_nobody_in_and_lets_nobody_go() -> None:
    async with server(max_connections=4) as running:
        players = [await Peer.connect(running) for _ in range(4)]
        for peer in players:
            await peer.join()
        late = await Peer.connect(running)
        await late.closed()
        assert len(running.lobby.connections) == 4


@served
async def test_in_a_full_house_whoever_has_a_reservation_comes_in_and_others_are_told() -> None:
    async with server(max_connections=33) as running:  # with one place to stand in
        admin = await Peer.connect(running)
        await admin.authenticate()
        _, codes = await admin.prepare()
        for _ in range(16):
            await seated(running)
        late = await Peer.connect(running)
        late.say(JOIN)
        assert "no room" in (await late.expect("errorpacket")).attributes["message"]
        late.hang_up()
        while len(running.lobby.connections) > 33:
            await asyncio.sleep(0.01)
        for code in codes:
            expected = await Peer.connect(running)
            expected.say(f'<joinPrepared reservationCode="{code}"/>')
            await expected.expect("joined")
        await expected.until("memento")
        assert len(running.lobby.rooms) == 17


@served
async def test_a_reservation_that_was_refused_for_too_many_games_is_still_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_module, "SEATS_A_CONNECTION", 1)
    async with server() as running:
        admin = await Peer.connect(running)
        await admin.authenticate()
        _, codes = await admin.prepare()
        busy = await Peer.connect(running)
        await busy.join()
        for code in codes:
            busy.say(f'<joinPrepared reservationCode="{code}"/>')
            assert "too many games" in (await busy.expect("errorpacket")).attributes["message"]
        for code in codes:
            right = await Peer.connect(running)
            right.say(f'<joinPrepared reservationCode="{code}"/>')
            await right.expect("joined")
        await right.until("memento")  # their room has begun


def lose_patience(running: ContestServer) -> None:
    """From now on nobody sits there for long; whoever came before had the time that a busy machine takes."""
    running.lobby.settings = replace(running.lobby.settings, idle_s=0.3)
    if running.lobby._sweep is not None:
        running.lobby._sweep.cancel()
        running.lobby._sweep = None


@served
async def test_whoever_takes_no_seat_is_let_go_and_players_stay() -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        lose_patience(running)
        silent = [await Peer.connect(running, opening=b"") for _ in range(5)]
        for peer in silent:
            await peer.closed()
        dripping = await Peer.connect(running)
        closed = asyncio.ensure_future(dripping.closed())
        while not closed.done():  # a byte now and then is no seat
            dripping.say(b" ")
            await asyncio.sleep(0.01)
        assert len(running.lobby.connections) == 2
        await still_playing(red, blue, room)


@served
async def test_administrators_may_sit_and_watch() -> None:
    async with server() as running:
        admin = await Peer.connect(running)
        await admin.authenticate()
        lose_patience(running)
        silent = await Peer.connect(running)
        await silent.closed()
        await admin.prepare()


@served
async def test_after_a_game_there_is_time_for_another_but_not_for_ever() -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        lose_patience(running)
        red.move(room, 0, 4, "RIGHT")
        await asyncio.gather(play_on(red), play_on(blue))
        await asyncio.gather(red.closed(), blue.closed())
        assert not running.lobby.connections


@served
async def test_connections_from_one_address_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "is_local", lambda host: False)
    async with server(connections_of_address=2) as running:
        first, second = await Peer.connect(running), await Peer.connect(running)
        await first.join()
        third = await Peer.connect(running)
        await third.closed()
        second.hang_up()
        while len(running.lobby.connections) > 1:
            await asyncio.sleep(0.01)
        fourth = await Peer.connect(running)
        await fourth.join()


def test_this_machine_and_unix_sockets_are_local() -> None:
    assert [is_local(host) for host in ("127.0.0.1", "::1", "", "::ffff:127.0.0.1")] == [True] * 4
    assert [is_local(host) for host in ("192.0.2.1", "2001:db8::1", "2001:db8::/64")] == [False] * 3
    assert network("2001:db8::1") == network("2001:db8::2") != network("2001:db8:0:1::1")


# --- the log ------------------------------------------------------------------------------------------------
def test_a_thing_is_said_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    seldom = Seldom(logging.getLogger("schwarm.test"), clock=lambda: now)
    for _ in range(1000):
        seldom.warning("it happened")
        now += 0.1
    times = [getattr(record, "times", None) for record in caplog.records]
    assert times == [1, 600]


def test_a_log_that_cannot_be_written_holds_nobody_up() -> None:
    gate = __import__("threading").Event()

    class Stuck(logging.Handler):
        lines = 0

        def emit(self, record: logging.LogRecord) -> None:
            gate.wait()
            Stuck.lines += 1

    handler = OffTheLoop(Stuck())
    for _ in range(20_000):  # would wait for ever on the first
        handler.emit(logging.LogRecord("x", logging.INFO, "", 0, "line", (), None))
    gate.set()
    handler.close()
    assert 10_000 <= Stuck.lines <= 10_001


@served
async def test_answers_to_the_dead_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with server() as running:
        for _ in range(10):
            reader, writer = await asyncio.open_connection("127.0.0.1", running.port)
            raw = writer.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset at close
            writer.write(b"<protocol>" + b'<joinRoom roomId="x"/>' * 3000)
            await writer.drain()
            writer.transport.abort()
            del reader
        while running.lobby.connections:
            await asyncio.sleep(0.01)
    assert [record for record in caplog.records if record.name == "asyncio"] == []


@pytest.fixture
def small_server(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """The server as a program that may open few files."""
    errors = tmp_path / "errors"
    with errors.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "schwarm.cli", "server", "--port", "0", "--store", "none"],
            stdout=subprocess.PIPE,
            stderr=out,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (48, 48)),
        )
    assert process.stdout is not None
    port = int(process.stdout.readline().split(b"port ")[1].split(b":")[0])
    try:
        yield port, errors
    finally:
        process.terminate()
        process.wait(PATIENCE_S)
        process.stdout.close()


def test_out_of_open_files_is_said_in_one_line_and_it_goes_on(small_server: tuple[int, Path]) -> None:
    port, errors = small_server
    crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    deadline = time.monotonic() + 100
    while b"out of open files" not in errors.read_bytes() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(2.5)  # it has tried again meanwhile
    said = errors.read_bytes()
    assert said.count(b"out of open files") == 1
    assert b"Traceback" not in said
    for one in crowd:
        one.close()
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as honest:
        honest.sendall(b"<protocol><join/>")
        heard = b""
        while b"<joined" not in heard:
            heard += honest.recv(4096)


def test_a_terminal_that_takes_no_lines_holds_up_neither_port_nor_page(tmp_path: Path) -> None:
    """`schwarm up` writes into a pipe that nobody reads and that is soon full."""
    page, port = free_port(), free_port()
    command = [sys.executable, "-m", "schwarm.cli", "up", "--port", str(page), "--contest", str(port)]
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    process = subprocess.Popen(
        [*command, "--store", str(tmp_path / "up.db")], stdout=subprocess.DEVNULL, stderr=writing
    )
    try:
        wait_for(page)
        for _ in range(200):  # a line of the log each
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as rude:
                rude.sendall(b"<nonsense>")
                while rude.recv(4096):
                    pass
        wait_for(page)
    finally:
        process.kill()
        process.wait(PATIENCE_S)
        os.close(reading)
        os.close(writing)


def wait_for(port: int) -> None:
    """Until the page answers."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/robots.txt", timeout=PATIENCE_S):
                return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
