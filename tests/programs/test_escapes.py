"""No way out of the sandbox that we know is open, whoever runs it."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from schwarm.programs.attempts.main import MODULES
from schwarm.programs.escapes import (
    COPIED,
    ESCAPES,
    OFFICIAL,
    Escape,
    EscapeResult,
    canaries,
    try_escape,
    try_once,
    without_groups,
)
from schwarm.programs.sandbox import MIB, Sandbox
from tests import ROOT
from tests.programs.foreign import ORDINARY, as_ordinary_user
from tests.programs.test_sandbox import needs_bubblewrap
from tests.waiting import PATIENCE_S


def tried(escape: Escape, attempt: Callable[..., Awaitable[EscapeResult]] = try_escape) -> EscapeResult:
    async def one() -> EscapeResult:
        with canaries() as outside:
            return await attempt(escape, outside)

    return asyncio.run(one())


def test_every_attempt_is_in_the_doctors_list() -> None:
    there = {
        name: one
        for module in MODULES
        for name, one in vars(module).items()
        if inspect.isfunction(one) and one.__annotations__ == {"return": "str | None"}
    }
    assert [escape.attempt for escape in ESCAPES] == list(dict.fromkeys(escape.attempt for escape in ESCAPES))
    assert there.keys() - {escape.attempt for escape in ESCAPES} == {"neighbour"}
    assert {escape.attempt for escape in ESCAPES} <= there.keys()


def test_the_contests_limits_are_the_default() -> None:
    assert Sandbox(memory=1500 * MIB, one_core=True, own_copy=False, readable=()) == OFFICIAL


@needs_bubblewrap
@pytest.mark.parametrize("escape", ESCAPES, ids=[escape.attempt for escape in ESCAPES])
def test_an_escape_is_held(escape: Escape) -> None:
    verdict = tried(escape)
    assert verdict.held, verdict.got


COUNTED = without_groups(ESCAPES[[escape.attempt for escape in ESCAPES].index("spinning") :])


@pytest.mark.long  # daily: the same with control groups
@needs_bubblewrap
@pytest.mark.parametrize("escape", COUNTED, ids=[escape.attempt for escape in COUNTED])
def test_an_escape_is_held_without_control_groups_or_known_to_be_open(escape: Escape) -> None:
    verdict = tried(escape)
    assert verdict.held or (escape.attempt == "spinning" and verdict.uncovered), verdict.got


def test_the_doctor_tries_what_a_campaign_found() -> None:
    assert len(ESCAPES) >= 35


@needs_bubblewrap
def test_as_root_the_program_is_nobody() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can try what root would be given")
    assert tried(ESCAPES[0]).got == "users 65534"


@pytest.mark.long  # daily: the same as whoever runs the tests
@needs_bubblewrap
def test_as_an_ordinary_user_the_program_is_that_user_and_every_escape_is_held() -> None:
    try:
        command = as_ordinary_user([sys.executable, "-m", "schwarm", "doctor", "sandbox", "--json"])
    except (RuntimeError, OSError) as error:
        pytest.skip(f"no ordinary user can be had here: {error}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    escapes = json.loads(done.stdout)["escapes"]
    open_ones = [escape for escape in escapes if not escape["held"]]
    assert [escape for escape in open_ones if not escape["uncovered"]] == []
    assert {escape["attempt"] for escape in open_ones} <= {"spinning", "groups"}
    assert len(escapes) == len(ESCAPES)
    assert done.returncode == 0
    user = ORDINARY if os.geteuid() == 0 else os.getuid()
    assert str(user) in escapes[0]["got"]


OPEN = {
    "processes": Sandbox(tasks=1000, files=10_000),  # each of them has a few files
    "memory": Sandbox(memory=2000 * MIB),
    "own_folder": Sandbox(own_copy=True, copy=1024 * MIB, memory=2000 * MIB),
}


@needs_bubblewrap
@pytest.mark.parametrize("name", OPEN)
def test_an_escape_that_succeeds_is_told(name: str) -> None:
    """The attempts are real: where the room allows what they are after, they get it."""
    verdict = tried(Escape(name, "get out", OPEN[name]), try_once)
    assert not verdict.held, verdict.got
    assert "400 processes" in verdict.got or "512 MiB" in verdict.got


@needs_bubblewrap
def test_the_attempts_leave_nothing_behind(tmp_path: Path) -> None:
    def traces() -> set[str]:
        places = (
            Path("/tmp"),
            Path("/var/tmp"),
            Path("/dev/shm"),
            ROOT / "src/schwarm/programs",
        )
        return {str(path) for place in places for path in place.glob("*schwarm-doctor*")}

    before = traces()
    assert tried(Escape("files", "read or change files of others")).held
    assert tried(Escape("own_folder", "fill the disk", COPIED)).held
    assert traces() == before
