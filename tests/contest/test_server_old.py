"""The server towards clients of 2017 and 2020: every case of the protocols' descriptions."""

import asyncio

import pytest

from schwarm.contest.wire import Element, season_of_game
from schwarm.referee import Limits
from tests.contest.peers import Peer, play_on, served, server

REQUEST = "sc.framework.plugins.protocol.MoveRequest"
GOODBYE = b"\n  <sc.protocol.responses.CloseConnection/>\n</protocol>"
OLD = ["hive", "mississippi_queen"]
LEGAL = {
    "hive": '<data class="setmove"><piece owner="RED" type="BEE"/><destination x="{}" y="{}" z="0"/></data>',
    "mississippi_queen": '<data class="move"><advance order="0" distance="1"/></data>',
}
ILLEGAL = {
    "hive": '<data class="skipmove"/>',
    "mississippi_queen": '<data class="move"/>',
}


async def seated(running: object, game: str) -> tuple[Peer, Peer, str]:
    red, blue = await Peer.connect(running), await Peer.connect(running)  # type: ignore[arg-type]
    room = await red.join(game)
    assert await blue.join(game) == room
    for peer in (red, blue):
        await peer.expect("welcomeMessage")
        await peer.expect("memento")
    await red.expect(REQUEST)
    return red, blue, room


def scores(result: Element) -> list[tuple[str, str | None]]:
    found = [child for child in result.children if child.name == "score"]
    return [(score.attributes["cause"], score.attributes.get("reason")) for score in found]


def move(room: str, data: str) -> str:
    return f'<room roomId="{room}">{data}</room>'


@served
@pytest.mark.parametrize("game", OLD)
async def test_two_clients_play_a_whole_game_and_say_goodbye(game: str) -> None:
    async with server() as running:
        red, blue = await Peer.connect(running), await Peer.connect(running)
        await red.join(game)
        await blue.join(game)
        first, second = await asyncio.gather(play_on(red, game), play_on(blue, game))
        assert first == second
        assert [cause for cause, _ in scores(first)] == ["REGULAR", "REGULAR"]
        await red.expect("left")
        red.say("<sc.protocol.responses.CloseConnection/></protocol>")
        received = await red.closed()
        assert received.endswith(b'"/>\n</protocol>')
        assert b'color="red"' in received
        blue.say("<close/>")
        assert (await blue.closed()).endswith(b"\n</protocol>")


@served
@pytest.mark.parametrize("game", OLD)
async def test_a_space_stands_before_every_closing_tag(game: str) -> None:
    """The Ruby client of 2020 waits for a room's end tag after a blank."""
    async with server() as running:
        red, _, _ = await seated(running, game)
        assert red.received.count(b" </room>") == red.received.count(b"</room>") == 3


@served
async def test_an_illegal_move_of_2020() -> None:
    async with server() as running:
        red, blue, room = await seated(running, "hive")
        red.say(move(room, ILLEGAL["hive"]))
        error = await red.expect("error")
        assert error.attributes["message"].startswith("Ungueltiger Zug von 'Unknown'.\n")
        assert not error.children
        result = await red.expect("result")
        assert scores(result)[0][0] == "RULE_VIOLATION"
        assert scores(result)[1] == ("REGULAR", "")
        await red.expect("left")
        assert (await red.closed()).endswith(GOODBYE)
        await blue.expect("result")
        await blue.expect("left")
        await blue.silence(0.05)


@served
async def test_an_illegal_move_of_2017() -> None:
    async with server() as running:
        red, blue, room = await seated(running, "mississippi_queen")
        red.say(move(room, ILLEGAL["mississippi_queen"]))
        error = await red.expect("error")
        assert error.need("originalRequest").attributes == {"class": "room", "roomId": room}
        assert b'<data class="result">' not in (received := await red.closed())
        assert received.endswith(GOODBYE)
        assert await blue.expect("error") == error
        assert scores(await blue.expect("result")) == [
            ("RULE_VIOLATION", "Der Zug enthält keine Aktionen"),
            ("REGULAR", None),
        ]
        await blue.expect("left")


@served
@pytest.mark.parametrize("game", OLD)
async def test_a_room_message_without_a_move_breaks_the_rules(game: str) -> None:
    async with server() as running:
        red, blue, room = await seated(running, game)
        red.say(f'<room roomId="{room}"/>')
        error = await red.expect("error")
        assert error.attributes["message"] == "Unknown hat kein Zug-Objekt gesendet."
        assert not error.children
        result = await blue.until("result")
        assert scores(result)[0] == ("RULE_VIOLATION", "Unknown hat kein Zug-Objekt gesendet.")
        assert (await red.closed()).endswith(GOODBYE)


