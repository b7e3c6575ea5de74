"""Starts one command and turns what goes wrong into one line and an exit code."""

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

import typer

from schwarm.cli import COMMANDS
from schwarm.cli.examples import examples
from schwarm.cli.language import explained, headed
from schwarm.cli.places import configured
from schwarm.game.errors import GameError

# Options that had another name before; their old names are still understood.
RENAMED = {
    "--workers": "--processes",
    "--event-workers": "--event-processes",
    "--database": "--store",
    "--out": "--to",
}
Parser = typer.core.TyperCommand | typer.core.TyperGroup


def run_command(name: str, arguments: list[str]) -> int:
    """Run a command's function on its arguments; return the exit code."""
    module = import_module(f"schwarm.cli.{name}")
    command = parser(name, module)
    if not arguments and isinstance(command, typer.core.TyperGroup):
        arguments = ["--help"]
    arguments = [RENAMED.get(word, word) for word in arguments]
    try:
        told = {"default_map": configuration(name, command), **settings(command)}
        code = command.main(arguments, standalone_mode=False, prog_name=f"schwarm {name}", **told)
        sys.stdout.flush()
    except (GameError, *getattr(module, "ERRORS", ())) as error:  # what its user or its world did wrong
        return _complain(error)
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:  # the reader of our output has gone, e.g. `schwarm moves ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except typer.TyperException as error:
        near = getattr(error, "possibilities", None)  # of an option that there is not
        words = getattr(error, "message", "") if near else getattr(error, "format_message", error.__str__)()
        meant = f": did you mean {' or '.join(near)}?" if near else ""
        return _complain(f"{words}{meant} (see schwarm {name} --help)")
    return code if isinstance(code, int) else 0


class Explained(typer.core.TyperCommand):
    """A command whose help is in the user's language, if the texts have it."""

    def get_help(self, ctx: Any) -> str:
        """The help as it is printed."""
        if explained(self.help or "") == self.help:  # not half of it
            return super().get_help(ctx)
        self.help = explained(self.help or "")
        for part in self.get_params(ctx):
            part.help = explained(getattr(part, "help", None) or "")  # type: ignore[attr-defined]
        return headed(super().get_help(ctx))


def parser(name: str, module: ModuleType) -> Parser:
    """The command as typer knows it, with examples at the end of its help."""
    app = getattr(module, "app", None)  # a command with commands of its own
    if app is None:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name, cls=Explained)(module.command)
    made = typer.main.get_command(app)
    assert isinstance(made, Parser)
    inside = made.commands if isinstance(made, typer.core.TyperGroup) else {}
    for words, command in [(name, made), *((f"{name} {inner}", one) for inner, one in inside.items())]:
        command.epilog = examples(words)
    return made


def settings(command: Parser) -> dict[str, Any]:
    """`-h` asks for help, too, where it is not the contest's own option for a host."""
    taken = any("-h" in part.opts for part in command.params)
    return {"help_option_names": ["--help"] if taken else ["-h", "--help"]}


def configuration(name: str, command: Parser) -> dict[str, Any]:
    """What the user's config file says of a command, and of each of its own commands."""
    inside = command.commands if isinstance(command, typer.core.TyperGroup) else {}
    every = {key: part for one in (command, *inside.values()) for key, part in long_names(one).items()}
    said = configured(name, every, COMMANDS)
    return said | dict.fromkeys(inside, said)


def long_names(command: Any) -> dict[str, str]:
    """The options of a command as people write them, without dashes, and the names of their parameters."""
    options = [(word, part.name) for part in command.params for word in part.opts]
    return {word.removeprefix("--"): name for word, name in options if word.startswith("--")}


def _complain(what: str | Exception) -> int:
    from schwarm.cli.words import complaint, said
    from schwarm.programs.harmless import harmless

    told = said(" ".join(what.split())) if isinstance(what, str) else complaint(what)
    print("schwarm:", harmless(" ".join(told.split())), file=sys.stderr)
    return 2
