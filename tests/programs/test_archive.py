"""ZIPs as they are uploaded to the contest."""

import contextlib
import io
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from schwarm.programs.archive import BadArchive, unpack


def test_a_zip_without_a_start_script_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "team.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "nothing here")
    with pytest.raises(BadArchive, match=r"the ZIP has no start\.sh"):
        unpack(path, tmp_path / "out")


@pytest.mark.parametrize(
    "name", ["\x1b[2Jrun", "two\nlines", "\r hidden", "\x9b1m", "\u202ereversed", "\x7f"]
)
def test_names_inside_a_zip_cannot_write_to_a_terminal(name: str, tmp_path: Path) -> None:
    path = tmp_path / "team.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, "nothing here")
    with pytest.raises(BadArchive) as refusal:
        unpack(path, tmp_path / "out")
    assert str(refusal.value).isprintable()
    assert all(str(value).isprintable() for value in refusal.value.why.values.values())


def test_what_is_no_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "team.zip"
    path.write_text("PK? no")
    with pytest.raises(BadArchive, match="this is no ZIP, or a damaged one"):
        unpack(path, tmp_path / "out")


def test_a_zip_cannot_write_outside_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "team.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../evil.sh", "#!/bin/sh\n")
        archive.writestr("start.sh", "#!/bin/sh\n")
    script = unpack(path, tmp_path / "out")
    assert script == tmp_path / "out" / "start.sh"
    assert not (tmp_path / "evil.sh").exists()
    with pytest.raises(BadArchive, match="the ZIP has no"):
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


def whole(compression: int) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", compression) as archive:
        archive.writestr("team/start.sh", "#!/bin/sh\necho hello\n" * 20)
        archive.writestr("team/data.txt", bytes(range(256)) * 4)
    return target.getvalue()


WHOLE = [
    whole(kind) for kind in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
]


def unpacked_or_refused(data: bytes, start: str = "") -> None:
    """Either there is a start script inside the folder, or one line says what is wrong."""
    with tempfile.TemporaryDirectory() as text:
        path, folder = Path(text, "team.zip"), Path(text, "out")
        path.write_bytes(data)
        with contextlib.suppress(BadArchive):
            script = unpack(path, folder, start)
            assert script.resolve().is_relative_to(folder.resolve())
        assert {place.name for place in Path(text).iterdir()} <= {"team.zip", "out"}


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(WHOLE),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), max_size=6),
    st.integers(0, 2000),
)
def test_a_damaged_zip_is_refused_in_one_line(data: bytes, changes: list[tuple[int, int]], cut: int) -> None:
    damaged = bytearray(data)
    for place, value in changes:
        damaged[place % len(damaged)] = value
    unpacked_or_refused(bytes(damaged[: cut or None]))
    unpacked_or_refused(bytes(damaged))


NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@settings(max_examples=100, deadline=None)
@example([""], "")
@given(
    st.lists(NAMES, min_size=1, max_size=4),
    st.sampled_from(["", "start.sh", "../x"]),
)
@example(["a", "a/start.sh"], "")
@example(["/etc/start.sh", "..", "../../start.sh"], "")
@example(["a\0b/start.sh", "x" * 300 + "/start.sh"], "")
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_odd_names_in_a_zip_stay_inside_or_are_refused(names: list[str], start: str) -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name in names:
            file = zipfile.ZipInfo("x")
            file.filename = name  # as it is: Python would mend it
            archive.writestr(file, "#!/bin/sh\n")
    unpacked_or_refused(target.getvalue(), start)
