"""Files that are there as a whole or not at all, on full disks too, and with several writers."""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from schwarm.cli import run
from schwarm.whole_file import whole_file, write_whole
from tests.store.disk import SmallDisk, small_disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk", kilobytes=1024) as made:
        if made is None:
            pytest.skip("a small disk of its own can be mounted only by root")
        yield made


def test_a_file_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    sync, replace = os.fsync, os.replace

    def note_sync(descriptor: int) -> None:
        folder = os.path.isdir(f"/proc/self/fd/{descriptor}")
        steps.append("the folder" if folder else f"{os.fstat(descriptor).st_size} bytes")
        sync(descriptor)

    def note_name(old: Path, new: Path) -> None:
        steps.append(f"the name {Path(new).name}")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(os, "replace", note_name)
    write_whole(tmp_path / "games.txt", b"two games")
    assert steps == ["9 bytes", "the name games.txt", "the folder"]


def test_writers_at_the_same_time_each_write_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    contents = [bytes([letter]) * 200_000 for letter in b"abcd"]
    refused = [PermissionError] if sys.platform == "win32" else []  # to open what is being renamed

    def write(content: bytes) -> None:
        for _ in range(20):
            write_whole(path, content)
            with suppress(*refused):
                assert path.read_bytes() in contents

    with ThreadPoolExecutor(len(contents)) as pool:
        list(pool.map(write, contents))
    assert [file.name for file in tmp_path.iterdir()] == ["games.txt"]


def test_a_writer_that_fails_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    write_whole(path, b"old")
    path.chmod(0o600)

    def fail() -> None:
        with whole_file(path) as draft:
            draft.write_bytes(b"half of the n")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert path.read_bytes() == b"old"
    write_whole(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o600)
    assert [file.name for file in tmp_path.iterdir()] == ["games.txt"]


def test_what_is_no_plain_file_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with ThreadPoolExecutor(1) as pool:
        told = pool.submit(path.read_bytes)
        write_whole(path, b"games")
        assert told.result() == b"games"
    assert path.is_fifo()


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_bytes(b"old")
    link = tmp_path / "link.txt"
    link.symlink_to("games.txt")
    write_whole(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "games.txt").read_bytes() == b"new"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("package piranhas --bot greedy --to", "player.zip"),
        ("match piranhas random greedy --games 2 --processes 1 --journal", "match.jsonl"),
    ],
)
def test_a_full_disk_is_told_with_the_files_name_and_nothing_is_left(
    words: str, name: str, disk: SmallDisk, capfd: pytest.CaptureFixture[str]
) -> None:
    disk.fill()
    target = disk.folder / name
    assert run([*words.split(), str(target)]) == 2
    assert f"schwarm: {target}: no room left on the disk" in capfd.readouterr().err
    assert [file.name for file in disk.folder.iterdir()] == ["ballast"]
    if name.endswith(".zip"):
        disk.clear()
        with small_disk(disk.folder / "larger", kilobytes=16_384) as larger:
            assert larger is not None
            assert run([*words.split(), str(larger.folder / name)]) == 0
            assert zipfile.is_zipfile(larger.folder / name)
