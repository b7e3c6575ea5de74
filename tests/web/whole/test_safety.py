"""Who is let in, how much is taken in, and what browsers are told to forbid."""

import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.datastructures import Headers
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from schwarm.web.shared.security import Buckets, forwarded, host_name, same_site
from tests.web.shared.live import LiveSocket
from tests.web.shared.requests import bearer, begin, error
from tests.web.shared.site import in_memory


def test_every_answer_carries_a_strict_policy(client: TestClient) -> None:
    for path in ("/", "/static/shared/style.css", "/api/games", "/nothing"):
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
        socket.send_json({"type": "move", "move": "A4-C4"})
        assert answer(socket)["error"]["code"] == "no_seat"
        socket.send_text("no json")
        assert answer(socket)["error"]["code"] == "bad_request"


def test_a_player_moves_over_the_socket_and_a_spectator_hears_it(client: TestClient) -> None:
    seat = begin(client, side="red", opponent="here")
    path = f"/api/tables/{seat['id']}/socket"
    with client.websocket_connect(path) as player, client.websocket_connect(path) as spectator:
        player.send_json({"type": "hello", "token": seat["tokens"]["red"]})
        assert sorted(player.receive_json()["sides"]) == ["blue", "red"]
        spectator.send_json({"type": "hello"})
        player.send_json({"type": "move", "move": "A4-C4", "ply": 0})
        watching = LiveSocket(spectator)
        while (heard := watching.until("state"))["state"]["ply"] != 1:
            pass
        assert heard["state"]["last"]["path"] == ["A4", "B4", "C4"]


def test_requests_have_a_rate(tmp_path: Path) -> None:
    with in_memory(tmp_path, requests_per_second=0.001, burst=3) as client:
        codes = [client.get("/robots.txt").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]


def test_a_seat_is_not_refused_because_its_school_s_address_is_busy(tmp_path: Path) -> None:
    """Guests use up what the address may ask; whoever has a seat has an allowance of their own, once."""
    with in_memory(tmp_path, requests_per_second=0.001, burst=4) as client:
        seat = begin(client, opponent="here")
        table, own = f"/api/tables/{seat['id']}", bearer(seat)
        invented = {"authorization": "Bearer invented"}
        assert [client.get(table, headers=one).status_code for one in (own, invented, {})] == [200] * 3
        assert [client.get(table, headers=one).status_code for one in (invented, {})] == [429] * 2
        assert [client.get(table, headers=own).status_code for _ in range(6)] == [200] * 4 + [429] * 2


def test_sockets_of_players_do_not_count_as_those_of_guests(tmp_path: Path) -> None:
    """A token that is valid counts for itself, and only so often."""
    with in_memory(tmp_path, sockets_of_visitor=2) as client, ExitStack() as stack:
        seat = begin(client, opponent="here")
        table = f"/api/tables/{seat['id']}/socket"
        token = bearer(seat)["authorization"].split(" ")[1]
        person = client.post("/api/people", json={"name": "Ada"}).json()["token"]

        def enter(path: str, **hello: Any) -> int:
            """The code that it is closed with, 0 if it is welcome."""
            socket = stack.enter_context(client.websocket_connect(path))
            socket.send_json({"type": "hello", **hello})
            message = socket.receive()
            return int(message["code"]) if message["type"] == "websocket.close" else 0

        people = "/api/people/socket"
        assert [enter(people), enter(table, token="invented")] == [0, 0]
        assert [enter(path) for path in (people, table, "/api/lobby/socket")] == [4429] * 3
        assert [enter(table, token="invented"), enter(people, seats=["invented"])] == [4429] * 2
        assert [enter(people, token=person), enter(people, seats=[token])] == [0, 0]
        assert [enter(table, token=token) for _ in range(9)] == [0] * 7 + [4429] * 2
        assert enter(people, token=person) == 0


