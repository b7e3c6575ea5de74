"""A rehearsal: the whole of a tournament with example teams, in two minutes, before the class comes.

What has been done stands in the store, so each look does the next thing: a team comes, a program arrives, it
is tested, the games begin. After that it is a tournament like any other.
"""

from __future__ import annotations

import io
import secrets
import tempfile
import zipfile
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from schwarm import players
from schwarm.classroom.errors import ClassroomError
from schwarm.classroom.setup import LEVEL, UPLOAD, ClassSetup
from schwarm.contest.package import MAIN, UNIX, package
from schwarm.game.errors import GameError, Refusal, reason_of
from schwarm.store import class_programs, classroom
from schwarm.store.classroom import ClassRow

if TYPE_CHECKING:
    from schwarm.classroom.classroom import Classroom

EVERY_S = 1.5  # between two teams that come
LADDER_GAMES = 30  # after so many a ladder has been seen
WORKS, BROKEN = "works", "broken"  # what is uploaded
# A team, how it plays, and which bot it is, or what its program does.
CAST = (
    ("Alpha", UPLOAD, WORKS),
    ("Beta", LEVEL, "random"),
    ("Gamma", UPLOAD, BROKEN),
    ("Delta", LEVEL, "1"),
    ("Epsilon", LEVEL, "2"),
    ("Zeta", LEVEL, "3"),
)
MISTAKE = """#!/bin/sh
echo "This program has a mistake in it, so that you see what a team sees then." >&2
exit 1
"""


def step(room: Classroom, found: ClassRow) -> bool:
    """Do what comes next in a rehearsal that has not begun; is everything ready for its games?"""
    setup = ClassSetup.model_validate_json(found.setup)
    teams = classroom.teams(room.store, found.id)
    if len(teams) < len(CAST):
        last = teams[-1].created if teams else found.created
        if not teams or room.real_now() - last >= timedelta(seconds=EVERY_S):
            name, kind, does = CAST[len(teams)]
            known = players.bot_names(setup.game)
            if kind == UPLOAD and room.no_uploads():
                kind, does = LEVEL, "greedy"
            level = (does if does in known else known[0]) if kind == LEVEL else ""
            form = {"code": found.code, "name": name, "kind": kind, "level": level}
            room.register(found.id, form, secrets.token_hex(32))
        return False
    uploads = {row.team: row for row in class_programs.uploads(room.store, found.id)}
    for team, (_, _, does) in zip(teams, CAST, strict=False):
        if team.kind == UPLOAD and team.id not in uploads:
            room.upload(team, working(setup.game) if does == WORKS else broken())
            return False
    return all(row.state in (class_programs.PASSED, class_programs.FAILED) for row in uploads.values())


def seen(room: Classroom, found: ClassRow) -> bool:
    """Has a ladder of a rehearsal been played for long enough?"""
    state = room.host.progress(found)
    if state is None or not state.endless:
        return False
    return sum(len(match.games) for match in state.phases[0].groups[0].matches) >= LADDER_GAMES


@lru_cache(maxsize=4)
def working(game: str) -> bytes:
    """The ZIP of a bot of ours, as `schwarm package` makes it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "example.zip")
        try:
            package(path, "example", MAIN.format(game=game, level="1"), game)
        except (OSError, ValueError) as error:  # a game of somebody else
            why = reason_of(error) if isinstance(error, GameError) else error
            raise ClassroomError(Refusal("class_no_example", why=why)) from None
        return path.read_bytes()


def broken() -> bytes:
    """The ZIP of a program that ends at once."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        entry = zipfile.ZipInfo("start.sh")
        entry.create_system = UNIX
        entry.external_attr = 0o755 << 16
        archive.writestr(entry, MISTAKE)
    return out.getvalue()
