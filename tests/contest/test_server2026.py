"""The server towards clients of 2026: every case of the protocol's description, over real sockets."""

import asyncio

import pytest

from schwarm.contest.wire import Element
from schwarm.game import new_game
from schwarm.referee import Limits
from tests.contest.peers import Peer, play_on, seated, served, server


def end_of(result: Element) -> tuple[str | None, str, str]:
    winner = result.need("winner").attributes
    return winner.get("team"), winner["regular"], winner["reason"]


def scores(result: Element) -> list[list[str]]:
    return [[part.text for part in entry.need("score").children] for entry in result.need("scores").children]


@served
async def test_nothing_is_said_before_the_client_speaks_and_the_layout_is_exact() -> None:
    async with server() as running:
        peer = await Peer.connect(running, opening=b"")
        await asyncio.sleep(0.05)
        peer.say("<protocol><join gameType='swc_2026_piranhas'/>")
        room = (await peer.expect("joined")).attributes["roomId"]
        assert peer.received == f'<protocol>\n  <joined roomId="{room}"/>'.encode()


@served
async def test_a_silent_client_gets_the_root_after_a_while() -> None:
    async with server() as running:
        peer = await Peer.connect(running, opening=b"")
        assert await peer._from.read(100) == b"<protocol>"


@served
async def test_two_clients_play_a_whole_game() -> None:
    async with server() as running:
        red, blue = await Peer.connect(running), await Peer.connect(running)
        await red.join()
        await blue.join()
        first, second = await asyncio.gather(play_on(red), play_on(blue))
        assert first == second
        assert end_of(first)[1] == "true"
        await red.expect("left")
        await blue.expect("left")
        while running.lobby.rooms:  # what has been told is not forgotten in the same moment
            await asyncio.sleep(0.001)
        # The connection lives on: the same clients may play again.
        assert await red.join() == await blue.join()


@served
async def test_welcome_state_and_request_come_in_this_order() -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        assert b'<data class="welcomeMessage" color="ONE"/>' in red.received
        assert b'<data class="welcomeMessage" color="TWO"/>' in blue.received
        red.say(
            f'<room roomId="{room}"><data class="move"><direction>RIGHT</direction><from y="4" x="0" a="1"/>'
        )
        red.say("</data></room>")
        state = (await red.expect("memento")).need("state")
        assert state.attributes["turn"] == "1"
        assert [child.name for child in state.children] == ["lastMove", "board"]
        await blue.expect("memento")
        await blue.expect("moveRequest")


@served
async def test_a_join_without_a_type_takes_the_waiting_room() -> None:
    async with server() as running:
        red, blue = await Peer.connect(running), await Peer.connect(running)
        room = await red.join()
        blue.say("<join/>")
        assert (await blue.expect("joined")).attributes["roomId"] == room


@served
async def test_a_join_without_a_type_prefers_the_default_game_then_any_that_waits() -> None:
    async with server(games=("piranhas", "hive")) as running:
        hive, red, blue, third = [await Peer.connect(running) for _ in range(4)]
        other = await hive.join("hive")
        room = await red.join()
        for peer, expected in ((blue, room), (third, other)):
            peer.say("<join/>")
            assert (await peer.expect("joined")).attributes["roomId"] == expected


@served
async def test_join_room_takes_a_free_seat_and_refuses_a_full_or_unknown_room() -> None:
    async with server() as running:
        red, blue, late = [await Peer.connect(running) for _ in range(3)]
        room = await red.join()
        blue.say(f'<joinRoom roomId="{room}"/>')
        await blue.expect("joined")
        late.say(f'<joinRoom roomId="{room}"/>')
        error = await late.expect("errorpacket")
        assert error.attributes["message"] == (
            f"sc.api.plugins.exceptions.GameRoomException: Room {room} is already full!"
        )
        assert error.children == [Element("originalRequest", {"class": "joinRoom", "roomId": room})]
        late.say('<joinRoom roomId="nowhere"/>')
        assert (
            "Couldn't find a room with id nowhere" in (await late.expect("errorpacket")).attributes["message"]
        )
        await late.join()


@served
async def test_an_unknown_reservation_is_answered_byte_for_byte() -> None:
    async with server() as running:
        peer = await Peer.connect(running)
        peer.say('<joinPrepared reservationCode="nope"/>')
        await peer.expect("errorpacket")
        assert peer.received.decode() == (
            '<protocol>\n  <errorpacket message="sc.server.gaming.UnknownReservationException: '
            'Couldn&apos;t find a reservation for the provided token.">\n'
            '    <originalRequest class="joinPrepared" reservationCode="nope"/>\n  </errorpacket>'
        )


