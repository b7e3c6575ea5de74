"""`schwarm replay`: a game of a file, step by step."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schwarm.cli.places import SAID, default_store
from schwarm.cli.terminal import print_board, status
from schwarm.cli.words import plural
from schwarm.contest.replay import game_at
from schwarm.files import KeptGame, is_store, list_stored, load_games, read_kept, read_stored
from schwarm.game import Game, rule_book
from schwarm.game.errors import BadOption, Refusal
from schwarm.game.record import Record

HELP = "Enter or n: next  p: previous  NUMBER: that ply  play: go on from here  q: quit"


def command(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="a replay (.xml, .xml.gz), records, a match's journal or a store (.db); else your store",
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--game", metavar="N", min=1, help="which game: the first of a file, the newest of a store"
        ),
    ] = None,
    ply: Annotated[int, typer.Option("--ply", metavar="N", min=0, help="start at this ply")] = 0,
    listing: Annotated[bool, typer.Option("--list", help="list the games of the file and stop")] = False,
    everything: Annotated[bool, typer.Option("--all", help="print every position and do not ask")] = False,
    position: Annotated[bool, typer.Option("--position", help="print the position's text and stop")] = False,
    play: Annotated[bool, typer.Option("--play", help="play on from --ply against a bot")] = False,
    bot: Annotated[
        str, typer.Option("--against", "--bot", metavar="PLAYER", help="who else plays in --play")
    ] = "3",
    side: Annotated[str | None, typer.Option("--side", metavar="SIDE", help="your side of --play")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="print the record, or with --list all of them")
    ] = False,
) -> None:
    """Step through a game in the terminal; `play` goes on from any position of it."""
    if file is None:
        said = os.environ.get(SAID)
        file = Path(said or default_store())
        if not said and not file.exists():
            raise BadOption(Refusal("no_games_yet", file=str(file)))
    if listing:
        numbered = list_stored(file) if is_store(file) else list(enumerate(load_games(file), 1))
        for place, each in numbered:
            print(each.to_json() if as_json else f"{place:>4}  {tell_game(each)}")
        return
    kept = read_stored(file, number) if is_store(file) else one_of(read_kept(file), number or 1)
    record = kept.record
    game = game_at(record, ply)
    if as_json:
        print(record.to_json())
    elif position:
        print(game.position())
    elif play:
        play_on(game, bot, side)
    else:
        viewer = Viewer(kept, Console(highlight=False), bot, side)
        viewer.show_all() if everything else viewer.step_from(ply)


def one_of(games: Sequence[KeptGame], number: int) -> KeptGame:
    """The game of this number, from 1."""
    if number > len(games):
        raise BadOption(Refusal("which_game", last=len(games), said=number))
    return games[number - 1]


def tell_game(record: Record) -> str:
    """A game on one line: who played which side, who won and why."""
    players = " - ".join(f"{record.seats.get(side, '?')} ({side})" for side in rule_book(record.game).sides)
    if record.end is None:
        return f"{record.game}: {players}, running"
    plies = plural(len(record.plies), "ply", "plies")
    ending = "draw" if record.end.winner is None else f"{record.end.winner} wins"
    return f"{record.game}: {players}, {ending} ({record.end.reason}) after {plies}"


def play_on(game: Game, bot: str, side: str | None) -> None:
    """Go on with this position as a game of its own."""
    from schwarm.cli.play import command as play

    options = [f"{key}={value}" for key, value in game.options.items() if key != "board"]
    play(
        game.name,
        side=side if side is not None else game.to_move,
        against=bot,
        seed=game.seed,
        position=game.position(),
        profile=game.profile,
        option=options,
    )


class Viewer:
    """Shows the positions of a record."""

    def __init__(self, kept: KeptGame, console: Console, bot: str, side: str | None) -> None:
        self.kept = kept
        self.record = kept.record
        self.console = console
        self.bot = bot
        self.side = side

    def show(self, ply: int) -> None:
        """Draw the position after so many plies."""
        game = game_at(self.record, ply)
        made = self.record.plies[ply - 1] if ply else None
        if made is not None:
            think = "" if made.think_ms is None else f" ({made.think_ms:.0f} ms)"
            self.console.print(f"ply {ply}: {made.move}{think}", style="bold", markup=False)
        print_board(game, self.console)
        self.console.print(status(game))
        for line in self.kept.said_for(game.turn):
            self.console.print(line, style="dim", markup=False, soft_wrap=True)
        end = self.record.end
        if ply == len(self.record.plies) and end is not None and game.outcome() is None:
            winner = "nobody" if end.winner is None else end.winner
            self.console.print(f"{winner} won: {end.reason}")
            for line in self.kept.lines():
                self.console.print(line, style="red", markup=False, soft_wrap=True)

    def show_all(self) -> None:
        """Draw every position."""
        for ply in range(len(self.record.plies) + 1):
            self.show(ply)

    def step_from(self, ply: int) -> None:
        """Ask after every position where to go."""
        self.console.print(HELP, style="dim")
        self.show(ply)
        while True:
            try:
                word = self.console.input("> ").strip().lower()
            except EOFError:
                return
            wanted = self.target(word, ply)
            if word in ("q", "quit"):
                return
            if word == "play":
                play_on(game_at(self.record, ply), self.bot, self.side)
                return
            if wanted is None:
                self.console.print(HELP, style="dim")
            else:
                ply = wanted
                self.show(ply)

    def target(self, word: str, ply: int) -> int | None:
        """The ply a word asks for, kept inside the game."""
        if word in ("", "n"):
            ply += 1
        elif word == "p":
            ply -= 1
        elif word.isdecimal():
            ply = int(word)
        else:
            return None
        return max(0, min(ply, len(self.record.plies)))
