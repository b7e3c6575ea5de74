"""What commands that play many games share: where games are played, and the players that take part."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from schwarm import players
from schwarm.players import (
    ArchiveSpec,
    BotSpec,
    FunctionSpec,
    PlayerError,
    PlayerSpec,
    ProgramSpec,
    RemoteSpec,
)
from schwarm.programs.sandbox import check_sandbox
from schwarm.workers import Contestant, Crew, crew_of

PROGRAMS = (ProgramSpec, ArchiveSpec)
DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 13050

PlayerText = Annotated[str, typer.Argument(metavar="PLAYER", help=f"who plays: {players.FORMS}")]
Pin = Annotated[bool, typer.Option("--pin", help="keep each worker to a core of its own")]
On = Annotated[
    str, typer.Option("--on", metavar="WHERE", help="local, ray, ray:HOST:PORT or ray://HOST:PORT")
]
Host = Annotated[str, typer.Option("--host", help="where remote clients are expected")]
Port = Annotated[
    int, typer.Option("--port", help="where remote clients are expected; 0: any free port", min=0, max=65535)
]


def contestants(texts: Sequence[str], game: str) -> tuple[Contestant, ...]:
    """Who plays, checked; PlayerError lists everything that keeps them from playing here."""
    found: list[Contestant] = []
    faults: list[str] = []
    for text in texts:
        try:
            spec = players.read(text, Path.cwd())
            players.check(spec, game)
        except PlayerError as error:
            faults.append(str(error))
            continue
        name = str(players.read(text))
        taken = [one.name for one in found]
        found.append(Contestant(f"{name} (2)" if name in taken else name, spec))
    if faults:
        raise PlayerError("; ".join(dict.fromkeys(faults)))
    return tuple(found)


def longest_ms(least: int, specs: Sequence[PlayerSpec]) -> int:
    """The time a move needs so that nobody's own time is cut short."""
    own = [spec.time_ms for spec in specs if isinstance(spec, BotSpec | FunctionSpec)]
    return max(least, *own) if own else least


@contextmanager
def crew_for(
    taking_part: Sequence[Contestant],
    *,
    on: str,
    slots: int | None,
    pin: bool = False,
    host: str = DEFAULT_HOST,
    port: int = DEFAULT_PORT,
    sandbox: bool = False,
) -> Iterator[Crew]:
    """A crew for games of these players; remote clients are told where to come, and with what.

    SandboxError if programs are to be locked in and cannot be.
    """
    if sandbox and any(isinstance(one.spec, PROGRAMS) for one in taking_part):
        check_sandbox()
    crew = crew_of(on, slots, pin=pin)
    remote = [one.name for one in taking_part if isinstance(one.spec, RemoteSpec)]
    if remote:
        from schwarm.workers.remote import RemoteCrew

        crew = open_to_all = RemoteCrew(crew, remote, host, port)
        for name, ticket in open_to_all.tickets.items():
            print(f"{name}: -h {host} -p {open_to_all.port} -r {ticket}", file=sys.stderr, flush=True)
    with closing(crew):
        yield crew
