"""Small rivers drawn in tests, and ships put on them."""

import schwarm
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.games.mississippi_queen.tables import coordinates

SPOTS = coordinates([0] * 8)


def river(things: dict[tuple[int, int], str]) -> str:
    """A straight river of water with a few things in it, and the goal at its end."""
    letters = {**dict.fromkeys(SPOTS[-3:], "G"), **things}
    fields = [letters.get(spot, "W") for spot in SPOTS]
    return "/".join("0" + "".join(fields[20 * i : 20 * i + 20]) for i in range(8))


def put_up(
    red: str,
    blue: str = "-2,2,0,1,0,0,1",
    things: dict[tuple[int, int], str] | None = None,
    when: str = "0 red 0",
    **options: object,
) -> MississippiQueen:
    """A game; ships are X,Y,DIRECTION,SPEED,COAL,PASSENGERS,FREE."""
    position = f"{river(things or {})} {red} {blue} {when}"
    game = schwarm.new_game("mississippi_queen", position=position, **options)  # type: ignore[arg-type]
    assert isinstance(game, MississippiQueen)
    return game


def ship(game: MississippiQueen, side: int) -> str:
    """A ship as in a position text."""
    return game.position().split(" ")[1 + side]
