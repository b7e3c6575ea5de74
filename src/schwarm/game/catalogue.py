"""Which games there are: our own, a folder each in `schwarm.games`, and those that other packages bring.

Other packages name theirs by the entry point group `schwarm.games`; the package that the entry point leads
to is the game's folder. A game of theirs is offered only if its rule book opens and a game of it starts, so
that a broken package never stands in the way of the other games; `faults` says what is wrong with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module, metadata
from importlib.resources import files
from importlib.util import find_spec

from schwarm.game.errors import UnknownGame
from schwarm.game.meant import expected
from schwarm.game.rulebook import RuleBook

GROUP = "schwarm.games"  # of entry points, and the package of our own games


@cache
def own_games() -> tuple[str, ...]:
    """The names of the games that come with schwarm, sorted."""
    return tuple(
        sorted(place.name for place in files(GROUP).iterdir() if place.joinpath("__init__.py").is_file())
    )


@dataclass(frozen=True, slots=True)
class Found:
    """What other packages bring along, by the name of the game."""

    books: dict[str, RuleBook] = field(default_factory=dict)  # those that can be played
    folders: dict[str, str] = field(default_factory=dict)  # the package that holds each of them
    entries: dict[str, metadata.EntryPoint] = field(default_factory=dict)  # where each of them is named
    faults: dict[str, str] = field(default_factory=dict)  # what is wrong with the others, in one line


@cache
def _found() -> Found:
    """All entry points, each opened once."""
    found = Found()
    for entry in metadata.entry_points(group=GROUP):
        try:
            found.books[entry.name] = opened(entry)
            found.folders[entry.name] = folder_of(entry.module)
            found.entries[entry.name] = entry
        except Exception as error:  # whatever a foreign package does, other games go on
            found.faults[entry.name] = (
                f"{entry.value}: {type(error).__name__}: {' '.join(str(error).split())}"
            )
    return found


def folder_of(module: str) -> str:
    """The package that a module is or lies in; empty for a module that stands alone and so has no folder."""
    spec = find_spec(module)
    is_package = spec is not None and spec.submodule_search_locations is not None
    return module if is_package else module.rpartition(".")[0]


def opened(entry: metadata.EntryPoint) -> RuleBook:
    """The rule book of an entry point, proved by starting a game."""
    if entry.name in own_games():
        raise ValueError(f"expected a name other than {', '.join(own_games())}")
    book = entry.load()
    if not isinstance(book, RuleBook) or book.name != entry.name:
        raise ValueError(f"expected a RuleBook named {entry.name}, not {book!r:.80}")
    game = book.game(book.choose(None, {}))
    if not game.legal_moves() or not game.position():
        raise ValueError("expected a start position with legal moves")
    return book


def books() -> dict[str, RuleBook]:
    """The other packages' games that can be played."""
    return _found().books


def faults() -> dict[str, str]:
    """The other packages' games that cannot, each with one line on why."""
    return _found().faults


def list_games() -> list[str]:
    """The names of all games that can be played, sorted.

    >>> import schwarm
    >>> "hive" in schwarm.list_games()
    True
    """
    return sorted([*own_games(), *books()])


def games_to_offer() -> list[str]:
    """The names of all games in the order in which people are offered them.

    >>> games_to_offer()[:3]
    ['piranhas', 'hive', 'mississippi_queen']
    """
    return sorted(list_games(), key=lambda name: (rule_book(name).rank, name))


def rule_book(name: str) -> RuleBook:
    """The rule book of a game.

    :raises UnknownGame: if there is no such game.

    >>> import schwarm
    >>> list(schwarm.rule_book("hive").profiles)
    ['seed', 'official']
    """
    if isinstance(name, str) and name in own_games():
        book: RuleBook = import_module(f"{GROUP}.{name}").BOOK
        return book
    found = books().get(name) if isinstance(name, str) else None
    if found is not None:
        return found
    if isinstance(name, str) and name in faults():
        raise UnknownGame(f"{name} is installed but cannot be played: {faults()[name]}")
    raise UnknownGame(expected("expected_game", list_games(), name))


def folder(name: str) -> str:
    """The package that holds all of a game; empty where a game is a module that stands alone."""
    if name in own_games():
        return f"{GROUP}.{name}"
    rule_book(name)  # says what is wrong with the name
    return _found().folders.get(name, "")


def entry_point(name: str) -> metadata.EntryPoint | None:
    """Where another package names this game; None for a game of our own."""
    return None if name in own_games() else _found().entries.get(name)
