"""Which codec speaks for which game: the season in a game's folder, else the generic codec."""

from functools import cache

from schwarm.contest.wire.element import Element
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.season import Season
from schwarm.game import list_games
from schwarm.game.faces import face

OURS = "swc_x_"  # how the types of games begin that no season of the contest has played


@cache
def season_of_game(game: str) -> Season:
    """The codec of a game, the generic one if it has no other; UnknownGame if there is no such game."""
    own: Season | None = face(game, "season")
    if own is not None:
        return own
    from schwarm.contest.wire.generic import Generic

    return Generic(game)


def game_types() -> dict[str, str]:
    """Game type on the wire -> name of the game; the contest's own first, newest before older."""
    types = {season_of_game(game).game_type: game for game in list_games()}
    newest_first = sorted(types, reverse=True)
    return {name: types[name] for name in sorted(newest_first, key=lambda name: name.startswith(OURS))}


def usual_game() -> str:
    """The game that is meant where nobody has chosen one: that of the contest's newest season."""
    return next(iter(game_types().values()))


def season_of_type(game_type: str) -> Season | None:
    """The codec of a game type, or None if nobody knows it."""
    game = game_types().get(game_type)
    return None if game is None else season_of_game(game)


def season_of_login(message: Element) -> Season | None:
    """The only season whose administrators would send this message; None if several would."""
    seasons = [season_of_game(game) for game in game_types().values()]
    found = [season for season in seasons if season.password_attribute in message.attributes]
    return found[0] if len(found) == 1 else None


def season_of_state(state: Element) -> Season:
    """The codec that recognises a state; Malformed if none does."""
    own = state.attributes.get("game")
    if own is not None and own not in list_games():
        raise Malformed(f"expected a state of a game that is installed, not of {own[:60]!r}")
    for game in game_types().values() if own is None else [own]:
        season = season_of_game(game)
        if season.recognises(state):
            return season
    shown = ", ".join(state.attributes)[:120] or "none"
    raise Malformed(f"expected a state of {', '.join(game_types())}, not one with the attributes {shown}")
