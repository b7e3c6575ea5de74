"""The JSON API: what it gives, what it refuses, and that every refusal has one shape."""

import threading
from pathlib import Path
from typing import Any, NoReturn

import pytest
from starlette.testclient import TestClient

from schwarm import list_games, new_game, rule_book
from schwarm.bots import RandomBot
from schwarm.bots.evaluation import bot_file
from schwarm.game.record import record_of
from schwarm.web import boards
from schwarm.web.shared.errors import Problem
from tests.waiting import wait
from tests.web.people import named
from tests.web.shared.live import LiveSocket
from tests.web.shared.requests import bearer, begin, error, state
from tests.web.shared.site import in_memory


def test_every_game_is_described_with_options_rules_and_bots(client: TestClient) -> None:
    found = {book["name"]: book for book in client.get("/api/games").json()}
    assert sorted(found) == list_games()
    for name, book in found.items():
        assert book["rules"] == dict(rule_book(name).rules)
        elo = [book["strengths"][name]["elo"] for name in book["levels"] if name in book["strengths"]]
        assert elo == sorted(elo)
        if bot_file(name, "ladder.json"):  # its levels have played each other
            assert book["strengths"]["1"]["elo"] == 1000


@pytest.mark.parametrize("game", list_games())
def test_a_table_shows_exactly_the_legal_moves(client: TestClient, game: str) -> None:
    sides = rule_book(game).sides
    seat = begin(client, game, side=sides[0])
    shown = state(client, seat, **bearer(seat))
    assert shown["status"] == "running"
    if shown["composed"]:
        assert shown["moves"] is None
    else:
        legal = [str(move) for move in new_game(game, seed=7).legal_moves()]
        assert sorted({choice["move"] for choice in shown["moves"]}) == sorted(legal)
    assert state(client, seat)["moves"] is None  # spectators need none


def test_an_illegal_move_names_its_rule_and_changes_nothing(client: TestClient) -> None:
    seat = begin(client, side="red")
    before = state(client, seat)
    answer = client.post(f"/api/tables/{seat['id']}/moves", json={"move": "A4-B4"}, headers=bearer(seat))
    assert answer.status_code == 422
    assert error(answer)["rule"] == "M2"
    answer = client.post(f"/api/tables/{seat['id']}/moves", json={"move": "nonsense"}, headers=bearer(seat))
    assert error(answer)["code"] == "bad_notation"
    assert state(client, seat)["position"] == before["position"]


def test_nobody_moves_for_another_seat(client: TestClient) -> None:
    seat = begin(client, side="red", opponent="link")
    other = client.post("/api/join", json={"invite": seat["invite"]}).json()
    path = f"/api/tables/{seat['id']}/moves"
    move = {"move": "A4-C4"}
    assert client.post(path, json=move).status_code == 401
    assert client.post(path, json=move, headers={"authorization": "Bearer guess"}).status_code == 403
    refused = client.post(path, json=move, headers=bearer(other))
    assert (refused.status_code, error(refused)["code"]) == (409, "not_your_turn")
    assert error(client.post(path, json={**move, "side": "red"}, headers=bearer(other)))["code"] == "no_seat"
    assert client.post(f"/api/tables/{seat['id']}/resign", json={}).status_code == 401
    assert client.post(path, json=move, headers=bearer(seat)).json() == {"ply": 1}
    assert error(client.post(path, json=move, headers=bearer(seat)))["code"] == "not_your_turn"


def test_a_move_counts_for_the_ply_it_was_meant_for_alone(client: TestClient) -> None:
    seat = begin(client, side="red", opponent="here")
    path = f"/api/tables/{seat['id']}/moves"
    first = {"move": "A4-C4", "side": "red", "ply": 0}
    assert client.post(path, json={**first, "ply": 2}, headers=bearer(seat)).status_code == 409
    assert client.post(path, json=first, headers=bearer(seat)).json() == {"ply": 1}
    reply = new_game("piranhas", seed=7)
    reply.play("A4-C4")
    client.post(path, json={"move": reply.legal_moves()[0], "ply": 1}, headers=bearer(seat))
    before = state(client, seat)
    assert (before["ply"], before["to_move"]) == (2, "red")
    again = new_game("piranhas", position=before["position"]).legal_moves()[0]
    late = client.post(path, json={"move": again, "side": "red", "ply": 0}, headers=bearer(seat))
    assert late.status_code == 409
    assert error(late)["code"] == "out_of_date"
    assert error(late)["message"] == "expected a move for ply 2, not 0"
    assert state(client, seat)["position"] == before["position"]
    on = client.post(path, json={"move": again, "side": "red", "ply": 2}, headers=bearer(seat))
    assert on.json() == {"ply": 3}


