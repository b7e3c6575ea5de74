"""Events as plain data, ready for JSON: what the page, the exports and the terminal show.

Every function reads the store and returns dataclasses of numbers, texts, lists and None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from schwarm.game.errors import Faults, Refusal
from schwarm.ratings import FieldRating, advice, alike, elo_of, pair_counts, rate
from schwarm.ratings.field import SAMPLES, Duel
from schwarm.ratings.pairs import strength_points
from schwarm.store.store import Store
from schwarm.tournament.formats.ladder import rating_of
from schwarm.tournament.journal import EventJournal
from schwarm.tournament.listing import listed
from schwarm.tournament.progress import Group, Phase, progress
from schwarm.tournament.results import DRAW, LOSS, WIN, GameKey, Match, Played

KEPT_LOGS = 5
LAST = 2  # blocks of matches of an event without end that are listed
EARLIER = 200  # possible fields that tell the strengths of a day that is over
FaultsOfGames = Mapping[GameKey, Faults]


@dataclass(frozen=True, slots=True)
class GameView:
    """A finished game; `game` is its number in the store, for its replay."""

    number: int
    first: str
    second: str
    points: tuple[int, int]
    reason: str
    faults: dict[str, Refusal]  # what each offender did
    game: int | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match; `away` is None on a day of rest."""

    key: tuple[int, int, int, int]
    title: str
    home: str
    away: str | None
    won: tuple[int, int]
    drawn: int
    finished: bool
    winner: str | None
    decided_by: str
    annulled: bool  # it counts for nobody
    games: list[GameView]


@dataclass(frozen=True, slots=True)
class RowView:
    """A line of a table. The three last ones are None before enough was played.

    `above_next` is the probability that this one really is stronger than the next in the table.
    """

    rank: int
    name: str
    matches: tuple[int, int, int]
    games: tuple[int, int, int]
    values: list[float]
    elo: float | None = None
    elo_interval: tuple[float, float] | None = None
    above_next: float | None = None


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group or a bracket. `cross[i][j]` is (won, drawn, lost) of row i against row j."""

    number: int
    criteria: list[str]
    rows: list[RowView]
    days: list[list[MatchView]]
    cross: list[list[tuple[int, int, int] | None]]
    finished: bool
    order_right: float | None  # the probability that the whole table is in the right order
    first_best: float | None  # the probability that its first is the strongest


@dataclass(frozen=True, slots=True)
class TestView:
    """A sequential test between two."""

    first: str
    second: str
    pairs: tuple[int, int, int, int, int]
    elo: float
    elo_interval: tuple[float, float]
    normalised: float
    normalised_error: float
    superiority: float
    llr: float
    bounds: tuple[float, float]
    verdict: str | None
    remaining_pairs: tuple[int, int]  # 80 percent interval
    alike: bool  # did every pair end one to one?
    advice: list[str]  # what whoever waits for it should know


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage; without groups it has not begun."""

    name: str
    kind: str  # of format, in the words of event files
    bracket: bool  # is it drawn as a tree of rounds?
    finished: bool
    groups: list[GroupView]
    test: TestView | None
    trial: bool = False  # does it count for nothing?


@dataclass(frozen=True, slots=True)
class EventView:
    """A whole event."""

    id: int
    name: str
    game: str
    finished: bool
    played: int
    known: int  # games played or known to be needed
    results: int  # another number as soon as a table may look different
    stages: list[StageView]
    withdrawn: list[str] = field(default_factory=list)  # who has left, and is in no ranking


@dataclass(frozen=True, slots=True)
class BotView:
    """One entrant's event: results, time use, what it did wrong."""

    name: str
    running: bool  # has it a bot that can play?
    won: int
    drawn: int
    lost: int
    think_ms: float  # on average a game
    processor_ms: float | None  # the same, of processors; None if nobody can tell
    slowest_ms: float
    faults: dict[str, int]
    games: list[GameView]
    qualified: bool | None
    qualification_log: list[Refusal]
    logs: dict[str, str]  # what it said in its newest games with a fault, by the game's title


