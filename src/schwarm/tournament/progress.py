"""Where an event stands: a pure function of the event and the games finished so far.

Whoever asks again after a crash gets the same answer, so an event resumes by asking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from schwarm.games.random64 import Stream
from schwarm.tournament import bracket, schedule, swiss
from schwarm.tournament.formats import Event, Stage
from schwarm.tournament.ratings.pairs import pair_counts
from schwarm.tournament.ratings.sprt import Sprt
from schwarm.tournament.results import GameKey, Match, Played, walkover
from schwarm.tournament.schedule import Day
from schwarm.tournament.table import Field, Row, rank

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

    number: int  # within the event
    names: tuple[str, ...]
    days: tuple[tuple[Match, ...], ...]
    open: tuple[Planned, ...]
    finished: bool
    field: Field
    ranking: tuple[str, ...]

    @property
    def matches(self) -> list[Match]:
        """All of them, day by day."""
        return [match for day in self.days for match in day]

    @cached_property
    def table(self) -> list[Row]:
        """The official ranking as it stands."""
        return rank(self.field, self.ranking)


@dataclass(frozen=True)
class KnockOut(Group):
    """A bracket ranks by how far each one came; the losers of a round share a place."""

    @cached_property
    def table(self) -> list[Row]:
        """Winner, final, third place, then round by round backwards; those still in play share the top."""
        out: dict[str, tuple[int, int]] = {}
        for number, day in enumerate(self.days):
            for match in day:
                beaten = bracket.loser(match)
                if beaten is None or not match.finished:
                    continue
                third = match.title == bracket.THIRD_PLACE
                out[beaten] = (number, 0 if third else 2)
                if third and match.winner is not None:
                    out[match.winner] = (number, 1)
        rows = {row.name: row for row in rank(self.field, ())}
        places: dict[tuple[int, int], list[str]] = {}
        for name in self.names:
            places.setdefault(out.get(name, (len(self.days), 3)), []).append(name)
        table: list[Row] = []
        for place in sorted(places, reverse=True):
            shared = len(table) + 1
            table += [replace(rows[name], rank=shared) for name in places[place]]
        return table


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
    groups = 0
    for number, stage in enumerate(event.stages):
        field = _field(event, stage, number, phases)
        made = []
        for index, names in enumerate(field):
            made.append(_group(_Context(event, stage, number, index, groups, by_match), names))
            groups += 1
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
        tables = [[row.name for row in group.table[:take]] for group in phases[-1].groups]
        # The firsts of all groups, then the seconds: the order of strength, as far as it is known.
        names = [name for place in range(take) for table in tables for name in table[place : place + 1]]
    count = 1 if stage.kind in ("knock-out", "pair") else min(stage.groups, max(len(names) // 2, 1))
    return schedule.groups(names, count, stage.draw, event.seed, number)


@dataclass(frozen=True, slots=True)
class _Context:
    """What the functions below all need: one group of one stage."""

    event: Event
    stage: Stage
    number: int
    index: int
    group: int
    results: Mapping[tuple[int, ...], Mapping[int, Played]]


def _group(context: _Context, names: Sequence[str]) -> Group:
    stage = context.stage
    days, complete = _days(context, names)
    field = Field(
        names,
        [match for day in days for match in day if match.games or match.finished],
        stage.points,
        context.event.score_names,
        context.event.seed,
        context.group,
    )
    planned = tuple(game for day in days for match in day for game in _open(context, match))
    kind = KnockOut if stage.kind == "knock-out" else Group
    finished = complete and all(match.finished for day in days for match in day)
    return kind(context.group, tuple(names), tuple(days), planned, finished, field, stage.ranking)


def _days(context: _Context, names: Sequence[str]) -> tuple[list[tuple[Match, ...]], bool]:
    """The match days known so far, and whether there will be no more."""
    stage = context.stage
    if len(names) < 2:
        return [], True
    if stage.kind in ("round robin", "gauntlet", "pair"):
        plan = (
            schedule.gauntlet(names, stage.heroes, stage.cycles)
            if stage.kind == "gauntlet"
            else schedule.round_robin(names, stage.cycles)
        )
        return [_matches(context, number, day) for number, day in enumerate(plan)], True
    last = stage.rounds if stage.kind == "swiss" else bracket.rounds(len(names))
    days: list[tuple[Match, ...]] = []
    while len(days) < last:
        if days and not all(match.finished for match in days[-1]):
            return days, False
        number = len(days)
        if stage.kind == "swiss":
            day, titles = swiss.next_round(names, stage.rounds, days), None
        else:
            day = (
                bracket.following_round(days[-1], third_place=stage.third_place)
                if days
                else bracket.first_round(names)
            )
            titles = bracket.titles(number, len(names), len(day))
        days.append(_matches(context, number, day, titles))
    return days, True


def _matches(
    context: _Context, day: int, pairings: Day, titles: Sequence[str] | None = None
) -> tuple[Match, ...]:
    made = []
    for number, (home, away) in enumerate(pairings):
        key = (context.number, context.index, day, number)
        title = titles[number] if titles else ""
        if away is None:
            made.append(Match(home, None, finished=True, winner=home, title=title, key=key))
        else:
            games = _games(context, home, away, key)
            match = Match(home, away, tuple(games.values()), title=title, key=key, numbers=tuple(games))
            made.append(_judged(context, match))
    return tuple(made)


def _games(context: _Context, home: str, away: str, key: tuple[int, ...]) -> dict[int, Played]:
    """The games played, by number, or as many as a match has, lost by whoever has no bot."""
    event = context.event
    if event.absent == "loses":
        absent = [name for name in (home, away) if event.entrant(name).kind == "none"]
        if absent:
            sides = ((home, away), (away, home))
            return {number: walkover(*sides[number % 2], absent) for number in range(context.stage.games)}
    return dict(sorted(context.results.get(key, {}).items()))


def _judged(context: _Context, match: Match) -> Match:
    """Is the match over, and who has won it?"""
    stage = context.stage
    count = len(match.games)
    if stage.stop is not None and count < stage.games:
        test = Sprt(
            **{name: getattr(stage.stop, name) for name in ("elo0", "elo1", "alpha", "beta", "model")}
        )
        if test.verdict(pair_counts(context.results.get(match.key, {}), match.home)) is not None:
            return replace(match, finished=True, winner=match.leader())
    if stage.kind != "knock-out":
        return replace(match, finished=count >= stage.games, winner=match.leader())
    if count < stage.games or count % 2:
        return match
    leader = match.leader()
    if leader is not None:
        return replace(match, finished=True, winner=leader)
    if count < stage.most_games and not all(game.reason == "walkover" for game in match.games):
        return match
    return _settled(context, match)


def _settled(context: _Context, match: Match) -> Match:
    """A level knock-out match is decided by the stage's list of criteria; the lot if that does not do it."""
    names = list(match.players)
    seed = Stream(context.event.seed, sum(part << 12 * place for place, part in enumerate(match.key))).word()
    field = Field(names, [match], context.stage.points, context.event.score_names, seed, 0)
    for text in (*context.stage.level, "lot"):
        rows = rank(field, (text,))
        if rows[1].rank == 2:
            return replace(match, finished=True, winner=rows[0].name, decided_by=text)
    raise AssertionError("the lot always decides")


def _open(context: _Context, match: Match) -> Iterator[Planned]:
    """The games of a match that are known to be needed and not yet played."""
    if match.finished or match.away is None:
        return
    found = context.results.get(match.key, {})
    count = max(
        context.stage.games, len(found) + 2 - len(found) % 2 if len(found) >= context.stage.games else 0
    )
    for number in range(count):
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
