"""Teams: their names, tokens, programs and test matches; what they see, and what is left when they go."""

from __future__ import annotations

import io
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from schwarm.programs.folders import home
from schwarm.programs.sandbox import SandboxError, check_sandbox
from schwarm.web.env import env_of
from tests.classroom.classes import LIMITS, OPERATOR, Class, bearer, in_class, program, script
from tests.tool_folder import tools_only_in
from tests.waiting import wait

try:
    check_sandbox()
    SANDBOX = True
except SandboxError:
    SANDBOX = sys.platform == "win32"  # which is done without, see `in_class`

pytestmark = pytest.mark.compiled_only  # about teams, not about rules
needs_sandbox = pytest.mark.skipif(not SANDBOX, reason="no sandbox here, so no uploads either")
FAILS = script("#!/bin/sh\necho a secret of ours\nexit 3\n")
HOSTILE = """#!/bin/sh
for path in {store} /etc/shadow /root/.ssh; do cat $path > /dev/null 2>&1 && echo "read $path"; done
for path in {store} /usr/evil {folder}/evil; do (echo evil > $path) 2> /dev/null && echo "wrote $path"; done
ls {folder} > /dev/null 2>&1 && echo "listed {folder}"
{python} - <<'END'
import os, socket
for address in (("127.0.0.1", {port}), ("1.1.1.1", 53)):
    try:
        socket.create_connection(address, 2).close()
        print("reached", address)
    except OSError:
        pass
for number in os.listdir("/proc"):
    if number.isdecimal():
        try:
            if b"pytest" in open("/proc/" + number + "/cmdline", "rb").read():
                print("saw process", number)
        except OSError:
            pass
END
echo done
"""


def test_doubles_and_unwanted_names_are_refused_kindly_and_the_operator_renames(tmp_path: Path) -> None:
    with in_class(tmp_path, forbidden_names=("dumb",)) as room:
        made = room.create()
        ada = room.join(made, "Ada")
        taken = room.ask(made, " ADA ")
        assert taken.status_code == 409
        assert taken.json()["error"]["proposal"] == "ADA 2"
        assert room.ask(made, "d u m b").status_code == 409
        wrong = room.ask(made | {"code": "guessed1"}, "Eve")
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "wrong_code")
        room.join(made, "Bob")
        room.did(made["id"], "start")
        done = room.finished(made["id"])
        assert room.act(made["id"], "rename", team=ada, name="Bob").status_code == 409
        room.did(made["id"], "rename", team=ada, name="Augusta", reason="asked for it")
        view = room.client.get(f"/api/events/{done['event']}").text
        assert "Augusta" in view
        assert "Ada" not in view
        games = room.team(ada)["games"]
        assert len(games) == 2
        number = games[0]["record"]
        shown = room.client.get(f"/record/{number}").url.path.rpartition("/")[2]
        assert "Augusta" in room.client.get(f"/api/tables/{shown}").text


