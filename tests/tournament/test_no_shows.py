"""Whoever does not come to a game of an event, or cannot be started at all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from schwarm.cli import run
from schwarm.store import open_store
from schwarm.tournament import run as running
from schwarm.tournament.formats import read_file
from schwarm.tournament.journal import EventJournal, create
from schwarm.tournament.run import EventRun, News
from schwarm.workers import LocalCrew, hired
from tests.workers.foreign import NO_SHOWS, honest, program

pytestmark = pytest.mark.compiled_only  # about processes, not about rules
FILE = """
name = "Cup"
game = "piranhas"
profile = "official"
sandbox = false
soft_ms = 60_000
hard_ms = 120_000
options = {{ rounds = 4 }}
entrants = [{{ name = "theirs", {player} }}, {{ name = "ours", player = "random" }}]
stages = [{{ name = "League", games = 2 }}]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The event file lies in a folder of its own, which is not the one we are in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "event").mkdir()
    return tmp_path / "event"


def cup(folder: Path, player: str) -> list[str]:
    (folder / "cup.toml").write_text(FILE.format(player=player))
    return ["tournament", "run", "event/cup.toml", "--quiet", "--processes", "1"]


@pytest.mark.parametrize("case", NO_SHOWS)
def test_a_program_that_does_not_play_loses_the_event_goes_on_and_the_reason_is_kept(
    case: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, told = NO_SHOWS[case]
    if case == "never connects":
        monkeypatch.setattr(running, "ARRIVE_S", 3.0)
    assert run(cup(folder, f'player = "{program(folder, body)}"')) == 0
    with open_store("schwarm.db") as store:
        lines = EventJournal(store, 1).games()
        assert len(lines) == 2
        for line in lines:
            assert (line.played.points_of("theirs"), line.played.points_of("ours")) == (0, 2)
            assert told in line.faults["theirs"]
            if case != "joins and closes":
                assert sorted(line.played.scores) == [(0,), (2,)]


def test_a_function_beside_the_event_file_plays(folder: Path) -> None:
    (folder / "my_bots.py").write_text("def think(game, budget_ms):\n    return game.legal_moves()[0]\n")
    assert run(cup(folder, 'player = "my_bots:think"')) == 0
    with open_store("schwarm.db") as store:
        assert [line.faults for line in EventJournal(store, 1).games()] == [{}, {}]


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ('player = "my_bots:think"', "my_bots cannot be imported"),
        ('command = ["./nonexist"]', "there is no such file"),
        ('player = "./nonexist --fast"', "there is no such file"),
        ('zip = "team.zip"', "there is no such file"),
    ],
)
def test_who_cannot_play_is_refused_before_the_first_game(
    player: str, told: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(cup(folder, player)) == 2
    said = capsys.readouterr().err
    assert "entrant 'theirs': " in said
    assert told in said
    assert said.count("\n") == 1
    assert not Path("schwarm.db").exists()


@pytest.mark.parametrize("case", ["exits at once", "joins and closes"])
def test_sprt_is_decided_against_a_program_that_does_not_play(case: str, tmp_path: Path) -> None:
    body, told = NO_SHOWS[case]
    said = ["--games", "4", "--seed", "1", "--time", "60000", "--quiet", "--processes", "1"]
    run(["sprt", program(tmp_path, body), "random", *said])
    with open_store("schwarm.db") as store:
        lines = EventJournal(store, 1).games()
        assert lines
        assert all(line.played.points_of("random") == 2 for line in lines)
        assert all(told in line.faults["./player.py"] for line in lines)


def test_sprt_refuses_who_cannot_play(capsys: pytest.CaptureFixture[str]) -> None:
    for player, told in (
        ("./nonexist", "no such file"),
        ("nix:da", "cannot be imported"),
        ("worst", "a bot of"),
    ):
        assert run(["sprt", player, "random"]) == 2
        assert told in capsys.readouterr().err
    for wish in ("--opening -1", "--time 0", "--games 1", "--seed -1"):
        assert run(["sprt", "best", "random", *wish.split()]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_programs_game_shows_its_ply_and_its_time_is_measured_at_the_socket(folder: Path) -> None:
    """Starting the program is not thinking, and its pauses are.

    They are made longer until moments in which a busy machine held us up, and which are not booked, no longer
    matter.
    """
    assert any(shown_and_measured(folder, pause_ms) for pause_ms in (100, 1_000, 10_000))


def shown_and_measured(folder: Path, pause_ms: int) -> bool:
    command = honest(folder, pause_s=pause_ms / 1000)
    cup(folder, f"player = '{sys.executable} {command}'")
    plies: set[int] = set()
    booked = True
    with open_store(f"{pause_ms}.db") as store:
        journal = create(store, read_file(folder / "cup.toml"))
        with hired(LocalCrew(1)) as crew:

            def look(news: News) -> None:
                plies.update(game.ply for game in crew.running())

            assert EventRun(journal, crew, look).play()
        for line in journal.games():
            assert line.played.game is not None
            record = store.record(line.played.game)
            number = line.played.players.index("theirs")
            moves = [ply.think_ms or 0.0 for ply in record.plies[number::2]]
            booked &= min(moves) >= 0.9 * pause_ms
            assert line.think_ms[number] == pytest.approx(sum(moves))
            assert line.think_ms[number] < line.wall_ms - 100  # a new Python takes longer than that to start
    return booked and len(plies) > 1