def test_the_first_page_has_one_socket_for_people_and_games(client: TestClient) -> None:
    seat = begin(client, opponent="link", listed=True)
    with client.websocket_connect("/api/people/socket") as socket:
        socket.send_json({"type": "hello", "games": True})
        heard = {message["type"]: message for message in (socket.receive_json() for _ in range(3))}
        assert set(heard) == {"welcome", "lobby", "games"}
        client.post("/api/join", json={"invite": seat["invite"]})
        while (message := socket.receive_json())["type"] != "entry":
            pass
        assert message["entry"]["id"] == seat["id"]


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


@pytest.mark.parametrize("host", ["[", "[::1", "]", "testserver:[", "", "@", "//", "[v1.x]"])
def test_a_host_that_is_none_is_refused(client: TestClient, host: str) -> None:
    assert error(client.get("/", headers={"host": host}))["code"] == "unknown_host"


@pytest.mark.parametrize("origin", ["http://[", "http://]", "null", "", "http://testserver]", "[", "//["])
def test_an_origin_that_is_none_is_refused(client: TestClient, origin: str) -> None:
    answer = client.post("/api/tables", json={"game": "piranhas"}, headers={"origin": origin})
    assert error(answer)["code"] == "other_site"
    seat = begin(client)
    path = f"/api/tables/{seat['id']}/socket"
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers={"origin": origin}):
        pass


def test_only_imported_games_may_be_large(client: TestClient) -> None:
    answer = client.post("/api/positions", content=b"x" * 2_000_000)
    assert error(answer)["code"] == "too_large"


def test_a_binary_message_is_refused_and_the_connection_goes_on(client: TestClient) -> None:
    seat = begin(client, opponent="here")
    with client.websocket_connect(f"/api/tables/{seat['id']}/socket") as socket:
        socket.send_json({"type": "hello"})
        while socket.receive_json()["type"] != "people":
            pass
        socket.send_bytes(b"\x00\xff")
        assert answer(socket)["error"]["code"] == "bad_request"
        socket.send_json({"type": "ping", "id": 1})
        assert answer(socket) == {"type": "pong", "id": 1}


def answer(socket: Any) -> dict[str, Any]:
    """The next message that is no news of the game, which begins at its own time."""
    while (heard := socket.receive_json())["type"] in ("state", "change", "clock", "people"):
        pass
    found: dict[str, Any] = heard
    return found


@pytest.mark.parametrize(
    "hello",
    [b"binary", '{"type":"hello","token":"\\ud800"}', '{"type":"hello","token":[]}', "[" * 5000, "1", "{}"],
)
def test_a_hello_that_is_none_closes_the_connection_with_a_reason(
    client: TestClient, hello: str | bytes
) -> None:
    seat = begin(client, opponent="here")
    with client.websocket_connect(f"/api/tables/{seat['id']}/socket") as socket:
        if isinstance(hello, bytes):
            socket.send_bytes(hello)
        else:
            socket.send_text(hello)
        if hello == '{"type":"hello","token":[]}':  # nothing is as good as no token
            assert socket.receive_json()["sides"] == []
            return
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4403


@pytest.mark.parametrize("half", ["\ud800", "\udfff\ud800"])
def test_half_characters_are_refused_wherever_they_come(client: TestClient, half: str) -> None:
    """They cannot be encoded, neither into the database nor into the answer that refuses them."""
    seat = begin(client, opponent="here")
    forms: list[tuple[str, dict[str, Any]]] = [
        ("/api/join", {"invite": half}),
        ("/api/tables", {"game": "piranhas", "name": half}),
        ("/api/tables", {"game": half}),
        ("/api/tables", {"game": "piranhas", half: 1}),
        ("/api/tables", {"game": "piranhas", "options": {half: half}}),
        ("/api/positions", {"game": "piranhas", "position": half}),
        ("/api/positions", {"game": "piranhas", "moves": [half]}),
        (f"/api/tables/{seat['id']}/moves", {"move": half}),
        (f"/api/tables/{seat['id']}/compose", {"steps": [half]}),
        ("/api/records", {"text": half * 3}),
    ]
    for path, form in forms:
        headers = {"content-type": "application/json", **bearer(seat)}
        answer = client.post(path, content=json.dumps(form), headers=headers)
        assert 400 <= answer.status_code < 500, (path, form)
        assert "\n" not in error(answer)["message"]


