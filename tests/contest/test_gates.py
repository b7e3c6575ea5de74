"""A sandboxed program's socket reaches its own seat and nothing else; no password is known to everybody."""

from __future__ import annotations

import asyncio
import contextlib
import json
import textwrap
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from schwarm import Game, new_game
from schwarm.contest.door import Door
from schwarm.contest.server import ContestServer, ServerSettings
from schwarm.contest.server.seating import Guest
from schwarm.game.record import Irregular
from schwarm.players import Place, read
from schwarm.players import open as open_seat
from schwarm.programs import Sandbox
from schwarm.referee import Blame, Limits, Referee, Seat
from tests.contest.peers import PASSWORD, PATIENT, Peer, seated, served, settings
from tests.programs.foreign import CONNECT, PYTHON
from tests.programs.test_sandbox import needs_bubblewrap
from tests.waiting import PATIENCE_S

FORBIDDEN = (
    f'<authenticate password="{PASSWORD}"/>',
    '<join gameType="swc_2026_piranhas"/>',
    '<joinRoom roomId="{room}"/>',
    '<joinPrepared reservationCode="{code}"/>',
    '<observe roomId="{room}"/>',
    '<pause roomId="{room}" pause="true"/>',
    '<cancel roomId="{room}"/>',
    '<room roomId="{room}"><data class="move"><from x="0" y="3"/><direction>RIGHT</direction></data></room>',
)


@contextlib.asynccontextmanager
async def own_socket(door: Door, guest: Guest) -> AsyncIterator[Peer]:
    """A connection through the socket that the guest's sandbox is given."""
    async with door.gate(guest) as gate:
        peer = Peer(*await asyncio.open_unix_connection(gate))
        peer.say("<protocol>")
        try:
            yield peer
        finally:
            peer.hang_up()


@contextlib.asynccontextmanager
async def public_door() -> AsyncIterator[Door]:
    """A door as the page has it: everybody may join, and there is a password."""
    async with Door(server=ContestServer(settings())) as door:
        try:
            yield door
        finally:
            while Peer.connected:
                Peer.connected.pop().hang_up()


@served
async def test_a_sandbox_plays_its_own_seat_through_its_socket() -> None:
    async with public_door() as door:
        guest = door.expect(new_game("piranhas", seed=7), "red", "Inside", lambda fault: None)
        async with own_socket(door, guest) as peer:
            peer.say(f'<joinPrepared reservationCode="{guest.code}"/>')
            await peer.expect("joined")
            assert guest.taken.is_set()
        guest.close()


@pytest.mark.parametrize("said", FORBIDDEN)
def test_nothing_but_its_own_seat_answers_a_sandbox(said: str) -> None:
    """Not even with the right password, nor with another's reservation."""

    async def look() -> None:
        async with public_door() as door:
            _, _, room = await seated(door.server)
            game = new_game("piranhas", seed=7)
            guest = door.expect(game, "red", "Inside", lambda fault: None)
            other = door.expect(game, "blue", "Honest", lambda fault: None)
            async with own_socket(door, guest) as peer:
                peer.say(said.format(room=room, code=other.code))
                peer.say(f'<cancel roomId="{room}"/>')
                with contextlib.suppress(EOFError):
                    while (await peer.next()).name == "errorpacket" and b"cancel" not in peer.received:
                        pass
                assert not any(connection.admin for connection in door.server.lobby.connections)
                assert not other.taken.is_set()
                assert [found.id for found in door.server.lobby.running()] == [room]
            guest.close()
            other.close()

    served(look)()


@served
async def test_a_sandbox_has_a_few_connections_and_no_more() -> None:
    async with public_door() as door:
        guest = door.expect(new_game("piranhas", seed=7), "red", "Inside", lambda fault: None)
        async with door.gate(guest) as gate:
            lines = [Peer(*await asyncio.open_unix_connection(gate)) for _ in range(20)]
            await asyncio.wait_for(lines[-1].closed(), PATIENCE_S)
            assert len(door.server.lobby.connections) < 10
            for line in lines:
                line.hang_up()
        guest.close()


def test_there_is_no_password_unless_one_is_given() -> None:
    assert ServerSettings().password is None


HOSTILE = """
    import json, re
    def ask(*said):
        line = connect()
        line.settimeout(2)
        line.sendall(b"<protocol>" + b"".join(word.encode() for word in said))
        heard = b""
        try:
            while data := line.recv(65536):
                heard += data
        except OSError:
            pass
        return heard.decode(errors="replace")
    for password in ("examplepassword", "PASSWORD"):
        heard = ask('<authenticate password="%s"/>' % password, '<cancel roomId="ROOM"/>',
                    '<observe roomId="ROOM"/>')
        print(json.dumps(heard))
"""


@needs_bubblewrap
@served
async def test_a_hostile_upload_ends_no_game_of_others(tmp_path: Path) -> None:
    """It knows the password and the room of an honest game, and plays beside it on the page's own port."""
    async with public_door() as door:
        _, _, room = await seated(door.server)
        script = tmp_path / "player.py"
        text = textwrap.dedent(HOSTILE).replace("ROOM", room).replace("PASSWORD", PASSWORD)
        script.write_text(f"#!{PYTHON}\n{CONNECT}{text}")
        script.chmod(0o755)
        place = Place(door=door, sandbox=Sandbox(), arrive_s=60)
        game = new_game("piranhas", seed=7)
        seats: dict[str, Seat] = {
            "red": open_seat(read("./player.py", tmp_path), "piranhas", place=place),
            "blue": open_seat(read("random"), "piranhas", place=place),
        }
        record = await Referee(game, seats, limits=PATIENT).run()
        assert record.end is not None
        assert record.end.reason == Irregular.LEFT
        heard = [json.loads(line) for line in seats["red"].said.splitlines()]
        assert len(heard) == 2
        assert "observed" not in "".join(heard)
        assert [found.id for found in door.server.lobby.running()] == [room]


class GuestSeat:
    """A guest as a seat of any referee."""

    name, said = "Inside", ""

    def __init__(self, guest: Guest) -> None:
        self.choose, self.tell = guest.choose, guest.tell

    async def join(self, game: Game, side: str, blame: Blame) -> None: ...

    async def close(self) -> None: ...


@served
async def test_a_late_guest_is_told_the_limit_of_its_own_game() -> None:
    async with public_door() as door:
        game = new_game("piranhas", seed=7)
        guest = door.expect(game, "red", "Inside", lambda fault: None)
        async with own_socket(door, guest) as peer:
            peer.say(f'<joinPrepared reservationCode="{guest.code}"/>')
            await peer.expect("joined")
            blue = open_seat(read("random"), "piranhas", place=Place(door=door))
            await Referee(game, {"red": GuestSeat(guest), "blue": blue}, limits=Limits(20, 40)).run()
            for heard in ("welcomeMessage", "memento", "moveRequest"):
                await peer.expect(heard)
            result = await peer.expect("result")
            reason = result.need("winner").attributes["reason"]
            assert reason == "Inside hat innerhalb von 0.02 Sekunden nach Aufforderung keinen Zug gesendet."
        guest.close()
