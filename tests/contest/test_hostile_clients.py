"""Clients that flood, crawl, lie or sleep: they hurt nobody but themselves."""

import asyncio
import resource
from logging import INFO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schwarm.contest.server import ContestServer, stamping_loop
from schwarm.game.errors import Faults
from schwarm.game.record import End, Ply, Record
from schwarm.referee import Limits
from tests.contest import peers
from tests.contest.peers import Peer, play_on, seated, served, server
from tests.contest.test_reader import BOMB


async def still_playing(red: Peer, blue: Peer, room: str) -> None:
    """The room of two honest clients is alive: a ply goes through."""
    red.move(room, 0, 4, "RIGHT")
    state = await red.expect("memento")
    assert state.need("state").attributes["turn"] == "1"
    await blue.expect("memento")
    await blue.expect("moveRequest")


@served
@pytest.mark.parametrize(
    "data",
    [
        BOMB,
        b'<!DOCTYPE p SYSTEM "file:///etc/passwd"><protocol><join/>',
        b"<protocol>" + b"<a>" * 10_000,
        b"\x00" * 1000,
        b"GET / HTTP/1.1\r\n\r\n",
        b"</protocol>",
        b"<protocol></protocol><protocol><join/>",
    ],
    ids=["bomb", "external", "deep", "zeros", "http", "end", "twice"],
)
async def test_poison_closes_its_own_connection_only(data: bytes) -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        bad = await Peer.connect(running, opening=data)
        assert b"root:" not in await bad.closed()
        await still_playing(red, blue, room)


@served
async def test_a_message_of_100_megabytes_is_cut_off_while_others_play() -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        bad = await Peer.connect(running)
        bad.say(b'<join gameType="')
        sent = 0
        try:
            while sent < 100 << 20:
                bad.say(b"x" * (1 << 16))
                await bad.flush()
                sent += 1 << 16
        except (ConnectionError, OSError):
            pass
        assert sent < 8 << 20  # what fits into the buffers on the way
        await still_playing(red, blue, room)


@served
async def test_a_move_byte_by_byte_counts_from_its_last_byte() -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        move = '<data class="move"><from x="0" y="4"/><direction>RIGHT</direction></data>'
        words = f'<room roomId="{room}">{move}</room>'
        for letter in words:
            await red.silence(0.0)
            red.say(letter)
            await red.flush()
            await asyncio.sleep(0.001)
        await red.expect("memento")
        await blue.expect("memento")


@served
async def test_a_flood_of_requests_is_served_in_turn() -> None:
    """Others need not wait until twenty thousand requests of one client have been answered."""
    async with server() as running:
        red, blue, room = await seated(running)
        bad = await Peer.connect(running)
        bad.say(b'<joinRoom roomId="x"/>' * 20_000)
        await still_playing(red, blue, room)
        assert bad.received.count(b"<errorpacket") < 10_000  # most of the flood is still waiting for its turn
        await bad.expect("errorpacket")


@served
async def test_who_does_not_read_is_dropped() -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        deaf = await Peer.connect(running)
        while len(running.lobby.connections) < 3:
            await asyncio.sleep(0.01)
        while len(running.lobby.connections) > 2:
            deaf.say(b'<joinRoom roomId="%s"/>' % (b"x" * 1000) * 200)
            await asyncio.sleep(0.02)
        await still_playing(red, blue, room)


@served
async def test_a_deaf_player_loses_when_its_time_is_up() -> None:
    """It never takes its request in, so its clock never starts; the hard limit ends the game."""
    async with server(limits=Limits(100, 300)) as running:
        red, blue, room = await seated(running)
        del red, room
        assert "hat innerhalb von" in (await blue.expect("result")).need("winner").attributes["reason"]


@served
async def test_five_hundred_idle_connections_do_not_disturb() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 1200:
        if hard != resource.RLIM_INFINITY and hard < 1200:
            pytest.skip("this machine allows too few open files")
        resource.setrlimit(resource.RLIMIT_NOFILE, (1200, hard))
    async with server() as running:
        idle = [await Peer.connect(running) for _ in range(500)]
        red, blue, room = await seated(running)
        assert len(running.lobby.connections) == 502
        await still_playing(red, blue, room)
        for peer in idle:
            peer.hang_up()


