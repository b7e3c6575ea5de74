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
from schwarm.classroom.setup import ANNUL, ClassSetup, changed
from schwarm.classroom.withdrawals import may_repeat, readmitted, withdrawn
from schwarm.game.errors import Refusal
from schwarm.store import class_forget, classroom
from schwarm.store.classroom import ClassRow, NewLine, TeamRow
from schwarm.tournament.formats import Event
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import Progress, progress
from schwarm.tournament.results import DRAW, LOSS, RULED, WIN, Match
from schwarm.workers import Task

MATCH = ("stage", "group", "day", "match")
RESULTS = ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN), (LOSS, LOSS))


def act(room: Classroom, class_id: int, form: Mapping[str, Any]) -> None:
    """Do what an operator asks for; ClassroomError says why not."""
    what = str(form.get("what"))
    if what not in ACTIONS:
        raise ClassroomError(Refusal("one_of_these", what="what", names=", ".join(ACTIONS)))
    reason = str(form.get("reason") or "").strip()
    if what in ("repeat", "result", "disqualify") and not reason:
        raise ClassroomError(Refusal("class_reason", what=what))
    ACTIONS[what](room, room.find(class_id), form, reason)


def close(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """No more teams and programs."""
    room.turn(found.id, (OPEN,), CLOSED, NewLine("closed", OPERATOR, reason))


def reopen(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Teams and programs again, until the operator closes it."""
    setup = ClassSetup.model_validate_json(found.setup).model_copy(update={"deadline": None})
    room.turn(found.id, (CLOSED,), OPEN, NewLine("opened", OPERATOR, reason), setup.model_dump_json())


def start(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Begin with the teams as they are."""
    room.start(found.id)


def pause(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Begin no further games: people's clocks stand still, what machines have begun is finished."""
    room.turn(found.id, (RUNNING,), PAUSED, NewLine("paused", OPERATOR, reason))
    room.host.pause(found.id)


def resume(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    room.turn(found.id, (PAUSED,), RUNNING, NewLine("resumed", OPERATOR, reason))
    room.host.resume(found.id)


def day(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Begin the next match day, with the programs as they are now."""
    room.next_day(found.id, ClassSetup.model_validate_json(found.setup).begun)


def end(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """End a ladder, which never ends by itself: its table stays as it is."""
    if not ClassSetup.model_validate_json(found.setup).endless:
        raise WrongTime(Refusal("class_no_ladder"))
    room.end(found.id, OPERATOR, reason)


def change(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Another thinking time or number of games, as long as nothing has been played."""
    setup = changed(ClassSetup.model_validate_json(found.setup), form)
    line = NewLine("changed", OPERATOR, reason)
    if found.event is None:
        room.turn(found.id, (found.state,), found.state, line, setup.model_dump_json())
        return
    with changing(room, found, lambda task: True) as journal:
        if journal.results():
            raise WrongTime(Refusal("class_played"))
        event = journal.read()
        made = setup.event(event.entrants, event.seed)
        format = replace(made, withdrawn=event.withdrawn, excluded=event.excluded).to_json()
        classroom.change_event(room.store, found, line, format=format, setup=setup.model_dump_json())
    room.host.look()


def repeat(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Play the games of a match anew, or one of them; the old ones stay in the store but count no more."""
    key = match_key(form)
    with changing(room, found, lambda task: task.key[: len(key)] == key) as journal:
        match = unsettled(journal, key)
        back = RUNNING if found.state == FINISHED else None
        line = NewLine(classroom.REPEATED, OPERATOR, reason, detail=concerned(room, found, match, key))
        classroom.change_event(room.store, found, line, repeated=key, state=back)
    room.host.look()


def result(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Decide how a finished game counts; what was played stays in the store."""
    key, asked = match_key(form), list(form.get("points") or ())
    points = next((one for one in RESULTS if list(one) == asked), None)
    if len(key) != len(MATCH) + 1 or points is None:
        raise ClassroomError(Refusal("class_points"))
    with changing(room, found) as journal:
        match = unsettled(journal, key)
        if key not in journal.results():
            raise WrongTime(Refusal("class_not_over"))
        told = concerned(room, found, match, key) | {"points": list(points), "ending": RULED}
        line, back = NewLine("ruled", OPERATOR, reason, detail=told), None
        if found.state == FINISHED:  # a knock-out may need further games now
            back = RUNNING
        classroom.change_event(room.store, found, line, repeated=key, points=points, state=back)
    room.host.look()


def match_key(form: Mapping[str, Any]) -> tuple[int, ...]:
    """The match that a form names, or one of its games."""
    asked = form.get("match")
    if asked is None:
        raise ClassroomError(Refusal("missing_argument", what="match"))
    return tuple(asked[part] for part in (*MATCH, "game") if part in asked)


def unsettled(journal: EventJournal, key: tuple[int, ...]) -> Match:
    """The match of that key, if nobody was paired by its result yet; WrongTime if there is none."""
    match = may_repeat(state_of(journal), key[:4])
    if match is None or match.away is None:
        raise WrongTime(Refusal("class_no_repeat"))
    return match


def concerned(room: Classroom, found: ClassRow, match: Match, key: tuple[int, ...]) -> dict[str, Any]:
    """Which match it is, for the journal, which holds no names."""
    numbers = {team.name: team.id for team in classroom.teams(room.store, found.id)}
    told: dict[str, Any] = {"concerned": [numbers[name] for name in match.players if name in numbers]}
    return told if len(key) == len(MATCH) else told | {"game": key[-1]}


def disqualify(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """A team is out of the ranking; what becomes of its games the setup says."""
    team = team_of(room, found, form)
    if team.out is not None:
        raise WrongTime(Refusal("class_out"))
    line = NewLine("disqualified", OPERATOR, reason, team.id)
    if found.event is None:
        classroom.change_event(room.store, found, line, out=(team.id, reason))
        return
    with changing(room, found, of_teams({team.name})) as journal:
        format = left(found, journal, team).to_json()
        classroom.change_event(room.store, found, line, format=format, out=(team.id, reason))


def readmit(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """A team that was out plays again; lost stays what later pairings were made from."""
    team = team_of(room, found, form)
    if team.out is None:
        raise WrongTime(Refusal("class_not_out"))
    line = NewLine("readmitted", OPERATOR, reason, team.id)
    if found.event is None:
        classroom.change_event(room.store, found, line, out=(team.id, None))
        return
    with changing(room, found) as journal:
        event = journal.read()
        if team.name not in [one.name for one in event.entrants]:
            raise WrongTime(Refusal("class_never_in"))
        back = readmitted(event, team.name, state_of(journal))
        over = progress(back, journal.results()).finished
        state = RUNNING if found.state == FINISHED and not over else None
        classroom.change_event(
            room.store, found, line, format=back.to_json(), out=(team.id, None), state=state
        )
    room.host.look()


def skip(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Wait no longer for the client of a team that was connected before the server started again."""
    team = team_of(room, found, form)
    room.turn(found.id, (found.state,), found.state, NewLine("skipped", OPERATOR, reason, team.id))
    room.host.skip(team.id)


def rename(room: Classroom, found: ClassRow, form: Mapping[str, Any], reason: str) -> None:
    """Give a team another name, everywhere."""
    team = team_of(room, found, form)
    name = room.free_name(found.id, str(form.get("name") or ""), own=team.id)
    line = NewLine("renamed", OPERATOR, reason, team.id)
    with changing(room, found, of_teams({team.name})) if found.event is not None else nullcontext():
        class_forget.rename(room.store, team, name, names.folded(name), line)


ACTIONS: dict[str, Callable[[Classroom, ClassRow, Mapping[str, Any], str], None]] = {
    "close": close,
    "open": reopen,
    "start": start,
    "pause": pause,
    "resume": resume,
    "day": day,
    "end": end,
    "change": change,
    "repeat": repeat,
    "result": result,
    "disqualify": disqualify,
    "readmit": readmit,
    "rename": rename,
    "skip": skip,
}


# --- deletion ------------------------------------------------------------------------------------------
def delete_team(room: Classroom, team: TeamRow, who: str) -> None:
    """Forget a team with all that it sent and said; games it has played keep their moves, it has no place."""
    found = room.find(team.class_id)
    line, name = NewLine("deleted", who, detail={"concerned": [team.id]}), f"{names.DELETED} {team.id}"
    if found.event is None:
        class_forget.delete_team(room.store, team, name, line, None)
    else:
        with changing(room, found, of_teams({team.name})) as journal:
            takes_part = team.name in [one.name for one in journal.read().entrants]
            format = left(found, journal, team).to_json() if takes_part else None
            class_forget.delete_team(room.store, team, name, line, format)
    room.folders.drop(team.id)


def left(found: ClassRow, journal: EventJournal, team: TeamRow) -> Event:
    """The event after a team has left it, by the rule that its setup has for that."""
    annul = ClassSetup.model_validate_json(found.setup).leaving == ANNUL
    return withdrawn(journal.read(), team.name, state_of(journal), annul=annul)


def delete_event(room: Classroom, found: ClassRow) -> None:
    """Forget a tournament with all its teams; games keep their moves."""
    room.host.stop(found.id)
    teams = classroom.teams(room.store, found.id)
    class_forget.delete_class(room.store, found.id)
    for team in teams:
        room.folders.drop(team.id)


def team_of(room: Classroom, found: ClassRow, form: Mapping[str, Any]) -> TeamRow:
    """The team of this tournament that a form names."""
    number = form.get("team")
    team = room.team(number) if type(number) is int else None
    if team is None or team.class_id != found.id:
        raise NotThere(Refusal("class_team_here"))
    return team


@contextmanager
def changing(
    room: Classroom, found: ClassRow, void: Callable[[Task], bool] = lambda task: False
) -> Iterator[EventJournal]:
    """Change a tournament that has begun while it may be running; whoever plays it hears of that."""
    if found.event is None:
        raise WrongTime(Refusal("class_not_begun"))
    with room.host.changing(found, void) as journal:
        yield journal


def state_of(journal: EventJournal) -> Progress:
    """Where an event stands."""
    return progress(journal.read(), journal.results())
