"""`schwarm play`: a game in the terminal, against any player, against each other, or players alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schwarm import players
from schwarm.bots import player
from schwarm.cli.arguments import GameName, Options, Position, Profile, Seed, open_game
from schwarm.cli.language import language, texts
from schwarm.cli.listing import completions, listed
from schwarm.cli.prompt import Prompt
from schwarm.cli.refereed import play_refereed
from schwarm.cli.terminal import legend_lines, print_board, print_lines, rule_lines, status
from schwarm.cli.words import refusal, side_name, tell
from schwarm.game import Game, RuleBook
from schwarm.game.errors import BadNotation, BadOption, GameError, Refusal
from schwarm.game.meant import hint
from schwarm.players import FORMS, BotSpec, NetSpec, PlayerSpec
from schwarm.referee import Limits, Request, read_limits

ALL = "all"
HINT_MS = 2_000  # for a hint where nobody has a limit


def command(
    game: GameName,
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="the side you play, `both` or `none`")
    ] = None,
    against: Annotated[
        str, typer.Option("--against", "--bot", metavar="PLAYER", help=f"who else plays: {FORMS}")
    ] = "3",
    time: Annotated[
        str,
        typer.Option(
            "--time",
            metavar="MS|BANK+INC",
            help="the other player's time for a move, or for the whole game with an increment: 60000+500",
        ),
    ] = "2000",
    seed: Seed = None,
    position: Position = None,
    profile: Profile = None,
    option: Options = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="append the game's record to this file")
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="your name in the record")] = "person",
) -> None:
    """Play in the terminal: type moves in the game's notation, `help` lists what else you may type."""
    opened = open_game(game, seed, position, profile, option)
    sides = opened.setup.book.sides
    chosen = side if side is not None else sides[0]
    if chosen not in (*sides, "both", "none"):
        raise BadOption(Refusal("which_side", names=", ".join(sides), said=repr(chosen)))
    people = {"both": set(sides), "none": set()}.get(chosen, {chosen})
    spec = players.read(against, Path.cwd())
    players.check(spec, opened.name)
    if record is not None:
        record.open("a").close()  # a place where nothing can be written is told now, not after the game
    table = TerminalGame(opened, people, spec, read_limits(time), Console(highlight=False), name)
    table.greet()
    made = play_refereed(table, spec)
    table.prompt.close()
    table.tell_end()
    if record is not None:
        with record.open("a") as file:
            file.write(made.to_json() + "\n")


class TerminalGame:
    """One game in the terminal: who sits where, and what a person may type."""

    def __init__(
        self,
        game: Game,
        people: set[str],
        opponent: PlayerSpec,
        limits: Limits,
        console: Console,
        person: str = "person",
    ) -> None:
        self.game = game
        self.people = people
        self.person = person
        self.foreign = not isinstance(opponent, BotSpec | NetSpec)  # cannot the opponent take moves back?
        self.bot_name = str(opponent)
        self.limits = limits  # of whoever plays against people
        self.console = console
        self.prompt = Prompt(self.complete)
        self.resigned: str | None = None
        self.left = False
        self.taken_back = 0  # plies that the person to move has just taken back
        self.told = False  # what can be typed?
        self.words: dict[str, Callable[[str], None]] = {
            "moves": self.list_moves,
            "rules": lambda rest: print_lines(rule_lines(self.book, rest, console.width), console),
            "legend": lambda rest: print_lines(legend_lines(self.book, console.width), console),
            "hint": self.hint,
            "undo": self.undo,
            "board": lambda rest: print_board(self.game, self.console),
            "position": lambda rest: self.say(self.game.public_position()),
            "resign": self.resign,
            "quit": self.leave,
            "help": lambda rest: self.say(texts(language())["help"]),
        }
        self.words = {
            **{texts(language())["words"][word]: done for word, done in self.words.items()},
            **self.words,  # the English words are understood everywhere
        }

    @property
    def book(self) -> RuleBook:
        """The rule book of the game that is played."""
        return self.game.setup.book

    def who(self, side: str) -> str:
        """A side as it is spoken of: `you (red)`, `level 3 (blue)`."""
        if side in self.people:
            return tell("you", side=side_name(side)) if len(self.people) == 1 else side_name(side)
        return f"{called(self.bot_name)} ({side_name(side)})"

    def greet(self) -> None:
        """Say what is played by whom, and what the signs mean."""
        one, other = map(self.who, self.book.sides)
        self.say(tell("against", title=self.book.title, one=one, other=other))
        print_lines(legend_lines(self.book, self.console.width), self.console)

    def complete(self, typed: str) -> list[str]:
        """What a typed line may become: a move, a word, or a word with the beginning of a move."""
        word, blank, rest = typed.partition(" ")
        if blank and self.words.get(word) == self.list_moves:
            return [f"{word} {text}" for text in completions(self.game.legal_moves(), rest.lstrip())]
        if blank and word in ("rules", texts(language())["words"]["rules"]):
            return [f"{word} {rule}" for rule in self.book.rules if rule.startswith(rest.lstrip())]
        words = [name for name in self.words if name.startswith(typed)] if typed else []
        return words + completions(self.game.legal_moves(), typed)

    def say(self, text: str) -> None:
        """Print plain text."""
        self.console.print(text, markup=False, soft_wrap=True)

    def tell_end(self) -> None:
        """Say how the game stands now that nobody plays on."""
        if self.resigned is not None:
            self.say(tell("resigns", side=side_name(self.resigned)))
        else:
            self.say(status(self.game))

    def ask(self) -> str | None:
        """The move that the person to move types; None if they type something that ends the game."""
        while self.resigned is None and not self.left and not self.taken_back:
            if not self.told:
                self.told = True
                self.say(tell("type"))
            text = self.prompt.ask(f"{side_name(self.game.to_move)}> ")
            if text is None:
                self.left = True
                return None
            word, _, rest = text.partition(" ")
            try:
                if word in self.words:
                    self.words[word](rest.strip())
                elif text:
                    return str(self.game.copy().play(text))
            except BadNotation as error:
                near = hint(text, [*self.words, *self.game.legal_moves()])
                self.say(refusal(error, self.game) + (near.said(language()) if near else ""))
            except GameError as error:
                self.say(refusal(error, self.game))
        return None

    def list_moves(self, rest: str) -> None:
        """Legal moves that begin with `rest`, by piece."""
        everything = rest == ALL
        beginning = "" if everything else rest
        lines = listed(self.game, beginning, width=self.console.width, everything=everything)
        print_lines(lines, self.console)

    def hint(self, rest: str) -> None:
        """What the strongest bot would play."""
        best = player(self.game.name, "best")
        budget_ms = round(Request(self.game, self.game.to_move, self.limits).budget_ms or HINT_MS)
        self.say(tell("hint", move=best.choose(self.game.view(), budget_ms=budget_ms)))

    def undo(self, rest: str) -> None:
        """Back to the last time a person was to move."""
        if self.foreign:
            self.say(tell("no_undo", who=called(self.bot_name)))
            return
        before = self.game.turn
        self.game.undo()
        while self.game.to_move not in self.people and self.game.turn > self.game.start_turn:
            self.game.undo()
        self.taken_back = before - self.game.turn

    def resign(self, rest: str) -> None:
        """The person to move gives up."""
        self.resigned = self.game.to_move

    def leave(self, rest: str) -> None:
        """Stop without a result."""
        self.left = True


def called(name: str) -> str:
    """A player's name in a sentence.

    >>> called("3") in ("level 3", "Stufe 3"), called("best")
    (True, 'best')
    """
    return tell("level", name=name) if name.partition("@")[0].isdecimal() else name
