"""What leaving and coming back mean for the matches of a tournament, and which matches may be played anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from schwarm.tournament.formats import Event
from schwarm.tournament.progress import Group, Progress
from schwarm.tournament.results import Match


def withdrawn(event: Event, name: str) -> Event:
    """The event after somebody has left: what it has not played yet is lost."""
    return replace(event, withdrawn=tuple(dict.fromkeys((*event.withdrawn, name))))


def readmitted(event: Event, name: str, state: Progress) -> Event:
    """The event after somebody has come back; `state` is where it stood before that.

    Lost stays what later pairings were made from; everything else is played.
    """
    stay = [(*match.key, name) for match in _settled(state) if name in match.players]
    others = tuple(one for one in event.withdrawn if one != name)
    return replace(event, withdrawn=others, forfeited=tuple(dict.fromkeys((*event.forfeited, *stay))))


def may_repeat(state: Progress, key: tuple[int, int, int, int]) -> Match | None:
    """The match of that key if nothing was made from its result yet, and there is one; else None."""
    settled = {match.key for match in _settled(state)}
    return next(
        (
            match
            for group in _groups(state)
            for match in group.matches
            if match.key == key and key not in settled
        ),
        None,
    )


def _settled(state: Progress) -> Iterator[Match]:
    """The matches that later pairings were made from."""
    for number, phase in enumerate(state.phases):
        followed = number + 1 < len(state.phases) and bool(state.phases[number + 1].groups)
        for group in phase.groups:
            days = group.days if followed else group.days[:-1] if _one_by_one(group) else ()
            for day in days:
                yield from day


def _groups(state: Progress) -> Iterator[Group]:
    for phase in state.phases:
        yield from phase.groups


def _one_by_one(group: Group) -> bool:
    """Is each day paired by the results of the one before?"""
    return group.stage.kind in ("swiss", "knock-out")
