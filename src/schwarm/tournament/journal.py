"""Events in the store: what they are, and every finished game, written in one piece.

A game and its line in the event are one transaction, so after a crash a game is either there as a whole or
was never played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace

from schwarm.game import rule_book
from schwarm.game.errors import Faults, Refusal
from schwarm.store import events
from schwarm.store.events import Effort, EventGame, GameRow, OutcomeRow
from schwarm.store.events import listed as listed
from schwarm.store.store import Store
from schwarm.tournament.errors import Busy, NoSuchEvent
from schwarm.tournament.formats import Event, from_json, without
from schwarm.tournament.results import GameKey, Played, played
from schwarm.workers import Report


@dataclass(frozen=True, slots=True)
class GameLine:
    """A finished game's line: all that tables and reports need."""

    key: GameKey
    played: Played
    faults: Faults  # what each offender did, by name
    plies: int
    think_ms: tuple[float, float]
    slowest_ms: tuple[float, float]
    processor_ms: tuple[float | None, float | None]
    wall_ms: float


class EventJournal:
    """One event in a store."""

    def __init__(self, store: Store, number: int) -> None:
        self.store = store
        self.number = number
        self.event: Event = self.read()

    def read(self) -> Event:
        """The event as the store has it now; whoever failed its qualification is a team without a bot."""
        format = events.format_of(self.store, self.number)
        if format is None:
            raise NoSuchEvent(f"expected the number of an event in the store, not {self.number}")
        failed = [name for name, (passed, _) in self.qualified().items() if not passed]
        return without(from_json(format), failed)

    # --- writing -------------------------------------------------------------------------------------
    def claim(self) -> None:
        """This program plays the event from now on; Busy if another one does."""
        if not events.claim(self.store, self.number):
            raise Busy(f"event {self.number} is being played by another program")

    def release(self, *, finished: bool) -> None:
        """Nobody plays the event any more."""
        events.release(self.store, self.number, finished=finished)

    def add(self, report: Report) -> Played:
        """Write a finished game; returns once it would survive a crash."""
        return self.submit(report).result()

    def submit(self, report: Report) -> Future[Played]:
        """The same, to be waited for later."""
        sides = rule_book(self.event.game).sides
        record = report.record
        assert record.end is not None
        first, second = (record.seats[side] for side in sides)
        version = {one.name: one.version for one in self.event.entrants}
        result = played(first, second, record.end, sides)
        result = replace(result, versions=(version.get(first, 0), version.get(second, 0)))
        return events.add_game(
            self.store,
            self.number,
            EventGame(
                GameKey(*report.key),
                result.players,
                result.points,
                result.scores,
                result.reason,
                report.faults,
                result.versions,
            ),
            Effort(
                len(record.plies), report.think_ms, report.slowest_ms, report.processor_ms, report.wall_ms
            ),
            record,
            logged(report),
            lambda number: replace(result, game=number),
            report.kept,
        )

    def qualify(self, entrant: str, *, passed: bool, log: Sequence[Refusal]) -> None:
        """Keep the result of a qualification test."""
        events.qualify(self.store, self.number, entrant, passed=passed, log=log)

    # --- reading -------------------------------------------------------------------------------------
    def results(self) -> dict[GameKey, Played]:
        found = map(_outcome, events.outcomes(self.store, self.number))
        return {key: result for key, result, _ in found}

    def games(self) -> list[GameLine]:
        """All finished games, in the order of the schedule."""
        return game_lines(self.store, self.number)

    def logs(self, key: GameKey) -> Mapping[str, str]:
        """What foreign programs said in a game, by name."""
        return events.logs(self.store, self.number, key)

    def fault_logs(self) -> dict[GameKey, Mapping[str, str]]:
        """The same for all games that somebody lost by a fault."""
        return {GameKey(*key): said for key, said in events.all_logs(self.store, self.number).items()}

    def qualified(self) -> dict[str, tuple[bool, Sequence[Refusal]]]:
        """Results of the qualification tests: passed, and the log."""
        return events.qualified(self.store, self.number)


def logged(report: Report) -> dict[str, str]:
    """What programs said; in a game that was played again everybody is told so."""
    told = {name: text for name, text in report.logs.items() if text}
    if report.repeated:
        mark = f"(this game was played again, for the machine was too busy: {report.repeated})\n"
        told = {name: mark + told.get(name, "") for name in report.record.seats.values()}
    return told


def create(store: Store, event: Event) -> EventJournal:
    """Write a new event down."""
    return EventJournal(store, events.create(store, event.name, event.to_json()))


def game_lines(store: Store, number: int, player: str = "") -> list[GameLine]:
    """The finished games of an event, or those of one player, in the order of the schedule."""
    return [_line(row) for row in events.games(store, number, player)]


def newest(store: Store) -> int:
    """The number of the newest event."""
    found = listed(store, 1)
    if not found:
        raise NoSuchEvent("expected a store with an event in it, not an empty one")
    return found[0].id


def _line(row: GameRow) -> GameLine:
    key, result, faults = _outcome(row[:15])
    plies, *spent, first_had_ms, second_had_ms, wall_ms = row[15:]
    think_ms, slowest_ms = (spent[0], spent[1]), (spent[2], spent[3])
    return GameLine(
        key, result, faults or {}, plies, think_ms, slowest_ms, (first_had_ms, second_had_ms), wall_ms
    )


def _outcome(row: OutcomeRow) -> tuple[GameKey, Played, Faults | None]:
    stage, group, day, match, number, game, first, second, one, other, scores, reason, faults, *versions = row
    result = Played(
        first, second, (one, other), events.scores_of(scores), reason, game, (versions[0], versions[1])
    )
    return GameKey(stage, group, day, match, number), result, faults
