"""`schwarm doctor` and what a server says about its reach."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from schwarm.cli import doctor, reach, run
from schwarm.cli.findings import findings
from schwarm.programs.escapes import Escape
from schwarm.programs.sandbox import Sandbox
from tests.tool_folder import tools_only_in

needs_bubblewrap = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
TOPICS = (
    "compiler",
    "browser",
    "sandbox",
    "database",
    "PostgreSQL",
    "Ray",
    "port of the page",
    "port of the contest",
)


def test_the_doctor_tells_what_is_there_and_how_to_get_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--quick"]) == 0
    said = capsys.readouterr().out
    assert all(f" {topic} " in said for topic in TOPICS)
    found = findings()
    assert all(one.found and one.gives for one in found)
    assert all(one.there or one.get for one in found)


def test_a_missing_package_is_told_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwarm.cli.findings.version", _no_package)
    ray = next(one for one in findings() if one.name == "Ray")
    assert not ray.there
    assert re.fullmatch(r"pip install '.*\[cluster\]'", ray.get)


def _no_package(name: str) -> str:
    from importlib.metadata import PackageNotFoundError

    raise PackageNotFoundError(name)


def test_a_port_that_is_taken_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr("schwarm.cli.findings.PAGE_PORT", taken.getsockname()[1])
        page = next(one for one in findings() if one.name == "port of the page")
    assert not page.there
    assert "in use" in page.found


@pytest.mark.skipif(sys.platform != "linux", reason="the sandbox is Linux's")
def test_without_bubblewrap_the_doctor_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with tools_only_in(tmp_path):
        assert run(["doctor", "sandbox"]) == 1
        assert "install the package `bubblewrap`" in capsys.readouterr().out
        assert run(["doctor", "sandbox", "--json"]) == 1
        assert "bubblewrap" in json.loads(capsys.readouterr().out)["no_sandbox"]


@needs_bubblewrap
def test_an_escape_that_is_not_held_is_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wide = Escape("processes", "run too many processes", Sandbox(tasks=1000))
    monkeypatch.setattr(doctor, "ESCAPES", (Escape("rights", "have or gain rights"), wide))
    assert run(["doctor", "sandbox"]) == 1
    said = capsys.readouterr().out
    assert "have or gain rights                        held         refused" in said
    assert "run too many processes                     NOT HELD     400 processes" in said
    assert "1 of 2 attempts held." in said


@pytest.mark.parametrize("words", [["nonsense"], ["sandbox", "--quick"]])
def test_the_doctor_takes_nothing_else(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", *words]) == 2
    assert capsys.readouterr().err.startswith("schwarm: expected")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.0.0.7"])
def test_on_loopback_nobody_else_can_come(host: str) -> None:
    assert reach.reach(host) == ""


@pytest.mark.parametrize(
    ("host", "who"),
    [
        ("10.1.2.3", "everybody in this machine's networks that no firewall keeps out, at 10.1.2.3"),
        ("8.8.8.8", "everybody on the internet that no firewall keeps out, at 8.8.8.8"),
        ("0.0.0.0", "at every address"),
        ("::", "at every address"),
    ],
)
def test_beyond_loopback_it_is_told_who_can_come(host: str, who: str) -> None:
    assert who in reach.reach(host)
    assert "nothing is encrypted" in reach.reach(host)


@pytest.mark.parametrize(
    "words",
    [["server", "--port", "0", "--store", "none"], ["up", "--port", "0", "--contest", "0", "--name", "x"]],
)
def test_a_server_told_to_listen_beyond_loopback_says_who_can_reach_it(
    words: list[str], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "schwarm", *words, "--host", "0.0.0.0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, encoding="utf-8", cwd=tmp_path, env=os.environ
    ) as server:
        try:
            assert server.stdout is not None
            said = next((line for line in server.stdout if line.startswith("reachable by")), "")
        finally:
            server.kill()
    assert "everybody" in said
