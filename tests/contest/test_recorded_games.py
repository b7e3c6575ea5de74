"""Whole recorded connections against our server: the same bytes in, the same bytes out."""

import asyncio

import pytest

from schwarm.contest.server import lobby
from schwarm.contest.wire import Element, Reader, render, season_of_game
from schwarm.game import Game, new_game
from tests.contest.peers import Peer, served, server
from tests.contest.streams import stream
from tests.games.mississippi_queen import streams as streams2017

REQUEST = (
    b'\n  <room roomId="839dfbf8-a0fd-4264-abf1-9bd3db78dc1e">'
    b'\n    <data class="sc.framework.plugins.protocol.MoveRequest"/>\n  </room>'
)


def messages(name: str) -> list[Element]:
    return Reader(max_bytes=1 << 20).feed(stream(name))


def recorded_ids(monkeypatch: pytest.MonkeyPatch, ids: list[str]) -> None:
    given = iter(ids)
    monkeypatch.setattr(lobby, "uuid4", lambda: next(given))


async def act(peer: Peer, name: str, game: str) -> None:
    """Say the recorded client's words: the first at once, each move when asked, the rest at the end."""
    season = season_of_game(game)
    words = messages(name)
    peer.say(render(words.pop(0), 1))
    while words:
        message = await peer.next()
        asked = message.name == "room" and season.is_request(message.need("data"))
        if words[0].name == "room" and asked:
            peer.say(render(words.pop(0), 1))
        elif words[0].name != "room" and message.name == "left":
            peer.say(render(words.pop(0), 1) + "\n</protocol>")
    await peer.closed()


async def conducted(admin: Peer, year: str, game: str, players: dict[str, Peer]) -> list[asyncio.Task[None]]:
    """The administrator prepares and watches a game as recorded; what the players, by name, still do."""
    authenticate, prepare, observe = messages(f"{year}/admin.c2s.xml.gz")[:3]
    admin.say(render(authenticate, 1) + render(prepare, 1))
    await admin.expect("prepared")
    admin.say(render(observe, 1))
    await admin.expect("observed")
    playing = [
        asyncio.create_task(act(peer, f"{year}/{name}.c2s.xml.gz", game)) for name, peer in players.items()
    ]
    await admin.until("left")
    assert stream(f"{year}/admin.s2c.xml.gz").startswith(admin.received)
    return playing


def start2026() -> Game:
    states = [m.need("data") for m in messages("2026/java_red.s2c.xml.gz") if m.name == "room"]
    state = next(data for data in states if data.child("state")).need("state")
    position = season_of_game("piranhas").read_position(state, None)
    return new_game("piranhas", profile="official", position=position)


@served
async def test_the_game_of_2026_between_java_and_socha(monkeypatch: pytest.MonkeyPatch) -> None:
    room, *codes = [
        "d3596322-9c2b-4835-9eae-1c9dceb73ad6",
        "a545edc8-a50e-4d44-bf45-861a99a92d3a",
        "e7c024e1-d0b6-4f7a-af6f-c03df61ee401",
    ]
    recorded_ids(monkeypatch, [room, *codes])
    async with server(start=lambda _: start2026(), password="examplepassword") as running:
        admin, java, socha = [await Peer.connect(running) for _ in range(3)]
        playing = await conducted(admin, "2026", "piranhas", {"java_red": java, "socha_blue": socha})
        await playing[0]
        assert java.received == stream("2026/java_red.s2c.xml.gz")
        while b"<left " not in socha.received:
            await asyncio.sleep(0.01)
        socha.hang_up()  # as it does after the end, without a word
        await asyncio.wait([playing[1]])
        assert stream("2026/socha_blue.s2c.xml.gz").startswith(socha.received)
        assert socha.received.endswith(b'"/>')


