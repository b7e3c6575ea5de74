"""`schwarm check`: whether a bot's file is ready to be uploaded."""

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from schwarm.cli.crews import read_time, share_for
from schwarm.cli.match import default_profile, print_faults
from schwarm.cli.package import read_bot
from schwarm.cli.unfinished import one_interrupt
from schwarm.cli.words import tell
from schwarm.contest.bot_source import named_game
from schwarm.game import list_games, rule_book
from schwarm.game.errors import BadOption, Refusal
from schwarm.game.record import Irregular
from schwarm.players import ARRIVE_S, BotSpec, ProgramSpec
from schwarm.workers import Bar, Contestant, Report, WorkersError, pairs, play_all

ERRORS = (WorkersError,)
START_S = 60.0  # to import everything on a busy machine
TIME_MS = 2_000


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a bot, as `schwarm new bot` makes one")],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="the game it is to play", autocompletion=list_games),
    ] = None,
    time: Annotated[
        str, typer.Option("--time", metavar="MS|BANK+INC", help="time per move, or a bank: 60000+500")
    ] = str(TIME_MS),
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="games against the random player")
    ] = 2,
) -> int:
    """Try a bot before it is uploaded: the right game, the start, its time per move, illegal moves.

    It plays as the contest starts it, from both sides. Exits with 1 if anything is wrong.
    """
    plays = game_of(file, game)
    print(tell("check_game", file=file.name, game=plays), flush=True)
    start(file)
    bot = Contestant(file.name, ProgramSpec((sys.executable, file.name), str(file.parent.resolve())))
    other = Contestant("random", BotSpec("random"))
    specs = (bot.spec, other.spec)
    limits = read_time(time, TIME_MS, specs)
    tasks = pairs(
        plays,
        bot,
        other,
        games,
        seed=1,
        profile=default_profile(plays, specs),
        options={},
        opening_plies=0,
        limits=limits,
        sandbox=False,
        arrive_s=ARRIVE_S,
    )
    console = Console(highlight=False, soft_wrap=True)
    reports: list[Report] = []
    with (
        one_interrupt(),
        share_for((bot, other), on="local", slots=1) as share,
        Bar(bot.name, games, console) as bar,
    ):
        for report in play_all(tasks, share):
            reports.append(report)
            bar.note("")
    return judge(file, plays, reports, console)


def game_of(file: Path, wanted: str | None) -> str:
    """The game that a bot's file names.

    :raises BadOption: if the file is no bot, or one for another game than the wanted one.
    """
    plays = named_game(read_bot(file, wanted), file.name)
    found = plays or wanted
    if found is None:
        raise BadOption(Refusal("no_game_named", file=file.name))
    return rule_book(found).name


def start(file: Path) -> None:
    """Start the program once, so that a failing import is shown with its own words.

    :raises BadOption: if it does not start.
    """
    try:
        tried = subprocess.run(
            [sys.executable, file.name, "--verify"],
            cwd=file.parent,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=START_S,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise BadOption(Refusal("slow_start", file=file.name, seconds=f"{START_S:.0f}")) from None
    if tried.returncode:
        print(tried.stderr.rstrip(), file=sys.stderr)
        raise BadOption(Refusal("bad_start", file=file.name, code=tried.returncode))
    if ".main(" not in file.read_text("utf-8"):
        raise BadOption(Refusal("no_main", file=file.name))


def judge(file: Path, game: str, reports: list[Report], console: Console) -> int:
    """Print what was found and return the exit code."""
    places = [list(report.record.seats.values()).index(file.name) for report in reports]
    slowest = max(report.slowest_ms[place] for report, place in zip(reports, places, strict=True))
    reasons = [report.record.end.reason for report in reports if report.record.end is not None]
    late, illegal = reasons.count(Irregular.TIME_UP), reasons.count(Irregular.ILLEGAL_MOVE)
    faults = sum(file.name in report.faults for report in reports)
    won = sum(
        report.record.end is not None and report.record.seats.get(report.record.end.winner or "") == file.name
        for report in reports
    )
    console.print(tell("check_games", games=len(reports), won=won, ms=f"{slowest:.0f}"), markup=False)
    console.print(
        tell("check_faults", late=late, illegal=illegal, other=faults - late - illegal), markup=False
    )
    print_faults(console, reports)
    if faults:
        return 1
    console.print(tell("check_ready", command=f"schwarm package {game} --file {file.name}"), markup=False)
    return 0
