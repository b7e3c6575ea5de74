"""The knock-out: who stands where in the bracket, who meets whom next, and how level matches are decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from schwarm.game.random64 import Stream
from schwarm.tournament.formats.stage import (
    Criteria,
    Days,
    Games,
    Matches,
    Meet,
    Stage,
    one_after_another,
    unknown_criteria,
)
from schwarm.tournament.results import WALKOVER, Match
from schwarm.tournament.schedule import Day, Pairing
from schwarm.tournament.table import Field, Row, rank

THIRD_PLACE = "match for third place"
ROUND_TITLES = {1: "final", 2: "semi-final", 4: "quarter-final"}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockOut(Stage):
    """A bracket: whoever loses a match is out."""

    kind = "knock-out"
    bracket = True
    fixed = False

    most_games: Games = 20  # a level match goes on by pairs up to here
    level: Criteria = ("lot",)  # what decides a match that is level even then
    third_place: bool = True

    def faults(self, sizes: Sequence[int], score_names: Sequence[str]) -> Iterator[str]:
        yield from unknown_criteria(self.level, score_names)
        if self.games % 2:
            yield f"games: expected an even number of games, not {self.games}"
        if self.most_games < self.games:
            yield f"most_games: expected a number from games = {self.games}, not {self.most_games}"

    def days(self, names: Sequence[str], meet: Meet) -> Days:
        def pair(days: list[Matches]) -> tuple[Day, list[str]]:
            day = following_round(days[-1], third_place=self.third_place) if days else first_round(names)
            return day, titles(len(days), len(names), len(day))

        return one_after_another(rounds(len(names)), meet, pair)

    def needed(self, played: int) -> int:
        return self.games if played < self.games else played + 2 - played % 2

    def judged(self, match: Match, seed: int, score_names: Sequence[str]) -> Match:
        count = len(match.games)
        if count < self.games or count % 2:
            return match
        leader = match.leader()
        if leader is not None:
            return replace(match, finished=True, winner=leader)
        if count < self.most_games and not all(game.reason == WALKOVER for game in match.games):
            return match
        return self._settled(match, seed, score_names)

    def _settled(self, match: Match, seed: int, score_names: Sequence[str]) -> Match:
        """A level match is decided by the list of criteria; by the lot if that does not do it."""
        own = Stream(seed, sum(part << 12 * place for place, part in enumerate(match.key))).word()
        field = self.field(match.players, [match], score_names, own, 0)
        for text in (*self.level, "lot"):
            rows = rank(field, (text,))
            if rows[1].rank == 2:
                return replace(match, finished=True, winner=rows[0].name, decided_by=text)
        raise AssertionError("the lot always decides")

    def table(self, field: Field, days: Sequence[Matches]) -> list[Row]:
        """Winner, final, third place, then round by round backwards; those still in play share the top."""
        out: dict[str, tuple[int, int]] = {}
        for number, day in enumerate(days):
            for match in day:
                beaten = loser(match)
                if beaten is None or not match.finished:
                    continue
                third = match.title == THIRD_PLACE
                out[beaten] = (number, 0 if third else 2)
                if third and match.winner is not None:
                    out[match.winner] = (number, 1)
        rows = {row.name: row for row in rank(field, ())}
        places: dict[tuple[int, int], list[str]] = {}
        for name in field.names:
            places.setdefault(out.get(name, (len(days), 3)), []).append(name)
        table: list[Row] = []
        for place in sorted(places, reverse=True):
            shared = len(table) + 1
            table += [replace(rows[name], rank=shared) for name in places[place]]
        return table


def seeded(names: Sequence[str]) -> list[str | None]:
    """The places of the bracket from top to bottom: the best two can only meet in the final, and so on.

    With fewer names than places the best have nobody to beat in the first round.
    """
    order = [0]
    while len(order) < len(names):
        order = [place for high in order for place in (high, 2 * len(order) - 1 - high)]
    return [names[place] if place < len(names) else None for place in order]


def rounds(entrants: int) -> int:
    """How many rounds a knock-out of so many takes."""
    return max(entrants - 1, 0).bit_length()


def first_round(names: Sequence[str]) -> Day:
    """The matches of the first round; the better seed is at home."""
    places = seeded(names)
    return [_pairing(places[i], places[i + 1]) for i in range(0, len(places) - 1, 2)]


def following_round(matches: Sequence[Match], *, third_place: bool) -> Day:
    """The matches after a finished round: winners meet; after the semi-finals the losers meet first."""
    winners = [match.winner for match in matches]
    day = [_pairing(winners[i], winners[i + 1]) for i in range(0, len(winners) - 1, 2)]
    if len(matches) == 2 and third_place:
        losers = [loser(match) for match in matches]
        if None not in losers:
            day.insert(0, _pairing(losers[0], losers[1]))
    return day


def titles(number: int, entrants: int, matches: int) -> list[str]:
    """What the matches of a round are called; rounds count from 0."""
    left = 1 << (rounds(entrants) - number - 1)  # matches of this round without the one for third place
    name = ROUND_TITLES.get(left, f"round of {2 * left}")
    return [THIRD_PLACE] * (matches - left) + [name] * left


def loser(match: Match) -> str | None:
    """Who is out after a match; None where nobody was beaten."""
    if match.away is None or match.winner is None:
        return None
    return match.away if match.winner == match.home else match.home


def _pairing(home: str | None, away: str | None) -> Pairing:
    assert home is not None
    return home, away
