"""Our client on our server, in every game, and on servers that fail it."""

import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from schwarm.contest.client import Client, Played, Seat, ServerError
from schwarm.games import Game, names
from tests.contest.servers import ServerThread
from tests.contest.streams import stream


def first_move(game: Game, budget_ms: float | None) -> str:
    """A bot good enough for tests: it spreads its moves over the list."""
    moves = game.legal_moves()
    return moves[game.turn * 7 % len(moves)]


def play(game: str, port: int, seat: Seat | None = None) -> Played:
    with Client(game, "127.0.0.1", port) as client:
        return client.play(seat or Seat(), first_move)


@pytest.mark.parametrize("game", names())
def test_two_of_our_clients_play_a_whole_game(game: str) -> None:
    with ServerThread() as server, ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: play(game, server.port), range(2))
        assert {first.side, second.side} == set(first.game.setup.book.sides)
        assert first.told == second.told
        assert first.game.turn == second.game.turn > 0
        if game != "mississippi_queen":  # there neither knows the whole river
            assert first.game.outcome() is not None


def test_the_view_a_client_has_equals_the_servers_record() -> None:
    with ServerThread() as server, ThreadPoolExecutor(2) as pool:
        first, _ = pool.map(lambda _: play("hive", server.port), range(2))
        server.wait_for_records(1)
        (record,) = server.records
        assert [ply.move for ply in record.plies] == [str(move) for move in first.game.history]
        assert all(ply.think_ms is not None and ply.server_ms is not None for ply in record.plies)


def test_nobody_there() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(ServerError, match="expected a contest server"):
        Client("hive", "127.0.0.1", port)


def test_a_refused_reservation() -> None:
    with ServerThread() as server, pytest.raises(ServerError, match="Couldn't find a reservation"):
        play("piranhas", server.port, Seat(reservation="nope"))


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
