"""Which codec speaks for which game; a codec is opened when first asked for."""

from functools import cache
from importlib import import_module

from schwarm.contest.wire.season import Season

# game -> game type on the wire, module and class of its codec
_CODECS = {
    "piranhas": ("swc_2026_piranhas", "schwarm.contest.wire.season2026", "Piranhas2026"),
    "hive": ("swc_2020_hive", "schwarm.contest.wire.season2020", "Hive2020"),
    "mississippi_queen": (
        "swc_2017_mississippi_queen",
        "schwarm.contest.wire.season2017",
        "Mississippi2017",
    ),
    "protista": ("swc_x_protista", "schwarm.contest.wire.season_protista", "Protista"),
}
_GAMES = {game_type: game for game, (game_type, _, _) in _CODECS.items()}


def game_types() -> dict[str, str]:
    """Game type on the wire -> name of the game."""
    return dict(_GAMES)


@cache
def season_of_game(game: str) -> Season:
    """The codec of a game; KeyError if the wire does not know it."""
    _, module, name = _CODECS[game]
    season: Season = getattr(import_module(module), name)()
    return season


def season_of_type(game_type: str) -> Season | None:
    """The codec of a game type, or None if nobody knows it."""
    game = _GAMES.get(game_type)
    return None if game is None else season_of_game(game)