def test_an_invitation_serves_once(client: TestClient) -> None:
    seat = begin(client, opponent="link")
    assert state(client, seat)["status"] == "waiting"
    assert client.post("/api/join", json={"invite": seat["invite"]}).status_code == 200
    assert client.post("/api/join", json={"invite": seat["invite"]}).status_code == 404
    assert state(client, seat)["status"] == "running"


def test_moves_are_taken_back_against_bots_only(client: TestClient) -> None:
    seat = begin(client, side="red")
    path = f"/api/tables/{seat['id']}"
    start = state(client, seat)["position"]
    client.post(f"{path}/moves", json={"move": "A4-C4"}, headers=bearer(seat))
    assert client.post(f"{path}/take-back", json={}, headers=bearer(seat)).json() == {"ply": 0}
    assert state(client, seat)["position"] == start
    assert client.post(f"{path}/moves", json={"move": "A4-C4"}, headers=bearer(seat)).status_code == 200
    both = begin(client, side="red", opponent="link")
    client.post("/api/join", json={"invite": both["invite"]})
    client.post(f"/api/tables/{both['id']}/moves", json={"move": "A4-C4"}, headers=bearer(both))
    refused = client.post(f"/api/tables/{both['id']}/take-back", json={}, headers=bearer(both))
    assert error(refused)["code"] == "no_take_back"
    assert error(client.post(f"/api/tables/{both['id']}/hint", headers=bearer(both)))["code"] == "no_hint"


def test_a_hint_is_a_legal_move(client: TestClient) -> None:
    seat = begin(client, side="red")
    hint = client.post(f"/api/tables/{seat['id']}/hint", headers=bearer(seat)).json()
    assert hint["move"] in new_game("piranhas", seed=7).legal_moves()
    assert hint["path"] == hint["move"].split("-")


def test_a_record_is_given_only_after_the_end(client: TestClient) -> None:
    seat = begin(client, "mississippi_queen")
    path = f"/api/tables/{seat['id']}"
    assert error(client.get(f"{path}/record"))["code"] == "running"
    client.post(f"{path}/resign", json={}, headers=bearer(seat))
    found = client.get(f"{path}/record").json()
    assert found["seed"] == 7
    assert found["end"]["reason"] == "resigned"


@pytest.mark.parametrize("game", ["mississippi_queen", "protista"])
def test_what_is_hidden_stays_hidden_while_the_game_runs(client: TestClient, game: str) -> None:
    seat = begin(client, game, seed=987654321987)
    texts = [
        client.get(f"/api/tables/{seat['id']}", headers=bearer(seat)).text,
        client.get(f"/api/tables/{seat['id']}/plies/0").text,
        client.get("/api/tables").text,
        client.get(f"/game/{seat['id']}").text,
    ]
    hidden = new_game(game, seed=987654321987).position().split(" ")[0].split("/")
    for text in texts:
        assert "987654321987" not in text
        if game == "mississippi_queen":
            assert not any(segment in text for segment in hidden[2:])


