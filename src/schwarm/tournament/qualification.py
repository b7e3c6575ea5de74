"""The qualification test before an event, as on the contest's site: two games against the random player."""

from __future__ import annotations

from dataclasses import replace

from schwarm.tournament.formats import Entrant, Event, without
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import Planned
from schwarm.tournament.results import GameKey
from schwarm.tournament.run import task_of
from schwarm.tournament.words import qualification_line
from schwarm.workers import Crew, Report, play_all

GAMES = 2
OPPONENT = "random player"


def qualify(journal: EventJournal, crew: Crew, event: Event) -> Event:
    """Test everybody that was not tested yet; whoever fails takes part as a team without a bot."""
    known = journal.qualified()
    tested = [entrant.name for entrant in event.entrants if entrant.running and entrant.name not in known]
    reports: dict[str, list[Report]] = {name: [] for name in tested}
    trial = replace(event, entrants=(*event.entrants, Entrant(OPPONENT)))
    tasks = [
        task_of(trial, Planned(GameKey(-1, 0, 0, number, game), *sides, seed=event.seed))
        for number, name in enumerate(tested)
        for game, sides in enumerate(((name, OPPONENT), (OPPONENT, name)))
    ]
    for report in play_all(tasks, crew):
        name = tested[GameKey(*report.key).match]
        reports[name].append(report)
        if len(reports[name]) == GAMES:
            passed, log = judge(name, reports[name])
            journal.qualify(name, passed=passed, log=log)
    return without(event, [name for name, (passed, _) in journal.qualified().items() if not passed])


def judge(name: str, reports: list[Report]) -> tuple[bool, str]:
    """Passed if it played both games to the end without a fault, won or lost; and the log."""
    lines = []
    passed = True
    for number, report in enumerate(sorted(reports, key=lambda report: report.key), 1):
        end = report.record.end
        assert end is not None
        fault = report.faults.get(name)
        passed = passed and fault is None
        if fault:
            lines.append(qualification_line("fault", number=number, fault=fault))
        else:
            plies = len(report.record.plies)
            lines.append(qualification_line("ended", number=number, plies=plies, reason=end.reason))
        if report.logs.get(name):
            lines.append(report.logs[name])
    return passed, "\n".join(lines)
