"""`schwarm play`: a game in the terminal, against any player, against each other, or players alone."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schwarm import players
from schwarm.bots import player
from schwarm.cli.arguments import GameName, Options, Position, Profile, Seed, open_game
from schwarm.cli.refereed import play_refereed
from schwarm.cli.terminal import print_board, status
from schwarm.games import Game
from schwarm.games.errors import BadOption, GameError
from schwarm.games.record import End, Irregular, Record, record_of
from schwarm.players import FORMS, BotSpec
from schwarm.players.thinking import bot_thinker
from schwarm.referee import Think

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
    against: Annotated[
        str, typer.Option("--against", "--bot", metavar="PLAYER", help=f"who else plays: {FORMS}")
    ] = "3",
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
    spec = players.read(against, Path.cwd())
    players.check(spec, opened.name)
    table = Table(opened, people, against, time, Console(highlight=False))
    if isinstance(spec, BotSpec):
        made = table.run(bot_thinker(spec, opened.name))
    else:
        table.foreign = True
        made = play_refereed(table, spec)
    table.tell_end()
    if record is not None:
        with record.open("a") as file:
            file.write(made.to_json() + "\n")


class Table:
    """One game in the terminal: who sits where, and what a person may type."""

    def __init__(self, game: Game, people: set[str], bot_name: str, budget_ms: int, console: Console) -> None:
        self.game = game
        self.people = people
        self.foreign = False  # is the opponent somebody who cannot take moves back?
        self.bot_name = bot_name
        self.budget_ms = budget_ms
        self.console = console
        self.resigned: str | None = None
        self.left = False
        self.told = False  # what can be typed?
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

    def run(self, think: Think) -> Record:
        """Play against a bot until the game ends or somebody leaves; the record."""
        print_board(self.game, self.console)
        while not self.game.finished() and self.resigned is None and not self.left:
            if self.game.to_move in self.people:
                move = self.ask()
                if move is not None:
                    self.game.play(move)
            else:
                move = self.game.play(think(self.game.view(), self.budget_ms))
                self.say(f"{self.bot_name} plays {move}")
            if move is not None:
                print_board(self.game, self.console)
        return self.record()

    def tell_end(self) -> None:
        """Say how the game stands now that nobody plays on."""
        if self.resigned is not None:
            self.say(f"{self.resigned} resigns")
        else:
            self.say(status(self.game))

    def ask(self) -> str | None:
        """The move that the person to move types; None if they type something that ends the game."""
        while self.resigned is None and not self.left:
            if not self.told:
                self.told = True
                self.say("type a move, or help")
            self.console.print(f"{self.game.to_move}> ", end="")
            line = sys.stdin.readline()
            if not line:
                self.left = True
                self.say("")
                return None
            text = line.strip()
            word, _, rest = text.partition(" ")
            try:
                if word in self.words:
                    self.words[word](rest.strip())
                elif text:
                    return str(self.game.copy().play(text))
            except GameError as error:
                self.say(str(error))
        return None

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
        if self.foreign:
            self.say(f"{self.bot_name} cannot take moves back")
            return
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