@needs_sandbox
def test_a_team_sees_its_own_code_and_logs_and_nobody_elses(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        made = room.create()
        own, other = room.join(made, "Ada", "upload"), room.join(made, "Bob")
        assert room.send(own, FAILS).json() == {"version": 1}
        assert "a secret of ours" in room.log(own)
        private = ("", "/export", "/program/1")
        for path in private:
            address = f"/api/class/teams/{own}{path}"
            assert room.client.get(address).status_code == 401
            assert room.client.get(address, headers=room.own(other)).status_code == 403
            assert room.client.get(address, headers=bearer("x" * 24)).status_code == 403
            assert room.client.get(address, headers=room.own(own)).status_code == 200
            assert room.client.get(address, headers=bearer(OPERATOR)).status_code == 200
        missing = room.client.get("/api/class/teams/99", headers=room.own(other))
        assert missing.status_code == 403  # nobody learns which teams there are
        assert room.client.get("/api/class/teams/99", headers=bearer(OPERATOR)).status_code == 404
        assert room.client.delete(f"/api/class/teams/{own}", headers=room.own(other)).status_code == 403
        stolen = f"/api/class/teams/{own}/program"
        assert room.client.put(stolen, content=FAILS, headers=room.own(other)).status_code == 403
        for token in ("", room.tokens[own]):
            headers = bearer(token) if token else {}
            form = {"what": "start"}
            address = f"/api/class/events/{made['id']}"
            assert room.client.post(f"{address}/actions", json=form, headers=headers).status_code in (
                401,
                403,
            )
            assert room.client.get(f"{address}/export", headers=headers).status_code in (401, 403)
            assert room.client.delete(address, headers=headers).status_code in (401, 403)
            assert "journal" not in room.client.get(address, headers=headers).json()
            assert made["code"] not in room.client.get(address, headers=headers).text
        download = room.client.get(f"/api/class/teams/{own}/program/1", headers=room.own(own))
        assert download.content == FAILS
        room.did(made["id"], "start")
        done = room.finished(made["id"])
        for public in (f"/api/events/{done['event']}", f"/api/events/{done['event']}/bots/Ada"):
            assert "secret" not in room.client.get(public).text


def test_programs_are_refused_where_they_cannot_be_locked_in(tmp_path: Path) -> None:
    (tmp_path / "off").mkdir()
    with in_class(tmp_path / "off", uploads=False) as room:
        refusal = room.ask(room.create(), "Ada", "upload")
        assert (refusal.status_code, refusal.json()["error"]["code"]) == (403, "not_accepted")
        assert room.client.get("/api/class").json()["uploads"] is False
    missing = "bubblewrap" if sys.platform == "linux" else "Linux"
    trusted = sys.platform != "win32"  # which replaces no sandbox there
    with in_class(tmp_path, trusted_programs=trusted) as room, tools_only_in(tmp_path):
        refusal = room.ask(room.create(), "Ada", "upload")
        assert refusal.status_code == 403
        assert missing in refusal.json()["error"]["message"]
        assert missing in room.client.get("/api/class").json()["why"]["words"]["de"]


def test_an_operator_reads_that_uploads_need_linux_before_a_team_is_invited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_class(tmp_path, trusted_programs=False) as room:
        monkeypatch.setattr(sys, "platform", "darwin")
        offer = room.client.get("/api/class").json()
    assert not offer["uploads"]
    assert "server on Linux" in offer["why"]["words"]["en"]
    assert "server on Linux" in offer["kinds"]["upload"]["words"]["en"]


@pytest.mark.skipif(sys.platform != "win32", reason="elsewhere they run in a sandbox, or not at all")
def test_programs_that_the_operator_trusts_qualify_and_play_on_windows(tmp_path: Path) -> None:
    with in_class(tmp_path) as room:
        offer = room.client.get("/api/class").json()
        assert (offer["uploads"], offer["trusted"], offer["kinds"]["upload"]) == (True, True, None)
        made = room.create()
        team = room.join(made, "Ada", "upload")
        assert room.send(team, program(tmp_path, "explains")).status_code == 200
        assert room.judged(team)["state"] == "passed", room.log(team)
        eve = room.join(made, "Eve", "upload")
        room.send(eve, script("#!/bin/sh\necho I am %0 in %cd%\nexit 1\n"))
        assert "I am" in room.log(eve)
        assert str(home()) not in room.log(eve), "where the server unpacks it is nobody's business"
        room.join(made, "Bob")
        room.did(made["id"], "start")
        room.finished(made["id"])
        games = room.team(team)["games"]
        assert games
        assert not any(game["fault"] for game in games)


@needs_sandbox
def test_spoilt_large_and_too_many_programs_are_refused(tmp_path: Path) -> None:
    limits = replace(LIMITS, upload_bytes=50_000, unpacked_bytes=100_000, files=3, uploads=2)
    with in_class(tmp_path, class_limits=limits) as room:
        made = room.create()
        team, level = room.join(made, "Ada", "upload"), room.join(made, "Bob")
        for content in (b"", b"no ZIP", FAILS[:-30], b"PK\x03\x04" + b"\0" * 200):
            refusal = room.send(team, content)
            assert refusal.status_code == 422
            assert str(tmp_path) not in refusal.text
        assert "start.sh" in room.send(team, zipped({"readme.txt": b"hello"})).json()["error"]["message"]
        assert (
            "files" in room.send(team, zipped({f"{n}.sh": b"" for n in range(9)})).json()["error"]["message"]
        )
        assert room.send(team, zipped({"start.sh": b"\0" * 200_000})).status_code == 422
        assert room.send(team, b"x" * 60_000).status_code == 413
        assert room.send(level, FAILS).status_code == 403
        assert [room.send(team, FAILS).status_code for _ in range(3)] == [200, 200, 429]
        room.did(made["id"], "close")
        assert room.send(team, FAILS).status_code == 409
    with in_class(tmp_path, class_limits=replace(LIMITS, upload_every_s=60)) as room:
        made = room.create()
        team = room.join(made, "Cy", "upload")
        assert [room.send(team, FAILS).status_code for _ in range(2)] == [200, 429]


@needs_sandbox
def test_a_good_program_qualifies_and_a_crashing_a_hanging_and_a_hostile_one_do_not(tmp_path: Path) -> None:
    from tests.tournament.programs import PYTHON

    with in_class(tmp_path, class_workers=2) as room:
        made, quick = room.create(), room.create(limits={"move_ms": 200})
        teams = {
            name: room.join(quick if name == "hangs" else made, name, "upload")
            for name in ("behaves", "crashes", "hangs", "hostile")
        }
        port = env_of(room.client.app).tables.contest.door.port
        hostile = HOSTILE.format(store=tmp_path / "page.db", folder=tmp_path, port=port, python=PYTHON)
        for name, team in teams.items():
            content = script(hostile) if name == "hostile" else program(tmp_path, name)
            assert room.send(team, content).status_code == 200
        assert "still under way" in room.act(made["id"], "start").json()["error"]["message"]
        judged = {name: room.judged(team) for name, team in teams.items()}
        states = {name: found["state"] for name, found in judged.items()}
        assert states == {"behaves": "passed", "crashes": "failed", "hangs": "failed", "hostile": "failed"}
        assert judged["behaves"]["progress"] == [2, 2]
        assert "SIGABRT" in room.log(teams["crashes"])
        log = room.log(teams["hostile"])
        assert "done" in log
        assert [word for word in ("read", "wrote", "listed", "reached", "saw") if f"{word} " in log] == []
        room.did(made["id"], "start")
        done = room.finished(made["id"])
        assert done["played"] == 0  # whoever has no running program loses
        view = room.client.get(f"/api/events/{done['event']}").json()
        assert view["stages"][0]["groups"][0]["rows"][0]["name"] == "behaves"


@pytest.mark.long  # daily: test_logs.py tests a program
@needs_sandbox
def test_a_team_tests_its_program_against_levels_and_its_version_before(tmp_path: Path) -> None:
    with in_class(tmp_path, class_workers=2) as room:
        made = room.create()
        team = room.join(made, "Ada", "upload")

        def ask(against: str, games: int = 2) -> int:
            form = {"against": against, "games": games}
            address = f"/api/class/teams/{team}/tests"
            return int(room.client.post(address, json=form, headers=room.own(team)).status_code)

        assert ask("level random") == 409  # nothing there yet
        room.send(team, program(tmp_path))
        assert [ask("last version"), ask("level eleven"), ask("level random", 101)] == [409, 422, 422]
        assert [ask("level random"), ask("level random")] == [201, 429]
        first = after_test(room, team)
        assert (first["state"], first["played"]) == ("done", 2)
        assert first["wins"] + first["draws"] + first["losses"] == 2
        assert first["low"] < first["high"]
        room.send(team, script("#!/bin/sh\nexit 3\n"))
        assert ask("last version") == 201
        second = after_test(room, team)
        assert (second["losses"], second["score"]) == (2, 0.0)


@needs_sandbox
def test_nothing_is_left_of_a_team_or_a_tournament_that_is_deleted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    word, other = "Zyxwvutsrq", "Qrstuvwxyz"
    with in_class(tmp_path) as room:
        made = room.create(name=f"{word} cup")
        team, rest = room.join(made, word, "upload"), room.join(made, other)
        room.send(team, script(f"#!/bin/sh\necho {word} says {word}code\nexit 3\n"))
        room.judged(team)
        address = f"/api/class/teams/{team}/tests"
        form = {"against": "level random", "games": 2}
        room.client.post(address, json=form, headers=room.own(team))
        after_test(room, team)
        room.did(made["id"], "start")
        done = room.finished(made["id"])
        room.did(made["id"], "disqualify", team=team, reason=f"{word} cheated")
        with zipfile.ZipFile(io.BytesIO(export(room, f"teams/{team}", team).content)) as archive:
            assert {"team.json", "qualification-1.log", "program-1.zip"} <= set(archive.namelist())
            assert f"{word}code" in archive.read("qualification-1.log").decode()
        assert word in words_of(tmp_path)
        room.client.delete(f"/api/class/teams/{team}", headers=room.own(team))
        shown = room.client.get(f"/api/events/{done['event']}").text
        assert f"Ex-Team {team}" in shown
        assert f"{word}code" not in words_of(tmp_path)
        assert words_of(tmp_path).count(word) == words_of(tmp_path).count(f"{word} cup")
        assert room.client.get(f"/api/class/teams/{team}", headers=bearer(OPERATOR)).status_code == 404
        assert room.team(rest)["name"] == other
        gone = room.client.delete(f"/api/class/events/{made['id']}", headers=bearer(OPERATOR))
        assert gone.status_code == 204
        assert room.client.get(f"/api/events/{done['event']}").status_code == 404
        assert [name for name in (word, other, *room.tokens.values()) if name in caplog.text] == []
        left = words_of(tmp_path)
        assert [name for name in (word, other) if name in left] == []


def export(room: Class, path: str, team: int) -> Any:
    answer = room.client.get(f"/api/class/{path}/export", headers=room.own(team))
    assert answer.status_code == 200
    return answer


def after_test(room: Class, team: int) -> dict[str, Any]:
    """The newest test match of a team, once it is over."""

    def look() -> dict[str, Any]:
        newest = room.team(team)["tests"][0]
        return newest if newest["state"] in ("done", "failed") else {}

    return wait(look)


def words_of(folder: Path) -> str:
    """Everything the database has in its files."""
    return "".join(path.read_bytes().decode("latin-1") for path in sorted(folder.glob("page.db*")))


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_a_team_is_not_refused_because_its_schools_address_is_busy(tmp_path: Path) -> None:
    """Its token has an allowance of its own, once it was found valid; an invented one has none."""
    with in_class(tmp_path, requests_per_second=0.001, burst=6) as room:
        made = room.create()
        team = room.join(made, "Ada")
        assert room.team(team)["name"] == "Ada"
        while room.client.get("/robots.txt").status_code != 429:
            pass
        assert room.team(team)["name"] == "Ada"
        invented = {"authorization": "Bearer invented"}
        assert room.client.get(f"/api/class/teams/{team}", headers=invented).status_code == 429
