"""`schwarm client`: one of our bots on somebody else's server."""

from typing import Annotated

import typer

from schwarm.cli.arguments import GameName
from schwarm.game.errors import GameError


def command(
    game: GameName,
    host: Annotated[str, typer.Option("--host", "-h", metavar="HOST", help="the server")] = "localhost",
    port: Annotated[
        int, typer.Option("--port", "-p", metavar="N", min=1, max=65535, help="its port")
    ] = 13050,
    reservation: Annotated[
        str | None,
        typer.Option(
            "--reservation", "--table", "-r", metavar="CODE", help="the code of a seat that waits for you"
        ),
    ] = None,
    room: Annotated[str | None, typer.Option("--room", metavar="ID", help="the room to join")] = None,
    bot: Annotated[str, typer.Option("--bot", metavar="LEVEL", help="random, greedy, 1-10 or best")] = "best",
    time: Annotated[
        int | None,
        typer.Option("--time", metavar="MS", min=1, help="time for a move; $SCHWARM_MOVE_MS, else 2000"),
    ] = None,
    ponder: Annotated[bool, typer.Option("--ponder", help="think in the enemy's time too")] = False,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="games one after another")] = 1,
) -> None:
    """Connect, play, tell the result. The options are the contest's own, so it can start this as a player."""
    from schwarm.contest.client import SeatRequest, ServerError
    from schwarm.contest.program import LevelBot, tell

    player = LevelBot(game, bot, ponder=ponder)
    seat = SeatRequest(reservation, room)
    try:
        for _ in range(games):
            print(tell(player.play(host, port, seat, budget_ms=time)), flush=True)
    except ServerError as error:
        raise GameError(*error.args) from None
