"""Games that other packages bring along, by the entry point group `schwarm.games`.

A game is offered only if its rule book opens and a game of it starts, so that a broken or half-made package
never stands in the way of the other games; `faults` says what is wrong with it.
"""

from __future__ import annotations

from functools import cache
from importlib import metadata

from schwarm.games.rulebook import RuleBook

GROUP = "schwarm.games"
OURS = ("hive", "mississippi_queen", "piranhas", "protista")


@cache
def _found() -> tuple[dict[str, RuleBook], dict[str, str]]:
    """The rule books that work, and for the others what is wrong; each package is opened once."""
    works: dict[str, RuleBook] = {}
    faults: dict[str, str] = {}
    for entry in metadata.entry_points(group=GROUP):
        try:
            works[entry.name] = opened(entry)
        except Exception as error:  # whatever a foreign package does, other games go on
            faults[entry.name] = f"{entry.value}: {type(error).__name__}: {' '.join(str(error).split())}"
    return works, faults


def opened(entry: metadata.EntryPoint) -> RuleBook:
    """The rule book of an entry point, proved by starting a game."""
    if entry.name in OURS:
        raise ValueError(f"expected a name other than {', '.join(OURS)}")
    book = entry.load()
    if not isinstance(book, RuleBook) or book.name != entry.name:
        raise ValueError(f"expected a RuleBook named {entry.name}, not {book!r:.80}")
    game = book.game(book.choose(None, {}))
    if not game.legal_moves() or not game.position():
        raise ValueError("expected a start position with legal moves")
    return book


def books() -> dict[str, RuleBook]:
    """The games that can be played."""
    return _found()[0]


def faults() -> dict[str, str]:
    """The games that cannot, each with one line on why."""
    return _found()[1]
