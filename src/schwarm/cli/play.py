"""`schwarm play`: a game in the terminal, against a bot, against each other, or bots among themselves."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schwarm.bots import Bot, player
from schwarm.cli.arguments import GameName, Options, Position, Profile, Seed, open_game
from schwarm.cli.terminal import print_board, status
from schwarm.games import Game
from schwarm.games.errors import BadOption, GameError
from schwarm.games.record import End, Irregular, Record, record_of

HELP = """  MOVE      play it, in the game's notation
  moves     list the legal moves; `moves A` only those that begin with A
  hint      ask the strongest bot
  undo      take your last move back, and what was answered
  board     draw the board again
  position  the position as one line of text
  resign    give up
  quit      leave without a result
  help      this list"""


def command(
    game: GameName,
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="the side you play, `both` or `none`")
    ] = None,
    bot: Annotated[str, typer.Option("--bot", metavar="LEVEL", help="random, greedy, 1-10 or best")] = "3",
    time: Annotated[
        int, typer.Option("--time", metavar="MS", min=1, help="the bot's time for a move")
    ] = 2000,
    seed: Seed = None,
    position: Position = None,
    profile: Profile = None,
    option: Options = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="append the game's record to this file")
    ] = None,
) -> None:
    """Play in the terminal: type moves in the game's notation, `help` lists what else you may type."""
    opened = open_game(game, seed, position, profile, option)
    sides = opened.setup.book.sides
    chosen = side if side is not None else sides[0]
    if chosen not in (*sides, "both", "none"):
        raise BadOption(f"expected --side {', '.join(sides)}, both or none, not {chosen!r}")
    people = {"both": set(sides), "none": set()}.get(chosen, {chosen})
    table = Table(opened, people, player(opened.name, bot), bot, time, Console(highlight=False))
    table.run()
    if record is not None:
        with record.open("a") as file:
            file.write(table.record().to_json() + "\n")


class Table:
    """One game in the terminal: who sits where, and what a person may type."""

    def __init__(
        self, game: Game, people: set[str], bot: Bot, bot_name: str, budget_ms: int, console: Console
    ) -> None:
        self.game = game
        self.people = people
        self.bot = bot
        self.bot_name = bot_name
        self.budget_ms = budget_ms
        self.console = console
        self.resigned: str | None = None
        self.left = False
        self.words: dict[str, Callable[[str], None]] = {
            "moves": self.list_moves,
            "hint": self.hint,
            "undo": self.undo,
            "board": lambda rest: print_board(self.game, self.console),
            "position": lambda rest: self.say(self.game.public_position()),
            "resign": self.resign,
            "quit": self.leave,
            "help": lambda rest: self.say(HELP),
        }

    def say(self, text: str) -> None:
        """Print plain text."""
        self.console.print(text, markup=False, soft_wrap=True)

    def run(self) -> None:
        """Play until the game ends or somebody leaves."""
        print_board(self.game, self.console)
        if self.people:
            self.say("type a move, or help")
        while not self.game.finished() and self.resigned is None and not self.left:
            if self.game.to_move in self.people:
                self.ask()
            else:
                move = self.game.play(self.bot.choose(self.game.view(), budget_ms=self.budget_ms))
                self.say(f"{self.bot_name} plays {move}")
                print_board(self.game, self.console)
        if self.resigned is not None:
            self.say(f"{self.resigned} resigns")
        else:
            self.say(status(self.game))

    def ask(self) -> None:
        """Let the person to move type one line."""
        self.console.print(f"{self.game.to_move}> ", end="")
        line = sys.stdin.readline()
        if not line:
            self.left = True
            self.say("")
            return
        text = line.strip()
        word, _, rest = text.partition(" ")
        try:
            if word in self.words:
                self.words[word](rest.strip())
            elif text:
                self.game.play(text)
                print_board(self.game, self.console)
        except GameError as error:
            self.say(str(error))

    def list_moves(self, rest: str) -> None:
        """Legal moves that begin with `rest`."""
        found = [str(move) for move in self.game.legal_moves() if move.startswith(rest)]
        self.say("\n".join(found) or f"no legal move begins with {rest!r}")

    def hint(self, rest: str) -> None:
        """What the strongest bot would play."""
        best = player(self.game.name, "best")
        self.say(f"hint: {best.choose(self.game.view(), budget_ms=self.budget_ms)}")

    def undo(self, rest: str) -> None:
        """Back to the last time a person was to move."""
        self.game.undo()
        while self.game.to_move not in self.people and self.game.turn > self.game.start_turn:
            self.game.undo()
        print_board(self.game, self.console)

    def resign(self, rest: str) -> None:
        """The person to move gives up."""
        self.resigned = self.game.to_move

    def leave(self, rest: str) -> None:
        """Stop without a result."""
        self.left = True

    def record(self) -> Record:
        """The game's record, a resignation or an early leave included."""
        sides = self.game.setup.book.sides
        names = {side: "person" if side in self.people else self.bot_name for side in sides}
        made = record_of(self.game, names)
        if made.end is not None:
            return made
        winner = next((side for side in sides if self.resigned not in (None, side)), None)
        reason = Irregular.INTERRUPTED if self.resigned is None else Irregular.RESIGNED
        return made.ended(End(winner, reason, {}))
