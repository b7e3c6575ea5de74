"""Names without accounts: taking, keeping and forgetting one; one's games; an Elo that means something."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from schwarm.bots import strengths
from schwarm.referee import TimeUp
from schwarm.store import open_store
from schwarm.store.people import PeopleStore, Person, RatedGame
from schwarm.web.env import env_of
from schwarm.web.people.people import LEAST_AGREED
from schwarm.web.people.standing import rate_person
from tests.waiting import wait
from tests.web.people.named import auth, name, start
from tests.web.shared.requests import begin
from tests.web.shared.site import in_memory


def test_a_name_that_is_taken_is_refused_with_a_free_one(client: TestClient) -> None:
    ada = name(client, "Ada")
    for wish in ("ada", " A.D.A ", "\uff21da"):
        refused = client.post("/api/people", json={"name": wish})
        assert refused.status_code == 409
        error = refused.json()["error"]
        assert error["code"] == "name_taken"
        assert name(client, error["proposal"])["token"] != ada["token"]
    guest = client.post("/api/tables", json={"game": "piranhas", "name": "ADA", "level": "random"})
    assert guest.json()["error"]["code"] == "name_taken"


def test_what_is_no_name_is_refused(client: TestClient) -> None:
    for wish in ("", "  ", "...", "bot 3", "Level5", "\u202e", "x" * 25):
        assert client.post("/api/people", json={"name": wish}).status_code == 422, wish


def test_the_store_keeps_a_fingerprint_and_no_token(client: TestClient) -> None:
    ada = name(client, "Ada")
    start(client, ada)
    settings = env_of(client.app).tables.settings
    kept = b"".join(file.read_bytes() for file in Path(settings.store).parent.iterdir())
    assert ada["name"].encode() in kept
    assert ada["token"].encode() not in kept


def test_only_the_token_renames_and_reads(client: TestClient) -> None:
    ada, bob = name(client, "Ada"), name(client, "Bob")
    assert client.get("/api/people/me").status_code == 401
    assert client.post("/api/people/me", json={"name": "Bob"}, headers=auth(ada)).status_code == 409
    renamed = client.post("/api/people/me", json={"name": "ADA B."}, headers=auth(ada)).json()
    assert renamed["name"] == "ADA B."
    assert renamed["id"] == ada["id"] != bob["id"]
    name(client, "Ada")  # free again


def test_the_games_of_a_person_are_found_by_their_token_alone(client: TestClient) -> None:
    ada, bob = name(client, "Ada"), name(client, "Bob")
    seat = start(client, ada)
    mine = client.get("/api/people/me/games", headers=auth(ada)).json()
    assert [(game["id"], game["side"], game["turn"]) for game in mine["running"]] == [
        (seat["id"], "red", True)
    ]
    assert client.get("/api/people/me/games", headers=auth(bob)).json()["running"] == []
    state = client.get(f"/api/tables/{seat['id']}", headers=auth(ada)).json()
    move = state["moves"][0]["move"]
    assert client.post(f"/api/tables/{seat['id']}/moves", json={"move": move}, headers=auth(ada)).is_success
    client.post(f"/api/tables/{seat['id']}/resign", json={}, headers=auth(ada))
    mine = client.get("/api/people/me/games", headers=auth(ada)).json()
    assert mine["running"] == []
    assert [(one["entry"]["id"], one["side"]) for one in mine["finished"]] == [(seat["id"], "red")]
    assert mine["more"] is False


def test_who_is_forgotten_leaves_games_of_somebody(client: TestClient) -> None:
    ada, bob = name(client, "Ada"), name(client, "Bob")
    done, running = start(client, ada), start(client, ada)
    client.post(f"/api/tables/{done['id']}/resign", json={}, headers=auth(ada))
    waiting = start(client, ada, opponent="person", person=bob["id"])
    assert client.delete("/api/people/me", headers=auth(ada)).status_code == 204
    assert client.get("/api/people/me", headers=auth(ada)).status_code == 401
    for table in (done["id"], running["id"]):
        text = client.get(f"/api/tables/{table}").text + client.get(f"/api/tables/{table}/record").text
        assert '"status":"ended"' in text
        assert "Ada" not in text
    assert client.get(f"/api/tables/{waiting['id']}").status_code == 404
    assert client.get("/api/replays?player=ada").json()["entries"] == []
    settings = env_of(client.app).tables.settings
    assert name(client, "Ada")["id"] != ada["id"]
    with open_store(settings.store) as store:
        assert PeopleStore(store).find(ada["id"]) is None


def test_games_and_names_go_on_after_the_page_was_closed(tmp_path: Path) -> None:
    with in_memory(tmp_path) as client:
        ada, bob = name(client, "Ada"), name(client, "Bob")
        running = start(client, ada)
        waiting = start(
            client, ada, opponent="person", person=bob["id"], bank_seconds=300, increment_seconds=5
        )
    with in_memory(tmp_path) as client:
        mine = client.get("/api/people/me/games", headers=auth(ada)).json()["running"]
        assert {game["id"] for game in mine} == {running["id"], waiting["id"]}
        asked = client.get("/api/people/me/games", headers=auth(bob)).json()["running"]
        assert [(game["id"], game["asked"], game["clock"]["bank_ms"]) for game in asked] == [
            (waiting["id"], True, 300_000)
        ]


# --- Elo -------------------------------------------------------------------------------------------------
def results(*pairs: tuple[str, str, float, int]) -> list[RatedGame]:
    return [
        RatedGame(f"t{place}-{number}", "hive", one, other, points, datetime.now(UTC))
        for place, (one, other, points, count) in enumerate(pairs)
        for number in range(count)
    ]


def test_elo_is_on_the_levels_own_scale(tmp_path: Path) -> None:
    """Who draws even with a measured level has its Elo, who beats them more; few games are provisional."""
    with open_store(str(tmp_path / "people.db")) as store:
        people = PeopleStore(store)
        for who in ("even", "strong", "new"):
            people.add(Person(who, who, who), who, 10)
        told = results(
            ("even", "level 4", 1.0, 20), ("even", "level 4", 0.0, 20),
            ("strong", "even", 1.0, 15), ("strong", "even", 0.0, 5), ("new", "level 4", 1.0, 1),
        )  # fmt: skip
        assert all(people.score(result) for result in told)
        assert not people.score(told[0]), "a result counts once"
        even, strong, new = (rate_person(people, "hive", who) for who in ("even", "strong", "new"))
        assert even is not None
        assert strong is not None
        assert new is not None
        assert even.elo == pytest.approx(strengths("hive")["4"].elo, abs=60)
        assert 60 < strong.elo - even.elo < 300
        assert even.high - even.low < 300 < new.high - new.low
        assert (even.games, new.games) == (60, 1)


def wins(client: TestClient, person: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A short game that the person gives up after two moves."""
    seat = start(client, person, **more)

    def look() -> dict[str, Any]:
        return dict(client.get(f"/api/tables/{seat['id']}", headers=auth(person)).json())

    for _ in range(2):
        state = wait(lambda: asked if (asked := look())["to_move"] == "red" else None)
        assert state is not None
        form = {"move": state["moves"][0]["move"]}
        assert client.post(f"/api/tables/{seat['id']}/moves", json=form, headers=auth(person)).is_success
    client.post(f"/api/tables/{seat['id']}/resign", json={}, headers=auth(person))
    return seat


