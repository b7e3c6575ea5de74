"""Who is let in, how much is taken in, and what browsers are told to forbid."""

import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from schwarm.web.security import Buckets
from tests.web.conftest import in_memory
from tests.web.test_api import bearer, begin, error


def test_every_answer_carries_a_strict_policy(client: TestClient) -> None:
    for path in ("/", "/static/style.css", "/api/games", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_requests_of_other_sites_are_refused(client: TestClient) -> None:
    asked = {"json": {"game": "piranhas"}, "headers": {"origin": "https://evil.example"}}
    assert error(client.post("/api/tables", **asked))["code"] == "other_site"  # type: ignore[arg-type]
    answer = client.post("/api/tables", json={"game": "piranhas"}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    assert client.post("/api/tables", content="game=piranhas").status_code == 422


def test_sockets_of_other_sites_are_refused(client: TestClient) -> None:
    seat = begin(client)
    path = f"/api/tables/{seat['id']}/socket"
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(path, headers={"origin": "https://evil.example"}),
    ):
        pass
    with client.websocket_connect(path, headers={"origin": "http://testserver"}) as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["sides"] == []


def test_a_strange_host_name_is_refused(client: TestClient) -> None:
    assert error(client.get("/", headers={"host": "evil.example"}))["code"] == "unknown_host"


def test_bodies_have_a_limit(client: TestClient) -> None:
    assert error(client.post("/api/records", json={"text": "x" * 9_000_000}))["code"] == "too_large"
    answer = client.post("/api/records", content=(b"x" * 100_000 for _ in range(90)))  # no length told
    assert answer.status_code == 413


def test_a_spectator_cannot_move_over_the_socket(client: TestClient) -> None:
    seat = begin(client, side="red")
    with client.websocket_connect(f"/api/tables/{seat['id']}/socket") as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["type"] == "welcome"
        assert socket.receive_json()["state"]["moves"] is None
        socket.receive_json()  # who is here
        socket.send_json({"type": "move", "move": "A4-C4"})
        while (heard := socket.receive_json())["type"] in ("state", "clock"):
            pass  # the game may begin only now
        assert heard["error"]["code"] == "no_seat"
        socket.send_text("no json")
        assert socket.receive_json()["error"]["code"] == "bad_request"


def test_a_player_moves_over_the_socket_and_a_spectator_hears_it(client: TestClient) -> None:
    seat = begin(client, side="red", opponent="here")
    path = f"/api/tables/{seat['id']}/socket"
    with client.websocket_connect(path) as player, client.websocket_connect(path) as spectator:
        player.send_json({"type": "hello", "token": seat["tokens"]["red"]})
        assert sorted(player.receive_json()["sides"]) == ["blue", "red"]
        spectator.send_json({"type": "hello"})
        player.send_json({"type": "move", "move": "A4-C4", "ply": 0})
        while True:
            heard = spectator.receive_json()
            if heard["type"] == "state" and heard["state"]["ply"] == 1:
                break
        assert heard["state"]["last"]["path"] == ["A4", "B4", "C4"]


def test_requests_have_a_rate(tmp_path: Path) -> None:
    with in_memory(tmp_path, requests_per_second=0.001, burst=3) as client:
        codes = [client.get("/robots.txt").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]


def test_buckets_fill_up_again() -> None:
    buckets = Buckets(per_second=1000, most=1)
    assert buckets.take("a")
    time.sleep(0.002)
    assert buckets.take("a")
    assert buckets.take("b")


def test_games_one_visitor_has_open_are_bounded(tmp_path: Path) -> None:
    with in_memory(tmp_path, tables_of_visitor=2) as client:
        for _ in range(2):
            begin(client, opponent="here")
        answer = client.post("/api/tables", json={"game": "piranhas", "opponent": "here"})
        assert error(answer)["code"] == "too_many"


def test_tokens_are_not_in_the_database(tmp_path: Path) -> None:
    with in_memory(tmp_path) as client:
        seat = begin(client, opponent="link")
        token = bearer(seat)["authorization"].split(" ")[1]
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert seat["id"].encode() in stored
    assert token.encode() not in stored
    assert seat["invite"].encode() not in stored
