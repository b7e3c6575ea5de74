"""From creation to the last game: an operator runs a tournament from the page alone."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NoReturn
from unittest.mock import Mock

import pytest

from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import progress
from schwarm.web.env import env_of
from tests.classroom.classes import OPERATOR, Class, bearer, in_class
from tests.waiting import wait

pytestmark = pytest.mark.compiled_only  # about tournaments, not about rules


class Calendar:
    """What time it is for a class; it goes on when a test says so."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now


def played(room: Class, event: int) -> int:
    return int(room.show(event)["played"])


def test_a_tournament_is_created_joined_played_and_taken_home(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        assert room.show(made["id"])["state"] == "open"
        for name in ("Ada", "Bob", "Cy"):
            room.join(made, name)
        assert room.act(made["id"], "pause").status_code == 409
        room.did(made["id"], "start")
        done = room.finished(made["id"])
        assert (done["played"], done["planned"], done["live"], done["next"]) == (6, 6, [], [])
        assert [line["what"] for line in done["journal"]] == [
            "created", "registered", "registered", "registered", "started", "finished",
        ]  # fmt: skip
        view = room.client.get(f"/api/events/{done['event']}").json()
        assert {row["name"] for row in view["stages"][0]["groups"][0]["rows"]} == {"Ada", "Bob", "Cy"}
        assert view["finished"]
        games = room.team(1)["games"]
        assert len(games) == 4
        assert {game["opponent"] for game in games} == {"Bob", "Cy"}
        assert room.client.get(f"/record/{games[0]['record']}", follow_redirects=False).status_code == 303
        answer = room.client.get(f"/api/class/events/{made['id']}/export", headers=bearer(OPERATOR))
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            kept = archive.namelist()
            assert len(archive.read("games.jsonl").splitlines()) == 6
            assert len(archive.read("games.csv").splitlines()) == 7
            assert json.loads(archive.read("class.json"))["state"] == "finished"
        assert {"report-de.html", "report-en.html", "tables.csv", "teams/1/team.json"} <= set(kept)


class Unwalked(dict[int, int]):
    """A table that many threads share: whoever walks through it may meet a change."""

    def items(self) -> NoReturn:
        raise AssertionError("another thread may begin a tournament just now")

    keys = values = __iter__ = items


def test_news_of_a_tournament_find_it_while_other_threads_begin_others(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        host = env_of(room.client.app).classroom.room.host
        host._events, host._classes = Unwalked(), Unwalked()
        made = room.create(games=2)
        for name in ("Ada", "Bob"):
            room.join(made, name)
        room.did(made["id"], "start")
        assert room.finished(made["id"])["played"] == 2


def test_the_end_is_told_with_the_last_result_though_another_page_has_written_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_class(tmp_path) as room:
        made = room.create(games=2)
        for name in ("Ada", "Bob"):
            room.join(made, name)
        room.did(made["id"], "start")
        event = room.finished(made["id"])["event"]
        desk = env_of(room.client.app).classroom
        host, journal = desk.room.host, EventJournal(desk.room.store, event)
        host._states[made["id"]] = progress(journal.event, {})  # what this page knew when it lost the event
        monkeypatch.setattr(host, "run_of", lambda class_id: Mock(**{"share.running.return_value": []}))
        shown = room.show(made["id"])
        assert (shown["state"], shown["played"], shown["planned"]) == ("finished", 2, 2)


def test_every_preset_makes_a_tournament(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        offered = room.client.get("/api/class").json()
        assert offered["operator"] is False
        for preset in offered["presets"]:
            room.create(preset=preset["id"], game=preset["game"] or "hive", options={})
        assert len(room.client.get("/api/class/events").json()) == len(offered["presets"])


def test_a_match_is_repeated_and_its_old_games_count_no_more(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        teams = [room.join(made, name) for name in ("Ada", "Bob")]
        room.did(made["id"], "start")
        room.finished(made["id"])
        before = {game["record"] for game in room.team(teams[0])["games"]}
        match = {"stage": 0, "group": 0, "day": 0, "match": 0}
        assert room.act(made["id"], "repeat", match=match).status_code == 422  # why?
        wrong = match | {"match": 9}
        assert room.act(made["id"], "repeat", match=wrong, reason="power cut").status_code == 409
        room.did(made["id"], "repeat", match=match, reason="power cut")
        done = room.finished(made["id"])
        after = {game["record"] for game in room.team(teams[0])["games"]}
        assert len(before) == len(after) == done["played"] == 2
        assert not before & after
        line = next(line for line in done["journal"] if line["what"] == "repeated")
        assert line["reason"] == "power cut"
        assert {game for _, game, _ in line["detail"]["games"]} == before
        for number in before:
            assert room.client.get(f"/record/{number}", follow_redirects=False).status_code == 303


def test_whoever_is_disqualified_loses_what_it_has_not_played_and_may_come_back(tmp_path: Path) -> None:
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    with in_class(tmp_path) as room:
        made = room.create(days=[later] * 9)  # so that nothing is played unless we say so
        teams = [room.join(made, name) for name in ("Ada", "Bob", "Cy")]
        room.did(made["id"], "start")
        assert room.act(made["id"], "disqualify", team=teams[0]).status_code == 422  # why?
        shown = room.did(made["id"], "disqualify", team=teams[0], reason="two programs")
        assert shown["teams"][0]["out"] == "two programs"
        wait(lambda: room.show(made["id"])["planned"] == 2)  # the match of the other two is left
        room.did(made["id"], "readmit", team=teams[0], reason="one program")
        wait(lambda: room.show(made["id"])["planned"] == 6)
        room.did(made["id"], "disqualify", team=teams[0], reason="again")
        room.did(made["id"], "disqualify", team=teams[1], reason="as well")
        done = room.finished(made["id"])
        view = room.client.get(f"/api/events/{done['event']}").json()
        rows = view["stages"][0]["groups"][0]["rows"]
        assert (rows[0]["name"], rows[0]["matches"]) == ("Cy", [2, 0, 0])


def test_games_wait_for_their_match_day_and_for_the_end_of_a_pause(tmp_path: Path) -> None:
    calendar = Calendar()
    days = [(calendar.now + timedelta(days=day)).isoformat() for day in (1, 2, 2)]
    with in_class(tmp_path, class_now=calendar) as room:
        made = room.create(days=days)
        for name in ("Ada", "Bob", "Cy"):
            room.join(made, name)
        assert room.show(made["id"])["state"] == "open"
        calendar.now += timedelta(days=1)
        wait(lambda: room.show(made["id"])["state"] == "running")  # its first day has come
        wait(lambda: played(room, made["id"]) == 2)
        coming = room.show(made["id"])["next"]
        assert [match["day"] for match in coming] == [1, 2]
        assert coming[0]["when"] == days[1]
        room.did(made["id"], "pause", reason="lunch")
        assert room.show(made["id"])["state"] == "paused"
        room.did(made["id"], "resume")
        assert played(room, made["id"]) == 2
        calendar.now += timedelta(days=1)
        assert room.finished(made["id"])["played"] == 6


def test_a_deadline_closes_and_the_operator_opens_again(tmp_path: Path) -> None:
    calendar = Calendar()
    with in_class(tmp_path, class_now=calendar) as room:
        made = room.create(deadline=(calendar.now + timedelta(hours=1)).isoformat())
        assert room.show(made["id"])["state"] == "open"
        calendar.now += timedelta(hours=1)
        wait(lambda: room.show(made["id"])["state"] == "closed")
        refusal = room.ask(made, "Ada").json()["error"]
        assert refusal["code"] == "wrong_time"
        assert [fault["code"] for fault in refusal["faults"]] == ["class_closed"]
        assert refusal["faults"][0]["words"]["de"] == "Dieses Turnier nimmt keine Mannschaften mehr auf."
        room.did(made["id"], "open")
        room.join(made, "Ada")
        room.did(made["id"], "close")
        assert room.ask(made, "Bob").status_code == 409
        assert "two teams" in room.act(made["id"], "start").json()["error"]["message"]


@pytest.mark.parametrize("leaving", ["keep", "annul"])
def test_a_winner_who_is_disqualified_or_deleted_is_out_of_everything(tmp_path: Path, leaving: str) -> None:
    with in_class(tmp_path) as room:
        made = room.create(leaving=leaving)
        teams = {name: room.join(made, name) for name in ("Ada", "Bob", "Cy")}
        room.did(made["id"], "start")
        done = room.finished(made["id"])
        assert done["leaving"] == leaving
        address = f"/api/events/{done['event']}"

        def ranked() -> list[tuple[int, str]]:
            rows = room.client.get(address).json()["stages"][0]["groups"][0]["rows"]
            return [(row["rank"], row["name"]) for row in rows]

        first = ranked()[0][1]
        room.did(made["id"], "disqualify", team=teams[first], reason="two programs")
        others = sorted({"Ada", "Bob", "Cy"} - {first})
        assert sorted(name for _, name in ranked()) == others
        assert ranked()[0][0] == 1
        assert room.client.get(address).json()["withdrawn"] == [first]
        games = room.team(teams[others[0]])["games"]
        assert [game["counts"] for game in games if game["opponent"] == first] == [leaving == "keep"] * 2
        table = room.client.get(f"/events/{done['event']}/tables.csv").text
        assert first not in table
        room.client.delete(f"/api/class/teams/{teams[others[0]]}", headers=bearer(OPERATOR))
        assert [name for _, name in ranked()] == others[1:]
        line = room.show(made["id"])["journal"][-1]
        told = (line["what"], line["who"], line["detail"])
        assert told == ("deleted", "operator", {"concerned": [teams[others[0]]]})


def test_walkovers_are_among_a_teams_games(tmp_path: Path) -> None:
    later = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    with in_class(tmp_path) as room:
        made = room.create(days=[later] * 9)
        teams = [room.join(made, name) for name in ("Ada", "Bob")]
        room.did(made["id"], "start")
        room.did(made["id"], "disqualify", team=teams[0], reason="gone")
        room.finished(made["id"])
        games = room.team(teams[1])["games"]
        told = [(game["result"], game["reason"], game["record"]) for game in games]
        assert told == [("won", "walkover", None)] * 2
