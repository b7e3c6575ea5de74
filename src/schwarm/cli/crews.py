"""What commands that play many games share: where games are played, and the players that take part."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from schwarm import players
from schwarm.game import list_games
from schwarm.game.errors import BadOption, Refusal
from schwarm.game.openings import Opening, check_book, read_book
from schwarm.players import (
    ArchiveSpec,
    BotSpec,
    FunctionSpec,
    NetSpec,
    PlayerError,
    PlayerSpec,
    ProgramSpec,
    RemoteSpec,
)
from schwarm.programs.sandbox import check_sandbox
from schwarm.referee import Adjudication, Agreement, Limits, read_limits
from schwarm.referee.adjudication import SURE
from schwarm.workers import Contestant, Share, Urgency, working

PROGRAMS = (ProgramSpec, ArchiveSpec)
DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 13050

AGREED = re.compile(r"(score|plies|from)=(\d{1,6})")
AGREEMENT = re.compile(rf"{AGREED.pattern}(?:,{AGREED.pattern}){{1,2}}")

Adjudicated = "score=THOUSANDTHS,plies=N[,from=PLY]"
WinAgreed = Annotated[
    str | None,
    typer.Option(
        "--adjudicate-win",
        metavar=Adjudicated,
        help="end a game as won when scores of so many plies in a row say so: score=950,plies=8",
    ),
]
DrawAgreed = Annotated[
    str | None,
    typer.Option(
        "--adjudicate-draw",
        metavar=Adjudicated,
        help="... as drawn when they stay within this: score=20,plies=16,from=40",
    ),
]
JudgeText = Annotated[
    str,
    typer.Option("--judge", metavar="BOT", help="who says the scores players do not say, such as best#2000"),
]
Book = Annotated[
    Path | None,
    typer.Option(
        "--openings", metavar="FILE", help="a text file of openings, one a line: moves, or `position TEXT`"
    ),
]


def some_players(ctx: typer.Context) -> list[str]:
    """Bots of the game that a line names, for a shell that completes it."""
    return list(players.bot_names(ctx.params.get("game") or list_games()[0]))


def processes_option(usual: str = "") -> Any:
    """The option that says how many processes work; `usual` is the default where that is no number."""
    return typer.Option("--processes", metavar="N", min=1, help=PROCESSES, show_default=usual or True)


def time_option(usual_ms: int) -> Any:
    """The option for the clock of games between players."""
    usual = f"{usual_ms}, or a player's own if longer"
    return typer.Option(
        "--time",
        metavar="MS|BANK+INC",
        help="milliseconds per move, or a bank and an increment: 60000+500",
        show_default=usual,
    )


def opening_option(usual: str = "") -> Any:
    """The option for random plies before the first move of a player."""
    return typer.Option(
        "--opening", metavar="N", min=0, help="random plies at the start", show_default=usual or True
    )


PROCESSES = "processes that play and think"
StartsSeed = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, help="take starts from this seed")
]
PlayerA = Annotated[
    str,
    typer.Argument(metavar="PLAYER_A", help=f"who plays: {players.FORMS}", autocompletion=some_players),
]
PlayerB = Annotated[str, typer.Argument(metavar="PLAYER_B", help="against whom", autocompletion=some_players)]
Processes = Annotated[int, processes_option()]
ProcessPerCore = Annotated[int | None, processes_option("one per core")]
Pin = Annotated[bool, typer.Option("--pin", help="keep each process to a core of its own")]
On = Annotated[
    str,
    typer.Option("--on", metavar="WHERE", help="where they work: local, ray, ray:HOST:PORT, ray://HOST:PORT"),
]
Host = Annotated[
    str,
    typer.Option("--host", metavar="ADDRESS", help="address to listen on"),
]
Port = Annotated[
    int, typer.Option("--port", metavar="N", help="port to listen on; 0: any free one", min=0, max=65535)
]
Sandbox = Annotated[
    bool,
    typer.Option("--sandbox", help="run programs in a sandbox: no network, no files, the contest's limits"),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="say only what goes wrong, and the result")]


def read_time(text: str | None, usual: int, specs: Sequence[PlayerSpec]) -> Limits:
    """The clock that --time asks for; without it the usual time a move, or a player's own if longer."""
    return read_limits(text if text is not None else str(longest_ms(usual, specs)))


def read_adjudication(
    win: str | None, draw: str | None, judge: str, specs: Sequence[PlayerSpec], game: str
) -> Adjudication | None:
    """What --adjudicate-win, --adjudicate-draw and --judge ask for; None if they ask for nothing."""
    if win is None and draw is None and not judge:
        return None
    rules = Adjudication(_agreement(win), _agreement(draw), judge)
    players.check_adjudication(rules, specs, game)
    return rules


def _agreement(text: str | None) -> Agreement | None:
    """Named numbers such as `score=950,plies=8,from=20`."""
    if text is None:
        return None
    found = dict(AGREED.findall(text))
    numbers = {key: int(value) for key, value in found.items()}
    if AGREEMENT.fullmatch(text) is None or not {"score", "plies"} <= found.keys():
        raise BadOption(Refusal("agreement", said=repr(text)))
    if numbers["score"] > SURE or numbers["plies"] < 2:
        raise BadOption(Refusal("agreed", most=SURE, said=repr(text)))
    return Agreement(numbers["score"], numbers["plies"], numbers.get("from", 0))


def read_openings(
    path: Path | None, game: str, profile: str | None, options: Mapping[str, str] | None = None
) -> tuple[Opening, ...]:
    """The openings of a file, every one of them tried; none without a file."""
    return () if path is None else check_book(read_book(path), game, profile, options)


def contestants(texts: Sequence[str], game: str, *, check: bool = True) -> tuple[Contestant, ...]:
    """Who plays, checked unless that comes later; PlayerError lists everything that keeps them from it."""
    found: list[Contestant] = []
    faults: list[str] = []
    for text in texts:
        try:
            spec = players.read(text, Path.cwd())
            if check:
                players.check(spec, game)
        except PlayerError as error:
            faults += error.args
            continue
        name = str(players.read(text))
        taken = [one.name for one in found]
        found.append(Contestant(f"{name} (2)" if name in taken else name, spec))
    if faults:
        raise PlayerError(*dict.fromkeys(faults))
    return tuple(found)


def longest_ms(least: int, specs: Sequence[PlayerSpec]) -> int:
    """The time a move needs so that nobody's own time is cut short."""
    own = [spec.time_ms for spec in specs if isinstance(spec, BotSpec | NetSpec | FunctionSpec)]
    return max(least, *own) if own else least


@contextmanager
def share_for(
    taking_part: Sequence[Contestant],
    *,
    on: str,
    slots: int | None,
    pin: bool = False,
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    sandbox: bool = False,
) -> Iterator[Share]:
    """Workers for games of these players; remote clients are told where to come, and with what.

    SandboxError if programs are to be locked in and cannot be.
    """
    if sandbox and any(isinstance(one.spec, PROGRAMS) for one in taking_part):
        check_sandbox()
    remote = [one.name for one in taking_part if isinstance(one.spec, RemoteSpec)]
    with working(on, slots, Urgency.EVENTS, pin=pin) as share:
        if not remote:
            yield share
            return
        from schwarm.workers.remote import RemoteGuests

        with closing(RemoteGuests(remote, host, port)) as guests:
            share.guests = guests
            for name, ticket in guests.tickets.items():
                print(f"{name}: -h {host} -p {guests.port} -r {ticket}", file=sys.stderr, flush=True)
            yield share
