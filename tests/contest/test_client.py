"""Our client on our server, in every game, and on servers that fail it."""

import os
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from schwarm.cli import run
from schwarm.contest.client import Client, ClientGame, SeatRequest, ServerError
from schwarm.contest.wire import Element, Reader, render, season_of_game
from schwarm.game import Game, GameError, list_games, new_game, rule_book
from schwarm.game.record import Irregular
from tests import ROOT
from tests.contest.servers import ServerThread
from tests.contest.streams import stream
from tests.ports import free_port
from tests.waiting import PATIENCE_S

BLOCKED = "-2,-2,2,4,0,0,1 9,0,0,5,0,0,1 7 red 2"  # ships, ply, side and foremost segment of seed 1
CHANGED: dict[str, dict[str, Any]] = {
    "blokus": {"size": 14, "colours": "two", "start": "5V", "start_at": "corner", "rounds": 9},
    "hive": {"radius": 4, "rounds": 6, "hand": "QSGBA"},
    "mississippi_queen": {"coal": 4, "rounds": 12},
    "piranhas": {"rounds": 6, "first_swarm": "colour"},
    "protista": {"rows": 7, "cols": 6, "pieces": 6, "win": "king", "turn_limit": 30},
}


def first_move(game: Game, budget_ms: float | None) -> str:
    """A bot good enough for tests: it spreads its moves over the list."""
    moves = game.legal_moves()
    return moves[game.turn * 7 % len(moves)]


def play(game: str, port: int, seat: SeatRequest | None = None) -> ClientGame:
    with Client(game, "127.0.0.1", port) as client:
        return client.play(seat or SeatRequest(), first_move)


@pytest.mark.parametrize("game", list_games())
def test_two_of_our_clients_play_a_whole_game(game: str) -> None:
    with ServerThread() as server, ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: play(game, server.port), range(2))
        assert {first.side, second.side} == set(first.game.setup.book.sides)
        assert first.told == second.told
        assert first.game.turn == second.game.turn > 0
        if game != "mississippi_queen":  # there neither knows the whole river
            assert first.game.outcome() is not None


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("changed", [False, True])
def test_our_clients_play_by_whatever_rules_the_server_plays(game: str, changed: bool) -> None:
    """Each client has the options of the game that the server plays, and no move of theirs is refused."""
    options = CHANGED[game] if changed else {}
    profile = list(rule_book(game).profiles)[1 if game == "protista" else 0]

    def start(name: str) -> Game:
        return new_game(name, profile=profile, seed=5, **options)

    with ServerThread(start=start) as server, ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: play(game, server.port), range(2))
        server.wait_for_records(1)
    assert first.told == second.told
    assert first.told.cause is None
    known = dict(start(game).view().options)
    assert dict(first.game.options) == dict(second.game.options) == known
    assert server.records[0].end is not None
    assert server.records[0].end.reason not in list(Irregular)


def blocked() -> Game:
    """Red drifts towards an island with speed 4 and has no coal left: nothing it can do is legal."""
    river = new_game("mississippi_queen", profile="official", seed=1).position().split(" ")[0]
    return new_game("mississippi_queen", profile="official", seed=1, position=f"{river} {BLOCKED}")