@served
@pytest.mark.parametrize("game", OLD)
async def test_a_move_out_of_turn_ends_the_game_at_once(game: str) -> None:
    """The official server of 2020 lets the game hang; ours ends it."""
    async with server() as running:
        red, blue, room = await seated(running, game)
        blue.say(move(room, LEGAL[game].format(0, 0)))
        if game == "hive":
            assert (await blue.expect("error")).attributes["message"] == "It's not your turn yet."
        assert (await blue.closed()).endswith(GOODBYE)
        assert [cause for cause, _ in scores(await red.expect("result"))] == ["REGULAR", "LEFT"]
        await red.expect("left")


@served
@pytest.mark.parametrize("game", OLD)
@pytest.mark.parametrize(
    "words",
    ["<oops></protocol>", "<unknown/>", '<room roomId="ROOM"><data class="nonsense"/></room>'],
)
async def test_broken_xml_and_unknown_elements_end_the_document(game: str, words: str) -> None:
    async with server() as running:
        red, blue, room = await seated(running, game)
        red.say(words.replace("ROOM", room))
        received = await red.closed()
        assert received.endswith(b"\n</protocol>")
        assert not received.endswith(GOODBYE)
        assert [cause for cause, _ in scores(await blue.expect("result"))] == ["LEFT", "REGULAR"]


@served
@pytest.mark.parametrize("game", OLD)
@pytest.mark.parametrize(
    "words", [None, "</protocol>", "<sc.protocol.responses.CloseConnection/>", "<close/>"]
)
async def test_leaving_loses(game: str, words: str | None) -> None:
    async with server() as running:
        red, blue, _ = await seated(running, game)
        if words is None:
            red.hang_up()
        else:
            red.say(words)
        assert [cause for cause, _ in scores(await blue.expect("result"))] == ["LEFT", "REGULAR"]
        await blue.expect("left")


@served
@pytest.mark.parametrize("game", OLD)
async def test_an_unknown_room_closes_the_connection(game: str) -> None:
    async with server() as running:
        red, blue, _ = await seated(running, game)
        red.say(move("nowhere", LEGAL[game].format(0, 0)))
        assert (await red.closed()).endswith(GOODBYE)
        assert [cause for cause, _ in scores(await blue.expect("result"))] == ["LEFT", "REGULAR"]


@served
@pytest.mark.parametrize("game", OLD)
@pytest.mark.parametrize(("soft", "wait", "cause"), [(30, True, "SOFT_TIMEOUT"), (20, False, "HARD_TIMEOUT")])
async def test_time_outs(game: str, soft: int, wait: bool, cause: str) -> None:
    async with server(limits=Limits(soft, None if wait else 60)) as running:
        red, blue, room = await seated(running, game)
        if wait:
            await asyncio.sleep(0.06)
            red.say(move(room, LEGAL[game].format(0, 0)))
        for peer in (red, blue):
            assert [cause for cause, _ in scores(await peer.expect("result"))] == [cause, "REGULAR"]
            await peer.expect("left")


@served
async def test_wrong_passwords_and_reservations_close_a_connection_of_2017() -> None:
    async with server() as running:
        peer = await Peer.connect(running)
        peer.say('<authenticate passphrase="wrong"/>')
        assert (await peer.closed()).endswith(GOODBYE)


@served
@pytest.mark.parametrize("game", OLD)
async def test_requests_of_strangers_are_ignored_silently(game: str) -> None:
    async with server() as running:
        red, _, room = await seated(running, game)
        for words in (
            f'<observe roomId="{room}"/>',
            f'<cancel roomId="{room}"/>',
            f'<pause roomId="{room}" pause="true"/>',
        ):
            red.say(words)
        red.say(f'<prepare gameType="{season_of_game(game).game_type}"><slot/><slot/></prepare>')
        await red.silence(0.1)
        assert len(running.lobby.rooms) == 1


