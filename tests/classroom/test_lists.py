"""A list of teams out of a spreadsheet, and a rehearsal before the class comes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from schwarm.classroom.errors import ClassroomError
from schwarm.classroom.lists import read_list
from schwarm.classroom.setup import KINDS
from tests.classroom.classes import OPERATOR, Class, bearer, in_class
from tests.waiting import wait

pytestmark = pytest.mark.compiled_only  # about tournaments, not about rules


@pytest.mark.parametrize(
    "content",
    [
        "Mannschaft;Spielt;Stufe\r\nÄpfel;Programm;\r\nBob;Bot;3\r\n".encode("utf-8-sig"),
        "name,kind,level\nÄpfel,,\nBob,level,3\n".encode(),
        "Äpfel\nBob;bot;3\n".encode("cp1252"),
        "level\tname\tkind\n\tÄpfel\tupload\n3\tBob\tbot\n".encode("utf-16"),
    ],
)
def test_lists_are_read_as_spreadsheets_save_them(content: bytes) -> None:
    found = [{key: value for key, value in one.items() if key != "line"} for one in read_list(content, KINDS)]
    assert found == [
        {"name": "Äpfel", "kind": "upload", "level": ""},
        {"name": "Bob", "kind": "level", "level": "3"},
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the list has no line with a name"),
        (b"name;kind\n", "the list has no line with a name"),
        (b"Ada;by telepathy\n", 'line 1: nobody can play as "by telepathy" here'),
        (b"name;kind\nAda;hand\n;hand\n", "line 3: the name is missing"),
        (b"x" * 300_000, "the list may have at most 200 kB"),
    ],
)
def test_what_is_wrong_with_a_list_is_told_by_its_line(content: bytes, why: str) -> None:
    with pytest.raises(ClassroomError, match=why):
        read_list(content, KINDS)


def enter(room: Class, event: int, text: str, token: str = OPERATOR) -> Any:
    address = f"/api/class/events/{event}/list"
    return room.client.post(address, content=text.encode(), headers=bearer(token))


def test_a_list_is_entered_whole_or_not_at_all(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        assert enter(room, made["id"], "Ada;bot;1\n", "somebody").status_code == 403
        for wrong in ("Ada;bot;1\nADA.;bot;1\n", "Ada;bot;1\nBob;bot;eleven\n"):
            answer = enter(room, made["id"], wrong)
            assert answer.status_code == 422
            assert answer.json()["error"]["message"].startswith("line 2: ")
            assert room.show(made["id"])["teams"] == []
        entered = enter(room, made["id"], "Ada;bot;1\nBob;bot;2\n").json()
        assert [team["name"] for team in entered] == ["Ada", "Bob"]
        number, token = entered[1]["address"].removeprefix("/teams/").split("#")
        assert room.client.get(f"/api/class/teams/{number}", headers=bearer(token)).json()["own"] is True
        room.did(made["id"], "close")
        assert enter(room, made["id"], "Cy;bot;1\n").status_code == 409


def test_a_rehearsal_runs_from_the_first_team_to_the_certificates_by_itself(tmp_path: Path) -> None:
    with in_class(tmp_path, uploads=False) as room:  # programs are looked at in the long test
        made = room.create(rehearsal=True, preset="class-knock-out")
        assert room.client.get("/api/class/events").json()[0]["rehearsal"] is True
        shown = room.finished(made["id"])
        assert [team["name"] for team in shown["teams"]] == [
            "Alpha",
            "Beta",
            "Gamma",
            "Delta",
            "Epsilon",
            "Zeta",
        ]
        assert shown["played"] >= 10
        assert shown["limits"]["move_ms"] == 100


@pytest.mark.long
def test_a_rehearsal_shows_a_program_that_works_and_one_that_does_not(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create(rehearsal=True, preset="class-ladder")
        shown = room.finished(made["id"])
        if room.client.get("/api/class").json()["uploads"]:
            states = {team["name"]: (team.get("qualification") or {}).get("state") for team in shown["teams"]}
            assert (states["Alpha"], states["Gamma"]) == ("passed", "failed")
        assert shown["played"] >= 30
        wait(lambda: room.show(made["id"])["live"] == [])
