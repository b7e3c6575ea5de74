"""`schwarm match`: two players, many games, both sides of every start."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from schwarm.cli.arguments import AsJson, GameName, Options, Profile, print_json, read_options
from schwarm.cli.crews import (
    DEFAULT_HOST,
    DEFAULT_PORT,
    PROGRAMS,
    Book,
    DrawAgreed,
    Host,
    JudgeText,
    On,
    Pin,
    PlayerA,
    PlayerB,
    Port,
    Processes,
    Sandbox,
    StartsSeed,
    WinAgreed,
    contestants,
    opening_option,
    read_adjudication,
    read_openings,
    read_time,
    share_for,
    time_option,
)
from schwarm.cli.unfinished import kept_while_played, one_interrupt
from schwarm.cli.words import fault_told, reason_name, tell
from schwarm.game import rule_book
from schwarm.game.errors import BadOption, Refusal
from schwarm.players import ARRIVE_S, PlayerSpec, RemoteSpec
from schwarm.programs.harmless import harmless
from schwarm.programs.sandbox import SandboxError
from schwarm.workers import Bar, Journal, Report, Share, Tally, Task, WorkersError, pairs, play_all
from schwarm.workers.takeover import of_other_code, take_over

if TYPE_CHECKING:
    from schwarm.ratings import MatchRating

ERRORS = (WorkersError, SandboxError)
TIME_MS = 2_000
LAST_LINES = 4  # of what a program that lost by a fault has said
INTERRUPTED = 130  # as shells tell an interrupt
CASES = 10  # different faults that are told
TICK_MS = 10.0  # the system counts a program's processor time in such steps; less means nothing


def command(
    game: GameName,
    first: PlayerA,
    second: PlayerB,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="games to play")] = 100,
    time: Annotated[str | None, time_option(TIME_MS)] = None,
    seed: StartsSeed = 0,
    opening: Annotated[int, opening_option()] = 0,
    openings: Book = None,
    adjudicate_win: WinAgreed = None,
    adjudicate_draw: DrawAgreed = None,
    judge: JudgeText = "",
    processes: Processes = 2,
    pin: Pin = False,
    on: On = "local",
    journal: Annotated[
        Path | None,
        typer.Option("--journal", metavar="FILE", help="note every game here, and play only what is missing"),
    ] = None,
    recheck: Annotated[
        int | None,
        typer.Option(
            "--recheck",
            metavar="N",
            min=1,
            help="play N games of other code again; if they are the same, all count (bots with #NODES)",
        ),
    ] = None,
    sandbox: Sandbox = False,
    arrive: Annotated[
        float, typer.Option("--arrive", metavar="S", min=0.1, help="time for a program to start and connect")
    ] = ARRIVE_S,
    host: Host = DEFAULT_HOST,
    port: Port = DEFAULT_PORT,
    profile: Profile = None,
    option: Options = None,
    spread: Annotated[
        float | None,
        typer.Option(
            "--spread",
            metavar="ELO",
            min=1,
            max=2000,
            help="how far apart such players are, where that is known: 25 for versions of one program",
        ),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Play a match. Each start is played twice with the sides changed; whoever breaks a game off loses it."""
    from schwarm.ratings import match_rating

    book = rule_book(game)
    one, other = contestants((first, second), game)
    specs = (one.spec, other.spec)
    chosen = profile or default_profile(game, specs)
    options = dict(read_options(option or []))
    book.choose(chosen or None, options)
    if recheck is not None and journal is None:
        raise BadOption(Refusal("no_journal"))
    if sandbox and not any(isinstance(spec, PROGRAMS) for spec in specs):
        raise BadOption(Refusal("only_bots"))
    limits = read_time(time, TIME_MS, specs)
    tasks = pairs(
        game,
        one,
        other,
        games,
        seed=seed or 0,
        profile=chosen,
        options=options,
        opening_plies=opening,
        limits=limits,
        sandbox=sandbox,
        arrive_s=arrive,
        openings=read_openings(openings, game, chosen, options),
        adjudication=read_adjudication(adjudicate_win, adjudicate_draw, judge, specs, game),
    )
    console = Console(highlight=False, stderr=as_json, soft_wrap=True)
    reports: list[Report] = []
    result = Tally()
    try:
        with (
            one_interrupt(),
            kept_while_played(tasks, journal) as known,
            share_for(
                (one, other), on=on, slots=processes, pin=pin, host=host, port=port, sandbox=sandbox
            ) as share,
        ):
            if journal is not None and known is not None:
                count_older(tasks, known, share, recheck, console)
            with Bar(f"{one.name} - {other.name}", games, console) as bar:
                for report in play_all(tasks, share, known):
                    result = result.plus(Tally.of(report, one.name))  # an interrupt may come before the next
                    reports.append(report)
                    bar.note(f"{100 * result.share:.0f} %")
    except KeyboardInterrupt:
        print(tell("stopped", played=result.games, games=games), file=sys.stderr)
    if as_json:
        print_json(told(game, one.name, other.name, result, reports))
    elif reports:
        played = tell("match", game=game, one=one.name, other=other.name, count=result.games)
        console.print(played, markup=False)
        print_result(console, result, match_rating(reports, one.name, spread=spread))
        print_times(console, reports, (one.name, other.name))
        print_faults(console, reports)
    if len(reports) < games:
        return INTERRUPTED
    return int(all(report.absent for report in reports))  # a player that never started is no match


