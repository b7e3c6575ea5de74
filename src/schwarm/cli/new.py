"""`schwarm new bot`: a folder with a bot of one's own, to open in an editor."""

import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from schwarm.cli.language import language
from schwarm.cli.words import tell
from schwarm.game import Game, list_games, new_game, rule_book
from schwarm.game.catalogue import folder
from schwarm.game.errors import BadOption, Refusal

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)
BOT = "my_bot.py"
HERE = "schwarm.cli"
FIRST = f"{BOT}.txt"
EXAMPLE = "bot.py.txt"  # among the templates of a game: a bot that looks ahead and judges positions
KNOWN_PLIES = 40  # random moves, since some kinds of pieces are seen only after many


@app.callback()
def new() -> None:
    """Start something of your own: `schwarm new bot FOLDER --game GAME`."""


@app.command("bot")
def new_bot(
    target: Annotated[Path, typer.Argument(metavar="FOLDER", help="the folder to make")],
    game: Annotated[
        str,
        typer.Option("--game", metavar="GAME", help="the game it plays", autocompletion=list_games),
    ],
    example: Annotated[
        bool, typer.Option("--example", help="begin with a stronger bot, which looks ahead")
    ] = False,
) -> None:
    """Make a folder with a bot that plays, a test, recipes to run and debug it, and a README."""
    rule_book(game)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BadOption(Refusal("folder_taken", folder=target))
    for name, text in bot_files(game, example=example).items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    print(tell("new_bot", folder=target, game=game))
    for command in (f"cd {target}", f"schwarm check {BOT}", f"python {BOT} --against 1"):
        print(f"  {command}")


def bot_files(game: str, *, example: bool = False) -> dict[str, str]:
    """The files of a new bot by their paths."""
    names = names_of(new_game(game, seed=7))
    source = template(folder(game), EXAMPLE if example else FIRST)  # a first bot of a game where greed loses
    if source is None and example:
        raise BadOption(Refusal("no_example_bot", game=game))
    source = source or template(HERE, FIRST) or ""
    names["bot"] = re.findall(r"^class (\w+)\(ContestBot\)", source, re.M)[0]
    return {
        BOT: filled(source, names),
        f"test_{BOT}": filled(template(HERE, f"test_{BOT}.txt") or "", names),
        ".vscode/launch.json": filled(template(HERE, "launch.json") or "", names),
        "README.md": filled(template(HERE, f"README.{language()}.md") or "", names),
    }


def template(package: str, name: str) -> str | None:
    """The text of a template in a package; None if it has none."""
    file = files(package).joinpath("templates", name) if package else None
    return file.read_text("utf-8") if file is not None and file.is_file() else None


def filled(text: str, names: dict[str, str]) -> str:
    """A template with [[NAME]] replaced."""
    for name, value in names.items():
        text = text.replace(f"[[{name}]]", value)
    return text


def names_of(game: Game) -> dict[str, str]:
    """What a template may name: the game's sides, numbers, facts, pieces and questions, as in Python."""
    book, board = game.setup.book, game.board()
    scores = book.score_names
    place = min(1, len(scores) - 1)
    kinds = {piece.kind for piece in board.pieces}
    chance = Random(1)
    for _ in range(KNOWN_PLIES):
        if moves := game.legal_moves():
            game.play(chance.choice(moves))
            kinds |= {piece.kind for piece in game.board().pieces}
    return {
        "game": book.name,
        "title": book.title,
        "sides": listed(book.sides),
        "plain_sides": ", ".join(book.sides),
        "score_names": ", ".join(scores),
        "number": re.sub(r"\W+", "_", scores[place]).upper(),
        "place": str(place),
        "facts": listed(fact.name for fact in board.facts if fact.side is None),
        "side_facts": listed(fact.name for fact in board.facts if fact.side is not None),
        "kinds": listed(sorted(kinds)),
        "hands": listed(supply.kind for supply in board.hands),
        "questions": questions_of(game),
    }


def listed(names: Iterable[str]) -> str:
    """Names as a line of Markdown, each once."""
    return ", ".join(f'`"{name}"`' for name in dict.fromkeys(names)) or "-"


def questions_of(game: Game) -> str:
    """Rows of a table: what only this game answers, each with the first line of its docstring."""
    rows = []
    for call in game.setup.book.questions:
        said = (getattr(type(game), call.partition("(")[0]).__doc__ or "").partition("\n")[0]
        rows.append(f"| `game.{call}` | {said} |\n")
    return "".join(rows)