def test_moves_are_composed_and_clicks_are_read_beside_the_event_loop(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games whose rules take their time hold nobody else up."""
    threads: list[str] = []

    def note(*given: Any) -> NoReturn:
        threads.append(threading.current_thread().name)
        raise Problem(409, "not_composed", "seen")

    seat = begin(client, "mississippi_queen", opponent="here", side="red")
    drawn = boards.module("mississippi_queen")
    monkeypatch.setattr(drawn, "compose", note, raising=False)
    monkeypatch.setattr(drawn, "text", note, raising=False)
    path = f"/api/tables/{seat['id']}"
    assert client.post(f"{path}/compose", json={"steps": ["S1"]}).status_code == 409
    with client.websocket_connect(f"{path}/socket") as socket:
        here = LiveSocket(socket)
        here.say(type="hello", token=bearer(seat)["authorization"].split()[1])
        for message in ({"type": "compose", "steps": ["S1"]}, {"type": "attempt", "path": ["0,0"]}):
            here.say(**message)
            assert here.until("error")["error"]["message"] == "seen"
    assert len(threads) == 3
    assert all(name.startswith("choices") for name in threads)


@pytest.mark.parametrize("game", ["mississippi_queen", "protista"])
def test_nobody_chooses_the_seed_of_what_is_hidden_from_another_person(client: TestClient, game: str) -> None:
    ada, bob = named.name(client, "Ada"), named.name(client, "Bob")
    form = {"game": game, "seed": 1, "person": bob["id"]}
    with client.websocket_connect("/api/people/socket") as socket:  # Bob is here
        socket.send_json({"type": "hello", "token": bob["token"]})
        assert socket.receive_json()["type"] == "welcome"
        for opponent in ("link", "lobby", "person"):
            refused = client.post("/api/tables", json={**form, "opponent": opponent}, headers=named.auth(ada))
            assert (refused.status_code, error(refused)["code"]) == (422, "bad_request"), opponent


def test_the_same_seed_gives_another_hidden_river_to_the_bots_than_to_the_game() -> None:
    game = new_game("mississippi_queen", seed=5)
    known = record_of(game.view())
    assert known.seed != 5
    assert game.position().split(" ")[0].split("/")[-1] not in known.to_json()


def test_a_record_comes_back_as_it_was_brought(client: TestClient) -> None:
    game = new_game("hive", seed=5, rounds=5)
    bot = RandomBot(5)
    while not game.finished():
        game.play(bot.choose(game))
    record = record_of(game, {"red": "Ada", "blue": "Bo"})
    made = client.post("/api/records", json={"text": record.to_json()}).json()
    assert client.get(f"/api/tables/{made['id']}/record").text.strip() == record.to_json()
    plies = client.get(f"/api/tables/{made['id']}/plies/3").json()
    assert plies["turn"] == 3
    on = client.post(f"/api/tables/{made['id']}/play-on", json={"ply": 3, "side": "red", "level": "random"})
    assert on.status_code == 201
    assert state(client, on.json())["ply"] >= 3
    spoilt = record.to_json().replace('"winner"', '"loser"')
    assert client.post("/api/records", json={"text": spoilt}).status_code == 422


def test_rematch_changes_sides_and_is_the_same_for_both(client: TestClient) -> None:
    seat = begin(client, side="red", opponent="link")
    other = client.post("/api/join", json={"invite": seat["invite"]}).json()
    path = f"/api/tables/{seat['id']}"
    assert error(client.post(f"{path}/rematch", headers=bearer(seat)))["code"] == "running"
    client.post(f"{path}/resign", json={}, headers=bearer(seat))
    first = client.post(f"{path}/rematch", headers=bearer(seat)).json()
    second = client.post(f"{path}/rematch", headers=bearer(other)).json()
    assert first["id"] == second["id"]
    assert list(first["tokens"]) == ["blue"]
    assert list(second["tokens"]) == ["red"]
    assert client.post(f"{path}/rematch").status_code == 401


def test_a_position_is_looked_at_without_a_table(client: TestClient) -> None:
    answer = client.post("/api/positions", json={"game": "piranhas", "seed": 7, "moves": ["A4-C4"]})
    assert answer.json()["to_move"] == "blue"
    assert client.post("/api/positions", json={"game": "chess"}).status_code == 422
    assert error(client.post("/api/positions", json={"game": "piranhas", "position": "x"}))["message"]


def test_unknown_things_are_404_in_the_one_shape(client: TestClient) -> None:
    for path in ("/api/nothing", "/api/tables/none", "/api/games/chess"):
        answer = client.get(path)
        assert answer.status_code == 404
        error(answer)


def test_who_takes_too_long_has_lost(client: TestClient) -> None:
    seat = begin(client, side="red", opponent="here", move_seconds=1)
    with client.websocket_connect(f"/api/tables/{seat['id']}/socket") as line:
        socket = LiveSocket(line)
        socket.say(type="hello")
        while not (message := socket.until("state"))["state"]["end"]:
            pass
    assert message["state"]["end"]["winner"] == "blue"
    assert message["state"]["end"]["reason"] == "time up"


def test_an_analysis_judges_every_position(client: TestClient) -> None:
    game = new_game("piranhas", seed=5, rounds=2)
    bot = RandomBot(5)
    while not game.finished():
        game.play(bot.choose(game))
    made = client.post("/api/records", json={"text": record_of(game).to_json()}).json()
    path = f"/api/tables/{made['id']}/analysis"
    wait(lambda: (found := client.post(path).json())["done"] == found["total"])
    found = client.post(path).json()
    assert found["total"] == 5
    assert len(found["chances"]) == 5
    assert len(found["marks"]) == len(found["lost"]) == 4
    assert all(0 <= chance <= 1 for chance in found["chances"])
    for way in (way for ways in found["ways"] for way in ways):
        assert set(way["words"]) == {"en", "de"}
    ply = f"/api/tables/{made['id']}/plies/1"
    assert client.get(ply).json()["moves"]
    best = client.post(f"{ply}/mend", json={"move": found["lines"][1][0]}).json()
    assert best["right"]
    assert best["best"]
    assert best["snapshot"]["turn"] == 2
    assert client.post(f"{ply}/mend", json={"move": "A1-A1"}).status_code == 422
    assert client.post(f"/api/tables/{made['id']}/plies/4/mend", json={"move": "A1-A1"}).status_code == 409


def test_with_a_seed_bots_answer_alike_after_every_start(tmp_path: Path) -> None:
    def first_move(seed: int, place: str) -> str:
        (tmp_path / place).mkdir()
        with in_memory(tmp_path / place, bot_seed=seed) as client:
            seat = begin(client, side="blue")
            wait(lambda: state(client, seat)["ply"])
            return str(state(client, seat)["history"][0])

    assert first_move(7, "one") == first_move(7, "two") == "J3-H1"


def test_many_tables_of_a_visitor_wait_their_turn_at_the_bots(client: TestClient) -> None:
    seats = [begin(client, side="blue", level="2") for _ in range(6)]
    wait(lambda: all(state(client, seat)["ply"] for seat in seats))
    assert all(state(client, seat)["ply"] == 1 for seat in seats)


def test_a_clock_goes_on_from_where_it_was_when_the_page_is_started_again(tmp_path: Path) -> None:
    def thinking(client: TestClient) -> float:
        return float(state(client, seat)["clock"]["thinking_ms"] or 0)

    with in_memory(tmp_path) as client:
        seat = begin(client, opponent="here", side="red", bank_seconds=300)
        wait(lambda: thinking(client) > 400)
    with in_memory(tmp_path) as client:
        wait(lambda: thinking(client))
        assert thinking(client) > 400
        found = client.get(f"/api/tables/{seat['id']}", headers=bearer(seat)).json()
        form = {"move": found["moves"][0]["move"]}
        assert client.post(f"/api/tables/{seat['id']}/moves", json=form, headers=bearer(seat)).is_success
        assert state(client, seat)["clock"]["used_ms"]["red"] > 400
        assert thinking(client) < 400 or state(client, seat)["clock"]["running"] == "blue"
    with in_memory(tmp_path) as client:
        assert state(client, seat)["clock"]["used_ms"]["red"] > 400


def test_tables_invitations_and_tokens_survive_a_restart(tmp_path: Path) -> None:
    with in_memory(tmp_path) as client:
        waiting = begin(client, side="red", opponent="link")
        running = begin(client, "mississippi_queen", side="red", opponent="here", seed=3)
        path = f"/api/tables/{running['id']}"
        move = client.post(f"{path}/compose", json={"steps": ["S1", "F"]}).json()["move"]
        client.post(f"{path}/moves", json={"move": move}, headers=bearer(running))
        before = client.get(path, headers=bearer(running)).json()
    with in_memory(tmp_path) as client:
        after = client.get(path, headers=bearer(running)).json()
        for key in ("history", "position", "to_move", "board", "seats"):
            assert after[key] == before[key], key
        again = client.post(f"{path}/compose", json={"steps": ["S1", "F"]}).json()["move"]
        assert client.post(f"{path}/moves", json={"move": again}, headers=bearer(running)).json() == {
            "ply": 2
        }
        joined = client.post("/api/join", json={"invite": waiting["invite"]}).json()
        assert list(joined["tokens"]) == ["blue"]
        assert state(client, waiting)["status"] == "running"