def event_view(store: Store, number: int, *, ratings: bool = True, games: bool = True) -> EventView:
    """An event as it stands. `ratings` costs some tenths of a second for a group of 20.

    Without `games` matches list none of theirs.
    """
    found = EventJournal(store, number)
    lines = found.games() if games else []
    results = {line.key: line.played for line in lines} if games else found.results()
    faults = {line.key: line.faults for line in lines if line.faults}
    event = found.event
    state = progress(event, results)
    stages = [
        StageView(
            name=phase.stage.name,
            kind=phase.stage.kind,
            bracket=phase.stage.bracket,
            trial=phase.stage.trial,
            finished=phase.finished,
            groups=[_group(group, faults if games else None, ratings=ratings) for group in phase.groups],
            test=test_view(phase),
        )
        for phase in state.phases
    ]
    to_come = 0 if state.endless else len(state.open)  # nobody knows what a ladder will need
    return EventView(
        number, event.name, event.game, state.finished, len(results), len(results) + to_come,
        state.results, stages, list(event.withdrawn),
    )  # fmt: skip


def bot_view(store: Store, number: int, name: str) -> BotView:
    """One entrant of an event."""
    found = EventJournal(store, number)
    games = [game for game in listed(found) if name in game.played.players]
    lines = [game.line for game in games if game.line is not None]
    points = [game.played.points_of(name) for game in games if game.counts]
    sides = [line.played.players.index(name) for line in lines]
    told_ms = (line.processor_ms[side] for line, side in zip(lines, sides, strict=True))
    had_ms = [ms for ms in told_ms if ms is not None]
    guilty = [line for line in lines if name in line.faults]
    passed, log = found.qualified().get(name, (None, []))
    return BotView(
        name=name,
        running=found.event.entrant(name).running,
        won=points.count(WIN),
        drawn=points.count(DRAW),
        lost=points.count(LOSS),
        think_ms=sum(line.think_ms[side] for line, side in zip(lines, sides, strict=True))
        / max(len(lines), 1),
        processor_ms=None if not had_ms else sum(had_ms) / len(had_ms),
        slowest_ms=max((line.slowest_ms[side] for line, side in zip(lines, sides, strict=True)), default=0.0),
        faults=dict(Counter(line.played.reason for line in guilty)),
        games=[_game(game.key.number, game.played, game.line.faults if game.line else {}) for game in games],
        qualified=passed,
        qualification_log=list(log),
        logs={
            f"{line.played.first} - {line.played.second}, {line.key.number + 1}": said
            for line in guilty[-KEPT_LOGS:]
            if (said := found.logs(line.key).get(name))  # what the other one said is not its business
        },
    )


def fault_logs(store: Store, number: int) -> dict[int, Mapping[str, str]]:
    """What programs said in the games that somebody lost by a fault, by the game's number in the store."""
    found = EventJournal(store, number)
    said = found.fault_logs()
    return {
        line.played.game: said[line.key]
        for line in (found.games() if said else [])
        if line.played.game is not None and line.key in said
    }


def rating_curve(store: Store, number: int) -> dict[str, list[float]]:
    """Elo of everybody who has played, after each match day of the whole event.

    It ends where a table of all these games stands. Who has left counts for others, but has no curve.
    """
    found = EventJournal(store, number)
    if any(stage.endless for stage in found.event.stages):
        return {}  # programs change there: a curve of a name would be one of several players
    days: dict[tuple[int, int], dict[GameKey, Played]] = {}
    for game in listed(found):
        if game.counts and game.line is not None:
            days.setdefault((game.key.stage, game.key.day), {})[game.key] = game.played
    so_far: tuple[Duel, ...] = ()
    after: list[tuple[Duel, ...]] = []
    for day in sorted(days):  # both games of a pair are played on one day
        so_far += tuple(duels(days[day]))
        after.append(so_far)
    met = {name for one, other, _, _ in so_far for name in (one, other)}
    names = tuple(sorted(met))
    strengths = [
        _strengths(names, known, SAMPLES if known == so_far else EARLIER) for known in after if known
    ]
    return {
        name: [strength[name] for strength in strengths]
        for name in names
        if name not in found.event.withdrawn
    }


@lru_cache(maxsize=500)
def _strengths(names: tuple[str, ...], known: tuple[Duel, ...], samples: int) -> dict[str, float]:
    """Elo by the estimator of the tables; days that are over are asked for again and again."""
    return {rating.name: rating.elo for rating in rate(names, known, samples).ratings}


def duels(results: dict[GameKey, Played]) -> list[Duel]:
    """Pairs of games as ratings count them; a walkover says nothing about strength."""
    pairs: dict[tuple[int, ...], list[Played]] = {}
    for key, game in results.items():
        if game.scores[0]:
            pairs.setdefault(key.pair, []).append(game)
    made: list[Duel] = []
    for games in pairs.values():
        one, other = games[0].players
        made.append((one, other, sum(strength_points(game, one) for game in games), float(len(games))))
    return made


