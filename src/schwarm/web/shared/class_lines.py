"""Class tournaments in lists: those that teams can still join, and those that are played now."""

from __future__ import annotations

from weakref import WeakSet

from schwarm.classroom.host import FINISHED
from schwarm.classroom.messages import ClassLine
from schwarm.classroom.views import line
from schwarm.store.classroom import listed
from schwarm.store.store import Store
from schwarm.tournament import journal

CLASSES = 5  # that a page beside the list of all of them shows
_known: WeakSet[Store] = WeakSet()  # stores that have a tournament: nobody needs to ask again


def current_classes(store: Store) -> list[ClassLine]:
    """The newest tournaments of classes that are not over."""
    found = [line(found, teams) for found, teams in listed(store) if found.state != FINISHED]
    return [one for one in found if not one["rehearsal"]]  # that is for the operator alone


def any_tournament(store: Store) -> bool:
    """Return True once there is a tournament to look at, of a class or of the command line."""
    if store not in _known and (listed(store, 1) or journal.listed(store, 1)):
        _known.add(store)
    return store in _known
