"""From matches to a ranking by an ordered list of criteria.

A criterion gives each entrant of a tied set a number, more is better; whoever is still equal goes on to
the next criterion. The names of criteria are what event files say.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, Any

from annotated_types import Ge, Le

from schwarm.tournament.errors import BadFormat
from schwarm.tournament.results import DRAW, LOSS, WIN, Match
from schwarm.tournament.schedule import lot

Values = dict[str, Fraction]
Points = Annotated[int, Ge(0), Le(1_000)]
STRICT: dict[str, Any] = {"extra": "forbid", "allow_inf_nan": False}  # for tables of event files


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """What a match is worth in the table; `rest` is for whoever has no opponent on a day."""

    __pydantic_config__ = STRICT

    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    rest: Points | None = None  # None: nothing, and in a Swiss event a win


@dataclass(frozen=True, slots=True)
class Score:
    """How often an entrant won, drew and lost; of matches or of games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table. Entrants that no criterion separates share a rank."""

    rank: int
    name: str
    matches: Score
    games: Score
    values: tuple[Fraction, ...]  # one for each criterion, in their order


@dataclass(frozen=True, slots=True)
class Field:
    """Everything a criterion may look at: finished matches and single games of unfinished ones."""

    names: Sequence[str]
    matches: Sequence[Match]
    points: MatchPoints
    score_names: Sequence[str]
    seed: int
    number: int  # of the group, so that groups have different lots
    versions: Mapping[str, int] = field(default_factory=dict)  # of the programs that play now

    def match_points(self, match: Match, name: str) -> int:
        """What one of the two got from a match; nothing before it is finished."""
        if not match.finished:
            return 0
        if match.away is None:
            return self.points.rest or 0
        return match.points_of(name, self.points.win, self.points.draw, self.points.loss)


Criterion = Callable[[Field, Sequence[str]], Values]


def match_points(field: Field, tied: Sequence[str]) -> Values:
    """Sum over finished matches."""
    total = _match_points(field)
    return {name: Fraction(total[name]) for name in tied}


def _match_points(field: Field) -> dict[str, int]:
    total = dict.fromkeys(field.names, 0)
    for match in field.matches:
        for name in match.players:
            total[name] += field.match_points(match, name)
    return total


def victory_points(field: Field, tied: Sequence[str]) -> Values:
    """Sum over games: win 2, draw 1, loss 0."""
    total = dict.fromkeys(field.names, 0)
    for match in field.matches:
        for game in match.games:
            total[game.first] += game.points[0]
            total[game.second] += game.points[1]
    return {name: Fraction(total[name]) for name in tied}


def games_won(field: Field, tied: Sequence[str]) -> Values:
    """How many games were won."""
    return {name: Fraction(row.won) for name, row in game_scores(field).items() if name in set(tied)}


def head_to_head(field: Field, tied: Sequence[str]) -> Values:
    """Match points from the matches that the tied played among themselves."""
    among = set(tied)
    total = dict.fromkeys(tied, 0)
    for match in field.matches:
        if match.away is not None and among.issuperset(match.players):
            for name in match.players:
                total[name] += field.match_points(match, name)
    return {name: Fraction(points) for name, points in total.items()}


def sonneborn_berger(field: Field, tied: Sequence[str]) -> Values:
    """Match points of the opponents, each weighted by the share of the match points won against it."""
    points = _match_points(field)
    total = dict.fromkeys(field.names, 0)
    for match in field.matches:
        if match.away is not None:
            for name, other in ((match.home, match.away), (match.away, match.home)):
                total[name] += points[other] * field.match_points(match, name)
    return {name: Fraction(total[name], field.points.win or 1) for name in tied}


def buchholz(field: Field, tied: Sequence[str]) -> Values:
    """Match points of all opponents met."""
    points = _match_points(field)
    total = dict.fromkeys(field.names, 0)
    for match in field.matches:
        if match.away is not None and match.finished:
            total[match.home] += points[match.away]
            total[match.away] += points[match.home]
    return {name: Fraction(total[name]) for name in tied}


def by_lot(field: Field, tied: Sequence[str]) -> Values:
    """Decided by the event's seed: the same at every look, and nobody can choose it."""
    drawn = lot(field.names, field.seed, 1_000 + field.number)
    return {name: Fraction(len(drawn) - drawn.index(name)) for name in tied}


