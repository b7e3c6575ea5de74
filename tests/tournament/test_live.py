"""What a run shows: the picture on a terminal and the words beneath it."""

from __future__ import annotations

import io

from rich.console import Console

from schwarm.game.errors import Refusal
from schwarm.tournament.live import LiveTable, duration
from schwarm.tournament.progress import progress
from schwarm.tournament.results import GameKey, Played
from schwarm.tournament.run import Finished, GivenUp, Planning, Waiting
from schwarm.workers import Failed, LocalCrew, hired
from tests.tournament.events import better_name_wins, event, report, stage


def test_the_picture_shows_table_faults_and_time_left() -> None:
    said = event(
        3,
        stages=stage("pair", games=100, stop={"elo1": 50}),
        entrants=[{"name": "A"}, {"name": "B"}],
        absent="random",
    )
    out = io.StringIO()
    with hired(LocalCrew(1)) as crew:
        results: dict[GameKey, Played] = {}
        games = progress(said, results).open
        with LiveTable(said, crew, Console(file=out, force_terminal=True, width=100)) as picture:
            picture(Planning(progress(said, results)))
            for game in games[:4]:
                results[game.key] = better_name_wins(game)
                picture(Finished(report(game, winner="A", fault="B"), results[game.key]))
            picture(GivenUp(Failed(games[5].key, Refusal("told", text="the disk is full"))))
            picture(Planning(progress(said, results)))
            picture(Waiting())
    shown = out.getvalue()
    assert "Test: 4 played, 96 to come, about" in shown
    assert "4 lost by a fault" in shown
    assert "B: crashed (no idea)" in shown
    assert "cannot be played: the disk is full" in shown
    assert "A against B: 2 pairs [0, 0, 0, 0, 2]" in shown
    assert "more pairs, so" in shown


def test_durations_for_people() -> None:
    assert [duration(seconds) for seconds in (3.4, 600, 9000)] == ["3 s", "10 min", "2.5 h"]
