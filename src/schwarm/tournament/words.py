"""What tournaments say, in each language."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from typing_extensions import TypedDict

from schwarm.game.errors import Faults, Refusal
from schwarm.game.sentences import LANGUAGES, texts
from schwarm.tournament.errors import TournamentError


class Fault(TypedDict):
    """What is wrong, in every language: a code, the values that fill its sentence, and the sentence."""

    code: str
    values: dict[str, str]
    words: dict[str, str]


def in_languages(fault: Refusal) -> Fault:
    """A refusal or a fault for a page; its code without the game's name."""
    words = {language: fault.said(language) for language in LANGUAGES}
    return {"code": fault.code.rpartition("/")[2], "values": dict(fault.values), "words": words}


def fault_in(faults: Faults, name: str) -> Fault | None:
    """What this one did wrong; None if it did nothing."""
    return in_languages(faults[name]) if name in faults else None


def languages() -> list[str]:
    found = files("schwarm.tournament").joinpath("texts").iterdir()
    return sorted(path.name.removesuffix(".json") for path in found if path.name.endswith(".json"))


@cache
def words(language: str) -> dict[str, Any]:
    """The words of tournaments in a language, with the reasons for which games end."""
    if language not in languages():
        raise TournamentError(f"expected a language of {', '.join(languages())}, not {language!r}")
    text = files("schwarm.tournament").joinpath("texts", f"{language}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found | {"reasons": texts(language)["reasons"]}
