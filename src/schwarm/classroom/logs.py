"""What a team's program said, in every game that it has played, and the games of its test matches."""

from __future__ import annotations

from collections.abc import Iterator

from schwarm.classroom import messages
from schwarm.classroom.classroom import Classroom
from schwarm.classroom.errors import NotThere
from schwarm.game.errors import Refusal
from schwarm.store import class_programs
from schwarm.store.classroom import TeamRow
from schwarm.store.store import Store
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.words import fault_in
from schwarm.workers import Report, Tally


def log_of(room: Classroom, own: TeamRow, record: int) -> str:
    """What it said in the game of this number, also in one of a test match; NotThere if it is another's."""
    tested = class_programs.test_log(room.store, own.id, record)
    if tested is not None:
        return tested.get(own.name, "")
    event = room.find(own.class_id).event
    if event is not None:
        journal = EventJournal(room.store, event)
        for line in journal.games():
            if line.played.game == record and own.name in line.played.players:
                return journal.logs(line.key).get(own.name, "")
    raise NotThere(Refusal("class_no_game", number=record))


def all_logs(room: Classroom, own: TeamRow) -> Iterator[tuple[int, str]]:
    """What it said in each game of the tournament in which it said something, by the game's number."""
    event = room.find(own.class_id).event
    if event is None:
        return
    journal = EventJournal(room.store, event)
    for line in journal.games():
        if own.name in line.played.players and line.played.game is not None:
            if said := journal.logs(line.key).get(own.name):
                yield line.played.game, said


def test_games(room: Classroom, own: TeamRow, test: int) -> list[messages.TestGameLine]:
    """The finished games of a test match, to be looked at again; NotThere if it is another's."""
    if test not in [row.id for row in class_programs.tests_of(room.store, own.id)]:
        raise NotThere(Refusal("class_no_test", number=test))
    return [_game(room.store, own.name, played) for played in class_programs.test_games(room.store, test)]


def _game(store: Store, name: str, played: class_programs.TestGame) -> messages.TestGameLine:
    record = store.record(played.game)
    tally = Tally.of(Report((played.number,), record, 0.0, faults=played.faults), name)
    assert record.end is not None
    return {
        "number": played.number,
        "record": played.game,
        "first": next(iter(record.seats.values())) == name,
        "result": "won" if tally.wins else "drawn" if tally.draws else "lost",
        "reason": str(record.end.reason),
        "fault": fault_in(played.faults, name),
    }
