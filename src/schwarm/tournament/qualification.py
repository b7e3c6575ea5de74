"""The qualification test before an event, as on the contest's site: two games against the random player."""

from __future__ import annotations

from dataclasses import replace

from schwarm.game.errors import Refusal
from schwarm.programs.program import without_output
from schwarm.tournament.formats import Entrant, Event, without
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import Planned
from schwarm.tournament.results import GameKey
from schwarm.tournament.run import task_of
from schwarm.workers import Report, Share, Task, play_all

GAMES = 2
OPPONENT = "random player"


def trials(event: Event, name: str, match: int = 0) -> list[Task]:
    """The games by which an entrant qualifies: one of each side."""
    trial = replace(event, entrants=(event.entrant(name), Entrant(OPPONENT)))
    return [
        task_of(trial, Planned(GameKey(-1, 0, 0, match, game), *sides, seed=event.seed))
        for game, sides in enumerate(((name, OPPONENT), (OPPONENT, name)))
    ]


def qualify(journal: EventJournal, share: Share, event: Event) -> Event:
    """Test everybody that was not tested yet; whoever fails takes part as a team without a bot."""
    known = journal.qualified()
    tested = [entrant.name for entrant in event.entrants if entrant.running and entrant.name not in known]
    reports: dict[str, list[Report]] = {name: [] for name in tested}
    tasks = [task for number, name in enumerate(tested) for task in trials(event, name, number)]
    for report in play_all(tasks, share):
        name = tested[GameKey(*report.key).match]
        reports[name].append(report)
        if len(reports[name]) == GAMES:
            passed, log = judge(name, reports[name])
            journal.qualify(name, passed=passed, log=log)
    return without(event, [name for name, (passed, _) in journal.qualified().items() if not passed])


def judge(name: str, reports: list[Report]) -> tuple[bool, list[Refusal]]:
    """Passed if it played both games to the end without a fault, won or lost; and the log.

    What the program itself wrote stands in it with the code `told`.
    """
    lines: list[Refusal] = []
    passed = True
    for number, report in enumerate(sorted(reports, key=lambda report: report.key), 1):
        end = report.record.end
        assert end is not None
        fault = report.faults.get(name)
        passed = passed and fault is None
        if fault:
            lines.append(Refusal("trial_fault", number=number, fault=without_output(fault)))
        else:
            plies = len(report.record.plies)
            lines.append(Refusal("trial_ended", number=number, plies=plies, reason=end.reason))
        if report.logs.get(name):
            lines.append(Refusal("told", text=report.logs[name]))
    return passed, lines
