"""Which language the terminal speaks by the locale, its texts, and `--help` in German."""

from __future__ import annotations

import os
from functools import cache

TYPE_CHECKING = False  # of typing, which would cost `schwarm --help` more time than all the rest
if TYPE_CHECKING:
    from typing import Any

PLACES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set decides


def language() -> str:
    """The user's language by the locale: `de` or `en`.

    >>> language() in ("de", "en")
    True
    """
    told = next((os.environ[name] for name in PLACES if os.environ.get(name)), "")
    return "de" if told.startswith("de") else "en"


@cache
def texts(language: str) -> dict[str, Any]:
    import json
    from importlib.resources import files

    found: dict[str, Any] = json.loads(
        files("schwarm.cli").joinpath("texts", f"{language}.json").read_text("utf-8")
    )
    return found


def explained(text: str) -> str:
    """A line of help in the user's language; one that the texts do not know stays English."""
    if language() == "en":
        return text
    told: str = texts(language())["helps"].get(text, text)
    return told


def headed(help_text: str) -> str:
    """A whole help, with the words that typer itself puts between our lines in the user's language."""
    for english, told in texts(language()).get("headings", {}).items():
        help_text = help_text.replace(english, told)
    return help_text
