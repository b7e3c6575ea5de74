"""Names of teams: short, readable, different from each other, and none the operator does not want."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache
from pathlib import Path

from schwarm.classroom.errors import NameRefused
from schwarm.game.errors import Refusal
from schwarm.tournament.qualification import OPPONENT

LONGEST = 30
LONGEST_FOLDED = 128  # signs of a name as it is compared with others
UNHEARD = "ZPC"  # kinds of signs that make no other name: blanks, punctuation, what is never shown
UNSEEN = {"\u034f", *map(chr, range(0xFE00, 0xFE10))}  # marks that change nothing, or next to nothing
DELETED = "Ex-Team"  # both languages of the page understand it
DIRECTION = "\u200e"  # stands around signs of the library's list that are written from right to left
RESERVED = (OPPONENT, DELETED)


def read_forbidden(path: Path) -> tuple[str, ...]:
    """The words of a file, one a line, that no name may contain; lines that begin with # are remarks."""
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    return tuple(word for line in lines if line and not line.startswith("#") if (word := folded(line)))


def tidy(name: str) -> str:
    """A name without blanks too many, its letters composed.

    >>> tidy("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    return " ".join(unicodedata.normalize("NFC", name).split())


def folded(name: str) -> str:
    """What names that look alike have in common: no size, blanks or marks, one sign for all like it.

    >>> folded("ADA.") == folded("a d a") == folded("\u0410d\u0430") == "ada"
    True
    """
    return _plain(_skeleton(_plain(unicodedata.normalize("NFKC", name))))[:LONGEST_FOLDED]


def _plain(text: str) -> str:
    """Letters, digits and symbols alone, all of them small."""
    kept = (sign for sign in text.casefold() if unicodedata.category(sign)[0] not in UNHEARD)
    return "".join(sign for sign in kept if sign not in UNSEEN)


def _skeleton(text: str) -> str:
    """The text with one sign for all that look like it: what Unicode's report 39 calls its skeleton."""
    known = _prototypes()
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(known.get(sign, sign) for sign in apart))


@cache
def _prototypes() -> dict[str, str]:
    """What each sign that can be confused with others is replaced by.

    The library lists for each sign those it can be confused with: a star around the prototype, which may be
    several signs ("rn" for "m"). Of two that have nobody else, either will do.
    """
    from confusable_homoglyphs.confusables import confusables_data

    alike = {
        sign.strip(DIRECTION): [other["c"].strip(DIRECTION) for other in others]
        for sign, others in confusables_data.items()
    }
    found: dict[str, str] = {}
    for sign, others in alike.items():
        if len(sign) > 1 or len(others) > 1:
            found |= {other: sign for other in others if len(other) == 1}
    for sign, (other, *more) in alike.items():
        if not more and sign not in found and len(sign) == len(other) == 1:
            found[max(sign, other)] = min(sign, other)
    return found


def keys(name: str) -> set[str]:
    """All that a name may be taken for: a large I looks like a small l, though a small i does not."""
    return {folded(name), _plain(_skeleton(name))[:LONGEST_FOLDED]}


def check(name: str, taken: Collection[str], forbidden: Collection[str] = ()) -> str:
    """The tidy name; NameRefused says what is wrong, and proposes one that is free where that is the reason.

    >>> check(" Ada ", taken=[])
    'Ada'
    """
    said = tidy(name)
    if not said or len(said) > LONGEST or not said.isprintable() or not any(map(str.isalnum, said)):
        raise NameRefused(Refusal("class_name_letters", most=LONGEST))
    if any(folded(word) in folded(said) for word in forbidden):
        raise NameRefused(Refusal("class_name_unwanted"))
    known = set().union(*map(keys, taken))
    if not known.isdisjoint(keys(said)) or reserved(said):
        free = variant(said, known)
        raise NameRefused(Refusal("class_name_free", free=repr(free)), free)
    return said


def reserved(name: str) -> bool:
    """Is it one that the page gives itself?"""
    return folded(name).startswith(tuple(map(folded, RESERVED)))


def variant(name: str, known: Collection[str]) -> str:
    """A name like this one that nobody has; `known` are the keys of those that somebody has.

    >>> variant("Ada", {"ada", "ada2"})
    'Ada 3'
    """
    base = name if not reserved(name) else "Team"
    number = 2
    while True:
        end = f" {number}"
        found = base[: LONGEST - len(end)].rstrip() + end
        if keys(found).isdisjoint(known):
            return found
        number += 1