@served
async def test_prepared_seats_go_by_slot_not_by_arrival_and_codes_work_once() -> None:
    async with server() as running:
        admin, first, second = [await Peer.connect(running) for _ in range(3)]
        await admin.authenticate()
        room, codes = await admin.prepare()
        second.say(f'<joinPrepared reservationCode="{codes[1]}"/>')
        assert (await second.expect("joined")).attributes["roomId"] == room
        first.say(f'<joinPrepared reservationCode="{codes[1]}"/>')
        await first.expect("errorpacket")
        first.say(f'<joinPrepared reservationCode="{codes[0]}"/>')
        await first.expect("joined")
        assert (await first.expect("welcomeMessage")).attributes["color"] == "ONE"
        assert (await second.expect("welcomeMessage")).attributes["color"] == "TWO"


@served
async def test_a_plain_join_never_takes_a_reserved_seat() -> None:
    async with server() as running:
        admin, peer = await Peer.connect(running), await Peer.connect(running)
        await admin.authenticate()
        room, _ = await admin.prepare()
        assert await peer.join() != room


@served
async def test_slots_without_flags_get_no_codes_and_stand_open() -> None:
    async with server() as running:
        admin, peer = await Peer.connect(running), await Peer.connect(running)
        await admin.authenticate()
        admin.say(
            '<prepare gameType="swc_2026_piranhas"><slot displayName="A"/><slot displayName="B"/></prepare>'
        )
        prepared = await admin.expect("prepared")
        assert not prepared.children
        assert await peer.join() == prepared.attributes["roomId"]
        news = await admin.expect("joinedGameRoom")
        assert news.attributes == {"roomId": prepared.attributes["roomId"], "playerCount": "1"}


@served
@pytest.mark.parametrize(
    "request_",
    [
        '<prepare gameType="swc_2026_piranhas"><slot/><slot/><slot/></prepare>',
        '<prepare gameType="chess"><slot/></prepare>',
        '<join gameType="chess"/>',
        "<unknown/>",
        "<room/>",
        "<joinRoom/>",
    ],
)
async def test_what_the_protocol_does_not_know_drops_the_connection(request_: str) -> None:
    async with server() as running:
        peer = await Peer.connect(running)
        await peer.authenticate()
        peer.say(request_)
        assert b"</protocol>" not in await peer.closed()


@served
async def test_administration_needs_the_password() -> None:
    async with server() as running:
        peer = await Peer.connect(running)
        peer.say('<observe roomId="x"/>')
        assert "requires authentication" in (await peer.expect("errorpacket")).attributes["message"]
        peer.say('<authenticate password="wrong"/>')
        error = await peer.expect("errorpacket")
        assert error.attributes["message"].endswith(
            "AuthenticationFailedException: Failed to authenticate as administrator"
        )
        assert b"wrong" not in peer.received
        await peer.authenticate()
        peer.say('<observe roomId="x"/>')
        assert "Couldn't find a room with id x" in (await peer.expect("errorpacket")).attributes["message"]


@served
async def test_without_a_password_nobody_is_an_administrator() -> None:
    async with server(password=None) as running:
        peer = await Peer.connect(running)
        peer.say('<authenticate password=""/>')
        await peer.expect("errorpacket")


@served
async def test_an_illegal_move_is_told_to_the_offender_and_observers_only() -> None:
    async with server() as running:
        admin, first, second = [await Peer.connect(running) for _ in range(3)]
        await admin.authenticate()
        room, codes = await admin.prepare()
        admin.say(f'<observe roomId="{room}"/>')
        await admin.expect("observed")
        for peer, code in zip((first, second), codes, strict=True):
            peer.say(f'<joinPrepared reservationCode="{code}"/>')
        await first.until("moveRequest")
        first.move(room, 0, 4, "LEFT")
        error = await first.expect("error")
        assert "Ungueltiger Zug von 'Alice'.\nInvalidMoveException(mistake=" in error.attributes["message"]
        result = await first.expect("result")
        assert end_of(result) == (
            "TWO",
            "false",
            "Regelverletzung von Alice: Das Zielfeld liegt außerhalb des Spielfelds bei "
            "'Schwimme von [0|4] in Richtung LEFT'",
        )
        assert scores(result)[0] == ["0", "0"]
        assert scores(result)[1][0] == "2"
        await first.expect("left")
        for kind in ("joined", "welcomeMessage", "memento", "result", "left"):
            await second.expect(kind)
        for kind in ("memento", "error", "result", "left"):
            await admin.expect(kind)


@served
@pytest.mark.parametrize(
    ("x", "y", "mistake"), [(5, 5, "WRONG_START"), (3, 0, "WRONG_START"), (-1, 99, "WRONG_START")]
)
async def test_a_wrong_start_is_a_broken_rule_even_off_the_board(x: int, y: int, mistake: str) -> None:
    async with server() as running:
        red, _, room = await seated(running)
        red.move(room, x, y, "UP")
        assert f"mistake={mistake}," in (await red.expect("error")).attributes["message"]
        assert "Das Startfeld ist kein Piranha des eigenen Teams" in end_of(await red.expect("result"))[2]


