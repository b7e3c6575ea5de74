"""Ctrl+C in a terminal: the interrupt reaches every process of the command, as a terminal sends it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from schwarm.programs.processes import descendants, threads
from schwarm.workers import Journal
from tests.waiting import PATIENCE_S, wait

pytestmark = pytest.mark.compiled_only  # about processes, not about rules
INTERRUPTED = 130
MATCH = ["match", "piranhas", "best#400", "1", "--games", "60", "--time", "60000", "--option", "rounds=6"]
PAGE = """
import asyncio, os, signal
from schwarm.web.shared.bot_queue import BotQueue
from schwarm.workers import LocalCrew, Pool, Urgency

def begin():
    os.kill(os.getpid(), signal.SIGINT)  # Ctrl+C while it is still being started

async def ask():
    pool = Pool(lambda rank: LocalCrew(1, begin=begin))
    return await BotQueue(pool.share(Urgency.PAGE), 1, 1).run("visitor", "".join, ["still ", "here"])

if __name__ == "__main__":
    print(asyncio.run(ask()), flush=True)
    os._exit(0)
"""
HARVEST = """
import pathlib, time
from schwarm.workers import working

def work(number):
    pathlib.Path(f"working-{number}").touch()
    time.sleep(600)

if __name__ == "__main__":
    with working("local", 2) as share:
        list(share.map(work, range(2)))
"""


class Started:
    """A command in a process group of its own; what it says goes to files."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        self.process = process
        self.folder = folder

    @property
    def out(self) -> str:
        return (self.folder / "out").read_text("utf-8")

    @property
    def err(self) -> str:
        return (self.folder / "err").read_text("utf-8")

    def children(self) -> set[int]:
        """The processes it has started."""
        return descendants(self.process.pid) - {self.process.pid}

    def interrupt(self) -> int:
        """Ctrl+C; the exit code."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(PATIENCE_S)


@contextmanager
def started(folder: Path, command: list[str]) -> Iterator[Started]:
    folder.mkdir(exist_ok=True)
    environment = {**os.environ, "XDG_STATE_HOME": str(folder.parent / "state"), "PYTHONUNBUFFERED": "1"}
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, *command],
            stdout=out, stderr=err, env=environment, cwd=folder, start_new_session=True,
        )  # fmt: skip
        try:
            yield Started(process, folder)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def schwarm(*arguments: str) -> list[str]:
    return ["-m", "schwarm.cli", *arguments]


def kept(folder: Path) -> int:
    """How many games of an unfinished match are kept."""
    return sum(
        len(path.read_text("utf-8").splitlines()) for path in folder.glob("state/schwarm/matches/*.jsonl")
    )


def test_an_interrupted_match_tells_what_was_played_and_the_same_command_goes_on(tmp_path: Path) -> None:
    with started(tmp_path / "first", schwarm(*MATCH)) as match:
        wait(lambda: kept(tmp_path) >= 3)
        assert match.interrupt() == INTERRUPTED, match.err
    count = kept(tmp_path)
    assert 3 <= count < 60
    assert match.err == f"stopped after {count} of 60 games: the same command goes on\n"
    assert f"piranhas: best#400 against 1, {count} games" in match.out
    assert "% of the points" in match.out
    few = [str(count + 1) if word == "60" else word for word in MATCH]
    with started(tmp_path / "second", schwarm(*few)) as match:
        assert match.process.wait(PATIENCE_S) == 0
    assert match.err == f"{count} of {count + 1} games were played before and count\n"
    assert f"piranhas: best#400 against 1, {count + 1} games" in match.out
    assert kept(tmp_path) == 0
    with started(tmp_path / "third", schwarm(*MATCH[:4], "--games", "1", *MATCH[6:])) as match:
        assert match.process.wait(PATIENCE_S) == 0
    assert match.err == "", "a match that is over is played anew"


def test_a_match_with_a_journal_of_its_own_goes_on_from_there(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    command = schwarm(*MATCH, "--journal", str(journal))
    with started(tmp_path / "first", command) as match:
        wait(lambda: journal.exists() and journal.read_text("utf-8").count("\n"))
        assert match.interrupt() == INTERRUPTED, match.err
    assert "the same command goes on" in match.err
    assert re.search(rf"against 1, {len(Journal(journal))} games?$", match.out, re.MULTILINE), match.out
    assert kept(tmp_path) == 0


@pytest.mark.parametrize("moment", range(4))
def test_an_interrupt_while_workers_are_starting_leaves_no_traceback(moment: int, tmp_path: Path) -> None:
    many = ["20000" if word == "60" else word for word in MATCH]  # they may be playing before we look
    with started(tmp_path / "early", schwarm(*many)) as match:
        wait(lambda: len(match.children()) > moment % 2)
        assert match.interrupt() == INTERRUPTED, match.err
    told = re.fullmatch(r"(?:stopped after (\d+) of 20000 games: the same command goes on\n)?", match.err)
    assert told, match.err
    if told[1] in (None, "0"):
        assert match.out == ""
    else:
        assert re.search(rf"^piranhas: best#400 against 1, {told[1]} games?$", match.out, re.MULTILINE), (
            match.out
        )


@pytest.mark.parametrize("counting", ["1", "2"])
@pytest.mark.parametrize("divide", [[], ["--divide"]])
def test_perft_answers_at_once(counting: str, divide: list[str], tmp_path: Path) -> None:
    """A count that would take hours."""
    command = schwarm("perft", "piranhas", "12", "--threads", counting, *divide)
    with started(tmp_path / "perft", command) as count:
        if divide:
            wait(lambda: len(threads(count.process.pid)) > int(counting))
        else:
            wait(lambda: "depth 4" in count.out)
        assert count.interrupt() == INTERRUPTED
    assert count.err == ""


def test_work_that_is_spread_over_processes_ends_with_its_owner_and_in_silence(tmp_path: Path) -> None:
    (tmp_path / "harvest.py").write_text(HARVEST)
    with started(tmp_path / "map", [str(tmp_path / "harvest.py")]) as work:
        wait(lambda: len(list(work.folder.glob("working-*"))) == 2)
        children = work.children()
        os.kill(work.process.pid, signal.SIGINT)  # only the owner: it has to end the others
        assert work.process.wait(PATIENCE_S) == -signal.SIGINT
    assert work.err.count("Traceback") == 1, "the script's own"
    assert "Process SpawnProcess" not in work.err
    wait(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def test_an_interrupt_while_the_page_starts_its_bots_is_left_to_the_page(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(PAGE)
    with started(tmp_path / "run", [str(tmp_path / "page.py")]) as page:
        assert page.process.wait() == 0, page.err
        assert page.out == "still here\n"
        assert page.err == ""
