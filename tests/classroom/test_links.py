"""The link of a team: its own token and nobody else's, and a new one ends the old one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.classroom.classes import OPERATOR, bearer, in_class
from tests.classroom.test_guests import move, table_of

pytestmark = pytest.mark.compiled_only  # about who may do what, not about rules


def test_the_operator_gives_a_team_a_new_link_and_the_old_one_ends(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        team, other = room.join(made, "Ada"), room.join(made, "Bob")
        address = f"/api/class/teams/{team}/link"
        for headers in ({}, room.own(team), room.own(other)):
            assert room.client.post(address, headers=headers).status_code in (401, 403)
        answer = room.client.post(address, headers=bearer(OPERATOR))
        assert answer.status_code == 201
        given = answer.json()
        assert OPERATOR not in answer.text
        assert given["address"] == f"/teams/{team}#{given['token']}"
        assert room.client.get(f"/api/class/teams/{team}", headers=room.own(team)).status_code == 403
        room.tokens[team] = given["token"]
        assert room.team(team)["name"] == "Ada"
        line = room.show(made["id"])["journal"][-1]
        assert (line["what"], line["who"], line["team"]) == ("relinked", "operator", "Ada")


def test_a_team_is_told_from_the_operator_who_looks_at_its_page(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        team = room.join(room.create(), "Ada")
        assert room.team(team)["own"] is True
        seen = room.client.get(f"/api/class/teams/{team}", headers=bearer(OPERATOR)).json()
        assert seen["own"] is False


def test_a_new_link_keeps_the_seat_in_a_game_that_is_under_way(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        _, team = room.begun(hand_s=600)
        table = table_of(room, team)
        old = dict(room.tokens)
        room.tokens[team] = room.client.post(
            f"/api/class/teams/{team}/link", headers=bearer(OPERATOR)
        ).json()["token"]
        assert move(room, team, table) == 200
        state = room.client.get(f"/api/tables/{table}", headers=room.own(team)).json()
        form = {"move": state["moves"][0]["move"] if state["moves"] else "A1-A2", "ply": state["ply"]}
        stolen = room.client.post(f"/api/tables/{table}/moves", json=form, headers=bearer(old[team]))
        assert stolen.status_code == 403
        tokens = room.tokens
    with in_class(tmp_path) as room:  # and after a restart
        room.tokens = tokens
        assert move(room, team, table_of(room, team)) == 200
