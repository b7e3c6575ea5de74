"""A ladder: an event without an end, in which those meet of whom a game would tell most.

Who met whom stands in the games that were played, so nothing else has to be remembered. Entrants may come,
leave and play with another version of their program at any time: a rating is that of the present version,
and the version before is kept apart as a player of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from schwarm.ratings import FieldRating, estimate, rate
from schwarm.ratings.field import Duel
from schwarm.ratings.pairs import strength_points
from schwarm.tournament.formats.stage import Days, Games, Matches, Meet, Stage
from schwarm.tournament.results import DRAW, LOSS, WIN, Match, Played
from schwarm.tournament.table import Field, Row, Score

BLOCK = 50  # matches that are listed together, as those of a match day are
REST = (
    0.006  # a game between two that tells less is not played: their difference is known within about 55 Elo
)
BEFORE = "\0before"  # no name of an entrant holds that


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderFormat(Stage):
    """Matches by need, one at a time, for ever; it rests while everything is known well enough."""

    kind = "ladder"
    fixed = False
    endless = True

    games: Games = 2

    def days(self, names: Sequence[str], meet: Meet) -> Days:
        return [], False  # the games themselves tell who has met

    def table(self, field: Field, days: Sequence[Matches]) -> list[Row]:
        rated = rating_of(field)
        elo = {one.name: one.elo for one in rated.ratings} if rated else {}
        names = sorted(field.names, key=lambda name: (name not in elo, -elo.get(name, 0.0), name))
        scores = scores_of(field)
        return [Row(place, name, scores[name], scores[name], ()) for place, name in enumerate(names, 1)]


def key_of(count: int) -> tuple[int, int]:
    """The block of the next match after so many, and its number there."""
    return count // BLOCK, count % BLOCK


def over(match: Match, games: int, versions: Mapping[str, int], out: Collection[str]) -> bool:
    """Is nothing of this match left to play: has it all its games, or plays one of the two otherwise now?"""
    if len(match.games) >= games or any(name in out for name in match.players):
        return True
    return any(
        versions.get(name, 0) != version
        for game in match.games
        for name, version in zip(game.players, game.versions, strict=True)
    )


def wanted(field: Field, ready: Sequence[str]) -> tuple[str, str] | None:
    """Those two of whom a game would tell most: uncertain ones, and close ones; None if none tells enough."""
    labels, duels = _labelled(field)
    known = estimate(labels, duels)
    games = {name: sum(_counts(score)) for name, score in scores_of(field).items()}
    pairs = [(one, other) for place, one in enumerate(ready) for other in ready[place + 1 :]]
    needs = {pair: known.worth(*pair) for pair in pairs}
    found = max(pairs, key=lambda pair: (needs[pair], -games[pair[0]] - games[pair[1]]), default=None)
    return found if found is not None and needs[found] >= REST else None


def rating_of(field: Field) -> FieldRating | None:
    """The strengths of the present versions; None before the first game."""
    labels, duels = _labelled(field)
    met = {name for one, other, _, _ in duels for name in (one, other)}
    names = tuple(name for name in labels if name in met)
    return _rated(names, tuple(duels)).of([name for name in names if name in field.names]) if duels else None


def versions_of(field: Field, name: str) -> FieldRating | None:
    """An entrant's present version and the one before, as the whole field's games tell; None without both."""
    labels, duels = _labelled(field)
    met = {one for duel in duels for one in duel[:2]}
    both = [name, name + BEFORE]
    if not met.issuperset(both):
        return None
    return _rated(tuple(label for label in labels if label in met), tuple(duels)).of(both)


def version_before(field: Field, name: str) -> int | None:
    """The version that played before the present one; None if there was none."""
    return _before(field).get(name)


@lru_cache(maxsize=64)
def _rated(names: tuple[str, ...], duels: tuple[Duel, ...]) -> FieldRating:
    """Everybody looks at the same table again and again."""
    return rate(names, duels)


def scores_of(field: Field) -> dict[str, Score]:
    """Games won, drawn and lost by the present versions."""
    counts = {name: {WIN: 0, DRAW: 0, LOSS: 0} for name in field.names}
    for match in field.matches:
        for game in match.games:
            for name, version, points in zip(game.players, game.versions, game.points, strict=True):
                if name in counts and field.versions.get(name, 0) == version:
                    counts[name][points] += 1
    return {name: Score(found[WIN], found[DRAW], found[LOSS]) for name, found in counts.items()}


def _counts(score: Score) -> tuple[int, int, int]:
    return score.won, score.drawn, score.lost


def _before(field: Field) -> dict[str, int]:
    """The version of each entrant that was last seen before its present one."""
    found: dict[str, int] = {}
    for match in field.matches:
        for game in match.games:
            for name, version in zip(game.players, game.versions, strict=True):
                if version != field.versions.get(name, 0):
                    found[name] = version
    return found


def _labelled(field: Field) -> tuple[list[str], list[Duel]]:
    """The players of the model, and their pairs of games: present versions by name, and those before them.

    What still older versions played says nothing of anybody today.
    """
    before = _before(field)

    def label(name: str, version: int) -> str | None:
        if version == field.versions.get(name, 0):
            return name
        return name + BEFORE if version == before.get(name) else None

    pairs: dict[tuple[str, str, tuple[int, ...]], list[Played]] = {}
    for match in field.matches:
        for key, game in match.numbered():
            one, other = map(label, game.players, game.versions)
            if one is not None and other is not None and game.scores[0]:
                pairs.setdefault((*sorted((one, other)), key.pair), []).append(game)  # type: ignore[arg-type]
    duels = []
    for (one, other, _), games in pairs.items():
        name = one.removesuffix(BEFORE)
        duels.append((one, other, sum(strength_points(game, name) for game in games), float(len(games))))
    seen = dict.fromkeys([*field.names, *(label for duel in duels for label in duel[:2])])
    return list(seen), duels
