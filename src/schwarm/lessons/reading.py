"""Reading the data files: one for each game and kind, with the same words in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from schwarm.games import Game, new_game
from schwarm.lessons.drawings import position_of

LANGUAGES = ("en", "de")
Text = Mapping[str, str]  # by language


def read(kind: str, game: str) -> dict[str, Any] | None:
    """A data file as it is; None where a game has none."""
    place = files("schwarm.lessons").joinpath("data", kind, f"{game}.toml")
    return tomllib.loads(place.read_text("utf-8")) if place.is_file() else None


def text_of(entry: dict[str, Any], name: str) -> Text:
    """A text of an entry in all languages; ValueError if one is missing or empty."""
    found: dict[str, str] = entry.get(name, {})
    if set(found) != set(LANGUAGES) or not all(found.values()):
        raise ValueError(f"{entry.get('id')}: expected {name} in {', '.join(LANGUAGES)}, not {found}")
    return found


def start_of(game: str, entry: dict[str, Any]) -> Game:
    """The game an entry starts with."""
    return new_game(
        game,
        seed=int(entry.get("seed", 7)),
        position=position_of(game, entry),
        **entry.get("options", {}),
    )
