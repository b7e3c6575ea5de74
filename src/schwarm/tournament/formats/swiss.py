"""Swiss pairing by the FIDE Dutch system, computed by py4swiss (the extra `schwarm[swiss]`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from schwarm.tournament.errors import BadFormat, TournamentError
from schwarm.tournament.formats.stage import Count, Days, Grouped, Meet, one_after_another
from schwarm.tournament.results import Match
from schwarm.tournament.schedule import Day


@dataclass(frozen=True, slots=True, kw_only=True)
class Swiss(Grouped):
    """A number of rounds; those meet who have won equally often, and nobody meets somebody twice."""

    kind = "swiss"

    rounds: Count = 5

    def __post_init__(self) -> None:
        if self.points.rest is None:
            # Whoever rests in a Swiss event has won that round: that is what the pairing assumes.
            object.__setattr__(self, "points", replace(self.points, rest=self.points.win))

    def faults(self, sizes: Sequence[int], score_names: Sequence[str]) -> Iterator[str]:
        yield from super(Swiss, self).faults(sizes, score_names)
        smallest = min(sizes)
        most = smallest - 1 + smallest % 2
        if smallest > 1 and self.rounds > most:
            yield f"rounds: expected a number from 1 to {most} with {smallest} entrants, not {self.rounds}"

    def days(self, names: Sequence[str], meet: Meet) -> Days:
        return one_after_another(self.rounds, meet, lambda days: (next_round(names, self.rounds, days), []))


def next_round(names: Sequence[str], rounds: int, days: Sequence[Sequence[Match]]) -> Day:
    """The pairings after these finished rounds; `names` in order of seeding.

    A match counts as one game of chess: 1, half or 0; resting counts as a win, as FIDE has it.
    """
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
        from py4swiss.trf import ParsedTrf
        from py4swiss.trf.codes import PlayerCode
        from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
        from py4swiss.trf.sections import PlayerSection, XSection
    except ImportError:
        raise TournamentError("Swiss pairing needs py4swiss: pip install 'schwarm[swiss]'") from None
    number = {name: place for place, name in enumerate(names, 1)}
    results: dict[str, list[RoundResult]] = {name: [] for name in names}
    points = dict.fromkeys(names, 0)
    for day in days:
        for match in day:
            if match.away is None:
                bye = RoundResult(
                    id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE
                )
                results[match.home].append(bye)
                points[match.home] += 10
                continue
            for name, other, colour in (
                (match.home, match.away, ColorToken.WHITE),
                (match.away, match.home, ColorToken.BLACK),
            ):
                winner = match.leader()
                token = {name: ResultToken.WIN, None: ResultToken.DRAW}.get(winner, ResultToken.LOSS)
                results[name].append(RoundResult(id=number[other], color=colour, result=token))
                points[name] += {name: 10, None: 5}.get(winner, 0)
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
        raise BadFormat(f"swiss: {len(names)} entrants cannot meet in {rounds} different rounds") from None
    by_number = {place: name for name, place in number.items()}
    return [(by_number[pair.white], by_number.get(pair.black)) for pair in pairs]