@served
async def test_a_move_out_of_turn_loses() -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        blue.move(room, 1, 0, "UP")
        words = (
            "It's not your turn yet; expected: ONE(), got TWO() (msg was Schwimme von [1|0] in Richtung UP)."
        )
        assert (await blue.expect("error")).attributes["message"] == words
        reason = f"Missachtung des Spielablaufs von TWO: {words}"
        assert end_of(await blue.expect("result")) == ("ONE", "false", reason)
        assert end_of(await red.expect("result")) == ("ONE", "false", reason)
        await red.expect("left")


@served
async def test_a_move_before_the_start_ends_the_room() -> None:
    async with server() as running:
        red = await Peer.connect(running)
        room = await red.join()
        red.move(room, 0, 4, "RIGHT")
        assert (await red.expect("error")).attributes["message"] == "Move from ONE() has not been requested."
        assert end_of(await red.expect("result"))[2].endswith("Move from ONE() has not been requested.")
        await red.expect("left")
        assert not running.lobby.rooms


@served
async def test_a_late_answer_loses_and_is_not_played() -> None:
    async with server(limits=Limits(50, None)) as running:
        red, blue, room = await seated(running)
        await asyncio.sleep(0.1)
        red.move(room, 0, 4, "RIGHT")
        result = await red.expect("result")
        assert end_of(result) == (
            "TWO",
            "false",
            "ONE hat fuer die Antwort auf die Zugaufforderung laenger als 0.05 Sekunden gebraucht.",
        )
        await blue.expect("result")


@served
async def test_no_answer_loses_after_the_hard_limit() -> None:
    async with server(limits=Limits(20, 60)) as running:
        red, blue, _ = await seated(running)
        reason = "ONE hat innerhalb von 0.02 Sekunden nach Aufforderung keinen Zug gesendet."
        assert end_of(await blue.expect("result")) == ("TWO", "false", reason)
        await red.expect("result")
        await red.expect("left")


@served
async def test_a_slot_that_cannot_time_out_has_no_limit() -> None:
    async with server(limits=Limits(20, 60)) as running:
        admin, first, second = [await Peer.connect(running) for _ in range(3)]
        await admin.authenticate()
        room, codes = await admin.prepare(timeout=False)
        for peer, code in zip((first, second), codes, strict=True):
            peer.say(f'<joinPrepared reservationCode="{code}"/>')
        await first.until("moveRequest")
        await asyncio.sleep(0.2)
        first.move(room, 0, 4, "RIGHT")
        await first.expect("memento")


@served
@pytest.mark.parametrize(
    ("last_words", "why"),
    [
        (None, "LOST_CONNECTION"),
        ("</protocol>", "LOST_CONNECTION"),
        ("<close/>", "RECEIVED_DISCONNECT"),
        ("<close/></protocol>", "RECEIVED_DISCONNECT"),
        ("<oops", "LOST_CONNECTION"),
        ("<oops></protocol>", "PROTOCOL_ERROR"),
        ("<unknown/>", "PROTOCOL_ERROR"),
        ('<room roomId="ROOM"><data class="nonsense"/></room>', "PROTOCOL_ERROR"),
        ('<room roomId="ROOM"><data class="move"><from x="0" y="4"/></data></room>', "PROTOCOL_ERROR"),
        (
            '<room roomId="ROOM"><data class="move"><from x="0" y="4"/><direction> UP</direction>'
            "</data></room>",
            "PROTOCOL_ERROR",
        ),
        ('<room roomId="ROOM"/>', "PROTOCOL_ERROR"),
    ],
)
async def test_leaving_loses_and_the_reason_says_how(last_words: str | None, why: str) -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        if last_words is not None:
            red.say(last_words.replace("ROOM", room))
            await red.flush()
        if last_words in (None, "<oops"):
            red.hang_up()
        assert end_of(await blue.expect("result")) == ("TWO", "false", f"ONE hat das Spiel verlassen: {why}")
        await blue.expect("left")
        if last_words is not None and "close" in last_words:
            assert (await red.closed()).endswith(b"\n</protocol>")


@served
async def test_harmless_mistakes_cost_nothing() -> None:
    async with server() as running:
        red, blue, room = await seated(running)
        red.move("nowhere", 0, 4, "RIGHT")
        assert (
            "Couldn't find a room with id nowhere" in (await red.expect("errorpacket")).attributes["message"]
        )
        red.say(f'<room roomId="{room}"><data class="moveRequest"/></room>')
        await red.expect("errorpacket")
        stranger = await Peer.connect(running)
        stranger.move(room, 0, 4, "RIGHT")
        await stranger.expect("errorpacket")
        red.move(room, 0, 4, "RIGHT")
        await red.expect("memento")
        await blue.expect("memento")