@served
async def test_too_many_connections_are_turned_away() -> None:
    async with server(max_connections=2) as running:
        first, second = await Peer.connect(running), await Peer.connect(running)
        await first.join()
        await second.join()
        third = await Peer.connect(running)
        assert (await third.closed()).endswith(b"</protocol>")
        assert len(running.lobby.connections) == 2


class FullDisk:
    """A ledger whose disk is full after two plies."""

    async def begin(self, record: Record) -> None:
        pass

    async def add(self, number: int, ply: Ply) -> None:
        if number >= 2:
            raise OSError("no space left on device")

    async def end(self, end: End, faults: Faults) -> None:
        pass


@served
async def test_a_store_that_fails_ends_its_games_and_not_the_server(caplog: pytest.LogCaptureFixture) -> None:
    async with server(ledger=FullDisk) as running:
        red, blue = await Peer.connect(running), await Peer.connect(running)
        await red.join()
        await blue.join()
        playing = [asyncio.create_task(play_on(peer)) for peer in (red, blue)]
        while b"<left " not in red.received or b"<left " not in blue.received:
            await asyncio.sleep(0.01)
        for task in playing:
            task.cancel()
        await asyncio.wait(playing)
        assert [record.message for record in caplog.records if record.levelno > INFO] == [
            "a game could not be kept"
        ]
        assert "Traceback" not in caplog.text
        for peer in (red, blue):
            assert b'turn="2"' in peer.received
            assert b'turn="3"' not in peer.received
        assert not running.lobby.rooms
        assert await red.join() == await blue.join()


@pytest.mark.long  # daily: 64 connections and a game in test_crowds.py
@pytest.mark.compiled_only
@served
async def test_fifty_games_of_three_seasons_at_once() -> None:
    async with server() as running:
        games = ["piranhas"] * 5 + ["hive"] * 4 + ["mississippi_queen"]
        players = []
        for number in range(50):
            game = games[number % 10]
            for _ in range(2):
                peer = await Peer.connect(running)
                players.append((peer, game))
                await peer.join(game)
        results = await asyncio.gather(*(play_on(peer, game) for peer, game in players))
        assert all(result.attributes["class"] == "result" for result in results)
        for peer, _ in players:
            await peer.expect("left")
        assert not running.lobby.rooms


fragments = st.sampled_from(
    [
        b"<protocol>", b"</protocol>", b"<join/>", b'<join gameType="swc_2026_piranhas"/>',
        b'<join gameType="swc_2020_hive"/>', b'<room roomId="', b'"/>', b'">', b"<data", b' class="move"',
        b' class="setmove"', b"</data>", b"</room>", b"<room>", b'<from x="0" y="4"/>', b"<close/>",
        b"<direction>RIGHT</direction>", b'<piece owner="RED" type="ANT"/>', b'<authenticate password="x"/>',
        b'<prepare gameType="swc_2026_piranhas">', b"<slot/>", b"</prepare>", b"&#x41;", b"&amp;",
        b"<![CDATA[x]]>", b"<!-- c -->", b"<?pi?>", b'<joinPrepared reservationCode="x"/>',
        b'<step roomId="r" forced="true"/>', b'<timeout roomId="r" slot="99999999999" activate="true"/>',
        b"\xc3\x28", b"\xff", b" ", b"\n",
    ]
)  # fmt: skip


def test_whatever_a_client_says_the_server_lives_and_others_play_on() -> None:
    with asyncio.Runner(loop_factory=stamping_loop) as runner:
        running = ContestServer(peers.settings())
        runner.run(running.start())
        red, blue, room = runner.run(seated(running))

        @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        @given(st.lists(st.one_of(fragments, st.binary(max_size=12)), max_size=25), st.booleans())
        def poke(pieces: list[bytes], opened: bool) -> None:
            runner.run(once(pieces, opened))

        async def once(pieces: list[bytes], opened: bool) -> None:
            bad = await Peer.connect(running, opening=b"<protocol>" if opened else b"")
            for piece in pieces:
                bad.say(piece)
                await asyncio.sleep(0)
            # An honest client is answered meanwhile, and the honest room is where it was.
            red.say('<joinRoom roomId="nowhere"/>')
            await red.expect("errorpacket")
            assert running.lobby.rooms[room].players() == 2
            bad.hang_up()

        async def hang_up_all() -> None:
            while Peer.connected:
                Peer.connected.pop().hang_up()

        poke()
        runner.run(still_playing(red, blue, room))
        runner.run(hang_up_all())
        runner.run(running.stop())
        assert not running.lobby.rooms
        assert not running.lobby.connections
