"""What has changed between two values of JSON, and the new value made of the old one and the difference.

A difference is JSON itself:

- an object `{key: difference, ...}`: these keys of an object have changed, all others have not;
- `[value]`: it is this value now;
- `[]`: the object has no such key any more;
- `[at, gone, new, at, gone, new, ...]`: of a list, at these places of the old one (they grow) so many items
  are gone, and the items of the list `new` stand there instead.

static/tables/live.js does the same for the page. Both make new values only; what has not changed is shared.
Numbers that Python holds equal are taken as equal: the type of a message says whether 1 is meant or true.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import chain
from typing import Any

Json = Any


def difference(old: Json, new: Json) -> Json | None:
    """What makes `new` of `old`; None if nothing has changed.

    >>> difference({"a": 1, "b": [1, 2, 3]}, {"a": 1, "b": [1, 3, 4]})
    {'b': [1, 1, [], 3, 0, [4]]}
    """
    if old == new:
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        parts = {key: difference(old[key], value) if key in old else [value] for key, value in new.items()}
        changed = {key: part for key, part in parts.items() if part is not None}
        return changed | {key: [] for key in old if key not in new}
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        return splices(old, new) or None  # a tuple and a list are the same in JSON
    return [new]


def applied(old: Json, change: Json) -> Json:
    """The new value; `old` stays as it is.

    >>> applied({"a": 1, "b": [1, 2, 3]}, {"b": [1, 1, [], 3, 0, [4]]})
    {'a': 1, 'b': [1, 3, 4]}
    """
    if isinstance(change, dict):
        new = {key: value for key, value in old.items() if change.get(key) != []}
        return new | {key: applied(old.get(key), part) for key, part in change.items() if part != []}
    if len(change) == 1:
        return change[0]
    parts, at = [], 0
    for place, gone, items in zip(change[::3], change[1::3], change[2::3], strict=True):
        parts += [old[at:place], items]
        at = place + gone
    return list(chain(*parts, old[at:]))


def splices(old: Sequence[Json], new: Sequence[Json]) -> list[Json]:
    """How to get from one list to another one; what both have in the same order stays."""
    first, last = 0, 0
    short = min(len(old), len(new))
    while first < short and old[first] == new[first]:
        first += 1
    while last < short - first and old[-1 - last] == new[-1 - last]:
        last += 1
    before = [repr(item) for item in old[first : len(old) - last]]
    after = [repr(item) for item in new[first : len(new) - last]]
    found: list[Json] = []
    for what, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            found += [first + i, j - i, list(new[first + k : first + m])]
    return found
