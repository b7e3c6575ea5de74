"""Names of teams: short, readable, different from each other, and none the operator does not want."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from pathlib import Path

from schwarm.classroom.errors import NameRefused
from schwarm.tournament.qualification import OPPONENT

LONGEST = 30
DELETED = "deleted team"
RESERVED = (OPPONENT, DELETED)


def read_forbidden(path: Path) -> tuple[str, ...]:
    """The words of a file, one a line, that no name may contain; lines that begin with # are remarks."""
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    return tuple(word for line in lines if line and not line.startswith("#") if (word := letters(line)))


def tidy(name: str) -> str:
    """A name without blanks too many, its letters composed.

    >>> tidy("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


def folded(name: str) -> str:
    """What two names that look the same have in common.

    >>> folded("ADA  Lovelace") == folded("ada lovelace")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def letters(name: str) -> str:
    """The letters and digits alone, for a search of words in it.

    >>> letters("D-u m.b!")
    'dumb'
    """
    return "".join(sign for sign in folded(name) if sign.isalnum())


def check(name: str, taken: Collection[str], forbidden: Collection[str] = ()) -> str:
    """The tidy name; NameRefused says what is wrong, and proposes one that is free where that is the reason.

    >>> check(" Ada ", taken=[])
    'Ada'
    """
    said = tidy(name)
    if not said or len(said) > LONGEST or not said.isprintable() or not letters(said):
        raise NameRefused(f"expected a name of 1 to {LONGEST} readable letters")
    plain = letters(said)
    if any(word in plain for word in forbidden):
        raise NameRefused("this name is not wanted here: choose another one")
    known = {folded(one) for one in taken}
    if folded(said) in known or folded(said).startswith(tuple(map(folded, RESERVED))):
        free = variant(said, known)
        raise NameRefused(f"this name is taken; {free!r} is free", free)
    return said


def variant(name: str, known: Collection[str]) -> str:
    """A name like this one that nobody has.

    >>> variant("Ada", {"ada", "ada 2"})
    'Ada 3'
    """
    base = name if not folded(name).startswith(tuple(map(folded, RESERVED))) else "Team"
    number = 2
    while True:
        end = f" {number}"
        found = base[: LONGEST - len(end)].rstrip() + end
        if folded(found) not in known:
            return found
        number += 1
