"""The sentences that refuse something, a file a language: those for all games, and those in a game's folder.

Keys are codes. A game's own are in `page/texts/LANGUAGE.json`: `faults/CODE` is said of positions and texts,
and what stands under `refusals/NAME` of moves, to whoever makes them. What a rule book itself says of a move,
to programs and in the terminal, is shorter and names cells: `refusals.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def sentences(game: str, language: str) -> Mapping[str, str]:
    """A game's own sentences; with '' those that every game may need."""
    if not game:
        file = files("schwarm.game").joinpath("texts", f"{language}.json")
        known: dict[str, str] = json.loads(file.read_text("utf-8"))
        return known
    from schwarm.game.faces import data

    own = data(game, "page", "texts", f"{language}.json")
    texts = {} if own is None else json.loads(own.read_text("utf-8"))
    faults = {key.removeprefix("faults/"): text for key, text in texts.items() if key.startswith("faults/")}
    return faults | dict(texts.get(f"refusals/{game}", {}))


@cache
def rule_book_says(game: str) -> Mapping[str, str]:
    """What a rule book says of moves."""
    from schwarm.game.faces import data

    own = data(game, "refusals.json") if game else None
    known: dict[str, str] = {} if own is None else json.loads(own.read_text("utf-8"))
    return known


def say(code: str, values: Mapping[str, str], language: str = "") -> str:
    """The sentence of a code in a language, without one the rule book's own; else the code itself."""
    game, _, name = code.rpartition("/")
    own = None if language else rule_book_says(game).get(name)
    sentence = own or sentences(game, language or "en").get(name)
    if sentence is None:
        return " ".join([code, *(f"{key}={value}" for key, value in values.items())])
    return sentence.format(**values)