def test_what_is_no_option_is_refused_as_one(client: TestClient) -> None:
    for name in ("name", "seed", "position", "profile"):
        answer = client.post("/api/positions", json={"game": "piranhas", "options": {name: "1"}})
        assert answer.status_code == 422


# --- proxies ------------------------------------------------------------------------------------------------
def told(*entries: str) -> Headers:
    return Headers(raw=[(b"x-forwarded-for", entry.encode()) for entry in entries])


def test_forwarded_headers_count_only_from_our_own_proxies() -> None:
    ours = ("127.0.0.1", "10.0.0.1")
    assert forwarded(told("1.2.3.4"), "127.0.0.1", ours) == "1.2.3.4"
    assert forwarded(told("1.2.3.4"), "5.6.7.8", ours) == "5.6.7.8"
    assert forwarded(told("6.6.6.6, 1.2.3.4"), "127.0.0.1", ours) == "1.2.3.4"  # the first is made up
    assert forwarded(told("6.6.6.6", "1.2.3.4, 10.0.0.1"), "127.0.0.1", ours) == "1.2.3.4"
    assert forwarded(told("nonsense"), "127.0.0.1", ours) == "127.0.0.1"
    assert forwarded(told(), "127.0.0.1", ours) == "127.0.0.1"
    assert forwarded(told("2001:db8::1"), "127.0.0.1", ours) == "2001:db8::1"


def test_behind_a_proxy_limits_count_the_visitor(tmp_path: Path) -> None:
    few: dict[str, Any] = {"requests_per_second": 0.001, "burst": 1}
    with in_memory(tmp_path, proxies=("testclient",), **few) as client:
        codes = [
            client.get("/robots.txt", headers={"x-forwarded-for": visitor}).status_code
            for visitor in ("1.1.1.1", "2.2.2.2", "1.1.1.1", "2001:db8::1", "2001:db8::2")
        ]
    assert codes == [200, 200, 429, 200, 429]  # one network of IPv6 is one visitor


def test_without_a_proxy_nobody_can_pretend_to_be_somebody_else(tmp_path: Path) -> None:
    with in_memory(tmp_path, requests_per_second=0.001, burst=1) as client:
        codes = [
            client.get("/robots.txt", headers={"x-forwarded-for": visitor}).status_code
            for visitor in ("1.1.1.1", "2.2.2.2")
        ]
    assert codes == [200, 429]


# --- fuzzing ------------------------------------------------------------------------------------------------
@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(max_codepoint=255)), st.text(st.characters(max_codepoint=255)))
def test_headers_of_any_kind_are_read_without_an_error(host: str, other: str) -> None:
    headers = Headers({"host": host, "origin": other, "x-forwarded-for": other})
    host_name(host)
    same_site(headers)
    forwarded(headers, "127.0.0.1", ("127.0.0.1",))


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
    | st.text(st.characters(categories=["Cs", "Cc"]), max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
kinds = st.sampled_from(["hello", "move", "attempt", "compose", "ping", "x"])
messages = st.fixed_dictionaries(
    {},
    optional={
        "type": kinds | json_values, "id": json_values, "move": json_values, "path": json_values,
        "steps": json_values, "ply": json_values, "side": json_values, "token": json_values,
    },
)  # fmt: skip


@pytest.mark.parametrize("count", [60, pytest.param(20_000, marks=pytest.mark.long)])
def test_whatever_is_said_over_the_socket_the_next_ping_is_answered(tmp_path: Path, count: int) -> None:
    with in_memory(tmp_path) as client:
        seat = begin(client, opponent="here")
        with client.websocket_connect(f"/api/tables/{seat['id']}/socket") as socket:
            socket.send_json({"type": "hello", "token": next(iter(seat["tokens"].values()))})

            @settings(max_examples=count, deadline=None, suppress_health_check=list(HealthCheck))
            @given(messages | json_values)
            def say(message: Any) -> None:
                socket.send_json(message)
                time.sleep(0.05)  # there is a limit on messages a second, too
                socket.send_json({"type": "ping", "id": "next"})
                while socket.receive_json() != {"type": "pong", "id": "next"}:
                    pass

            say()