@served
async def test_the_game_of_2027_between_two_players_of_socha(monkeypatch: pytest.MonkeyPatch) -> None:
    """The side to move is asked, twice in a row where the other side's colours have dropped out."""
    room, *codes = [
        "112f2de4-b67b-434b-b920-6ba41d406030",
        "cbd4572b-3b9b-46c8-948d-0b2d0d1ed336",
        "752ebc82-7fe4-479a-8d37-6a53cd4f82b4",
    ]
    recorded_ids(monkeypatch, [room, *codes])

    def start(_: str) -> Game:
        first = messages("2027/replay.xml.gz")[0].need("data").need("state")
        return new_game("blokus", position=season_of_game("blokus").read_position(first, None))

    async with server(start=start, password="examplepassword") as running:
        admin, one, two = [await Peer.connect(running) for _ in range(3)]
        playing = await conducted(admin, "2027", "blokus", {"socha_one": one, "socha_two": two})
        for peer, name, task in ((one, "socha_one", playing[0]), (two, "socha_two", playing[1])):
            while b"<left " not in peer.received:
                await asyncio.sleep(0.01)
            peer.hang_up()
            await asyncio.wait([task])
            assert stream(f"2027/{name}.s2c.xml.gz").startswith(peer.received)
            assert peer.received.endswith(b'"/>')


@served
@pytest.mark.parametrize("name", ["goal_game", "rule_violation"])
async def test_a_game_of_2017(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one ends a little earlier here: blue has no legal move, so it is not asked for one."""
    recorded = messages(f"2017/{name}.red.server-to-client.xml.gz")
    recorded_ids(monkeypatch, [recorded[0].attributes["roomId"]])
    start = streams2017.start(f"{name}.red")
    async with server(start=lambda _: start) as running:
        red, blue = await Peer.connect(running), await Peer.connect(running)
        acting = []
        for peer, colour in ((red, "red"), (blue, "blue")):
            words = f"2017/{name}.{colour}.client-to-server.xml.gz"
            acting.append(asyncio.create_task(act(peer, words, "mississippi_queen")))
            while b"<joined " not in peer.received:
                await asyncio.sleep(0.01)
        while any(b"<left " not in peer.received for peer in (red, blue)):
            await asyncio.sleep(0.01)
        for task in acting:
            task.cancel()
        for peer, colour in ((red, "red"), (blue, "blue")):
            expected = stream(f"2017/{name}.{colour}.server-to-client.xml.gz")
            received = peer.received
            if name == "rule_violation":
                expected = expected.partition(b'    <data class="error"')[0]
                received = received.partition(b'    <data class="result"')[0]
                opening = b'\n  <room roomId="839dfbf8-a0fd-4264-abf1-9bd3db78dc1e">\n'
                expected = expected.removesuffix(opening).removesuffix(REQUEST)
                received = received.removesuffix(opening)
            same = expected in (received, received + b"\n</protocol>")
            assert same


@served
async def test_the_prepared_and_paused_game_of_2017(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "prepared_paused"
    prepared = messages(f"2017/{name}.observer.server-to-client.xml.gz")[0]
    codes = [child.text for child in prepared.children]
    recorded_ids(monkeypatch, [prepared.attributes["roomId"], *codes])
    start = streams2017.start(f"{name}.observer")
    async with server(start=lambda _: start, password="examplepassword") as running:
        observer, red, blue = [await Peer.connect(running) for _ in range(3)]
        words = [render(message, 1) for message in messages(f"2017/{name}.observer.client-to-server.xml.gz")]
        red_words = [render(m, 1) for m in messages(f"2017/{name}.red.client-to-server.xml.gz")]
        blue_words = [render(m, 1) for m in messages(f"2017/{name}.blue.client-to-server.xml.gz")]
        observer.say("".join(words[:4]))  # authenticate, prepare, observe, pause
        await observer.expect("prepared")
        await observer.expect("observed")
        red.say(red_words[0])
        await red.silence(0.05)  # a reserved seat is confirmed when the room is full
        blue.say(blue_words[0])
        await observer.expect("memento")
        await observer.expect("paused")
        observer.say(words[4])  # step
        await red.until("sc.framework.plugins.protocol.MoveRequest")
        red.say(red_words[1])
        await observer.expect("memento")
        await observer.expect("paused")
        observer.say(words[5])  # go on
        await blue.until("sc.framework.plugins.protocol.MoveRequest")
        blue.say(blue_words[1])
        await red.until("sc.framework.plugins.protocol.MoveRequest")
        red.hang_up()
        await observer.until("left")
        await blue.until("left")
        for peer, who in ((observer, "observer"), (blue, "blue")):
            recorded = stream(f"2017/{name}.{who}.server-to-client.xml.gz")
            assert recorded.startswith(peer.received)
            assert len(recorded) - len(peer.received) <= len(b"\n</protocol>")
        assert stream(f"2017/{name}.red.server-to-client.xml.gz").startswith(red.received)
