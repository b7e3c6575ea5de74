"""What a person types, and what a start script starts where there is no shell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from schwarm import players
from schwarm.contest.package import MAIN, START, package
from schwarm.platform import commands
from schwarm.platform.folders import user_folder
from schwarm.players.checks import program_command

ECHO = "import sys, helper\nprint(helper.WORD, *sys.argv[1:])\n"


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are read as on Windows."""
    monkeypatch.setattr(sys, "platform", "win32")


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(
    ("line", "command"),
    [
        (r".\bot.exe --level 3", (r".\bot.exe", "--level", "3")),
        (r'"C:\My bots\bot.exe" -x', (r"C:\My bots\bot.exe", "-x")),
        (r"bots\my_bot.py", (r"bots\my_bot.py",)),
    ],
)
def test_backslashes_stand_between_folders_on_windows(line: str, command: tuple[str, ...]) -> None:
    spec = players.read(line)
    assert isinstance(spec, players.ProgramSpec)
    assert spec.command == command
    assert players.read(str(spec)) == spec


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(
    "line", ["python my_bot.py", "py my_bot.py", "./my_bot.py", r".\my_bot.py", "my_bot.py"]
)
def test_a_python_bot_runs_with_our_own_interpreter_on_windows(tmp_path: Path, line: str) -> None:
    (tmp_path / "my_bot.py").touch()
    (tmp_path / r".\my_bot.py").touch()
    spec = players.read(line, tmp_path)
    assert isinstance(spec, players.ProgramSpec)
    assert program_command(spec)[0] == sys.executable


@pytest.mark.parametrize(
    "start",
    [
        '#!/bin/sh\npython3 main.py "$@"\n',
        '#!/bin/sh\nhere=$(dirname "$0")\nexec python3 "$here/main.py" "$@"\n',
        '#!/bin/sh\n# python3 other.py "$@"\ncd "$(dirname "$0")"; exec python ./main.py "$@"\nexit 1\n',
        START,
    ],
)
def test_what_a_start_script_starts_is_found_without_a_shell(tmp_path: Path, start: str) -> None:
    (tmp_path / "start.sh").write_text(start, encoding="utf-8")
    (tmp_path / "main.py").write_text(ECHO, encoding="utf-8")
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "helper.py").write_text("WORD = 'helped'\n", encoding="utf-8")
    command = commands.started_by(tmp_path / "start.sh")
    assert command is not None
    done = subprocess.run([*command, "-h", "host"], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "helped -h host\n"


def test_a_start_script_that_starts_nothing_beside_it_is_no_command(tmp_path: Path) -> None:
    script = tmp_path / "start.sh"
    script.write_text('#!/bin/sh\nmy-engine "$@"\n', encoding="utf-8")
    assert commands.started_by(script) is None


def test_packed_players_keep_the_run_bit_of_their_start_and_no_modules_for_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where Windows writes the ZIP, whose own ZIPs have no such bits."""
    from zipfile import ZipFile

    monkeypatch.setattr(sys, "platform", "win32")
    package(tmp_path / "team.zip", "team", MAIN.format(game="piranhas", level="1"), "piranhas")
    with ZipFile(tmp_path / "team.zip") as archive:
        start = archive.getinfo("team/start.sh")
        assert start.create_system == 3
        assert start.external_attr >> 16 == 0o755
        assert not [name for name in archive.namelist() if name.endswith(".pyd")]


@pytest.mark.usefixtures("windows")
def test_files_of_a_user_lie_in_the_local_folder_of_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert user_folder("XDG_DATA_HOME") == tmp_path / "schwarm"
