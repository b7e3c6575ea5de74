"""`schwarm backup`: one file with all that a server keeps, made while it runs."""

from pathlib import Path
from typing import Annotated

import typer

from schwarm.cli.arguments import USUAL_STORE, OperatorToken, StoreFile, busy
from schwarm.cli.places import shown_store
from schwarm.cli.words import tell
from schwarm.store.backup import DATABASE, SECRET, TOKEN, back_up
from schwarm.store.errors import StoreError

ERRORS = (StoreError,)


def shown_parts(names: list[str]) -> str:
    """What a backup holds, in words."""
    parts = {DATABASE: "part_database", SECRET: "part_key", TOKEN: "part_token"}
    return ", ".join(tell(line) for name, line in parts.items() if name in names)


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the backup to write; a ZIP")],
    store: StoreFile = USUAL_STORE,
    operator_token_file: OperatorToken = None,
) -> None:
    """Save a server's database, its key and the operator's token in one file; the server may run."""
    with busy(tell("backing_up")):
        inside = back_up(store, file, operator_token_file)
    print(tell("backed_up", store=shown_store(store), file=file, parts=shown_parts(inside)))
    if DATABASE not in inside:
        print(tell("pg_dump", store=shown_store(store)))
