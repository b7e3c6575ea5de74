"""What somebody probably meant who typed a name that there is not."""

from __future__ import annotations

from collections.abc import Iterable


def expected(what: str, known: Iterable[str], said: object) -> str:
    """A refusal that lists what there is, and names what was probably meant.

    >>> expected("a fruit", ["apple", "pear"], "aple")
    "expected a fruit of apple, pear, not 'aple': did you mean apple?"
    >>> expected("a fruit", ["apple", "pear"], 7)
    'expected a fruit of apple, pear, not 7'
    """
    names = list(known)
    return f"expected {what} of {', '.join(names)}, not {said!r}{hint(said, names)}"


def hint(said: object, known: Iterable[str]) -> str:
    """`: did you mean ...?` with the nearest names, or nothing.

    >>> hint("HIVE", ["hive", "piranhas"])
    ': did you mean hive?'
    >>> hint("chess", ["hive", "piranhas"])
    ''
    """
    from difflib import get_close_matches  # late: only mistakes need it

    if not isinstance(said, str):
        return ""
    by_small = {name.lower(): name for name in known}
    near = get_close_matches(said.lower().strip(), by_small, n=3, cutoff=0.7)
    return f": did you mean {' or '.join(by_small[name] for name in near)}?" if near else ""
