"""Openings for a seed are the same everywhere."""

from pathlib import Path

import pytest

from schwarm.bots import knowledge
from schwarm.cli import run
from schwarm.game.record import Record
from schwarm.learning import tuning
from schwarm.players import BotSpec
from schwarm.store import open_store
from schwarm.tournament import progress
from schwarm.tournament.journal import EventJournal
from schwarm.workers import Contestant, Failed, Journal, Report, Task, hired, start
from tests.workers.crews import InProcess

PLIES = 5


def opening(record: Record) -> tuple[int, list[str], list[float | None]]:
    """The seed, the first moves, and that nobody thought about them."""
    plies = record.plies[:PLIES]
    return record.seed, [ply.move for ply in plies], [ply.think_ms for ply in plies]


def expected(seed: int) -> tuple[int, list[str], list[float | None]]:
    anybody = Contestant("anybody", BotSpec("random"))
    game = start(Task((0,), "piranhas", seed, (anybody, anybody), opening_plies=PLIES))
    return seed, [str(move) for move in game.history], [None] * PLIES


@pytest.mark.compiled_only
def test_match_sprt_tournament_and_tune_start_the_games_of_a_seed_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("schwarm.tournament.progress.start_seed", lambda seed, match, number: seed)
    numbers = ["--seed", "7", "--opening", str(PLIES), "--time", "60000"]
    assert (
        run(["match", "piranhas", "random", "greedy", "--games", "2", "--journal", "m.jsonl", *numbers]) == 0
    )
    records = [report.record for report in Journal(tmp_path / "m.jsonl").reports()]
    run(
        [
            "sprt",
            "random",
            "greedy",
            "--game",
            "piranhas",
            "--games",
            "2",
            "--quiet",
            "--processes",
            "1",
            *numbers,
        ]
    )
    (tmp_path / "cup.toml").write_text(
        f"""
        name = "Cup"
        game = "piranhas"
        seed = 7
        opening_plies = {PLIES}
        soft_ms = 60_000
        hard_ms = 120_000
        entrants = [{{ name = "A", player = "random" }}, {{ name = "B", player = "greedy" }}]
        stages = [{{ name = "Only", games = 2 }}]
        """
    )
    assert run(["tournament", "run", "cup.toml", "--quiet", "--processes", "1"]) == 0
    with open_store("schwarm.db") as store:
        for event in (1, 2):
            for line in EventJournal(store, event).games():
                assert line.played.game is not None
                records.append(store.record(line.played.game))

    class Noting(InProcess):
        """Keeps what it has played."""

        def outcome(self, task: Task) -> Report | Failed:
            report = super().outcome(task)
            assert isinstance(report, Report)
            records.append(report.record)
            return report

    weights = knowledge("piranhas").weights
    with hired(Noting()) as share:
        tuning.duel(tuning.TuningTerms("piranhas", 5, PLIES), weights, weights, share, games=2, seed=7)
    assert len(records) == 8
    assert [opening(record) for record in records] == [expected(7)] * 8


def test_an_opening_never_ends_the_game() -> None:
    anybody = Contestant("anybody", BotSpec("random"))
    game = start(Task((0,), "piranhas", 3, (anybody, anybody), options={"rounds": 2}, opening_plies=500))
    assert not game.finished()
    assert game.turn == 3


def test_both_games_of_a_pair_start_alike_and_different_pairs_do_not() -> None:
    match = (0, 0, 0, 0)
    seeds = [progress.start_seed(9, match, number) for number in range(4)]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
