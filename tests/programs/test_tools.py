"""The programs the sandbox is made of are the system's own, whatever the PATH says."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from schwarm.cli import findings
from schwarm.programs.program import ProgramError, read_command
from schwarm.programs.tools import ToolMissing, installed, tool
from tests.programs.test_sandbox import needs_bubblewrap
from tests.sampling import sampled
from tests.waiting import PATIENCE_S

HELPERS = ("bwrap", "taskset", "setpriv", "env", "sh", "python3", "java")
FORMS = (":{path}", ".:{path}", "{path}:", "{path}:.")


def fake(folder: Path, name: str, text: str = "") -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@needs_bubblewrap
@pytest.mark.parametrize("form", sampled(FORMS, FORMS[1]))
def test_no_file_of_an_upload_is_taken_for_a_program_of_the_system(form: str, tmp_path: Path) -> None:
    """A ZIP with a `taskset` at its top, and a PATH that looks where it is: nothing of it runs outside."""
    got_out = tmp_path / "out"
    got_out.mkdir(mode=0o777)
    got_out.chmod(0o777)
    with zipfile.ZipFile(tmp_path / "team.zip", "w") as archive:
        for name in (*HELPERS, "start.sh"):
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o100755 << 16
            archive.writestr(entry, f"#!/bin/sh\necho {name} > {got_out}/{name}\nexit 3\n")
    environment = os.environ | {"PATH": form.format(path=os.environ["PATH"])}
    done = subprocess.run(
        [sys.executable, "-m", "schwarm", "match", "piranhas", "team.zip", "random", "--games", "2",
         "--sandbox"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE_S,
    )  # fmt: skip
    assert list(got_out.iterdir()) == []
    assert "ended with code" in done.stdout + done.stderr, done.stdout + done.stderr


def test_a_tool_is_found_by_its_full_path_in_a_folder_of_the_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(tmp_path, "taskset")
    for path in ("", ".", f"{tmp_path}", f"{tmp_path}:/usr/bin", f":{tmp_path}"):
        monkeypatch.setenv("PATH", path)
        monkeypatch.chdir(tmp_path)
        tool.cache_clear()
        assert tool("taskset") in ("/usr/bin/taskset", "/bin/taskset", "/usr/local/bin/taskset")


def test_nothing_is_started_that_lies_where_one_happens_to_be_or_where_strangers_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("own", "strangers"):
        (tmp_path / name).mkdir()
        fake(tmp_path / name, "java")
    (tmp_path / "strangers").chmod(0o777)
    (tmp_path / "own" / "a.jar").touch()
    monkeypatch.chdir(tmp_path / "own")
    for path in (".", "", f":{tmp_path / 'strangers'}", f"./:{tmp_path / 'strangers'}:"):
        monkeypatch.setenv("PATH", path)
        assert installed("java") is None
        assert findings._java().found == "none"
        with pytest.raises(ProgramError, match="needs Java"):
            read_command(["a.jar"])
    monkeypatch.setenv("PATH", f"{tmp_path / 'strangers'}:{tmp_path / 'own'}")
    assert installed("java") == str(tmp_path / "own" / "java")


def test_a_tool_that_lies_where_others_may_write_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    fake(folder, "schwarm-test-tool")
    folder.chmod(0o777)
    monkeypatch.setenv("PATH", str(folder))
    with pytest.raises(ToolMissing, match="may be changed"):
        tool("schwarm-test-tool")
    with pytest.raises(ToolMissing, match="not installed"):
        tool("schwarm-test-no-tool")