def elo(client: TestClient, person: dict[str, Any]) -> dict[str, Any]:
    assert client.portal is not None
    client.portal.call(env_of(client.app).people.close)
    return dict(client.get("/api/people/me", headers=auth(person)).json()["ratings"])


def test_a_rated_game_changes_the_elo_and_a_casual_one_does_not(client: TestClient) -> None:
    ada = name(client, "Ada")
    wins(client, ada, rated=False)
    wins(client, ada, seed=7)
    wins(client, ada, level="random")
    assert elo(client, ada) == {}
    wins(client, ada)
    rating = elo(client, ada)["piranhas"]
    assert rating["games"] == 1
    assert rating["provisional"]
    assert rating["low"] < rating["elo"] < rating["high"]
    assert rating["elo"] < strengths("piranhas")["1"].elo + 200
    state = client.get(f"/api/tables/{start(client, ada)['id']}").json()
    assert state["rated"]
    assert state["seats"]["red"]["elo"] == rating["elo"]


def test_a_rated_game_tells_what_became_of_the_elo_also_after_a_restart(tmp_path: Path) -> None:
    with in_memory(tmp_path) as client:
        ada = name(client, "Ada")
        first = wins(client, ada)
        assert elo(client, ada)
        second = wins(client, ada)
        rating = elo(client, ada)["piranhas"]["elo"]
        seats = [client.get(f"/api/tables/{seat['id']}").json()["seats"] for seat in (first, second)]
        assert [seat["red"]["elo"] for seat in seats] == [None, seats[0]["red"]["new_elo"]]
        assert seats[1]["red"]["new_elo"] == rating
        assert seats[1]["blue"]["new_elo"] is None
    with in_memory(tmp_path) as client:
        assert client.get(f"/api/tables/{second['id']}").json()["seats"]["red"]["new_elo"] == rating


