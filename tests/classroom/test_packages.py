"""What the documents have a pupil pack passes the qualification of a class tournament."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from schwarm.cli import run
from tests.classroom.classes import in_class
from tests.classroom.test_teams import needs_sandbox
from tests.documents import blocks

pytestmark = pytest.mark.compiled_only  # about packages, not about rules
INSIDE = "/usr/local/bin:/usr/bin:/bin"  # where a program in the sandbox looks for its Python
RECENT = "import sys; sys.exit(sys.version_info < (3, 11))"


def has_python() -> bool:
    """Has the system itself a Python that is recent enough?"""
    found = shutil.which("python3", path=INSIDE)
    return found is not None and subprocess.run([found, "-c", RECENT], check=False).returncode == 0


@needs_sandbox
@pytest.mark.skipif(not has_python(), reason="the system's own python3 is missing or older than 3.11")
def test_the_documents_own_bot_and_one_of_ours_pass_their_qualification(tmp_path: Path) -> None:
    (code,) = (body for kind, body in blocks("docs/tutorials/first-bot.md") if kind == "python my_bot.py")
    (tmp_path / "my_bot.py").write_text(code)
    (game,) = re.findall(r'^    game = "(\w+)"$', code, re.MULTILINE)
    packages = {"own": ["--file", str(tmp_path / "my_bot.py")], "level": ["--bot", "3"]}
    with in_class(tmp_path, class_workers=2) as room:
        made = room.create(game=game, options={})
        teams = {name: room.join(made, name, "upload") for name in packages}
        for name, arguments in packages.items():
            target = tmp_path / f"{name}.zip"
            assert run(["package", game, *arguments, "--to", str(target)]) == 0
            assert room.send(teams[name], target.read_bytes()).status_code == 200
        for name, team in teams.items():
            judged = room.judged(team)
            assert judged["state"] == "passed", f"{name}: {judged['log']}"
