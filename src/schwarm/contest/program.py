"""A player program as the contest starts it: `PROGRAM -h HOST -p PORT -r RESERVATION`.

Subclass ContestBot, write one method, and call `main()`; `schwarm new bot` writes such a file. With
`--against 1` the program plays one game in its own process, without a server or a clock: for a debugger.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence

from schwarm.contest.client import Client, ClientGame, SeatRequest, ServerError
from schwarm.game import Game, new_game
from schwarm.game.errors import BadOption, GameError, IllegalMove
from schwarm.referee import CONTEST
from schwarm.referee.bot_errors import BadAnswer, answer_error, bot_traceback

HOST = "localhost"
PORT = 13050
MOVE_MS = "SCHWARM_MOVE_MS"  # the variable that tells a program how long its moves may take
NO_CLOCK_MS = 2_000  # what a bot is told in a game without a clock, so that it searches as it would


class ContestBot(ABC):
    """A player of one game. `game` names it; `choose` is asked for every move.

    >>> import schwarm
    >>> from schwarm.contest.program import ContestBot
    >>> class First(ContestBot):
    ...     game = "piranhas"
    ...     def choose(self, game, budget_ms):
    ...         return game.legal_moves()[0]
    >>> First().choose(schwarm.new_game("piranhas", seed=7), 2000)
    'A1-A9'
    """

    game: str

    @abstractmethod
    def choose(self, game: Game, budget_ms: float) -> str:
        """A legal move of the side to move, within that time; the position is yours to play with."""

    def think(self, game: Game, budget_ms: float | None) -> str:
        """What the client calls: `choose`, whose answer is checked before it is sent.

        :raises BadAnswer: for what is no text of a move; the server judges all others.
        """

        def ask(game: Game, budget_ms: float | None) -> str:
            return self.choose(game, move_ms() if budget_ms is None else budget_ms)

        before = game.copy()
        move = ask(game, budget_ms)
        if wrong := answer_error(move, before, ask):
            try:
                before.play(move)
            except IllegalMove:
                print(wrong, end="", file=sys.stderr, flush=True)
            except Exception:
                raise BadAnswer(wrong) from None
        return move

    def play(
        self,
        host: str = HOST,
        port: int = PORT,
        seat: SeatRequest | None = None,
        *,
        budget_ms: float | None = None,
    ) -> ClientGame:
        """Play one game on a server, with the time of `move_ms` if no other is said.

        ServerError when the server fails us.
        """
        limit_ms = move_ms() if budget_ms is None else budget_ms
        with Client(self.game, host, port) as client:
            return client.play(seat or SeatRequest(), self.think, budget_ms=limit_ms)

    def practise(self, opponent: str, seed: int | None = None, side: str | None = None) -> Game:
        """Play one game in this process against one of our bots, without a server and without a clock.

        Prints the moves. The first side is the bot's, unless another is named.
        """
        from schwarm import bots

        game = new_game(self.game, seed=seed)
        sides = game.setup.book.sides
        mine = side or sides[0]
        if mine not in sides:
            raise BadOption(f"expected --side {' or '.join(sides)}, not {mine!r}")
        other = bots.player(self.game, opponent, seed=game.seed)
        while game.outcome() is None:
            own = game.to_move == mine
            shown = game.view(game.turn)
            move = self.think(shown, NO_CLOCK_MS) if own else other.choose(shown, NO_CLOCK_MS)
            print(f"{game.turn + 1:>3} {game.to_move} {move}{'' if own else f'  ({opponent})'}", flush=True)
            try:
                game.play(move)
            except GameError:  # `think` has said what is wrong with it
                raise BadAnswer(f"{mine} has lost\n") from None
        return game

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """The whole program: reads the contest's arguments, plays, prints the end; returns an exit code."""
        given = parser().parse_args(arguments)
        if given.verify:
            return 0
        try:
            if given.against is not None:
                print(told_end(self.practise(given.against, given.seed, given.side)))
                return 0
            limit_ms = move_ms() if given.time is None else read_ms(given.time, "--time")
            seat = SeatRequest(given.reservation, given.room)
            played = self.play(given.host, given.port, seat, budget_ms=limit_ms)
        except (ServerError, BadOption) as error:
            print(f"{self.game}: {error}", file=sys.stderr)
            return 1
        except BadAnswer as error:
            print(error, end="", file=sys.stderr)
            return 1
        except Exception as error:  # of the bot
            print(bot_traceback(error), end="", file=sys.stderr)
            return 1
        print(tell(played))
        return 0


