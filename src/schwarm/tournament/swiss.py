"""Swiss pairing by the FIDE Dutch system, computed by py4swiss (the extra `schwarm[swiss]`)."""

from __future__ import annotations

from collections.abc import Sequence

from schwarm.tournament.errors import BadFormat, TournamentError
from schwarm.tournament.results import Match
from schwarm.tournament.schedule import Day


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