@served
async def test_leaving_a_waiting_room_closes_it_and_its_codes() -> None:
    async with server() as running:
        admin, first, second = [await Peer.connect(running) for _ in range(3)]
        await admin.authenticate()
        room, codes = await admin.prepare()
        admin.say(f'<observe roomId="{room}"/>')
        await admin.expect("observed")
        first.say(f'<joinPrepared reservationCode="{codes[0]}"/>')
        await first.expect("joined")
        first.hang_up()
        result = await admin.expect("result")
        assert end_of(result)[0] is None
        assert scores(result) == [["0", "0"], ["0", "0"]]
        second.say(f'<joinPrepared reservationCode="{codes[1]}"/>')
        await second.expect("errorpacket")


@served
async def test_pause_and_step() -> None:
    async with server() as running:
        admin, first, second = [await Peer.connect(running) for _ in range(3)]
        await admin.authenticate()
        room, codes = await admin.prepare(pause=True)
        admin.say(f'<observe roomId="{room}"/>')
        await admin.expect("observed")
        for peer, code in zip((first, second), codes, strict=True):
            peer.say(f'<joinPrepared reservationCode="{code}"/>')
            await peer.expect("joined")
        for peer in (first, second):
            await peer.expect("welcomeMessage")
            await peer.silence(0.05)
        admin.say(f'<step roomId="{room}"/>')
        await admin.expect("memento")
        await first.expect("memento")
        await first.expect("moveRequest")
        await second.expect("memento")
        # A step while the request is out says both again.
        admin.say(f'<step roomId="{room}"/>')
        await admin.expect("memento")
        await first.expect("memento")
        await first.expect("moveRequest")
        await second.expect("memento")
        first.move(room, 0, 4, "RIGHT")
        assert (await admin.expect("memento")).need("state").attributes["turn"] == "1"
        await first.silence(0.05)
        await second.silence(0.05)
        admin.say(f'<pause roomId="{room}" pause="true"/>')
        await admin.silence(0.05)
        admin.say(f'<pause roomId="{room}" pause="false"/>')
        assert (await admin.expect("paused")).attributes["paused"] == "false"
        assert (await second.expect("memento")).need("state").attributes["turn"] == "1"
        await second.expect("moveRequest")
        admin.say(f'<step roomId="{room}"/>')
        await second.silence(0.05)


@served
async def test_cancel_judges_the_present_position_as_regular() -> None:
    async with server(start=lambda game: new_game(game, profile="official", seed=3)) as running:
        admin = await Peer.connect(running)
        await admin.authenticate()
        red, blue, room = await seated(running)
        for _ in range(2):
            await admin.expect("joinedGameRoom")
        admin.say(f'<cancel roomId="{room}"/>')
        result = await red.expect("result")
        assert end_of(result)[1] == "true"
        await red.expect("left")
        await blue.expect("result")
        await blue.expect("left")


@served
async def test_cancel_and_forced_step_before_the_start_blame_the_absent() -> None:
    async with server() as running:
        admin = await Peer.connect(running)
        await admin.authenticate()
        for order in ("<cancel", '<step forced="true"'):
            room, codes = await admin.prepare()
            peer = await Peer.connect(running)
            peer.say(f'<joinPrepared reservationCode="{codes[0]}"/>')
            await peer.expect("joined")
            admin.say(f'<step roomId="{room}"/>')
            admin.say(f'{order} roomId="{room}"/>')
            result = await peer.expect("result")
            assert end_of(result) == ("ONE", "false", "Bob hat das Spiel verlassen: NOT_CONNECTED")
            await peer.expect("left")


@served
async def test_an_observer_gets_no_state_on_joining_a_running_game() -> None:
    async with server() as running:
        admin = await Peer.connect(running)
        await admin.authenticate()
        red, _, room = await seated(running)
        for _ in range(2):
            await admin.expect("joinedGameRoom")
        admin.say(f'<observe roomId="{room}"/>')
        await admin.expect("observed")
        await admin.silence(0.05)
        red.move(room, 0, 4, "RIGHT")
        await admin.expect("memento")


@served
async def test_a_client_may_play_against_itself_on_one_connection() -> None:
    async with server() as running:
        peer = await Peer.connect(running)
        assert await peer.join() == await peer.join()
        assert (await play_on(peer)).attributes["class"] == "result"


@served
async def test_a_shutdown_tells_everybody_and_closes() -> None:
    async with server() as running:
        red, blue, _ = await seated(running)
        await running.stop()
        for peer in (red, blue):
            await peer.expect("left")
            assert (await peer.closed()).endswith(b"\n</protocol>")
