"""Starts one command and turns what goes wrong into one line and an exit code."""

import os
import sys
from importlib import import_module

import typer

from schwarm.games.errors import GameError


def run_command(name: str, arguments: list[str]) -> int:
    """Run a command's function on its arguments; return the exit code."""
    module = import_module(f"schwarm.cli.{name}")
    app = getattr(module, "app", None)  # a command with commands of its own
    if app is None:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name)(module.command)
    try:
        code = app(arguments, standalone_mode=False, prog_name=f"schwarm {name}")
        sys.stdout.flush()
    except (GameError, *getattr(module, "ERRORS", ())) as error:  # what its user or its world did wrong
        return _complain(str(error))
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:  # the reader of our output has gone, e.g. `schwarm moves ... | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except typer.TyperException as error:
        format_message = getattr(error, "format_message", error.__str__)
        return _complain(f"{format_message()} (see schwarm {name} --help)")
    return code if isinstance(code, int) else 0


def _complain(message: str) -> int:
    print("schwarm:", " ".join(message.split()), file=sys.stderr)
    return 2