def between(client: TestClient, plies: int, **more: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A rated game of two people after some plies, and who they are."""
    ada, bob = name(client, "Ada"), name(client, "Bob")
    seat = start(client, ada, opponent="person", person=bob["id"], **more)
    assert client.post(f"/api/tables/{seat['id']}/accept", json={}, headers=auth(bob)).is_success
    for ply in range(plies):
        mover = (ada, bob)[ply % 2]
        state = client.get(f"/api/tables/{seat['id']}", headers=auth(mover)).json()
        form = {"move": state["moves"][0]["move"]}
        assert client.post(f"/api/tables/{seat['id']}/moves", json=form, headers=auth(mover)).is_success
    return seat, [ada, bob]


@pytest.mark.parametrize(("plies", "counts"), [(2, False), (LEAST_AGREED, True)])
def test_a_draw_that_is_agreed_on_at_once_does_not_count(
    client: TestClient, plies: int, counts: bool
) -> None:
    seat, players = between(client, plies)
    for say, player in zip(("offer", "accept"), players, strict=True):
        form = {"what": "draw", "say": say}
        assert client.post(f"/api/tables/{seat['id']}/offers", json=form, headers=auth(player)).is_success
    assert bool(elo(client, players[0])) == counts


def test_a_loss_on_time_counts_as_soon_as_somebody_has_moved(client: TestClient) -> None:
    seat, players = between(client, 1)
    table = env_of(client.app).tables.tables[seat["id"]]
    assert client.portal is not None
    referee = table.course.referee
    assert referee is not None
    blame = partial(referee.blame, "blue", TimeUp(1000, hard=True))
    client.portal.call(blame)
    wait(lambda: client.get(f"/api/tables/{seat['id']}").json()["status"] == "ended")
    assert [elo(client, player)["piranhas"]["games"] for player in players] == [1, 1]


def test_help_makes_a_game_casual(client: TestClient) -> None:
    ada = name(client, "Ada")
    seat = start(client, ada, level="random")
    assert not client.get(f"/api/tables/{seat['id']}").json()["rated"]
    seat = start(client, ada)
    assert client.get(f"/api/tables/{seat['id']}").json()["rated"]
    client.post(f"/api/tables/{seat['id']}/hint", headers=auth(ada))
    assert not client.get(f"/api/tables/{seat['id']}").json()["rated"]


def test_a_result_that_was_not_counted_is_counted_at_the_next_start(tmp_path: Path) -> None:
    with in_memory(tmp_path) as client:
        ada = name(client, "Ada")
        env_of(client.app).people._hear = lambda table: None  # type: ignore[method-assign]
        env_of(client.app).tables.listeners.clear()
        wins(client, ada)
        assert elo(client, ada) == {}
    with in_memory(tmp_path) as client:
        assert elo(client, ada)["piranhas"]["games"] == 1


def test_guests_need_no_name(client: TestClient) -> None:
    seat = begin(client, "piranhas", opponent="here", side="red")
    state = client.get(f"/api/tables/{seat['id']}").json()
    assert not state["rated"]
    assert json.dumps(state["seats"]).count('"person": ""') == 2
