"""A ladder for the whole year, and programs that change while a tournament goes on."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from schwarm.store import class_programs
from schwarm.store.class_programs import FAILED, PASSED
from schwarm.store.store import Store
from schwarm.tournament.journal import EventJournal
from schwarm.web.env import env_of
from tests.classroom.classes import OPERATOR, Class, bearer, in_class, script
from tests.classroom.test_events import Calendar
from tests.waiting import wait

pytestmark = pytest.mark.compiled_only  # about tournaments, not about rules
GONE = script("#!/bin/sh\nexit 1\n")  # a program that never comes: its games are lost at once


def version(room: Class, team: int) -> int:
    """A new version of a team's program that counts as qualified, without the games for it."""
    store = store_of(room)
    number = class_programs.add_upload(store, team, GONE, "sha", 100)
    if not class_programs.claim_upload(store, team, number):  # the room was quicker, and has its say first
        wait(
            lambda: (
                (number, FAILED)
                in [(row.number, row.state) for row in class_programs.uploads_of(store, team)]
            )
        )
    class_programs.mark_upload(store, team, number, 2, PASSED)
    return number


def store_of(room: Class) -> Store:
    found: Any = room.client.app
    return env_of(found).tables.store


def with_versions(room: Class, event: int, name: str) -> list[tuple[int, int]]:
    """The match day and the version of each game of a team."""
    number = room.show(event)["event"]
    if number is None:
        return []
    journal = EventJournal(store_of(room), number)
    return [
        (line.key.day, line.played.versions[line.played.players.index(name)])
        for line in journal.games()
        if name in line.played.players
    ]


def test_a_ladder_begins_by_itself_takes_newcomers_and_ends_when_somebody_says_so(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create(preset="class-ladder")
        assert room.show(made["id"])["kinds"] == ["upload", "level"]
        assert room.ask(made, "Hanna", "hand").status_code == 403
        room.join(made, "Ada")
        room.join(made, "Bob", level="greedy")
        wait(lambda: room.show(made["id"])["played"] >= 2)
        late = room.join(made, "Cy")
        wait(lambda: len(room.team(late)["games"]) >= 2)
        shown = room.show(made["id"])
        assert (shown["state"], shown["endless"]) == ("running", True)
        assert len(shown["live"]) <= 1  # one game at a time
        assert [line["what"] for line in shown["journal"] if line["team"] == "Cy"][1:] == ["plays"]
        assert room.act(made["id"], "disqualify", team=late, reason="test").status_code == 200
        assert room.act(made["id"], "end").status_code == 200
        view = room.client.get(f"/api/events/{shown['event']}").json()
        rows = view["stages"][0]["groups"][0]["rows"]
        assert {row["name"] for row in rows} == {"Ada", "Bob"}
        assert rows[0]["elo"] > rows[1]["elo"]
        assert rows[0]["elo_interval"][0] < rows[0]["elo"] < rows[0]["elo_interval"][1]
        assert room.show(made["id"])["state"] == "finished"
        assert room.act(made["id"], "end").status_code == 409


def test_a_new_version_plays_on_the_ladder_at_once_and_the_team_may_go_back(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create(preset="class-ladder")
        ada = room.join(made, "Ada", "upload")
        room.join(made, "Bob")
        assert version(room, ada) == 1
        wait(lambda: with_versions(room, made["id"], "Ada")[:1] == [(0, 1)])
        assert room.team(ada)["compared"] is None
        assert version(room, ada) == 2
        wait(lambda: 2 in [one for _, one in with_versions(room, made["id"], "Ada")])
        compared = wait(lambda: room.team(ada)["compared"])
        assert (compared["version"], compared["before"]) == (2, 1)
        assert compared["low"] <= compared["elo"] <= compared["high"]
        address = f"/api/class/teams/{ada}/plays"
        assert room.client.post(address, json={"version": 3}, headers=room.own(ada)).status_code == 409
        assert room.client.post(address, json={"version": 1}, headers=room.own(ada)).status_code == 204
        assert room.team(ada)["plays"] == 1
        wait(lambda: with_versions(room, made["id"], "Ada")[-1][1] == 1)
        said = [line["what"] for line in room.show(made["id"])["journal"] if line["team"] == "Ada"]
        assert said[-2:] == ["chosen", "plays"]
        assert version(room, ada) == 3
        assert room.team(ada)["plays"] == 3


def test_programs_change_from_match_day_to_match_day(tmp_path: Path) -> None:
    calendar = Calendar()
    days = [calendar.now + timedelta(hours=hour) for hour in (1, 2, 3)]
    with in_class(tmp_path, class_now=calendar) as room:
        times = [day.isoformat() for day in days]
        made = room.create(days=times, closes_min=10)
        ada = room.join(made, "Ada", "upload")
        for name in ("Bob", "Cy"):
            room.join(made, name)
        version(room, ada)
        calendar.now = days[0]
        assert wait(lambda: room.show(made["id"])["day_over"])
        assert room.team(ada)["uploads"] is True
        assert room.team(ada)["closes"] == (days[1] - timedelta(minutes=10)).isoformat()
        version(room, ada)
        calendar.now = days[1] - timedelta(minutes=5)
        assert room.team(ada)["uploads"] is False
        assert room.send(ada, GONE).status_code == 409
        calendar.now = days[1]
        wait(lambda: room.show(made["id"])["begun"] == 2 and room.show(made["id"])["day_over"])
        calendar.now = days[2]
        room.finished(made["id"])
        played = with_versions(room, made["id"], "Ada")
        assert {number for day, number in played if day == 0} <= {1}
        assert {number for day, number in played if day > 0} == {2}
        lines = room.show(made["id"])["journal"]
        assert [line["detail"]["day"] for line in lines if line["what"] == "day"] == [2, 3]
        told = [(line["team"], line["detail"]["version"]) for line in lines if line["what"] == "plays"]
        assert told == [("Ada", 2)]


def test_trial_match_days_count_for_nothing_and_the_operator_begins_each_day(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create(days="hand", trials=1)
        teams = [room.join(made, name) for name in ("Ada", "Bob")]
        assert room.act(made["id"], "day").status_code == 409
        room.did(made["id"], "start")
        shown = wait(lambda: one if (one := room.show(made["id"]))["day_over"] else {})
        assert (shown["played"], shown["planned"]) == (2, 4)
        room.did(made["id"], "day")
        shown = room.finished(made["id"])
        view = room.client.get(f"/api/events/{shown['event']}", headers=bearer(OPERATOR)).json()
        assert [stage["name"] for stage in view["stages"]] == ["Trial match day", "Everyone against everyone"]
        row = view["stages"][1]["groups"][0]["rows"][0]
        assert sum(row["games"]) == 2  # those of the trial are not among them
        counting = [game["counts"] for game in room.team(teams[0])["games"]]
        assert sorted(counting) == [False, False, True, True]
        assert room.act(made["id"], "day").status_code == 409
