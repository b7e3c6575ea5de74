"""What a classroom says no with: data with a sentence in every language."""

from __future__ import annotations

import ast
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from schwarm.classroom.errors import ClassroomError, NameRefused, TooMany
from schwarm.classroom.folders import ProgramFolders
from schwarm.classroom.limits import ClassLimits
from schwarm.classroom.names import check
from schwarm.classroom.setup import read_setup
from schwarm.programs.folders import home
from schwarm.store import open_store
from schwarm.web.env import env_of
from tests import ROOT
from tests.classroom.classes import OPERATOR, bearer, in_class, script

FORM = {"name": "Cup", "game": "piranhas", "preset": "class-round-robin"}


def zipped(**files: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("_", "."), text)
    return made.getvalue()


@pytest.mark.parametrize(
    ("content", "code", "german"),
    [
        (b"hello", "no_zip", "das ist kein ZIP, oder es ist beschädigt"),
        (zipped(), "empty_zip", "das ZIP ist leer"),
        (zipped(readme_md="hi"), "no_start", "im ZIP ist keine start.sh. Darin liegt: readme.md"),
        (zipped(start_sh="#!/bin/sh\r\n"), "crlf", "start.sh hat Zeilenenden von Windows (CRLF), die Linux"),
        (zipped(start_sh="x" * 200), "zip_too_large", "im ZIP dürfen höchstens"),
    ],
)
def test_an_upload_is_refused_by_a_code_in_every_language(
    content: bytes, code: str, german: str, tmp_path: Path
) -> None:
    with open_store(str(tmp_path / "store.db")) as store:
        folders = ProgramFolders(store, ClassLimits(unpacked_bytes=100))
        try:
            with pytest.raises(ClassroomError) as refused:
                folders.check(content, "hive")
        finally:
            folders.close()
    why = refused.value.why
    assert why.code == code
    assert why.said("de").startswith(german)
    assert "/" not in why.said("de"), "where the server unpacks it is nobody's business"


def test_a_refused_upload_costs_no_pause_and_no_log_tells_where_the_server_unpacks(tmp_path: Path) -> None:
    with in_class(tmp_path, class_limits=ClassLimits(upload_every_s=900.0)) as room:
        made = room.create()
        team = room.join(made, "Ada", "upload")
        refused = room.send(team, zipped(readme_md="hi"))
        assert refused.json()["error"]["faults"][0]["code"] == "no_start"
        words = script("#!/bin/sh\nno-such-program\necho I am $0 in $(pwd)\nexit 1\n")
        assert [room.send(team, words).status_code for _ in range(2)] == [200, 429]
        games = [line for line in room.judged(team)["lines"] if line["code"] == "told"]
        log = json.dumps(room.team(team))
        assert log.count("no-such-program: not found") == len(games) > 0, "not once in each language"
        assert "I am start.sh in ." in log
        assert str(home()) not in log, "where the server unpacks it is nobody's business"
        desk = room.show(made["id"])  # which asks for all teams every other second
        assert desk["teams"][0]["qualification"]["log"] is True
        assert "no-such-program" not in json.dumps(desk)


def test_a_refused_upload_that_was_unpacked_costs_a_pause(tmp_path: Path) -> None:
    with in_class(tmp_path, class_limits=ClassLimits(upload_every_s=900.0)) as room:
        team = room.join(room.create(), "Ada", "upload")
        assert [room.send(team, zipped(start_sh="#!/bin/sh\r\n")).status_code for _ in "12"] == [422, 429]


def test_a_team_has_one_upload_unpacked_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with in_class(tmp_path) as room:
        number = room.join(room.create(), "Ada", "upload")
        classroom = env_of(room.client.app).classroom.room
        team, check = classroom.team(number), classroom.folders.check

        def check_while_another_comes(*given: Any) -> str:
            with pytest.raises(TooMany, match="wait a moment"):
                classroom.upload(team, script("#!/bin/sh\n"))
            return check(*given)

        monkeypatch.setattr(classroom.folders, "check", check_while_another_comes)
        assert [room.send(number, script("#!/bin/sh\n")).status_code for _ in "12"] == [200, 200]


def test_no_refusal_of_a_classroom_is_a_plain_text() -> None:
    kinds = {ClassroomError.__name__, *(kind.__name__ for kind in ClassroomError.__subclasses__())}
    source, raised = ROOT / "src" / "schwarm", 0
    for folder in (source / "classroom", source / "web" / "classroom"):
        for path in folder.rglob("*.py"):
            for call in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(call, ast.Call) or ast.unparse(call.func) not in kinds:
                    continue
                raised, why = raised + 1, call.args[0]
                made = isinstance(why, ast.Call) and ast.unparse(why.func) == "Refusal"
                kept = isinstance(why, ast.Name | ast.Attribute)  # their type says that they are refusals
                assert made or kept, f"{path}, line {call.lineno}: {ast.unparse(call)}"
    assert raised > 80


