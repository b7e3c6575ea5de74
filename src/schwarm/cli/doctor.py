"""`schwarm doctor`: what this machine has and lacks, how to get the rest, and whether the sandbox holds."""

import asyncio
import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console

from schwarm.cli.findings import Requirement, findings
from schwarm.game.errors import BadOption
from schwarm.programs.cgroups import NONE, means
from schwarm.programs.escapes import ESCAPES, EscapeResult, try_escapes, without_groups
from schwarm.programs.sandbox import SandboxError, check_sandbox

PARTS = ("sandbox",)


def command(
    part: Annotated[
        str, typer.Argument(metavar="[sandbox]", help="only try to escape from the sandbox")
    ] = "",
    quick: Annotated[
        bool, typer.Option("--quick", help="do not try the sandbox: half a minute less")
    ] = False,
    groups: Annotated[
        bool,
        typer.Option("--groups/--no-groups", help="let control groups count, where this machine has them"),
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON, for programs")] = False,
) -> int:
    """Look at this machine: compiler, browser, sandbox, database, Ray, ports. Installs and changes nothing.

    The sandbox is tried by a program that attempts to escape; it only opens and asks. The exit code is 1 if
    an escape was not held.
    """
    if part and part not in PARTS:
        raise BadOption(f"expected nothing or {' or '.join(PARTS)} after doctor, not {part!r}")
    if part and quick:
        raise BadOption("expected either sandbox or --quick, not both")
    found = [] if part else findings()
    if found and not as_json:
        _print_findings(found)
    refused, verdicts = ("", []) if quick else _try_sandbox(groups=groups, quiet=as_json)
    if as_json:
        _print_json(found, refused, verdicts, groups)
    held = all(verdict.held or verdict.uncovered for verdict in verdicts)
    return 0 if held and not (part and refused) else 1


def _try_sandbox(*, groups: bool, quiet: bool) -> tuple[str, list[EscapeResult]]:
    """Why there is no sandbox, if there is none; else what came of each attempt to escape from it."""
    console = Console(highlight=False, quiet=quiet)
    try:
        check_sandbox()
    except SandboxError as error:
        console.print(
            f"No sandbox, so programs are not started where one is asked for: {error}", soft_wrap=True
        )
        return str(error), []
    return "", asyncio.run(_attempts(console, groups))


async def _attempts(console: Console, groups: bool) -> list[EscapeResult]:
    """Try all escapes and print each as it is known."""
    verdicts = []
    escapes = ESCAPES if groups else without_groups(ESCAPES)
    console.print(f"What programs use is counted by: {counted_by(groups)}.", soft_wrap=True)
    console.print("A program inside the sandbox tries to ...")
    with console.status("") as status:
        status.update(f"1 of {len(escapes)}")
        async for verdict in try_escapes(escapes):
            verdicts.append(verdict)
            state = "held" if verdict.held else "not covered" if verdict.uncovered else "NOT HELD"
            got = f"{verdict.uncovered} ({verdict.got})" if verdict.uncovered else verdict.got
            console.print(f"  {verdict.escape.aim:<42} {state:<12} {got}", soft_wrap=True, markup=False)
            status.update(f"{len(verdicts) + 1} of {len(escapes)}")
    held = sum(verdict.held for verdict in verdicts)
    known = sum(bool(verdict.uncovered) for verdict in verdicts)
    missing = f", {known} not covered on this machine (docs/explanation/security.md)" if known else ""
    console.print(f"{held} of {len(verdicts)} attempts held{missing}.")
    if held + known < len(verdicts):
        console.print(
            "Do not run foreign programs here: install the newest `bubblewrap` and kernel of your system, "
            "and report what did not hold (SECURITY.md).",
            soft_wrap=True,
        )
    return verdicts


def counted_by(groups: bool) -> str:
    """By what means the sandbox knows what a program uses."""
    found = means() if groups else NONE
    if found is NONE:
        return "adding up what can be seen, ten times a second; there is no control group"
    return found.name + ("" if found.processor else ", though not its share of a core")


def _print_findings(found: list[Requirement]) -> None:
    for one in found:
        print(f"{'yes' if one.there else 'no':<4} {one.name:<20} {one.found}")
        print(f"{'':<25} gives: {one.gives}")
        if not one.there:
            print(f"{'':<25} to get it: {one.get}")
    print(flush=True)


def _print_json(found: list[Requirement], refused: str, verdicts: list[EscapeResult], groups: bool) -> None:
    report = {
        "machine": [asdict(one) for one in found],
        "no_sandbox": refused or None,
        "counted_by": counted_by(groups),
        "escapes": [
            {
                "attempt": one.escape.attempt,
                "aim": one.escape.aim,
                "held": one.held,
                "got": one.got,
                "uncovered": one.uncovered,
            }
            for one in verdicts
        ],
    }
    print(json.dumps(report, indent=2))
