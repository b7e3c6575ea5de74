"""Which codec speaks for which game; a codec is opened when first asked for.

To add a season, write its codec and add one line to CODECS. A game without one is spoken for by the
generic codec.
"""

from functools import cache
from importlib import import_module

from schwarm.contest.wire.element import Element
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.season import Season
from schwarm.games import names

# game -> its type on the wire, and its codec
CODECS = {
    "piranhas": ("swc_2026_piranhas", "schwarm.contest.wire.season2026:Piranhas2026"),
    "hive": ("swc_2020_hive", "schwarm.contest.wire.season2020:Hive2020"),
    "mississippi_queen": ("swc_2017_mississippi_queen", "schwarm.contest.wire.season2017:Mississippi2017"),
    "protista": ("swc_x_protista", "schwarm.contest.wire.season_protista:Protista"),
}
GENERIC_TYPE = "swc_x_{}"


def game_types() -> dict[str, str]:
    """Game type on the wire -> name of the game; first the games that have a season."""
    games = [*CODECS, *(game for game in names() if game not in CODECS)]
    return {CODECS[game][0] if game in CODECS else GENERIC_TYPE.format(game): game for game in games}


@cache
def season_of_game(game: str) -> Season:
    """The codec of a game, the generic one if it has no other; UnknownGame if there is no such game."""
    if game not in CODECS:
        from schwarm.contest.wire.generic import Generic

        return Generic(game)
    module, _, name = CODECS[game][1].partition(":")
    season: Season = getattr(import_module(module), name)()
    return season


def season_of_type(game_type: str) -> Season | None:
    """The codec of a game type, or None if nobody knows it."""
    game = game_types().get(game_type)
    return None if game is None else season_of_game(game)


def season_of_login(message: Element) -> Season | None:
    """The only season whose administrators would send this message; None if several would."""
    seasons = [season_of_game(game) for game in CODECS]
    found = [season for season in seasons if season.password_attribute in message.attributes]
    return found[0] if len(found) == 1 else None


def season_of_state(state: Element) -> Season:
    """The codec that recognises a state; Malformed if none does."""
    own = state.attributes.get("game")
    if own is not None and own not in names():
        raise Malformed(f"expected a state of a game that is installed, not of {own[:60]!r}")
    for game in CODECS if own is None else [own]:
        season = season_of_game(game)
        if season.recognises(state):
            return season
    shown = ", ".join(state.attributes)[:120] or "none"
    raise Malformed(f"expected a state of {', '.join(game_types())}, not one with the attributes {shown}")
