"""`schwarm restore`: a server's database, key and token out of a backup."""

from pathlib import Path
from typing import Annotated

import typer

from schwarm.cli.arguments import USUAL_STORE, OperatorToken, StoreFile, busy
from schwarm.cli.backup import shown_parts
from schwarm.cli.places import shown_store
from schwarm.cli.words import tell
from schwarm.store.backup import DATABASE, restore
from schwarm.store.errors import StoreError

ERRORS = (StoreError,)


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="what `schwarm backup` wrote")],
    store: StoreFile = USUAL_STORE,
    operator_token_file: OperatorToken = None,
) -> None:
    """Unpack a backup where there is no store yet; codes and links of before lead there again."""
    with busy(tell("restoring")):
        inside = restore(file, store, operator_token_file)
    print(tell("restored", store=shown_store(store), file=file, parts=shown_parts(inside)))
    if DATABASE not in inside:
        print(tell("pg_restore", store=shown_store(store)))
