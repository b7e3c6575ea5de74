"""`schwarm completion`: Tab in a shell completes commands, options, games, profiles and bots."""

import os
from importlib import import_module
from typing import Annotated, Any, Literal

import typer
from typer.completion import (  # type: ignore[attr-defined]
    completion_init,
    get_completion_script,
    install,
    shell_complete,
)

from schwarm.cli import COMMANDS, COMPLETE
from schwarm.cli.start import Parser, parser
from schwarm.game.errors import GameError

Shell = Literal["bash", "zsh", "fish", "powershell"]


def command(
    shell: Annotated[Shell, typer.Argument(metavar="SHELL", help="bash, zsh, fish or powershell")] = "bash",
    into: Annotated[bool, typer.Option("--install", help="put it where the shell looks for it")] = False,
) -> None:
    """Print the script that teaches your shell to complete our commands, or install it."""
    if not into:
        print(get_completion_script(prog_name="schwarm", complete_var=COMPLETE, shell=shell))
        return
    try:
        _, path = install(shell=shell, prog_name="schwarm", complete_var=COMPLETE)
    except OSError as error:
        raise GameError(f"the completion cannot be put into {error.filename}: {error.strerror}") from None
    print(f"{shell} completes `schwarm` from the next terminal on: {path}")


class Everything(typer.core.TyperGroup):
    """All commands; only the one that a line names is imported."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """What a list of commands shows of one."""
        return typer.core.TyperCommand(name=cmd_name, short_help=COMMANDS[cmd_name])

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command of a line itself."""
        found: Parser | None = None
        if args[0] in COMMANDS:
            found = parser(args[0], import_module(f"schwarm.cli.{args[0]}"))
        return args[0], found, args[1:]


def complete(instruction: str) -> int:
    """Answer a shell that asks how a line may go on; what goes wrong is nobody's interest there."""
    del os.environ[COMPLETE]  # not for what we start
    completion_init()
    try:
        return int(shell_complete(Everything(name="schwarm"), {}, "schwarm", COMPLETE, instruction))
    except Exception:
        return 1
