"""Where an event stands: a pure function of the event and the games finished so far.

Whoever asks again after a crash gets the same answer, so an event resumes by asking.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from schwarm.game.random64 import Stream
from schwarm.tournament.formats import Event, Stage
from schwarm.tournament.formats.ladder import BLOCK, key_of, over, wanted
from schwarm.tournament.results import GameKey, Match, Played, walkover
from schwarm.tournament.schedule import Day, groups
from schwarm.tournament.table import Field, Row, without

Results = Mapping[GameKey, Played]


@dataclass(frozen=True, slots=True)
class Planned:
    """A game to be played; both games of a pair have the same seed."""

    key: GameKey
    first: str
    second: str
    seed: int


@dataclass(frozen=True)
class Group:
    """The matches of one group, or of a whole knock-out, as far as they are known."""

    stage: Stage
    number: int  # within its stage
    names: tuple[str, ...]
    days: tuple[tuple[Match, ...], ...]
    open: tuple[Planned, ...]
    finished: bool
    field: Field
    out: tuple[str, ...] = ()  # who has left the event
    stuck: str = ""  # why its next round cannot be paired here

    @property
    def matches(self) -> list[Match]:
        """All of them, day by day."""
        return [match for day in self.days for match in day]

    @cached_property
    def table(self) -> list[Row]:
        """Everybody as they stand, those who have left included: what the next stage was made from."""
        return self.stage.table(self.field, self.days)

    @cached_property
    def ranking(self) -> list[Row]:
        """The official ranking as it stands: whoever has left is not in it."""
        return without(self.table, self.out)


@dataclass(frozen=True, slots=True)
class Phase:
    """One stage with its groups; none before the stage can begin."""

    stage: Stage
    groups: tuple[Group, ...]

    @property
    def finished(self) -> bool:
        """Have all its games been played?"""
        return bool(self.groups) and all(group.finished for group in self.groups)


@dataclass(frozen=True, slots=True)
class Progress:
    """All stages of an event."""

    phases: tuple[Phase, ...]

    @property
    def finished(self) -> bool:
        """Is the event over?"""
        return all(phase.finished for phase in self.phases)

    @property
    def stuck(self) -> str:
        """Why the event cannot go on here, in words; empty if it can."""
        return next((group.stuck for phase in self.phases for group in phase.groups if group.stuck), "")

    @property
    def endless(self) -> bool:
        """Does it go on as long as somebody wants it to?"""
        return any(phase.stage.endless for phase in self.phases)

    @property
    def results(self) -> int:
        """A number that changes with each result, correction, name, and entrant who leaves or comes back."""
        told = [
            (
                group.names,
                group.out,
                [(match.key, match.annulled, [one.points for one in match.games]) for match in group.matches],
            )
            for phase in self.phases
            for group in phase.groups
        ]
        return zlib.crc32(repr(told).encode())

    def match_day(self, key: GameKey) -> int:
        """The number of a game's match day, counted from 0 through all stages."""
        before = self.phases[: key.stage]
        return key.day + sum(max((len(group.days) for group in phase.groups), default=0) for phase in before)

    @property
    def open(self) -> list[Planned]:
        """The games that can be played now, in the order in which they should be: day by day."""
        planned = [game for phase in self.phases for group in phase.groups for game in group.open]
        return sorted(
            planned, key=lambda game: (game.key.stage, game.key.day, game.key.number // 2, game.key)
        )


def progress(event: Event, results: Results) -> Progress:
    """Where the event stands after these games."""
    phases: list[Phase] = []
    by_match: dict[tuple[int, ...], dict[int, Played]] = {}
    for key, game in results.items():
        by_match.setdefault(key[:4], {})[key.number] = game
    lost = [entrant.name for entrant in event.entrants if event.absent == "loses" and not entrant.running]
    count = 0
    for number, stage in enumerate(event.stages):
        field = _field(event, stage, number, phases)
        made = []
        for index, names in enumerate(field):
            context = _Context(event, stage, number, index, count, by_match, frozenset(lost))
            made.append(_group(context, names))
            count += 1
        phases.append(Phase(stage, tuple(made)))
    return Progress(tuple(phases))


def _field(event: Event, stage: Stage, number: int, phases: Sequence[Phase]) -> list[list[str]]:
    """Who plays in each group of a stage; none before the stage before it is finished."""
    if number == 0:
        names = [entrant.name for entrant in event.entrants]
    elif not phases[-1].finished:
        return []
    else:
        take = stage.take or len(event.entrants)
        if phases[-1].stage.trial:  # it has decided nothing
            out = [name for at, name in event.excluded if at == number]
            everybody = [entrant.name for entrant in event.entrants if entrant.name not in out]
            return groups(everybody, stage.group_count(len(everybody)), stage.draw, event.seed, number)
        tables = [
            [row.name for row in group.table if (number, row.name) not in event.excluded][:take]
            for group in phases[-1].groups
        ]
        # The firsts of all groups, then the seconds: the order of strength, as far as it is known.
        names = [name for place in range(take) for table in tables for name in table[place : place + 1]]
    return groups(names, stage.group_count(len(names)), stage.draw, event.seed, number)


@dataclass(frozen=True, slots=True)
class _Context:
    """What the functions below all need: one group of one stage."""

    event: Event
    stage: Stage
    number: int
    index: int
    group: int
    results: Mapping[tuple[int, ...], Mapping[int, Played]]
    absent: frozenset[str]  # who loses every game without playing


def _group(context: _Context, names: Sequence[str]) -> Group:
    event, stage = context.event, context.stage
    if stage.endless:
        return _ladder(context, names)
    days, complete = stage.days(names, partial(_matches, context)) if len(names) > 1 else ([], True)
    if isinstance(complete, str):
        days = [*days, *_recorded(context, len(days))]
    played = (match for day in days for match in day if match.games or match.finished)
    begun = [match for match in played if not match.annulled]
    known = [] if isinstance(complete, str) else days
    planned = tuple(game for day in known for match in day for game in _open(context, match))
    return Group(
        stage=stage,
        number=context.index,
        names=tuple(names),
        days=tuple(days),
        open=planned,
        finished=complete is True and all(match.finished for day in days for match in day),
        field=stage.field(names, begun, event.score_names, event.seed, context.group),
        out=event.withdrawn,
        stuck=complete if isinstance(complete, str) else "",
    )


def _ladder(context: _Context, names: Sequence[str]) -> Group:
    """A group that never ends: the matches that were played, and the game that would tell most, if any."""
    event, stage = context.event, context.stage
    versions = {entrant.name: entrant.version for entrant in event.entrants}
    days = [
        tuple(replace(match, finished=over(match, stage.games, versions, event.withdrawn)) for match in day)
        for day in _recorded(context, 0)
    ]
    matches = [match for day in days for match in day]
    field = stage.field(names, matches, event.score_names, event.seed, context.group)
    field = replace(field, versions=versions)
    current = next((match for match in reversed(matches) if not match.finished), None)
    if current is None:
        ready = [one.name for one in event.entrants if one.running and one.name not in event.withdrawn]
        pair = wanted(field, ready)
        if pair is not None:
            last = max((match.key[2:] for match in matches), default=None)
            block, number = key_of(0 if last is None else last[0] * BLOCK + last[1] + 1)
            current = Match(*pair, key=(context.number, context.index, block, number))
            if block < len(days):
                days[block] += (current,)
            else:
                days.append((current,))
    planned = () if current is None else tuple(_open(context, current))[:1]
    return Group(stage, context.index, tuple(names), tuple(days), planned, False, field, event.withdrawn)


def _recorded(context: _Context, first: int) -> Iterator[tuple[Match, ...]]:
    """The days from that one on as far as games of them were played, where nobody can say who met whom."""
    own = sorted(key for key in context.results if key[:2] == (context.number, context.index))
    for day in range(first, max((key[2] for key in own), default=-1) + 1):
        made = []
        for key in (key for key in own if key[2] == day):
            games = dict(sorted(context.results[key].items()))
            number, game = next(iter(games.items()))
            home, away = (game.first, game.second) if number % 2 == 0 else (game.second, game.first)
            match = Match(home, away, tuple(games.values()), key=key, numbers=tuple(games))  # type: ignore[arg-type]
            made.append(context.stage.judged(match, context.event.seed, context.event.score_names))
        yield tuple(made)


def _matches(context: _Context, day: int, pairings: Day, titles: Sequence[str] = ()) -> tuple[Match, ...]:
    """The matches of a day as they stand."""
    event, made = context.event, []
    for number, (home, away) in enumerate(pairings):
        key = (context.number, context.index, day, number)
        title = titles[number] if titles else ""
        if away is None:
            made.append(Match(home, None, finished=True, winner=home, title=title, key=key))
        else:
            games = _games(context, home, away, key)
            match = Match(home, away, tuple(games.values()), title=title, key=key, numbers=tuple(games))
            if any((context.number, name) in event.annulled for name in match.players):
                made.append(_annulled(context, match))
                continue
            judged = context.stage.judged(match, event.seed, event.score_names)
            made.append(_forfeited(context, judged))
    return tuple(made)


def _annulled(context: _Context, match: Match) -> Match:
    """A match of somebody who has left, and whose matches count for nobody: games that were played stay."""
    games = context.results.get(match.key, {})
    numbers = tuple(sorted(games))
    kept = tuple(games[number] for number in numbers)
    return replace(match, games=kept, numbers=numbers, finished=True, annulled=True)


def _forfeited(context: _Context, match: Match) -> Match:
    """A match that somebody has withdrawn from: what was played counts, what is missing is lost."""
    event, stage = context.event, context.stage
    out = [
        name
        for name in match.players
        if name in event.withdrawn or (event.forfeited and (*match.key, name) in event.forfeited)
    ]
    sides = ((match.home, match.away or ""), (match.away or "", match.home))
    while out and not match.finished:
        games = match.by_number
        missing = [number for number in range(stage.needed(len(games))) if number not in games]
        if not missing:
            break
        games |= {number: walkover(*sides[number % 2], out) for number in missing}
        numbers = tuple(sorted(games))
        match = replace(match, games=tuple(games[number] for number in numbers), numbers=numbers)
        match = stage.judged(match, event.seed, event.score_names)
    return match


def _games(context: _Context, home: str, away: str, key: tuple[int, ...]) -> dict[int, Played]:
    """The games played, by number, or as many as a match has, lost by whoever has no bot."""
    absent = [name for name in (home, away) if name in context.absent]
    if absent:
        sides = ((home, away), (away, home))
        return {number: walkover(*sides[number % 2], absent) for number in range(context.stage.games)}
    return dict(sorted(context.results.get(key, {}).items()))


def _open(context: _Context, match: Match) -> Iterator[Planned]:
    """The games of a match that are known to be needed and not yet played."""
    if match.finished or match.away is None:
        return
    found = context.results.get(match.key, {})
    for number in range(context.stage.needed(len(found))):
        if number not in found:
            first, second = (match.home, match.away) if number % 2 == 0 else (match.away, match.home)
            yield Planned(
                GameKey(*match.key, number), first, second, start_seed(context.event.seed, match.key, number)
            )


def start_seed(seed: int, match: tuple[int, ...], number: int) -> int:
    """What the start of a game is drawn from: the same for both games of a pair, else different."""
    word = seed
    for part in (*match, number // 2):
        word = Stream(word, part).word()
    return word >> 1  # fits a signed column of any database
