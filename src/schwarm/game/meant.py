"""What somebody probably meant who typed a name that there is not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from schwarm.game.errors import Refusal


def expected(code: str, known: Iterable[str], said: object) -> Refusal:
    """A refusal that lists what there is, and names what was probably meant.

    >>> print(expected("expected_game", ["hive", "piranhas"], "hife"))
    expected a game of hive, piranhas, not 'hife': did you mean hive?
    >>> print(expected("expected_game", ["hive", "piranhas"], 7))
    expected a game of hive, piranhas, not 7
    """
    names = list(known)
    return Refusal(code, names=", ".join(names), said=repr(said), meant=hint(said, names) or "")


def hint(said: object, known: Iterable[str]) -> Refusal | None:
    """`: did you mean ...?` with the nearest names, or nothing.

    >>> print(hint("HIVE", ["hive", "piranhas"]), hint("chess", ["hive", "piranhas"]))
    : did you mean hive? None
    """
    from difflib import get_close_matches  # late: only mistakes need it

    by_small = {name.lower(): name for name in known}
    near = get_close_matches(said.lower().strip(), by_small, n=3, cutoff=0.7) if isinstance(said, str) else []
    return did_you_mean(by_small[name] for name in near)


def did_you_mean(names: Iterable[str]) -> Refusal | None:
    """The same with the names that were meant."""
    near = list(names)
    return Refusal("did_you_mean", names=either(near)) if near else None


def either(names: Iterable[str]) -> str:
    """Some names with an "or" between them, in every language.

    >>> print(either(["black", "white"]))
    black or white
    """
    return reduce(lambda one, other: Refusal("or", first=one, second=other), names)
