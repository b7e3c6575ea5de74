"""Which programs play in a tournament that has begun: on a ladder the newest at once, else from match day to
match day. The store says all of it, so whoever looks after a crash goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from schwarm.classroom import messages
from schwarm.classroom.errors import WrongTime
from schwarm.classroom.host import ClassHost, of_teams
from schwarm.classroom.setup import ClassSetup
from schwarm.game.errors import Refusal
from schwarm.players import PlayerSpec
from schwarm.store import classroom
from schwarm.store.classroom import ClassRow, NewLine, TeamRow
from schwarm.store.store import Store
from schwarm.tournament.formats import Entrant
from schwarm.tournament.formats.ladder import version_before, versions_of
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.progress import Progress, progress

Fielded = tuple[PlayerSpec | None, int]  # who plays for a team, and its version
PLAYS = "plays"  # what the journal calls a program that plays from now on
DAY = "day"  # and a match day that begins


def climb(store: Store, host: ClassHost, found: ClassRow, player: Callable[[TeamRow], Fielded]) -> None:
    """Let those play on a ladder who have come, or play with another version, since somebody last looked."""
    assert found.event is not None
    teams = [team for team in classroom.teams(store, found.id) if team.out is None]
    event = EventJournal(store, found.event).event
    known = {one.name for one in event.entrants}
    chosen = {team.name: player(team) for team in teams}
    new = [team for team in teams if team.name not in known and chosen[team.name][0] is not None]
    other = [
        team
        for team in teams
        if team.name in known and chosen[team.name] != fielded(event.entrant(team.name))
        if chosen[team.name][0] is not None
    ]
    if not new and not other:
        return
    with host.changing(found, of_teams({team.name for team in other})) as journal:
        event = journal.read()
        entrants = [
            Entrant(one.name, *chosen[one.name]) if one.name in {team.name for team in other} else one
            for one in event.entrants
        ]
        entrants += [Entrant(team.name, *chosen[team.name]) for team in new]
        changed = {team.id: chosen[team.name][1] for team in (*new, *other)}
        lines = [
            NewLine(PLAYS, "page", team=team, detail={"version": number}) for team, number in changed.items()
        ]
        format = replace(event, entrants=tuple(entrants)).to_json()
        classroom.field(store, found, changed, lines, format)


def next_day(
    store: Store, host: ClassHost, found: ClassRow, player: Callable[[TeamRow], Fielded], who: str
) -> None:
    """Begin the next match day with the programs as they are; WrongTime while the one before is played."""
    assert found.event is not None
    setup = ClassSetup.model_validate_json(found.setup)
    known = EventJournal(store, found.event)
    if not day_over(progress(known.event, known.results()), setup):
        raise WrongTime(Refusal("class_day_running"))
    teams = {team.name: team for team in classroom.teams(store, found.id)}
    with host.changing(found) as journal:
        event = journal.read()
        entrants = [
            Entrant(one.name, *player(teams[one.name])) if one.name in teams else one
            for one in event.entrants
        ]
        changed = versions(teams.values(), entrants)
        lines = [NewLine(DAY, who, detail={"day": setup.begun + 1})]
        lines += [
            NewLine(PLAYS, "page", team=teams[new.name].id, detail={"version": new.version})
            for old, new in zip(event.entrants, entrants, strict=True)
            if new.version and new.version != old.version
        ]
        later = setup.model_copy(update={"begun": setup.begun + 1}).model_dump_json()
        classroom.field(
            store, found, changed, lines, replace(event, entrants=tuple(entrants)).to_json(), later
        )


def day_over(state: Progress, setup: ClassSetup) -> bool:
    """Are all games of the match days that have begun played, and is there another day?"""
    days = [state.match_day(game.key) for game in state.open]
    return bool(days) and min(days) >= setup.begun


def versions(teams: Iterable[TeamRow], entrants: Sequence[Entrant]) -> dict[int, int]:
    """The version that each team plays with now."""
    number = {one.name: one.version for one in entrants}
    return {team.id: number[team.name] for team in teams if number.get(team.name)}


def fielded(one: Entrant) -> Fielded:
    """Who plays for an entrant."""
    return one.player, one.version


def compared(state: Progress | None, own: TeamRow) -> messages.Compared | None:
    """How much stronger a team's present version is than the one before, by the games of a ladder."""
    if state is None or not state.endless or own.fielded is None:
        return None
    field = state.phases[0].groups[0].field
    before, rated = version_before(field, own.name), versions_of(field, own.name)
    if before is None or rated is None:
        return {"version": own.fielded, "before": before} if before is not None else None
    gap = rated.gap(*rated.names)
    return {
        "version": own.fielded,
        "before": before,
        "elo": round(gap.elo),
        "low": round(gap.low),
        "high": round(gap.high),
        "stronger": round(rated.above(*rated.names), 4),
    }
