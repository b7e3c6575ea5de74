"""Reading the data files: one for each game and kind, with the same words in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from schwarm.game import Game, new_game
from schwarm.teaching.face import teaching_file, teaching_of

LANGUAGES = ("en", "de")
Text = Mapping[str, str]  # by language


def read(kind: str, game: str) -> dict[str, Any] | None:
    """A data file as it is; None where a game has none."""
    file = teaching_file(game, f"{kind}.toml")
    return None if file is None else tomllib.loads(file.read_text("utf-8"))


def text_of(entry: dict[str, Any], name: str) -> Text:
    """A text of an entry in all languages; ValueError if one is missing or empty."""
    found: dict[str, str] = entry.get(name, {})
    if set(found) != set(LANGUAGES) or not all(found.values()):
        raise ValueError(f"{entry.get('id')}: expected {name} in {', '.join(LANGUAGES)}, not {found}")
    return found


def position_of(game: str, entry: dict[str, Any]) -> str | None:
    """The position text of an entry: its `position`, its drawing `board`, or None for the game's start.

    A drawing has one line for each row, the top one first, and a word for each cell. What it cannot show
    (whose turn it is, a ship's coal, targets) stands in fields beside it.
    """
    drawn = teaching_of(game).position
    if "board" not in entry or drawn is None:
        return entry.get("position")
    return drawn([line.split() for line in str(entry["board"]).strip().splitlines()], entry)


def start_of(game: str, entry: dict[str, Any]) -> Game:
    return new_game(
        game,
        seed=int(entry.get("seed", 7)),
        position=position_of(game, entry),
        **entry.get("options", {}),
    )
