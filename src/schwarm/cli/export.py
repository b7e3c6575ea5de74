"""`schwarm export`: games as a table, for statistics and learning programs."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from schwarm.cli.arguments import busy
from schwarm.extras import MissingExtra
from schwarm.files import load_games
from schwarm.game import rule_book
from schwarm.game.errors import BadOption, Refusal
from schwarm.game.meant import either
from schwarm.game.record import Record, replay, start_of
from schwarm.whole_file import whole_file

ERRORS = (MissingExtra,)
BATCH = 5000  # rows that are written at once

Row = dict[str, Any]
# The columns of each kind of table, and what is in them.
GAMES = {
    **dict.fromkeys(("number", "version", "plies"), int),
    **dict.fromkeys(("game", "profile", "seed", "options", "position", "first", "second"), str),
    **dict.fromkeys(("winner", "reason", "scores"), str),
}
PLIES = {
    **dict.fromkeys(("number", "ply", "result"), int),
    **dict.fromkeys(("game", "side", "player", "position", "move"), str),
    **dict.fromkeys(("think_ms", "server_ms", "processor_ms"), float),
}


class RowKind(StrEnum):
    """What a row of the table is."""

    GAMES = "games"
    PLIES = "plies"


def command(
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="replays, records, journals of matches, stores (.db), folders"
        ),
    ],
    target: Annotated[Path, typer.Option("--to", metavar="FILE", help="a .csv or .parquet file")],
    rows: Annotated[
        RowKind, typer.Option("--rows", help="a row for each game, or for each ply")
    ] = RowKind.PLIES,
) -> None:
    """Write games as a table: CSV, or Parquet with the extra `data`.

    A row for each ply has the position before it, the move, who made it, in which time by the clock and on
    processors, and what came of the game for that side: 1 won, -1 lost, 0 drawn. Every game is played again
    on the way: what does not replay is refused.
    """
    columns = GAMES if rows is RowKind.GAMES else PLIES
    made = rows_of_games if rows is RowKind.GAMES else rows_of_plies
    records = enumerate((record for source in sources for record in load_games(source)), 1)
    count = 0
    with writer(target, columns) as write, busy("playing the games again"):
        for row in (row for number, record in records for row in made(number, record)):
            write(row)
            count += 1
    print(f"{count} {rows} to {target}")


# --- rows --------------------------------------------------------------------------------------------
def rows_of_games(number: int, record: Record) -> Iterator[Row]:
    """A game in one row; what has names of its own inside is JSON."""
    replay(record)
    first, second = (record.seats.get(side) for side in rule_book(record.game).sides)
    end = record.end
    yield {
        "number": number,
        "version": record.version,
        "seed": str(record.seed),  # more than a signed number of 64 bits holds
        "plies": len(record.plies),
        "game": record.game,
        "profile": record.profile,
        "options": json.dumps(dict(record.options)),
        "position": record.position,
        "first": first,
        "second": second,
        "winner": end and end.winner,
        "reason": end and str(end.reason),
        "scores": end and json.dumps({side: list(numbers) for side, numbers in end.scores.items()}),
    }


def rows_of_plies(number: int, record: Record) -> Iterator[Row]:
    """The plies of a game, a row each."""
    replay(record)
    game = start_of(record)
    for ply, made in enumerate(record.plies):
        side, winner = game.to_move, record.end and record.end.winner
        yield {
            "number": number,
            "ply": ply,
            "result": None if record.end is None else 0 if winner is None else 1 if winner == side else -1,
            "game": record.game,
            "side": side,
            "player": record.seats.get(side),
            "position": game.position(),
            "move": made.move,
            "think_ms": made.think_ms,
            "server_ms": made.server_ms,
            "processor_ms": made.processor_ms,
        }
        game.play(made.move)


# --- files -------------------------------------------------------------------------------------------
@contextmanager
def writer(target: Path, columns: dict[str, type]) -> Iterator[Callable[[Row], None]]:
    """What writes a row; the file has its name once it is whole."""
    kinds = {".csv": csv_writer, ".parquet": parquet_writer}
    if target.suffix not in kinds:
        raise BadOption(Refusal("file_ending", names=either(kinds), said=repr(target.name)))
    with whole_file(target) as draft, kinds[target.suffix](draft, columns) as write:
        yield write


@contextmanager
def csv_writer(path: Path, columns: Iterable[str]) -> Iterator[Callable[[Row], None]]:
    """Rows as lines of CSV; what is not known is empty."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(columns))
        table.writeheader()
        yield table.writerow


@contextmanager
def parquet_writer(path: Path, columns: dict[str, type]) -> Iterator[Callable[[Row], None]]:
    """Rows as a Parquet file, some thousand at once."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("Parquet", "pyarrow", "data") from None
    types = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    schema = pyarrow.schema([(name, types[kind]) for name, kind in columns.items()])
    rows: list[Row] = []
    with parquet.ParquetWriter(path, schema) as file:

        def write(row: Row) -> None:
            rows.append(row)
            if len(rows) >= BATCH:
                flush()

        def flush() -> None:
            file.write_table(pyarrow.Table.from_pylist(rows, schema))
            rows.clear()

        yield write
        flush()
