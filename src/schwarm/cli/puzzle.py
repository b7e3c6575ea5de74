"""`schwarm puzzle`: solve puzzles in the terminal."""

import json
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schwarm.cli.arguments import GameName
from schwarm.cli.listing import completions
from schwarm.cli.places import data_folder
from schwarm.cli.prompt import Prompt
from schwarm.cli.terminal import print_board
from schwarm.game import Game
from schwarm.game.errors import GameError, Refusal
from schwarm.game.meant import expected
from schwarm.teaching.puzzles import Goal, NoPuzzles, Puzzle, find, shipped
from schwarm.teaching.puzzles.solving import after, attempt, of_the_day, themes_in, why_not

HELP = """  MOVE      your solution, in the game's notation; Tab completes it
  hint      first what it is about, then which piece
  answer    show the solution; the streak ends
  why MOVE  what refutes a move
  board     draw the board again
  next      another puzzle
  quit      leave
  help      this list"""


def command(
    game: GameName,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="a puzzle's name; the next unsolved one by default")
    ] = None,
    theme: Annotated[
        str | None, typer.Option("--theme", metavar="THEME", help="only puzzles of this theme")
    ] = None,
    daily: Annotated[bool, typer.Option("--daily", help="today's puzzle")] = False,
    themes: Annotated[bool, typer.Option("--themes", help="list the themes and leave")] = False,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="where solved puzzles and streak are kept")
    ] = None,
) -> None:
    """Solve puzzles: find the one move that wins or saves you. `help` lists what you may type."""
    console = Console(highlight=False)
    if themes:
        for known, count in themes_in(game).items():
            console.print(f"{known:<14}{count}")
        return
    if theme is not None and theme not in themes_in(game):
        raise NoPuzzles(Refusal("said_of", what=game, why=expected("expected_theme", themes_in(game), theme)))
    diary = Diary(file or default_file(), game)
    wanted = find(game, name) if name else of_the_day(game, date.today()) if daily else None
    while True:
        puzzle = wanted or diary.next_puzzle(theme)
        if not Sitting(puzzle, diary, console).solve():
            return
        wanted = None


def default_file() -> Path:
    """Where the diary lies if nobody says otherwise: among the user's own data."""
    return data_folder() / "puzzles.json"


class Diary:
    """Which puzzles were solved, and how many in a row; kept in a file."""

    def __init__(self, path: Path, game: str) -> None:
        self.path = path
        self.game = game
        try:
            self.said = json.loads(path.read_text("utf-8")) if path.exists() else {}
            own = self.said.setdefault(game, {})
            self.solved: dict[str, bool] = own.setdefault("solved", {})
            self.streak: int = own.setdefault("streak", 0)
            self.best: int = own.setdefault("best", 0)
        except (ValueError, AttributeError):
            raise NoPuzzles(f"{path}: expected a file of solved puzzles, not something else") from None

    def note(self, puzzle: Puzzle, *, clean: bool) -> None:
        """Remember a puzzle that is over: solved without a mistake or help, or not."""
        if puzzle.name not in self.solved:
            self.streak = self.streak + 1 if clean else 0
            self.best = max(self.best, self.streak)
        self.solved[puzzle.name] = clean
        self.said[self.game] = {"solved": self.solved, "streak": self.streak, "best": self.best}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(self.said), encoding="utf-8")
        new.replace(self.path)

    def next_puzzle(self, theme: str | None) -> Puzzle:
        """The easiest one that was not tried yet."""
        fitting = [one for one in shipped(self.game) if theme is None or theme in one.themes]
        left = [one for one in fitting if one.name not in self.solved]
        if not left:
            raise NoPuzzles(f"{self.game}: all {len(fitting)} puzzles have been tried; name one to see it")
        return left[0]


