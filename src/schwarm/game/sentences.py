"""The sentences that refuse something or tell of a fault, a file a language.

Keys are codes; CODE_one is said where the value `count` is 1. What is said of any game, of programs, of
uploads and of classes is in `texts/LANGUAGE.json`, with the names of what may fill a sentence. A game's own
sentences are in `page/texts/LANGUAGE.json`: `faults/CODE` is said of positions and texts, what stands under
`refusals/NAME` of moves, to whoever makes them. What a rule book itself says of a move, to programs and in
the terminal, is shorter and names cells: `refusals.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "de")
NAMED = {"side": "sides", "colour": "pieces", "insect": "pieces", "reason": "reasons", "state": "states"}
DETAIL = "detail"  # the value that is told in brackets behind every sentence, where there is one


@cache
def texts(language: str) -> Mapping[str, Mapping[str, str]]:
    """`sentences`, and the names of `sides`, `pieces`, `reasons` and `states`."""
    file = files("schwarm.game").joinpath("texts", f"{language}.json")
    known: dict[str, dict[str, str]] = json.loads(file.read_text("utf-8"))
    return known


@cache
def _own(game: str, *path: str) -> Mapping[str, Any]:
    from schwarm.game.faces import data

    file = data(game, *path) if game else None
    known: dict[str, Any] = {} if file is None else json.loads(file.read_text("utf-8"))
    return known


@cache
def sentences(game: str, language: str) -> Mapping[str, str]:
    """A game's own sentences; with '' those that every game may need."""
    if not game:
        return texts(language)["sentences"]
    own = _own(game, "page", "texts", f"{language}.json")
    faults = {key.removeprefix("faults/"): text for key, text in own.items() if key.startswith("faults/")}
    return faults | dict(own.get(f"refusals/{game}", {}))


def rule_book_says(game: str) -> Mapping[str, str]:
    """What a rule book says of moves."""
    return _own(game, "refusals.json")


def say(code: str, values: Mapping[str, str], language: str = "") -> str:
    """The sentence of a code in a language, without one the rule book's own; else the code itself."""
    game, _, name = code.rpartition("/")
    own = None if language else rule_book_says(game).get(name)
    known = sentences(game, language or "en")
    sentence = own or (values.get("count") == "1" and known.get(f"{name}_one")) or known.get(name)
    if language:
        values = {place: _named(game, place, value, language) for place, value in values.items()}
    detail = f" ({values[DETAIL]})" if values.get(DETAIL) else ""
    if sentence is None:
        told = (f"{key}={value}" for key, value in values.items() if key != DETAIL)
        return " ".join([code, *told]) + detail
    return sentence.format(**values) + detail


def _named(game: str, place: str, value: str, language: str) -> str:
    """What fills a place: sides, pieces and reasons have names in each language."""
    section = NAMED.get(place)
    if section is None:
        return value
    own = _own(game, "page", "texts", f"{language}.json").get(f"ui/{section}/{value}")
    return str(own or texts(language)[section].get(value, value))
