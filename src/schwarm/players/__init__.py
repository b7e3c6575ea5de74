"""Who plays: one text grammar, checked before the first game, opened as a seat of the referee.

>>> from schwarm import players
>>> players.read("best#5000")
BotSpec(bot='best', time_ms=0, nodes=5000, weights=(), noise=None)
>>> players.check(players.read("7"), "hive")
"""

from schwarm.players.checks import BY_HAND, bot_names, check, game_of
from schwarm.players.opening import ARRIVE_S, Desk, Place, open
from schwarm.players.spec import (
    FORMS,
    ArchiveSpec,
    BotSpec,
    FunctionSpec,
    NetSpec,
    PlayerError,
    PlayerSpec,
    ProgramSpec,
    RemoteSpec,
    read,
)
from schwarm.players.thinking import check_adjudication, judge

__all__ = [
    "ARRIVE_S",
    "BY_HAND",
    "FORMS",
    "ArchiveSpec",
    "BotSpec",
    "Desk",
    "FunctionSpec",
    "NetSpec",
    "Place",
    "PlayerError",
    "PlayerSpec",
    "ProgramSpec",
    "RemoteSpec",
    "bot_names",
    "check",
    "check_adjudication",
    "game_of",
    "judge",
    "open",
    "read",
]