class Sitting:
    """One puzzle in the terminal."""

    def __init__(self, puzzle: Puzzle, diary: Diary, console: Console) -> None:
        self.puzzle = puzzle
        self.diary = diary
        self.console = console
        self.moves: list[str] = []
        self.clean = True
        self.hints = 0
        self.prompt = Prompt(lambda typed: completions(self.position().legal_moves(), typed))

    def position(self) -> Game:
        return after(self.puzzle, self.moves)

    def say(self, text: str) -> None:
        self.console.print(text, markup=False, soft_wrap=True)

    def solve(self) -> bool:
        """Show the puzzle and take moves until it is solved or shown; False if the person leaves."""
        puzzle = self.puzzle
        print_board(self.position(), self.console)
        self.say(f"{puzzle.game} puzzle {puzzle.name}, rating {puzzle.rating}: {task_of(puzzle)}")
        if not self.diary.solved:
            self.say("Type a move; `help` lists what else.")
        try:
            while (line := self.prompt.ask("> ")) is not None:
                word, _, rest = line.partition(" ")
                if word == "quit":
                    return False
                if word == "next" or (line and self.take(word, rest.strip(), line)):
                    return True
        finally:
            self.prompt.close()
        return False

    def take(self, word: str, rest: str, line: str) -> bool:
        """Do what a line says; is the puzzle over?"""
        match word:
            case "help":
                self.say(HELP)
            case "board":
                print_board(self.position(), self.console)
            case "hint":
                self.hint()
            case "answer":
                self.say(f"The solution: {' | '.join(self.puzzle.line)}")
                self.finish(clean=False)
                return True
            case "why":
                self.explain(rest)
            case _:
                return self.try_move(line)
        return False

    def hint(self) -> None:
        """First the themes, then the piece."""
        self.clean = False
        self.hints += 1
        if self.hints == 1 or self.moves:
            self.say(f"It is about: {', '.join(self.puzzle.themes)}.")
            return
        told = self.position().describe(self.puzzle.answer)
        first = told.steps[0].text if told.steps else told.start
        if first is None and told.piece is not None:
            first = f"the {told.piece.kind} in hand"
        self.say(f"It begins with {first or self.puzzle.answer}.")

    def explain(self, move: str) -> None:
        """What refutes a move."""
        try:
            line = why_not(self.puzzle.game, self.puzzle.name, [*self.moves, move])
            position = self.position()
            for made in line:
                position.play(made)
        except GameError as error:
            self.say(str(error))
            return
        print_board(position, self.console)
        end = "it loses" if self.puzzle.goal is Goal.SAVE else "the win is gone"
        self.say(f"{' | '.join(line)}: {end}.")

    def try_move(self, move: str) -> bool:
        """Judge a move; is the puzzle solved?"""
        try:
            found = attempt(self.puzzle.game, self.puzzle.name, [*self.moves, move])
        except GameError as error:
            self.say(str(error))
            return False
        if not found.right:
            self.clean = False
            self.say(f"{move} is not it. `why {move}` shows what refutes it; try again.")
            return False
        answers = found.moves[len(self.moves) + 1 :]
        self.moves = list(found.moves)
        if found.solved:
            self.say("Solved.")
            self.finish(clean=self.clean)
            return True
        print_board(self.position(), self.console)
        self.say(f"Right. {' | '.join(answers)} is the answer: go on." if answers else "Right: go on.")
        return False

    def finish(self, *, clean: bool) -> None:
        """Note the result."""
        self.diary.note(self.puzzle, clean=clean)
        self.say(f"Solved in a row: {self.diary.streak} (best {self.diary.best}).")


def task_of(puzzle: Puzzle) -> str:
    """What is asked, in a sentence."""
    side = puzzle.start().to_move
    soon = "at once" if puzzle.plies == 1 else f"within {puzzle.plies} plies"
    if puzzle.fastest:
        return f"{side} to move wins. One move wins {soon}, faster than any other."
    if puzzle.goal is Goal.WIN:
        return f"{side} to move wins {soon}. One move does it."
    return f"{side} to move. Every move but one loses {soon}."
