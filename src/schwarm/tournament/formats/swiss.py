"""Swiss pairing by the FIDE Dutch system, computed by py4swiss.

Where that finds no pairing of entrants who have not met, as few of them as possible meet again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from typing import Annotated

from annotated_types import Ge, Le

from schwarm.game.errors import Refusal
from schwarm.tournament.errors import CannotPair
from schwarm.tournament.formats.pairing import meeting, pair_again
from schwarm.tournament.formats.stage import MOST, Days, Grouped, Matches, Meet, one_after_another
from schwarm.tournament.results import Match
from schwarm.tournament.schedule import Day

ENGINE = "py4swiss"
MISSING = Refusal("swiss_engine", engine=ENGINE)
AGAIN = "met before"  # the title of a match between two who have met
WIN, DRAW = 10, 5  # points, times ten
Pairing = tuple[str, str | None]
Results = tuple[tuple[tuple[str, str | None, str | None], ...], ...]  # of each round: home, away, who leads


@dataclass(frozen=True, slots=True, kw_only=True)
class Swiss(Grouped):
    """A number of rounds; those meet who have won equally often, and nobody meets somebody twice as long as
    that can be helped."""

    kind = "swiss"
    fixed = False

    rounds: Annotated[int, Ge(0), Le(MOST)] = 0  # 0: as many as suit the number of entrants

    def __post_init__(self) -> None:
        if self.points.rest is None:
            # Whoever rests in a Swiss event has won that round: that is what the pairing assumes.
            object.__setattr__(self, "points", replace(self.points, rest=self.points.win))

    def faults(self, sizes: Sequence[int], score_names: Sequence[str]) -> Iterator[str]:
        yield from super(Swiss, self).faults(sizes, score_names)
        smallest = min(sizes)
        if smallest > 1 and self.rounds > most_rounds(smallest):
            yield (
                f"rounds: expected a number from 1 to {most_rounds(smallest)} with {smallest} entrants, "
                f"not {self.rounds}"
            )
        if find_spec(ENGINE) is None:
            yield MISSING

    def days(self, names: Sequence[str], meet: Meet) -> Days:
        rounds = self.rounds or usual_rounds(len(names))

        def pair(days: list[Matches]) -> tuple[Day, list[str]]:
            day = next_round(names, rounds, days)
            met = {meeting(match) for before in days for match in before}
            return day, [AGAIN if frozenset((home, away or "")) in met else "" for home, away in day]

        return one_after_another(rounds, meet, pair)


def most_rounds(entrants: int) -> int:
    """After so many rounds everybody has met everybody."""
    return entrants - 1 + entrants % 2


def usual_rounds(entrants: int) -> int:
    """Enough rounds to find the best, and so few that nobody has to meet somebody twice.

    >>> [usual_rounds(entrants) for entrants in (2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 33)]
    [1, 3, 3, 3, 3, 4, 4, 5, 5, 5, 6, 7]
    """
    if entrants <= 4:
        return most_rounds(entrants)
    # As long as everybody has met fewer than half of the others, the rest can be paired: Dirac's theorem.
    return min((entrants - 1).bit_length() + 1, (entrants + 1) // 2)


def next_round(names: Sequence[str], rounds: int, days: Sequence[Sequence[Match]]) -> Day:
    """The pairings after these finished rounds; `names` in order of seeding.

    A match counts as one game of chess: 1, half or 0; resting counts as a win, as FIDE has it.
    """
    results = tuple(tuple((match.home, match.away, match.leader()) for match in day) for day in days)
    pairs = _by_engine(tuple(names), rounds, results)
    if pairs is not None:
        return list(pairs)
    points = _points(names, results)
    return pair_again(sorted(names, key=lambda name: -points[name]), days)


def _points(names: Sequence[str], played: Results) -> dict[str, int]:
    """What everybody has, times ten."""
    points = dict.fromkeys(names, 0)
    for home, away, leader in (match for day in played for match in day):
        for name in (home,) if away is None else (home, away):
            points[name] += {name: WIN, None: DRAW}.get(leader, 0)
    return points


@lru_cache(maxsize=1024)  # whoever asks how an event stands asks for all its rounds again
def _by_engine(names: tuple[str, ...], rounds: int, played: Results) -> tuple[Pairing, ...] | None:
    """What the Dutch system says; None if it finds no pairing of entrants who have not met."""
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
        from py4swiss.trf import ParsedTrf
        from py4swiss.trf.codes import PlayerCode
        from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
        from py4swiss.trf.sections import PlayerSection, XSection
    except ImportError:
        raise CannotPair(MISSING) from None
    number = {name: place for place, name in enumerate(names, 1)}
    results: dict[str, list[RoundResult]] = {name: [] for name in names}
    points = _points(names, played)
    for home, away, leader in (match for day in played for match in day):
        if away is None:
            bye = RoundResult(
                id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE
            )
            results[home].append(bye)
            continue
        for name, other, colour in (
            (home, away, ColorToken.WHITE),
            (away, home, ColorToken.BLACK),
        ):
            token = {name: ResultToken.WIN, None: ResultToken.DRAW}.get(leader, ResultToken.LOSS)
            results[name].append(RoundResult(id=number[other], color=colour, result=token))
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number[name],
            name=name,
            points_times_ten=points[name],
            rank=number[name],
            results=results[name],
        )
        for name in names
    ]
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds))
    try:
        pairs = DutchEngine.generate_pairings(trf)
    except PairingError:
        return None
    by_number = {place: name for name, place in number.items()}
    return tuple((by_number[pair.white], by_number.get(pair.black)) for pair in pairs)
