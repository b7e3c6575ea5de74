"""The qualification test before an event, as on the contest's site: two games against the random player."""

from __future__ import annotations

from dataclasses import replace

from schwarm.tournament.formats import Entrant, Event, without
from schwarm.tournament.journal import Journal
from schwarm.tournament.local import Crew
from schwarm.tournament.progress import Planned
from schwarm.tournament.results import GameKey
from schwarm.tournament.task import Failed, Report, task_of

GAMES = 2
OPPONENT = "random player"


def qualify(journal: Journal, crew: Crew, event: Event) -> Event:
    """Test everybody that was not tested yet; whoever fails takes part as a team without a bot."""
    known = journal.qualified()
    tested = [entrant for entrant in event.entrants if entrant.kind != "none" and entrant.name not in known]
    reports: dict[str, list[Report | Failed]] = {entrant.name: [] for entrant in tested}
    trial = replace(event, entrants=(*event.entrants, Entrant(OPPONENT, bot="random")))
    for number, entrant in enumerate(tested):
        for game in range(GAMES):
            sides = (entrant.name, OPPONENT) if game % 2 == 0 else (OPPONENT, entrant.name)
            key = GameKey(-1, 0, 0, number, game)
            crew.submit(task_of(trial, Planned(key, *sides, seed=event.seed)))
    for _ in range(GAMES * len(tested)):
        while (report := crew.next(1.0)) is None:
            pass
        name = tested[report.key.match].name
        reports[name].append(report)
        if len(reports[name]) == GAMES:
            passed, log = judge(name, reports[name])
            journal.qualify(name, passed=passed, log=log)
    return without(event, [name for name, (passed, _) in journal.qualified().items() if not passed])


def judge(name: str, reports: list[Report | Failed]) -> tuple[bool, str]:
    """Passed if it played both games to the end without a fault, won or lost; and the log."""
    lines = []
    passed = True
    for report in sorted(reports, key=lambda report: report.key):
        if isinstance(report, Failed):
            passed = False
            lines.append(f"game {report.key.number + 1} could not be played: {report.why}")
            continue
        end = report.record.end
        assert end is not None
        fault = report.faults.get(name)
        passed = passed and fault is None
        ending = f"fault: {fault}" if fault else f"ended after {len(report.record.plies)} plies: {end.reason}"
        lines.append(f"game {report.key.number + 1} {ending}")
        if report.logs.get(name):
            lines.append(report.logs[name])
    return passed, "\n".join(lines)
