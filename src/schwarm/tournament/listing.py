"""All games of an event as its tables count them: those that were played, and those that were given away."""

from __future__ import annotations

from dataclasses import dataclass

from schwarm.tournament.journal import EventJournal, GameLine
from schwarm.tournament.progress import Progress, progress
from schwarm.tournament.results import GameKey, Played


@dataclass(frozen=True, slots=True)
class Listed:
    """A game of an event; `line` is None where nobody played.

    `counts` is False where its match was annulled, or was a trial.
    """

    key: GameKey
    played: Played
    line: GameLine | None
    counts: bool


def listed(journal: EventJournal, state: Progress | None = None) -> list[Listed]:
    """Every game in the order of the schedule; `state` is where the event stands, if that is known."""
    lines = {line.key: line for line in journal.games()}
    if state is None:
        state = progress(journal.event, {key: line.played for key, line in lines.items()})
    return [
        Listed(key, game, lines.get(key), not (match.annulled or phase.stage.trial))
        for phase in state.phases
        for group in phase.groups
        for match in group.matches
        for key, game in match.numbered()
    ]
