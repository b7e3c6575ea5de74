"""Locks hold between threads and processes, and end with the process that has them, however it ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from schwarm.platform.locks import exclusive, hold, hold_folder
from schwarm.workers.lines import Lines
from tests.waiting import PATIENCE_S

HOLD = """
import sys
from pathlib import Path
from schwarm.platform.locks import hold, hold_folder
held = (hold_folder if Path(sys.argv[1]).is_dir() else hold)(Path(sys.argv[1]))
print("held", flush=True)
input()
"""


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_what_one_process_holds_no_other_gets_until_it_is_killed(tmp_path: Path, kind: str) -> None:
    place, take = (tmp_path / "held", hold) if kind == "file" else (tmp_path, hold_folder)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline().split() == [b"held"]
        with pytest.raises(BlockingIOError):
            take(place)
        other.kill()
        other.wait(PATIENCE_S)
    os.close(take(place))


def test_lines_that_many_threads_add_while_others_rewrite_them_are_all_there(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"

    def work(number: int) -> None:
        lines = Lines(path, "numbers", int)
        for place in range(5):
            lines.add(10 * number + place, 0)  # type: ignore[arg-type]
            lines.rewrite(lambda found: found)

    threads = [Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert sorted(Lines(path, "numbers", int).entries) == [
        10 * n + place for n in range(4) for place in range(5)
    ]


def test_a_file_may_be_replaced_in_the_block_that_has_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with exclusive(path):
        draft = tmp_path / "draft"
        draft.write_bytes(b"new")
        draft.replace(path)
    with exclusive(path):
        assert path.read_bytes() == b"new"
