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
from schwarm.cli.option_groups import group_options, is_shown
from schwarm.cli.places import configured
from schwarm.game.errors import BadOption, GameError, Refusal, reason_of
from schwarm.game.meant import did_you_mean, expected
from schwarm.game.wrong_values import SENTENCES, wrong_value

# Names of options before version 1.0.0, to answer a command that still has one.
RENAMED = {
    "--workers": "--processes",
    "--event-workers": "--event-processes",
    "--database": "--store",
    "--out": "--to",
}
HELP_ALL = "--help-all"
Parser = typer.core.TyperCommand | typer.core.TyperGroup


def run_command(name: str, arguments: list[str]) -> int:
    """Run a command's function on its arguments; return the exit code."""
    module = import_module(f"schwarm.cli.{name}")
    command = parser(name, module)
    if not arguments and isinstance(command, typer.core.TyperGroup):
        arguments = ["--help"]
    if HELP_ALL in arguments:
        arguments = ["--help" if word == HELP_ALL else word for word in arguments]
        for one in (command, *inside(command).values()):
            one.all_options = True
    try:
        _expect_command(command, arguments)
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
        why = reason_of(error)
        return _complain(
            BadOption(Refusal("said_of", what=error.filename, why=why) if error.filename else why)
        )
    except typer.TyperException as error:
        return _complain(
            BadOption(Refusal("see_help", why=typed_wrong(error, command), command=f"schwarm {name}"))
        )
    return code if isinstance(code, int) else 0


def _expect_command(command: Parser, arguments: list[str]) -> None:
    """BadOption unless a command with commands of its own is told which."""
    if type(command) is typer.core.TyperGroup and not arguments[0].startswith("-"):
        if arguments[0] not in command.commands:
            raise BadOption(expected("expected_command", command.commands, arguments[0]))


def typed_wrong(error: Any, command: Parser) -> str:
    """What typer found wrong with a line, by the kind of its error: typer's own words are English alone."""
    if hasattr(error, "possibilities"):  # an option that there is not
        new = RENAMED.get(error.option_name)
        meant = did_you_mean([new] if new else error.possibilities or ()) or ""
        return Refusal("no_option", said=error.option_name, meant=meant)
    if hasattr(error, "option_name"):
        flags = [part for part in parts_of(command) if getattr(part, "is_flag", False)]
        known = any(error.option_name in part.opts for part in flags)
        return Refusal("no_value" if known else "missing_value", what=error.option_name)
    param = getattr(error, "param", None)
    if param is None:
        return str(error)
    what = param.get_error_hint().replace("'", "")
    if hasattr(error, "param_type"):
        option = param.param_type_name == "option"
        return Refusal("missing_option", what=what) if option else Refusal("missing_argument", what=what)
    found = error.__cause__.errors()[0] if hasattr(error.__cause__, "errors") else {}
    if found.get("type") == "value_error" and (choices := param.type_descriptor.choices):
        said = repr(found.get("input"))
        return Refusal("one_of", what=what, names=", ".join(map(str, choices)), said=said)
    if found.get("type") in SENTENCES:
        return wrong_value(found, what)
    return Refusal("said_of", what=what, why=error.message)


def _takes_value(command: Parser, word: str) -> bool:
    """Return True for an option that is followed by its value."""
    return any(word in part.opts and not getattr(part, "is_flag", True) for part in command.params)


class Explained(typer.core.TyperCommand):
    """A command whose help is in the user's language, if the texts have it."""

    words = ""  # what is typed to call it
    all_options = False  # whether the help shows all of them: --help-all

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, the options that most people need and, with --help-all, the others."""
        parts = self.get_params(ctx)
        options = [part for part in parts if part.param_type_name == "option"]
        rest = [part for part in options if not (is_shown(self.words, part) or part.name == "help")]
        sections = {
            "Arguments": [part for part in parts if part not in options],
            "Options": [part for part in options if part not in rest],
            **(group_options(rest) if self.all_options else {}),
        }
        for title, members in sections.items():
            rows = [row for part in members if (row := part.get_help_record(ctx)) is not None]
            if title == "Options" and rest and not self.all_options:
                rows.append((HELP_ALL, "Show all options."))
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read a line; words that nobody asked for are refused in the user's language."""
        ctx.allow_extra_args = True
        if ctx.resilient_parsing and args and _takes_value(self, args[-1]):
            args = args[:-1]  # a shell completes its value, for which it needs what else the line says
        left: list[str] = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            raise BadOption(Refusal("extra_arguments", said=" ".join(left)))
        return left

    def get_help(self, ctx: Any) -> str:
        """The help as it is printed."""
        if explained(self.help or "") == self.help:  # not half of it
            return super().get_help(ctx)
        self.help = explained(self.help or "")
        for part in self.get_params(ctx):
            part.help = explained(getattr(part, "help", None) or "")  # type: ignore[attr-defined]
            if isinstance(usual := getattr(part, "show_default", None), str):
                part.show_default = explained(usual)  # type: ignore[attr-defined]
        return headed(super().get_help(ctx))


def parser(name: str, module: ModuleType) -> Parser:
    """The command as typer knows it, with examples at the end of its help."""
    app = getattr(module, "app", None)  # a command with commands of its own
    if app is None:
        app = typer.Typer(add_completion=False, rich_markup_mode=None)
        app.command(name)(module.command)
    for one in app.registered_commands:
        one.cls = Explained
    made = typer.main.get_command(app)
    assert isinstance(made, Parser)
    own = ((f"{name} {inner}", one) for inner, one in inside(made).items())
    for words, command in [(name, made), *own]:
        command.epilog, command.words = examples(words), words
    return made


def settings(command: Parser) -> dict[str, Any]:
    """`-h` asks for help, too, where it is not the contest's own option for a host."""
    taken = any("-h" in part.opts for part in command.params)
    return {"help_option_names": ["--help"] if taken else ["-h", "--help"]}


def configuration(name: str, command: Parser) -> dict[str, Any]:
    """What the user's config file says of a command, and of each of its own commands."""
    options = [(word, part.name) for part in parts_of(command) for word in part.opts]
    names = {word.removeprefix("--"): name for word, name in options if word.startswith("--")}
    said = configured(name, names, COMMANDS)
    return said | dict.fromkeys(inside(command), said)


def inside(command: Parser) -> dict[str, Any]:
    """The commands of a command by their names."""
    return dict(command.commands) if isinstance(command, typer.core.TyperGroup) else {}


def parts_of(command: Parser) -> list[Any]:
    """The arguments and options of a command, and of each of its own commands."""
    return [part for one in (command, *inside(command).values()) for part in one.params]


def _complain(error: Exception) -> int:
    from schwarm.cli.words import complaint
    from schwarm.programs.harmless import harmless

    print("schwarm:", harmless(" ".join(complaint(error).split())), file=sys.stderr)
    return 2
