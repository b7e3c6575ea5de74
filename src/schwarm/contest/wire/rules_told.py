"""By which rules a game is played, told in the attributes of its states.

The contest knows one set of rules a season, and its states say nothing of them. A game of ours may be
played by others: then its states carry two attributes more, which other programs ignore. `profile` names
the profile, `options` lists what differs from it: `rounds=10 berries=0,-2%203,-1`, values percent-encoded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote

from schwarm.contest.wire.element import Element
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.messages import switch
from schwarm.game import RuleBook
from schwarm.game.record import OUTSIDE_OPTIONS

PROFILE = "profile"
OPTIONS = "options"
SAFE = ",/|@>:-"


@dataclass(frozen=True, slots=True)
class Rules:
    """A profile and the options that differ from it, as `new_game` takes them."""

    profile: str
    options: Mapping[str, object]


def usual_profile(book: RuleBook) -> str:
    """The rules of a game whose states name none: the contest's, or the default of a game without them."""
    return "official" if "official" in book.profiles else next(iter(book.profiles))


def write_rules(book: RuleBook, profile: str, options: Mapping[str, object]) -> dict[str, str]:
    """The attributes that tell these rules.

    >>> from schwarm.game import rule_book
    >>> book = rule_book("piranhas")
    >>> write_rules(book, "seed", {**book.choose("seed", {}).options, "rounds": 8})
    {'profile': 'seed', 'options': 'rounds=8'}
    """
    given = book.choose(profile, {}).options
    changed = [f"{name}={_text(value)}" for name, value in options.items() if value != given[name]]
    return {PROFILE: profile, **({OPTIONS: " ".join(changed)} if changed else {})}


def read_rules(state: Element) -> Rules | None:
    """The rules a state tells; None if it tells none."""
    profile = state.attributes.get(PROFILE)
    if profile is None:
        return None
    options: dict[str, object] = {}
    for word in state.attributes.get(OPTIONS, "").split():
        name, equals, value = word.partition("=")
        if not equals:
            raise Malformed(f"expected options such as rounds=10, not {word[:60]!r}")
        if name in OUTSIDE_OPTIONS:
            raise Malformed(f"expected options of the rules, not {name}")
        options[name] = unquote(value)
    return Rules(profile, options)


def _text(value: object) -> str:
    return quote(switch(value) if isinstance(value, bool) else str(value), safe=SAFE)
