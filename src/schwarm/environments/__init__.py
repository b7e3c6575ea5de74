"""The games for learning programs: observations, masks and actions as numpy arrays, many games at once.

`make_vec` steps many games together, `observe` and `legal_mask` look at one game, `ArrayGame` plays one by
action numbers. PettingZoo, Gymnasium and OpenSpiel find the same games in modules of their own. All of it
needs numpy: the extra `env`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from schwarm.environments.registering import register, register_when_imported
from schwarm.extras import MissingExtra
from schwarm.game import list_games

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schwarm.environments.aec import env, raw_env
    from schwarm.environments.errors import BadAction, BadArray, EnvironmentFault, NotOffered
    from schwarm.environments.gymnasium_env import SoloEnv
    from schwarm.environments.layout import Layout
    from schwarm.environments.opponents import ByArrays
    from schwarm.environments.single import (
        ArrayGame,
        action_paths,
        actions_to_move,
        layout_of,
        legal_mask,
        move_to_actions,
        observe,
    )
    from schwarm.environments.symmetry import transform
    from schwarm.environments.vector import VecEnv, make_vec

__all__ = [
    "ArrayGame",
    "BadAction",
    "BadArray",
    "ByArrays",
    "EnvironmentFault",
    "Layout",
    "NotOffered",
    "SoloEnv",
    "VecEnv",
    "action_paths",
    "actions_to_move",
    "env",
    "layout_of",
    "legal_mask",
    "make_vec",
    "move_to_actions",
    "observe",
    "raw_env",
    "register",
    "transform",
]

# Where each public name lives; opened when first asked for, because numpy and Gymnasium are slow to import.
_HOMES = {
    "aec": ("env", "raw_env"),
    "errors": ("BadAction", "BadArray", "EnvironmentFault", "NotOffered"),
    "gymnasium_env": ("SoloEnv",),
    "layout": ("Layout",),
    "opponents": ("ByArrays",),
    "single": (
        "ArrayGame",
        "action_paths",
        "actions_to_move",
        "layout_of",
        "legal_mask",
        "move_to_actions",
        "observe",
    ),
    "symmetry": ("transform",),
    "vector": ("VecEnv", "make_vec"),
}


def _module(name: str) -> ModuleType:
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as missing:
        if missing.name not in ("numpy", "gymnasium", "pettingzoo", "PIL"):
            raise
        raise MissingExtra("schwarm.environments", missing.name, "env") from missing


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(_module(module), name)
            return value
    game = name.removeprefix("schwarm_").removesuffix("_v0")
    if name == f"schwarm_{game}_v0" and game in list_games():  # as PettingZoo's own games are imported
        value = globals()[name] = _module("aec").module_of(game)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register_when_imported()
