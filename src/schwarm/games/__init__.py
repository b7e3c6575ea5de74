"""The rule books. `names` lists them, `rule_book` opens one, `new_game` starts a game.

Packages add games by the entry point group `schwarm.games` (docs/adding-a-game.md, third_parties.py).
"""

import sys
from dataclasses import replace
from importlib import import_module
from types import ModuleType

from schwarm.bits import MASK64
from schwarm.games import third_parties
from schwarm.games.board import Board, Cell, Description, Mark, Piece, Step
from schwarm.games.errors import (
    BadNotation,
    BadOption,
    BadPosition,
    GameError,
    IllegalMove,
    UnknownGame,
)
from schwarm.games.game import Game
from schwarm.games.python_game import PythonGame, RuleError
from schwarm.games.random64 import fresh_seed
from schwarm.games.rulebook import Move, Option, Outcome, RuleBook, Setup

__all__ = [
    "BadNotation",
    "BadOption",
    "BadPosition",
    "Board",
    "Cell",
    "Description",
    "Game",
    "GameError",
    "IllegalMove",
    "Mark",
    "Move",
    "Option",
    "Outcome",
    "Piece",
    "PythonGame",
    "RuleBook",
    "RuleError",
    "Setup",
    "Step",
    "UnknownGame",
    "names",
    "new_game",
    "rule_book",
]

# Our own games: name -> package that holds its BOOK; opened only when asked for.
BOOKS = {
    "hive": "schwarm.games.hive",
    "mississippi_queen": "schwarm.games.mississippi_queen",
    "piranhas": "schwarm.games.piranhas",
    "protista": "schwarm.games.protista",
}


def names() -> list[str]:
    """The names of all games that can be played, sorted.

    >>> import schwarm
    >>> "hive" in schwarm.games()
    True
    """
    return sorted([*BOOKS, *third_parties.books()])


def rule_book(name: str) -> RuleBook:
    """The rule book of a game.

    >>> import schwarm
    >>> schwarm.rule_book("hive").profiles["official"]["rounds"]
    30
    """
    if isinstance(name, str) and name in BOOKS:
        book: RuleBook = import_module(BOOKS[name]).BOOK
        return book
    found = third_parties.books().get(name) if isinstance(name, str) else None
    if found is not None:
        return found
    if isinstance(name, str) and name in third_parties.faults():
        raise UnknownGame(f"{name} is installed but cannot be played: {third_parties.faults()[name]}")
    raise UnknownGame(f"expected a game of {', '.join(names())}, not {name!r}")


def new_game(
    name: str,
    *,
    profile: str | None = None,
    seed: int | None = None,
    position: str | None = None,
    **options: object,
) -> Game:
    """A game at its start: drawn from `seed` (a fresh one if not given) or put up from a position text.

    >>> import schwarm
    >>> game = schwarm.new_game("piranhas", seed=7)
    >>> len(game.legal_moves())
    46
    >>> schwarm.new_game("piranhas", position=game.position()) == game
    True
    """
    book = rule_book(name)
    if seed is None:
        seed = fresh_seed()
    elif type(seed) is not int or not 0 <= seed <= MASK64:
        raise BadOption(f"expected a seed from 0 to 2**64-1, not {seed!r}")
    if position is not None and not isinstance(position, str):
        raise BadPosition(f"expected a position as text, not {position!r}")
    return book.game(replace(book.choose(profile, options), seed=seed, position=position))


class _CallablePackage(ModuleType):
    """Lets `schwarm.games()` list the games although `schwarm.games` is this package."""

    def __call__(self) -> list[str]:
        return names()


sys.modules[__name__].__class__ = _CallablePackage