def _group(group: Group, faults: FaultsOfGames | None, *, ratings: bool) -> GroupView:
    table = group.ranking
    names = [row.name for row in table]
    rated = _rated(group) if ratings else None
    elo = {rating.name: rating for rating in rated.ratings} if rated else {}
    rows = []
    for place, row in enumerate(table):
        rating = elo.get(row.name)
        following = names[place + 1] if place + 1 < len(names) else None
        rows.append(
            RowView(
                rank=row.rank,
                name=row.name,
                matches=(row.matches.won, row.matches.drawn, row.matches.lost),
                games=(row.games.won, row.games.drawn, row.games.lost),
                values=[_number(value) for value in row.values],
                elo=round(rating.elo, 1) if rating else None,
                elo_interval=(round(rating.low, 1), round(rating.high, 1)) if rating else None,
                above_next=rated.above(row.name, following)
                if rated and rating and following in elo
                else None,
            )
        )
    return GroupView(
        number=group.number,
        criteria=list(group.stage.criteria) if rows and rows[0].values else [],
        rows=rows,
        days=[[_match(match, faults) for match in day] for day in _shown(group)],
        cross=_cross(names, group.matches),
        finished=group.finished,
        order_right=rated.order([name for name in names if name in elo]) if rated else None,
        first_best=rated.best(names[0]) if rated and names and names[0] in elo else None,
    )


def _shown(group: Group) -> Sequence[Sequence[Match]]:
    """The matches that are listed; of those that never end the last ones."""
    return group.days[-LAST:] if group.stage.endless else group.days


def _rated(group: Group) -> FieldRating | None:
    if group.stage.endless:
        return rating_of(group.field)
    counted = [match for match in group.matches if not match.annulled]
    found = duels({key: game for match in counted for key, game in match.numbered()})
    met = {name for one, other, _, _ in found for name in (one, other)}
    return rate(sorted(met), found) if found else None


def _match(match: Match, faults: FaultsOfGames | None) -> MatchView:
    away = match.away
    won = (match.won(match.home), match.won(away)) if away is not None else (0, 0)
    return MatchView(
        key=match.key,
        title=match.title,
        home=match.home,
        away=away,
        won=won,
        drawn=sum(game.points == (DRAW, DRAW) for game in match.games),
        finished=match.finished,
        winner=match.winner if match.finished else None,
        decided_by=match.decided_by,
        annulled=match.annulled,
        games=[]
        if faults is None
        else [_game(key.number, game, faults.get(key, {})) for key, game in match.numbered()],
    )


def _game(number: int, game: Played, faults: Faults) -> GameView:
    return GameView(number, game.first, game.second, game.points, game.reason, dict(faults), game.game)


def _cross(names: Sequence[str], matches: Sequence[Match]) -> list[list[tuple[int, int, int] | None]]:
    counts: dict[tuple[str, str], list[int]] = {}
    for match in matches:
        for game in match.games:
            for one, other, points in (
                (game.first, game.second, game.points[0]),
                (game.second, game.first, game.points[1]),
            ):
                counts.setdefault((one, other), [0, 0, 0])[WIN - points] += 1
    return [
        [(found[0], found[1], found[2]) if (found := counts.get((one, other))) else None for other in names]
        for one in names
    ]


def test_view(phase: Phase) -> TestView | None:
    """The sequential test of a stage as it stands; None if it has none, or has not begun."""
    test = phase.stage.test
    match = next((match for group in phase.groups for match in group.matches), None)
    if test is None or match is None or match.away is None:
        return None
    counts = pair_counts(match.by_number, match.home)
    most = max(phase.stage.games // 2 - sum(counts), 1)
    state = test.state(counts, most)
    found = elo_of(counts)
    return TestView(
        first=match.home,
        second=match.away,
        pairs=counts,
        elo=found.elo,
        elo_interval=(found.low, found.high),
        normalised=found.normalised,
        normalised_error=found.normalised_error,
        superiority=found.superiority,
        llr=state.llr,
        bounds=(state.lower, state.upper),
        verdict=state.verdict,
        remaining_pairs=state.remaining,
        alike=alike(counts),
        advice=advice(test, counts, phase.stage.games // 2),
    )


def _number(value: Fraction) -> float:
    return value.numerator if value.denominator == 1 else round(float(value), 3)