@served
@pytest.mark.parametrize("game", OLD)
async def test_a_reserved_seat_is_confirmed_when_the_room_is_full(game: str) -> None:
    async with server() as running:
        admin, first, second = [await Peer.connect(running) for _ in range(3)]
        await admin.authenticate()
        kind = season_of_game(game).game_type
        slots = "".join(f'<slot displayName="{n}" canTimeout="false" shouldBePaused="false"/>' for n in "AB")
        admin.say(f'<prepare gameType="{kind}">{slots}</prepare>')
        prepared = await admin.expect("prepared")
        codes = [child.text for child in prepared.children]
        assert len(codes) == 2
        second.say(f'<joinPrepared reservationCode="{codes[1]}"/>')
        await second.silence(0.05)
        first.say(f'<joinPrepared reservationCode="{codes[0]}"/>')
        for peer, colour in ((first, "red"), (second, "blue")):
            await peer.expect("joined")
            assert (await peer.expect("welcomeMessage")).attributes["color"] == colour
            state = (await peer.expect("memento")).need("state")
            assert state.need("red").attributes["displayName"] == "A"


@served
async def test_pause_and_step_of_2020_send_no_states_in_between() -> None:
    async with server() as running:
        admin = await Peer.connect(running)
        await admin.authenticate()
        red, blue, room = await seated(running, "hive")
        for existing in ("false", "true"):
            assert (await admin.expect("joinedGameRoom")).attributes["existing"] == existing
        admin.say(f'<observe roomId="{room}"/>')
        await admin.expect("observed")
        admin.say(f'<pause roomId="{room}" pause="true"/>')
        await admin.silence(0.05)
        red.say(move(room, LEGAL["hive"].format(0, 0)))
        for peer in (admin, red, blue):
            await peer.silence(0.05)
        admin.say(f'<step roomId="{room}"/>')
        for peer in (admin, red, blue):
            assert (await peer.expect("memento")).need("state").attributes["turn"] == "1"
        await blue.expect(REQUEST)


@served
async def test_cancel_of_2020_sends_left_without_a_result_and_keeps_the_administrator() -> None:
    async with server() as running:
        admin = await Peer.connect(running)
        await admin.authenticate()
        red, blue, room = await seated(running, "hive")
        for _ in range(2):
            await admin.expect("joinedGameRoom")
        admin.say(f'<cancel roomId="{room}"/>')
        for peer in (red, blue):
            await peer.expect("left")
        admin.say('<testMode testMode="true"/>')
        assert (await admin.expect("testing")).attributes == {"testMode": "true"}


@served
async def test_the_test_mode_of_2020_adds_up_results() -> None:
    async with server() as running:
        admin = await Peer.connect(running)
        await admin.authenticate()
        admin.say('<testMode testMode="true"/>')
        await admin.expect("testing")
        for _ in range(2):
            red, blue, _ = await seated(running, "hive")
            red.hang_up()
            await blue.expect("result")
            await blue.expect("left")
        admin.say('<scoreForPlayer displayName="Unknown"/>')
        score = (await admin.until("playerScore")).need("score")
        assert score.attributes == {"displayName": "Unknown", "numberOfTests": "4"}
        assert [values.need("value").text for values in score.children] == ["4", "-1.0000000"]
        admin.say('<scoreForPlayer displayName="nobody"/>')
        await admin.expect("errorpacket")


@served
async def test_the_clock_of_a_slot_can_be_switched_and_a_reservation_freed() -> None:
    async with server(limits=Limits(20, 60)) as running:
        admin = await Peer.connect(running)
        await admin.authenticate()
        slots = '<slot displayName="A" canTimeout="true"/><slot displayName="B" canTimeout="true"/>'
        admin.say(f'<prepare gameType="swc_2020_hive">{slots}</prepare>')
        prepared = await admin.expect("prepared")
        room = prepared.attributes["roomId"]
        for child in prepared.children:
            admin.say(f'<freeReservation reservation="{child.text}"/>')
        for slot in range(2):
            admin.say(f'<timeout roomId="{room}" slot="{slot}" activate="false"/>')
        await admin.silence(0.05)
        red, _, joined = await seated(running, "hive")
        assert joined == room
        await red.silence(0.15)


@served
async def test_all_games_run_side_by_side_and_types_are_not_mixed() -> None:
    async with server() as running:
        waiting = {game: await Peer.connect(running) for game in (*OLD, "piranhas")}
        rooms = {game: await peer.join(game) for game, peer in waiting.items()}
        assert len(set(rooms.values())) == 3
        for game, room in rooms.items():
            other = await Peer.connect(running)
            assert await other.join(game) == room
