"""The knock-out: who stands where in the bracket, and who meets whom next. Pure functions of names."""

from __future__ import annotations

from collections.abc import Sequence

from schwarm.tournament.results import Match
from schwarm.tournament.schedule import Day, Pairing

THIRD_PLACE = "match for third place"
ROUND_TITLES = {1: "final", 2: "semi-final", 4: "quarter-final"}


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