def test_a_client_without_a_legal_move_takes_the_loss_and_plays_the_next_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As the official server of 2017 goes on: it asks, whatever comes is a violation, and it closes."""
    game, season = blocked(), season_of_game("mississippi_queen")
    assert game.finished()
    said: list[Element] = []
    room = f'<room roomId="r">{render(season.state(game.view(), ("Unknown", "Unknown"), None))}</room>'
    opening = (
        '<protocol><joined roomId="r"/><room roomId="r"><data class="welcomeMessage" color="red"/></room>'
        f'{room}<room roomId="r"><data class="sc.framework.plugins.protocol.MoveRequest"/></room>'
    )
    end = (
        '<room roomId="r"><data class="error" message="Ungueltiger Zug"/></room>'
        "<sc.protocol.responses.CloseConnection/></protocol>"
    )
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            for _ in range(2):
                connection, _address = listener.accept()
                reader = Reader()
                with connection:
                    connection.sendall(opening.encode())
                    messages: list[Element] = []
                    while not any(message.name == "room" for message in messages):
                        messages += reader.feed(connection.recv(65536))
                    said.append(messages[-1].need("data"))
                    connection.sendall(end.encode())
                    while connection.recv(65536):
                        pass

        thread = threading.Thread(target=serve)
        thread.start()
        where = ["-h", "127.0.0.1", "-p", str(listener.getsockname()[1])]
        assert run(["client", "mississippi_queen", "--bot", "random", "--games", "2", *where]) == 0
        thread.join()
    assert said == [Element("data", {"class": "move"})] * 2  # a move without actions
    assert capsys.readouterr().out == "played red, blue won: Ungueltiger Zug\n" * 2


@pytest.mark.parametrize("game", list_games())
def test_the_move_of_a_player_who_has_none_is_well_formed_and_refused(game: str) -> None:
    season, current = season_of_game(game), new_game(game, seed=1)
    sent = season.read_move(season.helpless_move(), current)
    if sent.broken is None:
        with pytest.raises(GameError):
            current.play(sent.text)


def test_the_view_a_client_has_equals_the_servers_record() -> None:
    with ServerThread() as server, ThreadPoolExecutor(2) as pool:
        first, _ = pool.map(lambda _: play("hive", server.port), range(2))
        server.wait_for_records(1)
        (record,) = server.records
        assert [ply.move for ply in record.plies] == [str(move) for move in first.game.history]
        assert all(ply.think_ms is not None and ply.server_ms is not None for ply in record.plies)


def test_the_example_bot_starts_by_its_name_alone() -> None:
    """As the contest, a match and an event file start a program."""
    program = ROOT / "examples" / "my_bot.py"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    assert (
        subprocess.run([program, "--verify"], env={**os.environ, "PATH": path}, timeout=PATIENCE_S).returncode
        == 0
    )


def test_nobody_there() -> None:
    with pytest.raises(ServerError, match="expected a contest server"):
        Client("hive", "127.0.0.1", free_port())


def test_a_refused_reservation() -> None:
    with ServerThread() as server, pytest.raises(ServerError, match="Couldn't find a reservation"):
        play("piranhas", server.port, SeatRequest(reservation="nope"))


@pytest.mark.parametrize(
    ("answer", "match"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "does not speak the protocol"),
        (b"<protocol></protocol>", "closed the connection"),
        (b"", "closed the connection"),
        (b'<protocol><joined roomId="r"/><left roomId="r"/>', "before the game ended"),
        (b"<protocol><joined/>", "does not speak the protocol"),
        (
            b'<protocol><joined roomId="r"/><room roomId="r"><data class="moveRequest"/></room>',
            "asked for a move before",
        ),
        (
            b'<protocol><joined roomId="r"/><room roomId="r"><data class="memento"><state turn="0"><board/>'
            b"</state></data></room>",
            "a state that cannot be",
        ),
    ],
)
def test_a_server_that_fails_us_is_told_in_one_line(answer: bytes, match: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(answer)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(1000):  # what is closed with words unread is reset
                    pass

        thread = threading.Thread(target=serve)
        thread.start()
        with pytest.raises(ServerError, match=match):
            play("piranhas", listener.getsockname()[1])
        thread.join()


@pytest.mark.parametrize("name", ["java_red", "socha_blue"])
def test_a_recorded_official_server_is_understood(name: str) -> None:
    """What the official server said in a whole game; our client answers anything, nobody listens."""
    said = stream(f"2026/{name}.s2c.xml.gz")
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.sendall(said)
                while connection.recv(65536):
                    pass

        thread = threading.Thread(target=serve)
        thread.start()
        played = play("piranhas", listener.getsockname()[1])
        thread.join()
    assert played.side == ("red" if name == "java_red" else "blue")
    assert played.told.winner == 0
    assert played.told.scores == ((2, 8), (0, 6))
    outcome = played.game.outcome()
    assert outcome is not None
    assert outcome.winner == "red"
    assert len(played.game.history) == played.game.turn
