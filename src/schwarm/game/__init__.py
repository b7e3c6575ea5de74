"""The contract of a game. `list_games` names all games, `rule_book` opens one's rules, `new_game` starts it.

Our own games lie in `schwarm.games`, a folder each; packages add games by the entry point group of that name
(docs/how-to/add-a-game.md, catalogue.py).
"""

from dataclasses import replace

from schwarm.bits import MASK64
from schwarm.game.board import Board, Cell, Description, Mark, Piece, Step
from schwarm.game.catalogue import list_games, rule_book
from schwarm.game.errors import (
    BadNotation,
    BadOption,
    BadPosition,
    GameError,
    IllegalMove,
    Refusal,
    UnknownGame,
)
from schwarm.game.game import Game
from schwarm.game.python_game import PythonGame, RuleError
from schwarm.game.random64 import fresh_seed
from schwarm.game.rulebook import Move, Option, Outcome, RuleBook, Setup

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
    "list_games",
    "new_game",
    "rule_book",
]


def new_game(
    name: str,
    *,
    profile: str | None = None,
    seed: int | None = None,
    position: str | None = None,
    **options: object,
) -> Game:
    """A game at its start: decided by `seed` (a fresh one if not given) or put up from a position text.

    :param name: one of `list_games`.
    :param profile: a named set of options, as `RuleBook.profiles` has them; the first one if not given.
    :param seed: what all chance of the game follows from; `Game.seed` tells it.
    :param position: a text such as `Game.position` gives.
    :param options: rules one by one, as `RuleBook.options` names them; they come before the profile.
    :raises UnknownGame: if there is no such game.
    :raises BadOption: if there is no such profile or option, or it cannot have that value.
    :raises BadPosition: if the text is no position, or none that these rules allow.

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
        raise BadOption(Refusal("seed", said=repr(seed)))
    if position is not None and not isinstance(position, str):
        raise BadPosition(f"expected a position as text, not {position!r}")
    return book.game(replace(book.choose(profile, options), seed=seed, position=position))
