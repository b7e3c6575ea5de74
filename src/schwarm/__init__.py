"""schwarm: five board games with exact rules at compiled speed.

`list_games` names them, `new_game` starts one, `load_games` reads some from a file.
`perft` counts move sequences, `playouts` plays random games.

>>> import schwarm
>>> game = schwarm.new_game("piranhas", seed=7)
>>> game.to_move
'red'
>>> game.describe("A1-C1").path
('A1', 'B1', 'C1')
"""

from __future__ import annotations

from importlib import import_module

from schwarm import build_guard

TYPE_CHECKING = False  # typing itself is slow to import
if TYPE_CHECKING:
    from schwarm.files import load_games
    from schwarm.game import (
        BadNotation,
        BadOption,
        BadPosition,
        Board,
        Description,
        Game,
        GameError,
        IllegalMove,
        Move,
        Outcome,
        Piece,
        RuleBook,
        UnknownGame,
        list_games,
        new_game,
        rule_book,
    )
    from schwarm.game.record import BadRecord, Record, record_of, replay
    from schwarm.search.perft import perft
    from schwarm.search.playouts import Playouts, playouts

__version__ = "0.2.0"
__all__ = [
    "BadNotation",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Board",
    "Description",
    "Game",
    "GameError",
    "IllegalMove",
    "Move",
    "Outcome",
    "Piece",
    "Playouts",
    "Record",
    "RuleBook",
    "UnknownGame",
    "__version__",
    "compiled",
    "list_games",
    "load_games",
    "new_game",
    "perft",
    "playouts",
    "record_of",
    "replay",
    "rule_book",
]

# Where each public name lives; opened when first asked for, so that `import schwarm` costs little.
_HOMES = {name: ("schwarm.game", name) for name in __all__ if name not in ("__version__", "compiled")}
_HOMES["load_games"] = ("schwarm.files", "load_games")
_HOMES |= {name: ("schwarm.game.record", name) for name in ("BadRecord", "Record", "record_of", "replay")}
_HOMES["perft"] = ("schwarm.search.perft", "perft")
_HOMES["playouts"] = ("schwarm.search.playouts", "playouts")
_HOMES["Playouts"] = ("schwarm.search.playouts", "Playouts")


def compiled() -> bool:
    """Do the rules and searches run as machine code, or as the same files in plain Python?

    >>> import schwarm
    >>> schwarm.compiled() in (True, False)
    True
    """
    return not str(import_module("schwarm.game.game").__file__).endswith(".py")


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'schwarm' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})  # also what is not opened yet, for dir() and help()


build_guard.guard()
