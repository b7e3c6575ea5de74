"""What leaving and coming back mean for the matches of a tournament, and which matches may be played anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from schwarm.tournament.formats import Event
from schwarm.tournament.progress import Group, Progress
from schwarm.tournament.results import Match

Found = TypeVar("Found")


def withdrawn(event: Event, name: str, state: Progress, *, annul: bool) -> Event:
    """The event after somebody has left; `state` is where it stood before that.

    What it has played stays and what it has not is lost; or all of it is annulled, though only where nobody
    was paired by it: in a stage in which everybody meets everybody, before the next one begins.
    """
    begun = [number for number, phase in enumerate(state.phases) if phase.groups]
    last = begun[-1] if begun else 0
    later = [(number, name) for number in range(last + 1, len(event.stages))]
    void = [(last, name)] if annul and event.stages[last].fixed else []
    return replace(
        event,
        withdrawn=_with(event.withdrawn, [name]),
        excluded=_with(event.excluded, later),
        annulled=_with(event.annulled, void),
    )


def readmitted(event: Event, name: str, state: Progress) -> Event:
    """The event after somebody has come back; `state` is where it stood before that.

    Lost stays what later pairings were made from; everything else is played.
    """
    stay = [(*match.key, name) for match in _settled(state) if name in match.players]
    begun = sum(bool(phase.groups) for phase in state.phases)
    return replace(
        event,
        withdrawn=tuple(one for one in event.withdrawn if one != name),
        excluded=tuple(one for one in event.excluded if one[1] != name or one[0] < begun),
        annulled=tuple(one for one in event.annulled if one[1] != name or one[0] < begun - 1),
        forfeited=_with(event.forfeited, stay),
    )


def may_repeat(state: Progress, key: tuple[int, ...]) -> Match | None:
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


def _with(known: tuple[Found, ...], more: Iterable[Found]) -> tuple[Found, ...]:
    return tuple(dict.fromkeys((*known, *more)))


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
