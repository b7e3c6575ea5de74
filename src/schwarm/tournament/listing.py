"""All games of an event as its tables count them: those that were played, and those that were given away."""

from __future__ import annotations

from collections.abc import Iterable
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


def listed(journal: EventJournal) -> list[Listed]:
    """Every game in the order of the schedule."""
    lines = journal.games()
    return listed_games(lines, progress(journal.event, {line.key: line.played for line in lines}))


def listed_games(lines: Iterable[GameLine], state: Progress, player: str = "") -> list[Listed]:
    """The same for an event that stands there: all games, or those of one player."""
    by_key = {line.key: line for line in lines}
    return [
        Listed(key, game, by_key.get(key), not (match.annulled or phase.stage.trial))
        for phase in state.phases
        for group in phase.groups
        for match in group.matches
        if not player or player in match.players
        for key, game in match.numbered()
    ]