class LevelBot(ContestBot):
    """One of our own bots by its level; with `ponder` it thinks in the enemy's time too."""

    def __init__(self, game: str, level: str, *, ponder: bool = False) -> None:
        from schwarm import bots
        from schwarm.bots.ponder import PonderingBot

        self.game = game
        self._bot = bots.player(game, level)
        self._pondering: PonderingBot | None = None
        if ponder and isinstance(self._bot, bots.SearchBot):
            self._bot = self._pondering = PonderingBot(self._bot)

    def choose(self, game: Game, budget_ms: float) -> str:
        """What the bot says."""
        return self._bot.choose(game, int(budget_ms))

    def play(
        self,
        host: str = HOST,
        port: int = PORT,
        seat: SeatRequest | None = None,
        *,
        budget_ms: float | None = None,
    ) -> ClientGame:
        """Play one game and think no more after it."""
        try:
            return super().play(host, port, seat, budget_ms=budget_ms)
        finally:
            if self._pondering is not None:
                self._pondering.close()


def told_end(game: Game) -> str:
    """One line on how a finished game ended."""
    outcome = game.outcome()
    assert outcome is not None
    names = game.setup.book.score_names
    numbers = "; ".join(
        f"{side}: " + ", ".join(f"{value} {name}" for value, name in zip(values, names, strict=True))
        for side, values in outcome.scores.items()
    )
    return f"{'draw' if outcome.winner is None else outcome.winner + ' won'}: {outcome.reason} ({numbers})"


def move_ms() -> float:
    """How long a move may take: what whoever started this program says, else the contest's two seconds."""
    said = os.environ.get(MOVE_MS)
    return float(CONTEST.soft_ms or 0) if said is None else read_ms(said, MOVE_MS)


def read_ms(text: str, what: str) -> float:
    """A time that was told as text; BadOption if it is none."""
    try:
        time_ms = float(text)
    except ValueError:
        time_ms = math.nan
    if not 0 < time_ms < math.inf:
        raise BadOption(f"expected {what} in milliseconds, not {text!r}")
    return time_ms


def tell(played: ClientGame) -> str:
    """One line on how a game ended."""
    sides = played.game.setup.book.sides
    winner = "nobody" if played.told.winner is None else sides[played.told.winner]
    return f"played {played.side}, {winner} won: {played.told.reason}"


def parser() -> argparse.ArgumentParser:
    """The contest's own options; -h is the host."""
    options = argparse.ArgumentParser(add_help=False, description="A player for the Software-Challenge.")
    options.add_argument("--help", action="help", help="show this and exit")
    options.add_argument("-h", "--host", default=HOST, help=f"the server (default {HOST})")
    options.add_argument("-p", "--port", type=int, default=PORT, help=f"its port (default {PORT})")
    options.add_argument("-r", "--reservation", help="the code of a reserved seat")
    options.add_argument("--room", help="the room to join")
    options.add_argument("--time", metavar="MS", help=f"time for a move (default ${MOVE_MS}, else 2000)")
    options.add_argument(
        "--against", metavar="BOT", help="no server, no clock: one game here against 1, 2, ..."
    )
    options.add_argument("--side", help="the bot's side in that game")
    options.add_argument("--seed", type=int, help="the start of that game")
    options.add_argument("--verify", action="store_true", help="exit at once: the program can start")
    return options