@pytest.mark.parametrize(
    ("said", "english", "german"),
    [
        (
            {"preset": None},
            "expected a preset or a format, and not both",
            "Erwartet wird eine fertige Spielweise (preset) oder eine eigene (format), nicht beides.",
        ),
        (
            {"deadline": "2026-05-04T10:00", "days": ["2026-05-03T10:00"]},
            "days: expected the first match day after the deadline",
            "days: Der erste Spieltag muss nach der Abgabefrist liegen.",
        ),
        (
            {"days": ["tomorrow"]},
            "days.1: expected a time such as 2026-05-04T10:00, not 'tomorrow'",
            "days.1: erwartet wird ein Zeitpunkt wie 2026-05-04T10:00, nicht 'tomorrow'",
        ),
        (
            {"limits": [500]},
            "limits: expected a table, not [500]",
            "limits: erwartet wird eine Tabelle, nicht [500]",
        ),
        (
            {"limits": {"move_ms": -5}},
            "limits.move_ms: expected a number from 1, not -5",
            "limits.move_ms: mindestens 1, nicht -5",
        ),
        (
            {"hand_s": 1},
            "hand_s: expected a number from 5, not 1",
            "hand_s: mindestens 5, nicht 1",
        ),
        (
            {"options": {"rounds": 0}},
            "option rounds: expected a number from 1 to 500, not 0",
            "So lässt sich das Turnier nicht spielen: "
            "Option rounds: erwartet wird eine Zahl von 1 bis 500, nicht 0",
        ),
    ],
)
def test_a_form_that_is_refused_is_refused_in_english_and_in_german(
    said: dict[str, object], english: str, german: str
) -> None:
    with pytest.raises(ClassroomError) as refused:
        read_setup(FORM | said)
    assert (str(refused.value), refused.value.why.said("de")) == (english, german)


def test_an_unknown_preset_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ClassroomError) as refused:
        read_setup(FORM | {"preset": "league"})
    why = refused.value.why
    assert why.startswith("preset: expected one of class-round-robin, ")
    assert why.said("de").startswith("preset: erwartet wird eines von class-round-robin, ")
    assert why.said("de").endswith(", nicht 'league'")


@pytest.mark.parametrize(
    ("name", "german"),
    [
        (" ADA ", "Dieser Name ist schon vergeben; 'ADA 2' ist noch frei."),
        ("...", "Ein Name hat 1 bis 30 lesbare Zeichen, darunter Buchstaben oder Ziffern."),
        ("so dumb", "Dieser Name ist hier nicht erwünscht. Bitte einen anderen wählen."),
    ],
)
def test_a_refused_name_is_refused_in_german(name: str, german: str) -> None:
    with pytest.raises(NameRefused) as refused:
        check(name, ["Ada"], ["dumb"])
    assert refused.value.why.said("de") == german


def test_the_page_tells_every_refusal_of_a_class_in_every_language(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        room.join(made, "Ada")
        answers = [
            room.ask(made | {"code": "guessed1"}, "Eve"),
            room.ask(made, "ADA"),
            room.ask(made, "Eve", level="genius"),
            room.act(made["id"], "dance"),
            room.act(made["id"], "disqualify", team=1),
            room.client.get("/api/class/teams/99", headers=bearer(OPERATOR)),
            room.client.get("/api/class/events/99"),
            room.client.post("/api/class/events", json=FORM | {"games": 0}, headers=bearer(OPERATOR)),
        ]
    told = [answer.json()["error"] for answer in answers]
    words = [fault["words"] for error in told for fault in error["faults"]]
    assert [error["message"] for error in told] == [word["en"] for word in words]
    assert [answer.status_code for answer in answers] == [403, 409, 422, 422, 422, 404, 404, 422]
    assert [word["de"].partition(" eines von ")[0] for word in words] == [
        "Das ist nicht der Code dieses Turniers: Die Turnierleitung kennt ihn.",
        "Dieser Name ist schon vergeben; 'ADA 2' ist noch frei.",
        "level: erwartet wird",
        "what: erwartet wird",
        "Bitte eine Begründung angeben (disqualify).",
        "Eine Mannschaft mit der Nummer 99 gibt es nicht.",
        "Ein Turnier mit der Nummer 99 gibt es hier nicht.",
        "games: mindestens 1, nicht 0",
    ]
