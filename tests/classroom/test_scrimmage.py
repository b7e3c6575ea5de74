"""A team asks another for a match: it is played if that agrees, and stays with the two."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.classroom.classes import Class, in_class
from tests.classroom.test_ladders import version
from tests.waiting import wait

pytestmark = pytest.mark.compiled_only  # about tournaments, not about rules


def ask(room: Class, team: int, other: int) -> tuple[int, dict[str, int]]:
    form = {"against": f"team {other}", "games": 2}
    answer = room.client.post(f"/api/class/teams/{team}/tests", json=form, headers=room.own(team))
    return answer.status_code, answer.json()


def reply(room: Class, team: int, test: int, agreed: bool) -> int:
    address = f"/api/class/teams/{team}/tests/{test}"
    return room.client.post(address, json={"agreed": agreed}, headers=room.own(team)).status_code


def test_a_match_is_played_once_the_other_team_agrees_and_nobody_else_sees_it(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        ada, bob, cy = (room.join(made, name, "upload") for name in ("Ada", "Bob", "Cy"))
        assert ask(room, ada, bob)[0] == 409  # nothing to play with
        version(room, ada)
        assert ask(room, ada, bob)[0] == 409  # the other has nothing
        for _ in range(2):
            version(room, bob)
        assert ask(room, ada, ada)[0] == 404
        status, asked = ask(room, ada, bob)
        assert status == 201
        assert ask(room, ada, bob)[0] == 429
        shown = room.team(bob)["tests"][0]
        assert (shown["state"], shown["theirs"], shown["rival"]) == ("asked", True, "Ada")
        assert [one["name"] for one in room.team(ada)["rivals"]] == ["Bob", "Cy"]
        assert reply(room, ada, asked["id"], agreed=True) == 404  # the other team decides
        assert reply(room, cy, asked["id"], agreed=True) == 404
        assert reply(room, bob, asked["id"], agreed=True) == 204
        assert reply(room, bob, asked["id"], agreed=True) == 409
        wait(lambda: room.team(ada)["tests"][0]["state"] == "done")
        own, theirs = room.team(ada)["tests"][0], room.team(bob)["tests"][0]
        assert (own["played"], own["wins"], own["losses"]) == (2, theirs["losses"], theirs["wins"])
        assert (own["version"], theirs["version"]) == (1, 2)
        address = f"/tests/{asked['id']}"
        games = room.client.get(f"/api/class/teams/{bob}{address}", headers=room.own(bob)).json()["games"]
        assert len(games) == 2
        assert room.client.get(f"/api/class/teams/{cy}{address}", headers=room.own(cy)).status_code == 404
        number = games[0]["record"]
        assert room.client.get(f"/record/{number}").status_code == 404
        for team, found in ((ada, 200), (bob, 200), (cy, 404)):
            watched = f"/api/class/teams/{team}/games/{number}"
            assert room.client.get(watched, headers=room.own(team)).status_code == found
        room.client.delete(f"/api/class/teams/{bob}", headers=room.own(bob))
        assert room.team(ada)["tests"][0]["rival"] == f"Ex-Team {bob}"


def test_a_match_can_be_declined_or_taken_back(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        ada, bob = (room.join(made, name, "upload") for name in ("Ada", "Bob"))
        version(room, ada)
        version(room, bob)
        assert reply(room, bob, ask(room, ada, bob)[1]["id"], agreed=False) == 204
        assert reply(room, ada, ask(room, ada, bob)[1]["id"], agreed=False) == 204
        assert [one["state"] for one in room.team(bob)["tests"]] == ["declined", "declined"]