def count_older(
    tasks: Sequence[Task], journal: Journal, share: Share, recheck: int | None, console: Console
) -> None:
    """Say how many noted games do not count because other code played them, or find out whether they may."""
    older = of_other_code(tasks, journal)
    games = sum(len(one.tasks) for one in older)
    if not games:
        return
    if recheck is None:
        print(tell("other_code", count=games, file=journal.path), file=sys.stderr)
        return
    with Bar(tell("rechecking"), sum(one.missing(recheck) for one in older), console) as bar:
        for one in older:
            games = len(one.tasks)
            take_over(one, journal, share, recheck, bar)
            if one.different is None:
                print(tell("taken_over", count=games, replays=len(one.replayed)), file=sys.stderr)
            else:
                print(tell("not_taken_over", count=games, **asdict(one.different)), file=sys.stderr)


def told(game: str, one: str, other: str, result: Tally, reports: Iterable[Report]) -> dict[str, object]:
    """A match for programs; shares are those of the first player."""
    reports = list(reports)
    faults = Counter(case for report in reports for case in report.faults.items())
    times = [times_of(reports, name) for name in (one, other)]
    return {
        "game": game,
        "players": [one, other],
        "games": result.games,
        "won": result.wins,
        "drawn": result.draws,
        "lost": result.losses,
        "share": result.share,
        "late": result.late,
        "illegal": result.illegal,
        "slowest_ms": round(result.slowest_ms, 1),
        "think_ms": [round(spent[0], 1) for spent in times],
        "processor_ms": [None if spent[1] is None else round(spent[1], 1) for spent in times],
        "reasons": dict(result.reasons),
        "repeated": sum(bool(report.repeated) for report in reports),
        "faults": [{"player": name, "fault": fault, "games": n} for (name, fault), n in faults.items()],
    }


def times_of(reports: Iterable[Report], name: str) -> tuple[float, float | None]:
    """Milliseconds that a player thought in all games, and had of processors; None: nobody can tell."""
    think_ms, processor_ms, known = 0.0, 0.0, False
    for report in reports:
        side = list(report.record.seats.values()).index(name)
        think_ms += report.think_ms[side]
        if (had_ms := report.processor_ms[side]) is not None:
            processor_ms, known = processor_ms + had_ms, True
    return think_ms, processor_ms if known else None


def print_times(console: Console, reports: Sequence[Report], names: Iterable[str]) -> None:
    """How long each player thought by the clock, which is what it is charged, and on processors."""
    for name in names:
        think_ms, processor_ms = times_of(reports, name)
        known = "thought" if (processor_ms or 0.0) < TICK_MS else "thought_on_processors"
        times = {"time": duration(think_ms), "processor": duration(processor_ms or 0.0)}
        console.print(harmless(tell(known, name=name, **times)), markup=False)


def duration(ms: float) -> str:
    """A time for people: milliseconds below a second, else seconds.

    >>> duration(3.2), duration(12_345)
    ('3 ms', '12.35 s')
    """
    return f"{ms:.0f} ms" if ms < 1000 else f"{ms / 1000:.2f} s"


def print_result(console: Console, result: Tally, rating: "MatchRating") -> None:
    """How the games ended, and how sure one can be of who is stronger."""
    from schwarm.ratings.elo import percent

    elo, (low, high) = rating.elo, rating.shares
    points = {"low": f"{100 * low:.0f}", "high": f"{100 * high:.0f}", "elo": f"{elo.elo:+.0f}"}
    for line in (
        tell("tally", share=f"{100 * result.share:.1f}", **asdict(result)),
        tell("pairs", counts=", ".join(map(str, rating.pairs))),
        tell("long_run", least=f"{elo.low:+.0f}", most=f"{elo.high:+.0f}", **points),
        tell("stronger", name=rating.name, chance=percent(elo.superiority)),
    ):
        console.print(line, markup=False)
    if rating.repeated:
        console.print(tell("repeated_pairs", count=rating.repeated), markup=False)
    plies = f"{result.plies / result.games:.1f}"
    console.print(tell("slowest", ms=f"{result.slowest_ms:.0f}", plies=plies))
    for reason, count in result.reasons.items():
        console.print(f"  {count:5}  {reason_name(reason)}")


def default_profile(game: str, specs: Sequence[PlayerSpec]) -> str:
    """Programs and clients of the contest were written for its own rules."""
    foreign = any(isinstance(spec, (*PROGRAMS, RemoteSpec)) for spec in specs)
    return "official" if foreign and "official" in rule_book(game).profiles else ""


def print_faults(console: Console, reports: Sequence[Report]) -> None:
    """What players did wrong, how often, and what their programs said last."""
    count: Counter[tuple[str, Refusal]] = Counter()
    spoken: dict[tuple[str, Refusal], str] = {}
    for report in reports:
        for case in report.faults.items():
            count[case] += 1
            spoken[case] = report.logs.get(case[0], spoken.get(case, ""))
    for (name, fault), times in count.most_common(CASES):
        told = harmless(tell("lost_by", times=times, name=name, fault=fault_told(fault)))
        console.print(told, style="red", markup=False)
        for line in harmless(spoken[name, fault]).strip().splitlines()[-LAST_LINES:]:
            console.print(f"    {line}", style="dim", markup=False)
    if len(count) > CASES:
        console.print(tell("other_faults", count=len(count) - CASES))
    if again := [report.repeated for report in reports if report.repeated]:
        console.print(tell("repeated", count=len(again), why=harmless(fault_told(again[0]))), markup=False)
