"""docs/tournaments.md is complete, and its examples are events that can be played."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from schwarm.cli.tournament import app
from schwarm.tournament import errors
from schwarm.tournament.formats import KINDS, presets, read
from schwarm.tournament.table import CRITERIA

PAGE = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text()


def test_the_examples_are_playable_events() -> None:
    whole, stages = (tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", PAGE, re.S))
    event = read(whole)
    assert [entrant.kind for entrant in event.entrants] == ["bot", "zip", "command", "think", "remote"]
    assert event.stages[2].most_games == 12
    two = [{"name": "A"}, {"name": "B"}]
    assert len(read({"name": "X", "game": "piranhas", "entrants": two} | stages).stages) == 2


def test_everything_has_its_place_on_the_page() -> None:
    for name in (*KINDS, *CRITERIA):
        assert f"`{name}`" in PAGE
    for command in app.registered_commands:
        assert f"schwarm tournament {command.name}" in PAGE
    for year in presets():
        assert year.removeprefix("software-challenge-") in PAGE
    for name, kind in vars(errors).items():
        if isinstance(kind, type) and issubclass(kind, errors.TournamentError):
            assert f"`{name}`" in PAGE
