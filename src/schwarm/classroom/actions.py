"""What an operator does with a tournament of a class; each is a line of the journal, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any

from schwarm.classroom import names
from schwarm.classroom.classroom import CLOSED, OPEN, OPERATOR, Classroom
from schwarm.classroom.errors import ClassroomError, NotThere, WrongTime
from schwarm.classroom.host import FINISHED, PAUSED, RUNNING, of_teams
from schwarm.classroom.setup import Setup
from schwarm.classroom.withdrawals import may_repeat, readmitted, withdrawn
from schwarm.store import class_forget, classroom
from schwarm.store.classroom import ClassRow, Line, TeamRow
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import Progress, progress
from schwarm.workers import Task

MATCH = ("stage", "group", "day", "match")
LONGEST_REASON = 500


def act(room: Classroom, class_id: int, form: Mapping[str, Any]) -> None:
    """Do what an operator asks for; ClassroomError says why not."""
    what = str(form.get("what"))
    if what not in ACTIONS:
        raise ClassroomError(f"what: expected one of {', '.join(ACTIONS)}")
    reason = str(form.get("reason") or "").strip()
    if len(reason) > LONGEST_REASON:
        raise ClassroomError(f"reason: expected at most {LONGEST_REASON} characters")
    if what in ("repeat", "disqualify") and not reason:
        raise ClassroomError(f"expected a reason to {what}")
    ACTIONS[what](room, room.find(class_id), form, reason)


def close(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """No more teams and programs."""
    room.turn(found.id, (OPEN,), CLOSED, Line("closed", OPERATOR, reason))


def reopen(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Teams and programs again, until the operator closes it."""
    setup = replace(Setup.from_json(found.setup), deadline=None)
    room.turn(found.id, (CLOSED,), OPEN, Line("opened", OPERATOR, reason), setup.to_json())


def start(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Begin with the teams as they are."""
    room.start(found.id)


def pause(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Begin no further games; those under way are finished."""
    room.turn(found.id, (RUNNING,), PAUSED, Line("paused", OPERATOR, reason))
    room.host.pause(found.id)


def resume(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Go on."""
    room.turn(found.id, (PAUSED,), RUNNING, Line("resumed", OPERATOR, reason))
    room.host.resume(found.id)


def repeat(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Play the games of a match anew; the old ones stay in the store but count no more."""
    asked = form.get("match")
    if not isinstance(asked, Mapping) or not all(type(asked.get(part)) is int for part in MATCH):
        raise ClassroomError(f"match: expected {', '.join(MATCH)} as whole numbers")
    key = (asked["stage"], asked["group"], asked["day"], asked["match"])
    with changing(room, found, lambda task: task.key[:4] == key) as journal:
        match = may_repeat(state_of(journal), key)
        if match is None or match.away is None:
            why = "there is no such match, or others were paired by its result already"
            raise WrongTime(why, "no_repeat")
        back = RUNNING if found.state == FINISHED else None
        line = Line(classroom.REPEATED, OPERATOR, reason)
        classroom.change_event(room.store, found, line, repeated=key, state=back)
    room.host.look()


def disqualify(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """A team loses all games it has not played yet."""
    team = team_of(room, found, form)
    if team.out is not None:
        raise WrongTime("this team is out already", "out")
    line = Line("disqualified", OPERATOR, reason, team.id)
    if found.event is None:
        classroom.change_event(room.store, found, line, out=(team.id, reason))
        return
    with changing(room, found, of_teams({team.name})) as journal:
        format = withdrawn(journal.read(), team.name).to_json()
        classroom.change_event(room.store, found, line, format=format, out=(team.id, reason))


def readmit(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """A team that was out plays again; lost stays what later pairings were made from."""
    team = team_of(room, found, form)
    if team.out is None:
        raise WrongTime("this team is not out", "not_out")
    line = Line("readmitted", OPERATOR, reason, team.id)
    if found.event is None:
        classroom.change_event(room.store, found, line, out=(team.id, None))
        return
    with changing(room, found) as journal:
        event = journal.read()
        if team.name not in [one.name for one in event.entrants]:
            raise WrongTime("this team was out when the tournament began", "never_in")
        back = readmitted(event, team.name, state_of(journal))
        over = progress(back, journal.results()).finished
        state = RUNNING if found.state == FINISHED and not over else None
        classroom.change_event(
            room.store, found, line, format=back.to_json(), out=(team.id, None), state=state
        )
    room.host.look()


def rename(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Give a team another name, everywhere."""
    team = team_of(room, found, form)
    name = room.free_name(found.id, str(form.get("name") or ""), own=team.id)
    line = Line("renamed", OPERATOR, reason, team.id)
    with changing(room, found, of_teams({team.name})) if found.event is not None else nullcontext():
        class_forget.rename(room.store, team, name, names.folded(name), line)


ACTIONS: dict[str, Callable[[Classroom, ClassRow, Mapping[str, Any], str], None]] = {
    "close": close,
    "open": reopen,
    "start": start,
    "pause": pause,
    "resume": resume,
    "repeat": repeat,
    "disqualify": disqualify,
    "readmit": readmit,
    "rename": rename,
}


# --- deletion ------------------------------------------------------------------------------------------
def delete_team(room: Classroom, team: TeamRow) -> None:
    """Forget a team with all that it sent and said; games it has played keep their moves."""
    found = room.find(team.class_id)
    with changing(room, found, of_teams({team.name})) if found.event is not None else nullcontext():
        class_forget.delete_team(room.store, team, f"{names.DELETED} {team.id}")
    room.rooms.drop(team.id)


def delete_event(room: Classroom, found: ClassRow) -> None:
    """Forget a tournament with all its teams; games keep their moves."""
    room.host.stop(found.id)
    teams = classroom.teams(room.store, found.id)
    class_forget.delete_class(room.store, found.id)
    for team in teams:
        room.rooms.drop(team.id)


def team_of(room: Classroom, found: ClassRow, form: Mapping[str, Any]) -> TeamRow:
    """The team of this tournament that a form names."""
    number = form.get("team")
    team = room.team(number) if type(number) is int else None
    if team is None or team.class_id != found.id:
        raise NotThere("team: expected the number of a team of this tournament")
    return team


@contextmanager
def changing(
    room: Classroom, found: ClassRow, void: Callable[[Task], bool] = lambda task: False
) -> Iterator[EventJournal]:
    """Change a tournament that has begun while it may be running; whoever plays it hears of that."""
    if found.event is None:
        raise WrongTime("this tournament has not begun", "not_begun")
    run = room.host.run_of(found.id)
    if run is None:
        yield EventJournal(room.store, found.event)
        return
    with run.changing(void):
        yield run.journal
        room.host.changed(found.id)
    room.host.break_off(found.id, void)


def state_of(journal: EventJournal) -> Progress:
    """Where an event stands."""
    return progress(journal.read(), journal.results())
