"""What a foreign program said, fit for a terminal."""

from __future__ import annotations

import os
from pathlib import Path

from schwarm.game.errors import Refusal

KEPT = "\n\t"  # what orders a text and commands nothing


def harmless(text: str) -> str:
    r"""The text with everything spelt out that a terminal would obey: colours, cursors, titles, directions.

    >>> print(harmless("all \x1b[31mred\x1b[0m\x07"))
    all \x1b[31mred\x1b[0m\x07
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in KEPT else sign.encode("unicode_escape").decode()
        for sign in text
    )


def without_folder(text: str, folder: Path) -> str:
    """The text with files in a folder of ours as whoever sent them knows them.

    >>> without_folder("/tmp/x7/team/start.sh: 3: jav: not found, in /tmp/x7/team", Path("/tmp/x7/team"))
    'start.sh: 3: jav: not found, in .'
    """
    for separator in {"/", os.sep}:
        text = text.replace(f"{folder}{separator}", "")
    return text.replace(str(folder), ".")


def refusal_without_folder(why: Refusal, folder: Path) -> Refusal:
    """The same for all that a refusal tells."""
    values = {
        name: refusal_without_folder(value, folder)
        if isinstance(value, Refusal)
        else without_folder(value, folder)
        for name, value in why.values.items()
    }
    return Refusal(why.code, **values)
