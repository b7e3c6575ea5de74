"""What an operator may correct: the terms before the first game, one result or one match afterwards."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from schwarm.tournament import progress as progress_module
from tests.classroom.classes import OPERATOR, Class, bearer, in_class
from tests.waiting import wait

pytestmark = pytest.mark.compiled_only  # about tournaments, not about rules


def games(room: Class, event: int) -> list[dict[str, Any]]:
    """All games of the event, each with the key of its match."""
    view = room.client.get(f"/api/events/{room.show(event)['event']}").json()
    days = view["stages"][0]["groups"][0]["days"]
    return [game | {"key": match["key"]} for day in days for match in day for game in match["games"]]


def named(game: dict[str, Any]) -> dict[str, int]:
    return dict(zip(("stage", "group", "day", "match", "game"), (*game["key"], game["number"]), strict=True))


def table(room: Class, event: int) -> list[tuple[str, list[int]]]:
    view = room.client.get(f"/api/events/{room.show(event)['event']}").json()
    return [(row["name"], row["games"]) for row in view["stages"][0]["groups"][0]["rows"]]


def test_time_and_number_of_games_can_be_changed_until_something_was_played(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        for name in ("Ada", "Bob"):
            room.join(made, name)
        shown = room.did(made["id"], "change", limits={"move_ms": 20_500}, games=4, hand_s=90)
        assert (shown["state"], shown["limits"]["move_ms"], shown["limits"]["hand_s"]) == ("open", 20_500, 90)
        assert shown["stages"][0]["games"] == 4
        assert shown["journal"][-1]["what"] == "changed"
        for bad in ({"games": 0}, {"limits": {"move_ms": -1}}, {"limits": {"speed": 1}}, {"hand_s": 1}):
            assert room.act(made["id"], "change", **bad).status_code == 422, bad
        room.did(made["id"], "start")
        assert len(games(room, made["id"])) in range(5)
        room.finished(made["id"])
        wait(lambda: len(games(room, made["id"])) == 4)  # whoever asks often is told what was a moment ago
        late = room.act(made["id"], "change", games=2)
        assert (late.status_code, late.json()["error"]["faults"][0]["code"]) == (409, "class_played")


def test_terms_are_changed_also_after_the_start_while_everybody_is_waited_for(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        for name in ("Ada", "Bob"):
            room.join(made, name, "hand")
        room.did(made["id"], "start")
        shown = room.did(made["id"], "change", limits={"bank_ms": 60_000, "increment_ms": 500}, games=6)
        assert shown["limits"]["bank_ms"] == 60_000
        wait(lambda: room.show(made["id"])["planned"] == 6)
        shown = room.show(made["id"])
        assert (shown["played"], shown["state"]) == (0, "running")


def test_one_result_is_set_with_a_reason_and_everything_agrees(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        teams = {name: room.join(made, name) for name in ("Ada", "Bob", "Cy")}
        room.did(made["id"], "start")
        room.finished(made["id"])
        before = games(room, made["id"])
        shown = room.show(made["id"])["results"]
        game = before[0]
        asked = {"match": named(game), "points": [0, 0]}
        assert room.act(made["id"], "result", **asked).status_code == 422  # no reason
        assert room.act(made["id"], "result", **asked | {"points": [2, 2]}, reason="x").status_code == 422
        room.did(made["id"], "result", **asked, reason="both cheated")
        room.finished(made["id"])
        after = games(room, made["id"])
        assert len(after) == len(before)
        assert room.show(made["id"])["results"] != shown  # who shows tables asks for them anew
        assert (after[0]["points"], after[0]["reason"]) == ([0, 0], "set by the operator")
        assert after[0]["game"] == game["game"]  # what was played can still be looked at
        assert after[1:] == before[1:]
        line = next(line for line in room.show(made["id"])["journal"] if line["what"] == "ruled")
        assert (line["reason"], line["detail"]["points"]) == ("both cheated", [0, 0])
        assert set(line["teams"]) == {game["first"], game["second"]}
        answer = room.client.get(f"/api/class/events/{made['id']}/export", headers=bearer(OPERATOR))
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            lines = list(csv.DictReader(archive.read("games.csv").decode().splitlines()))
            rows = list(csv.DictReader(archive.read("tables.csv").decode().splitlines()))
        for name, counts in table(room, made["id"]):
            own = [
                int(one["first_points"] if one["first"] == name else one["second_points"])
                for one in lines
                if name in (one["first"], one["second"])
            ]
            assert [own.count(2), own.count(1), own.count(0)] == counts
            assert [
                [int(row[f"games_{how}"]) for how in ("won", "drawn", "lost")]
                for row in rows
                if row["name"] == name
            ] == [counts]
            mine = [one["points"] for one in room.team(teams[name])["games"]]
            assert sorted(mine) == sorted(own)


def test_who_leaves_after_the_end_leaves_the_tables_that_everybody_shows(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        teams = {name: room.join(made, name) for name in ("Ada", "Bob", "Cy")}
        room.did(made["id"], "start")
        number = room.finished(made["id"])["event"]
        seen = [room.show(made["id"])["results"]]
        for what, rows in (("disqualify", 2), ("readmit", 3)):
            seen.append(room.did(made["id"], what, team=teams["Ada"], reason="x")["results"])
            told = room.client.get(f"/api/events/{number}/tables").json()
            (group,) = told["stages"][0]["groups"]
            assert (len(group["rows"]), told["results"]) == (rows, seen[-1])
            assert (group["days"], group["cross"]) == ([], [])  # large, and on no wall
        assert seen[0] == seen[2] != seen[1]


def test_a_team_may_look_again_and_again_without_the_schedule_being_worked_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_class(tmp_path) as room:
        made, team = room.begun()
        wait(lambda: room.team(team)["live"])
        plan = Mock(side_effect=progress_module._field)
        monkeypatch.setattr(progress_module, "_field", plan)
        for _ in range(10):
            assert room.team(team)["games"] == []
        assert plan.call_count < 10
        room.did(made["id"], "pause")


def test_one_game_alone_is_played_again(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        for name in ("Ada", "Bob"):
            room.join(made, name)
        room.did(made["id"], "start")
        room.finished(made["id"])
        first, second = games(room, made["id"])
        room.did(made["id"], "repeat", match=named(second), reason="cable")
        room.finished(made["id"])
        again = games(room, made["id"])
        assert again[0] == first
        assert again[1]["game"] not in (first["game"], second["game"])
        line = next(line for line in room.show(made["id"])["journal"] if line["what"] == "repeated")
        assert line["detail"]["game"] == 1
        assert room.client.get(f"/record/{second['game']}", follow_redirects=False).status_code == 303
