"""A tournament or a team to take home: one ZIP with everything that is kept of it."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from schwarm.classroom import views
from schwarm.classroom.classroom import Classroom
from schwarm.classroom.logs import all_logs
from schwarm.store import class_programs, classroom
from schwarm.store.class_forget import BEFORE
from schwarm.store.classroom import ClassRow, TeamRow
from schwarm.tournament import export as reports
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.views import event_view, fault_logs, rating_curve

GAME_COLUMNS = (
    "opponent", "first", "result", "points", "reason", "fault", "plies", "think_ms", "slowest_ms",
    "processor_ms", "record",
)  # fmt: skip


def program(room: Classroom, team: TeamRow, version: int) -> bytes | None:
    """The ZIP of a version of a team's program; None if it is not kept any more."""
    return class_programs.content(room.store, team.id, version)


def team_zip(room: Classroom, team: TeamRow, path: Path) -> None:
    """Write everything of a team to this file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        _add_team(room, team, archive, "")


def event_zip(room: Classroom, found: ClassRow, path: Path) -> None:
    """Write everything of a tournament: setup, journal, tables, games, and each of its teams."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        told = views.event(room, views.Standings(room), found, operator=True)
        told.pop("code")  # what lets people in is not for a file that is passed on
        archive.writestr("class.json", _json(told))
        if found.event is not None:
            journal = EventJournal(room.store, found.event)
            view = event_view(room.store, found.event)
            archive.writestr("event.json", reports.to_json(view))
            archive.writestr("tables.csv", reports.tables_csv(view))
            archive.writestr("games.csv", reports.games_csv(journal))
            curves, logs = rating_curve(room.store, found.event), fault_logs(room.store, found.event)
            for language in reports.languages():
                sheets = reports.to_xlsx(view, journal, language)
                archive.writestr(f"results-{language}.xlsx", sheets, zipfile.ZIP_STORED)
                archive.writestr(
                    f"report-{language}.html", reports.to_html(view, curves, language, logs=logs)
                )
            _add_records(room, journal, archive)
        for team in classroom.teams(room.store, found.id):
            _add_team(room, team, archive, f"teams/{team.id}/")


def _add_records(room: Classroom, journal: EventJournal, archive: zipfile.ZipFile) -> None:
    """The moves of all games, a line of JSON each."""
    numbers = [line.played.game for line in journal.games() if line.played.game is not None]
    lines = [room.store.record(number).to_json() for number in numbers]
    archive.writestr("games.jsonl", "".join(f"{line}\n" for line in lines))


def _add_team(room: Classroom, team: TeamRow, archive: zipfile.ZipFile, folder: str) -> None:
    told = views.team(room, team)
    shown = {name: value for name, value in told.items() if name != "reservation"}
    archive.writestr(f"{folder}team.json", _json(shown))
    for version in told["versions"]:
        log = "\n".join(
            line["words"].get("en", line["values"].get("text", ""))
            for line in version["qualification"]["lines"]
        )
        archive.writestr(f"{folder}qualification-{version['number']}.log", log)
        content = program(room, team, version["number"])
        if content is not None:
            archive.writestr(f"{folder}program-{version['number']}.zip", content, zipfile.ZIP_STORED)
    numbers = [game["record"] for game in reversed(told["games"]) if game["record"] is not None]
    lines = [f"{room.store.record(number).to_json()}\n" for number in dict.fromkeys(numbers)]
    archive.writestr(f"{folder}games.jsonl", "".join(lines))
    archive.writestr(f"{folder}games.csv", reports.csv_text(GAME_COLUMNS, _game_rows(told["games"])))
    for record, said in all_logs(room, team):
        archive.writestr(f"{folder}logs/game-{record}.log", said)
    own = (team.name, f"{team.name}{BEFORE}")  # what another team's program said is for that team
    for test in class_programs.tests_of(room.store, team.id):
        for played in class_programs.test_games(room.store, test.id):
            name = f"{folder}tests/{test.id}-{played.number}"
            archive.writestr(f"{name}.json", room.store.record(played.game).to_json() + "\n")
            texts = (*played.faults.items(), *played.logs.items())
            said = "\n".join(text for name, text in texts if name in own)
            if said:
                archive.writestr(f"{name}.log", said)


def _game_rows(games: Sequence[Mapping[str, Any]]) -> Iterator[list[str | float | None]]:
    """A team's games, oldest first, with the numbers of their records in the export's games.jsonl."""
    for game in reversed(games):
        yield [game[column] if column != "first" else int(game["first"]) for column in GAME_COLUMNS]


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
