"""ZIPs of strangers: whatever is wrong with one is told in one line, and nothing of it stays."""

import io
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schwarm.programs.archive import BadArchive, start_script, unpack


def archive(compression: int = zipfile.ZIP_DEFLATED, name: str = "data", data: bytes = b"x") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression) as out:
        for inside, content in {"start.sh": b"#!/bin/sh\necho hello\n" * 50, name: data}.items():
            out.writestr(inside, content)
    return made.getvalue()


GOOD = [
    archive(kind) for kind in (zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_STORED)
]
BODY = 30 + len("start.sh")  # where the first file's data begin


def told(data: bytes) -> str:
    """What is wrong with a ZIP; '' if nothing."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "team.zip").write_bytes(data)
        try:
            start_script(folder / "team.zip")
            unpack(folder / "team.zip", folder / "inside")
        except BadArchive as error:
            said = str(error)
        else:
            said = ""
        assert said == "" or "start script" in said or not (folder / "inside").exists()
        assert {path.name for path in folder.iterdir()} <= {"team.zip", "inside"}
    return said


@pytest.mark.parametrize("good", GOOD)
def test_spoilt_data_are_told_in_one_line(good: bytes) -> None:
    assert told(good) == ""
    said = told(good[:BODY] + bytes(255 - byte for byte in good[BODY : BODY + 20]) + good[BODY + 20 :])
    assert "this is no ZIP, or a damaged one" in said
    assert "\n" not in said


@pytest.mark.parametrize("kept", [0, 10, BODY + 5, -30, -1])
def test_a_zip_that_ends_too_soon_is_told_in_one_line(kept: int) -> None:
    said = told(GOOD[0][:kept])
    assert "this is no ZIP, or a damaged one" in said
    assert "\n" not in said


@pytest.mark.parametrize(
    "name",
    [
        "a\nb\x1b[31m",
        "../../escaped",
        "/escaped",
        "x" * 300,
        "start.sh/inside",
        "\u202e",
        "a/" * 200 + "b",
        ".",
    ],
)
def test_odd_names_stay_inside_or_are_told_in_one_line(name: str) -> None:
    said = told(archive(name=name, data=b"data"))
    assert "\n" not in said
    assert "\x1b" not in said


def spoilt(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(1, 6))):
        data[draw(st.integers(0, len(data) - 1))] = draw(st.integers(0, 255))
    return bytes(data[: draw(st.integers(len(data) // 2, len(data)))] if draw(st.booleans()) else data)


spoilt_archives = st.composite(spoilt)()


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(spoilt_archives)
def test_fuzzed_zips_are_unpacked_or_told_in_one_line(data: bytes) -> None:
    assert "\n" not in told(data)


@pytest.mark.long
@settings(max_examples=100_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(spoilt_archives | st.binary(max_size=300))
def test_many_fuzzed_zips_are_unpacked_or_told_in_one_line(data: bytes) -> None:
    assert "\n" not in told(data)
