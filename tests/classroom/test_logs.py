"""What a team may read: all that its program said, its test matches; and what the journal tells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.classroom.classes import OPERATOR, Class, bearer, in_class, program
from tests.classroom.test_teams import needs_sandbox
from tests.waiting import wait

pytestmark = pytest.mark.compiled_only  # about programs, not about rules


def said(room: Class, team: int, record: int, token: str = "") -> Any:
    headers = bearer(token) if token else room.own(team)
    return room.client.get(f"/api/class/teams/{team}/games/{record}/log", headers=headers)


@needs_sandbox
def test_a_team_reads_what_its_program_said_in_regular_games_and_in_tests(tmp_path: Path) -> None:
    with in_class(tmp_path, class_workers=2) as room:
        made = room.create()
        team, other = room.join(made, "Ada", "upload"), room.join(made, "Bob")
        room.send(team, program(tmp_path, "talks"))
        assert room.judged(team)["state"] == "passed"
        form = {"against": "level random", "games": 2}
        address = f"/api/class/teams/{team}/tests"
        number = room.client.post(address, json=form, headers=room.own(team)).json()["id"]
        wait(lambda: room.team(team)["tests"][0]["state"] == "done")
        games = room.client.get(f"{address}/{number}", headers=room.own(team)).json()["games"]
        assert [game["number"] for game in games] == [0, 1]
        assert {game["result"] for game in games} <= {"won", "drawn", "lost"}
        for game in games:
            assert room.client.get(f"/record/{game['record']}").status_code == 404  # for the team alone
            own = f"/api/class/teams/{team}/games/{game['record']}"
            shown = room.client.get(own, headers=room.own(team)).json()["address"]
            assert room.client.get(shown).status_code == 200
            assert "to stdout" in said(room, team, game["record"]).json()["log"]
            beside = room.client.get(f"{own}/notes", headers=room.own(team)).json()["plies"]
            assert any("to stdout" in ply["said"] for ply in beside)
        assert room.client.get(f"{address}/{number}", headers=room.own(other)).status_code == 403
        assert room.client.get(f"{address}/{number + 1}", headers=room.own(team)).status_code == 404
        room.did(made["id"], "start")
        room.finished(made["id"])
        for game in room.team(team)["games"]:
            assert game["fault"] is None
            log = said(room, team, game["record"]).json()["log"]
            assert "to stdout" in log
            assert "to stderr" in log
            assert said(room, team, game["record"], OPERATOR).status_code == 200
            assert said(room, other, game["record"]).json() == {"log": ""}  # of its own program, not of Ada's
            assert said(room, team, game["record"], room.tokens[other]).status_code == 403
        assert said(room, team, 9_999).status_code == 404


def test_the_journal_says_which_match_was_repeated_and_who_deleted_what(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        teams = {name: room.join(made, name) for name in ("Ada", "Bob", "Cy")}
        room.did(made["id"], "start")
        room.finished(made["id"])
        match = {"stage": 0, "group": 0, "day": 1, "match": 0}
        view = room.client.get(f"/api/events/{room.show(made['id'])['event']}").json()
        day = view["stages"][0]["groups"][0]["days"][1]
        place = next(number for number, one in enumerate(day) if one["away"] is not None)
        names = [day[place]["home"], day[place]["away"]]
        room.did(made["id"], "repeat", match=match | {"match": place}, reason="cable")
        room.finished(made["id"])
        line = next(line for line in room.show(made["id"])["journal"] if line["what"] == "repeated")
        assert (line["teams"], line["who"], line["reason"]) == (names, "operator", "cable")
        room.client.delete(f"/api/class/teams/{teams[names[0]]}", headers=room.own(teams[names[0]]))
        journal = room.show(made["id"])["journal"]
        repeated = next(line for line in journal if line["what"] == "repeated")
        gone = f"Ex-Team {teams[names[0]]}"
        assert repeated["teams"] == [gone, names[1]]
        assert (journal[-1]["what"], journal[-1]["who"], journal[-1]["teams"]) == ("deleted", "team", [gone])
