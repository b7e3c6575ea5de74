"""`schwarm convert`: between the contest's replays and our records."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from schwarm.cli.arguments import busy
from schwarm.cli.words import plural
from schwarm.contest.replay import save_replay, write_replay
from schwarm.files import is_replay, load_games
from schwarm.game.errors import BadOption, Refusal
from schwarm.game.record import replay
from schwarm.whole_file import write_whole

RECORDS = ".jsonl"


def command(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="replays (.xml, .xml.gz), files of records or stores (.db)"),
    ],
    target: Annotated[
        Path,
        typer.Option("--to", metavar="FILE", help="a .jsonl file, a replay, or a folder for several replays"),
    ],
) -> None:
    """Every game is played again on the way: what does not replay is refused."""
    piped = target.exists() and not (target.is_file() or target.is_dir())  # /dev/stdout
    if not (target.is_dir() or piped or is_replay(target) or target.suffix == RECORDS):
        raise BadOption(Refusal("records_file", said=target))
    records = [record for source in sources for record in load_games(source)]
    with busy("playing the games again"):
        for record in records:
            replay(record)
    if target.is_dir():
        for number, record in enumerate(records, 1):
            save_replay(target / f"replay_{record.game}_{number:04d}.xml.gz", write_replay(record))
    elif is_replay(target):
        if len(records) != 1:
            raise BadOption(f"expected a folder for {len(records)} replays, not {target.name!r}")
        save_replay(target, write_replay(records[0]))
    else:
        write_whole(target, "".join(record.to_json() + "\n" for record in records).encode())
    print(f"{plural(len(records), 'game')} to {target}", file=sys.stderr if piped else sys.stdout)