def own_score(index: int, *, average: bool) -> Criterion:
    """One of the game's own numbers, summed or averaged over the games that were played out."""

    def criterion(field: Field, tied: Sequence[str]) -> Values:
        total = dict.fromkeys(field.names, 0)
        count = dict.fromkeys(field.names, 0)
        for match in field.matches:
            for game in match.games:
                for name, numbers in zip(game.players, game.scores, strict=True):
                    if index < len(numbers):  # of a game that was not played there are victory points alone
                        total[name] += numbers[index]
                        count[name] += 1
        return {name: Fraction(total[name], max(count[name], 1) if average else 1) for name in tied}

    return criterion


CRITERIA: dict[str, Criterion] = {
    "match points": match_points,
    "victory points": victory_points,
    "games won": games_won,
    "head-to-head": head_to_head,
    "Sonneborn-Berger": sonneborn_berger,
    "Buchholz": buchholz,
    "lot": by_lot,
}


def criterion(text: str, score_names: Sequence[str]) -> Criterion:
    """A criterion by name, or `average NAME` or `sum NAME` of one of the game's own numbers."""
    if text in CRITERIA:
        return CRITERIA[text]
    how, _, name = text.partition(" ")
    if how in ("average", "sum") and name in score_names:
        return own_score(list(score_names).index(name), average=how == "average")
    own = ", ".join(f"average {name}, sum {name}" for name in score_names[1:])
    raise BadFormat(f"expected a criterion of {', '.join(CRITERIA)}, {own}, not {text!r}")


def game_scores(field: Field) -> dict[str, Score]:
    """Games won, drawn and lost; where both broke the rules, both lost."""
    counts = {name: [0, 0, 0] for name in field.names}
    place = {WIN: 0, DRAW: 1, LOSS: 2}
    for match in field.matches:
        for game in match.games:
            counts[game.first][place[game.points[0]]] += 1
            counts[game.second][place[game.points[1]]] += 1
    return {name: Score(*numbers) for name, numbers in counts.items()}


def match_scores(field: Field) -> dict[str, Score]:
    """Finished matches won, drawn and lost."""
    counts = {name: [0, 0, 0] for name in field.names}
    for match in field.matches:
        if match.finished and match.away is not None:
            for name in match.players:
                counts[name][match.points_of(name, 0, 1, 2)] += 1
    return {name: Score(*numbers) for name, numbers in counts.items()}


def rank(field: Field, criteria: Sequence[str]) -> list[Row]:
    """The table, best first."""
    tied: list[list[str]] = [list(field.names)] if field.names else []
    values: dict[str, list[Fraction]] = {name: [] for name in field.names}
    for text in criteria:
        measure = criterion(text, field.score_names)
        split: list[list[str]] = []
        for names in tied:
            numbers = measure(field, names)
            for name in names:
                values[name].append(numbers[name])
            split += _descending(names, numbers)
        tied = split
    matches, games = match_scores(field), game_scores(field)
    rows: list[Row] = []
    for names in tied:
        place = len(rows) + 1
        rows += [Row(place, name, matches[name], games[name], tuple(values[name])) for name in names]
    return rows


def without(rows: Sequence[Row], out: Collection[str]) -> list[Row]:
    """A table without some of its lines; whoever stands behind them moves up."""
    kept: list[Row] = []
    places: dict[int, int] = {}  # the new place of each old one
    for row in rows:
        if row.name not in out:
            place = places.setdefault(row.rank, len(kept) + 1)
            kept.append(replace(row, rank=place))
    return kept


def _descending(names: Iterable[str], numbers: Values) -> list[list[str]]:
    """Sets of equals, best first."""
    levels: dict[Fraction, list[str]] = {}
    for name in names:
        levels.setdefault(numbers[name], []).append(name)
    return [levels[number] for number in sorted(levels, reverse=True)]
