"""The documents on tournaments are complete, and their examples are events that can be played."""

from __future__ import annotations

import re
import tomllib
import zipfile
from dataclasses import fields
from pathlib import Path

from schwarm.cli.tournament import app
from schwarm.game.openings import check_book
from schwarm.players import ArchiveSpec, BotSpec, FunctionSpec, ProgramSpec, RemoteSpec
from schwarm.tournament import errors
from schwarm.tournament.formats import KINDS, Stage, presets, read
from schwarm.tournament.table import CRITERIA
from tests import ROOT

PAGE = (ROOT / "docs/reference/event-file.md").read_text("utf-8")
GUIDE = (ROOT / "docs/how-to/run-a-tournament.md").read_text("utf-8")


def test_the_examples_are_playable_events(tmp_path: Path) -> None:
    whole, stages = (tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", PAGE, re.S))
    (tmp_path / "cy").mkdir()
    start = tmp_path / "cy" / "start.sh"
    start.write_text("#!/bin/sh\n")
    start.chmod(0o755)
    with zipfile.ZipFile(tmp_path / "bob.zip", "w") as archive:
        archive.write(start, "start.sh")
    (tmp_path / "my_bots.py").write_text("def think(game, budget_ms): ...\n")
    event = read(whole, tmp_path)
    players = [type(entrant.player) for entrant in event.entrants]
    assert players == [BotSpec, ArchiveSpec, ProgramSpec, FunctionSpec, RemoteSpec, type(None)]
    assert event.stages[2].needed(10) == 12
    (first,) = re.findall(r"```toml\n(.*?)```", GUIDE, re.S)
    assert len(read(tomllib.loads(first), tmp_path).entrants) == 3
    two = [{"name": "A"}, {"name": "B"}]
    assert len(read({"name": "X", "game": "piranhas", "entrants": two} | stages).stages) == 2


def test_the_book_and_the_agreements_of_the_page_are_read() -> None:
    (book,) = re.findall(r"```text openings piranhas\n(.*?)```", PAGE, re.S)
    lines = [line for line in book.splitlines() if not line.startswith("#")]
    openings = check_book(lines, "piranhas")
    assert [len(opening.moves) for opening in openings] == [2, 2, 0]
    (said,) = re.findall(r"```toml adjudication\n(.*?)```", PAGE, re.S)
    some = [{"name": name, "player": "random"} for name in ("A", "B", "Finn")]
    base = {"name": "X", "game": "piranhas", "entrants": some, "stages": [{"name": "S", "games": 2}]}
    event = read(base | tomllib.loads(said))
    assert event.adjudication is not None
    assert event.adjudication.draw is not None
    comments = re.findall(r"^# (\w+ = .*?)(?:  +# .*)?$", PAGE, re.M)
    event = read(base | tomllib.loads("\n".join(line for line in comments if "openings" not in line)))
    assert str(event.limits) == "60000+500"
    assert event.adjudication is not None


def test_every_format_tells_its_keys() -> None:
    rows = dict(re.findall(r"\|`([\w -]+)`\|[^|]*\|(`[^|]*`)\|", PAGE))
    shared = {key.name for key in fields(Stage)}
    assert all(f"`{key}`" in PAGE for key in shared)
    for name, kind in KINDS.items():
        assert set(re.findall(r"`(\w+)`", rows.get(name, ""))) == {key.name for key in fields(kind)} - shared


def test_everything_has_its_place_on_the_page() -> None:
    for name in (*KINDS, *CRITERIA):
        assert f"`{name}`" in PAGE
    for command in app.registered_commands:
        assert f"schwarm tournament {command.name}" in GUIDE
    for year in presets():
        assert year.removeprefix("software-challenge-") in PAGE
    for name, kind in vars(errors).items():
        if isinstance(kind, type) and issubclass(kind, errors.TournamentError):
            assert f"`{name}`" in PAGE
