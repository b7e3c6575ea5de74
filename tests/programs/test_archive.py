"""ZIPs as they are uploaded to the contest."""

import zipfile
from pathlib import Path

import pytest

from schwarm.programs.archive import BadArchive, unpack


def test_a_zip_without_a_start_script_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "team.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "nothing here")
    with pytest.raises(BadArchive, match=r"expected a start script start\.sh inside"):
        unpack(path, tmp_path / "out")


def test_what_is_no_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "team.zip"
    path.write_text("PK? no")
    with pytest.raises(BadArchive, match="cannot be unpacked"):
        unpack(path, tmp_path / "out")


def test_a_zip_cannot_write_outside_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "team.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../evil.sh", "#!/bin/sh\n")
        archive.writestr("start.sh", "#!/bin/sh\n")
    script = unpack(path, tmp_path / "out")
    assert script == tmp_path / "out" / "start.sh"
    assert not (tmp_path / "evil.sh").exists()
    with pytest.raises(BadArchive, match="expected a start script"):
        unpack(path, tmp_path / "again", "../out/start.sh")


def test_a_start_script_is_found_wherever_it_lies(tmp_path: Path) -> None:
    for number, (names, expected) in enumerate(
        [
            (["team/start.sh", "team/deep/start.sh"], "team/start.sh"),
            (["team/run.sh", "team/data.txt"], "team/run.sh"),
            (["player.jar", "notes.md"], "player.jar"),
        ]
    ):
        path = tmp_path / f"{number}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name in names:
                archive.writestr(name, "#!/bin/sh\n")
        assert unpack(path, tmp_path / str(number)) == tmp_path / str(number) / expected
