"""Studies played for real by the random player: journal, resuming after kill -9, budgets, reports."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from schwarm.game.record import replay
from schwarm.lab import report
from schwarm.lab.arm_games import ArmGames
from schwarm.lab.errors import BadStudy
from schwarm.lab.journal import WEIGHTS, StudyJournal, listed, open_study
from schwarm.lab.judging import judge_missing, measure_missing
from schwarm.lab.markdown import in_terminal, to_markdown, write_figures
from schwarm.lab.results import keep, kept, results
from schwarm.lab.run import Run
from schwarm.lab.skill import skill_trace
from schwarm.lab.study import read_text
from schwarm.lab.variants import Arm, Variant
from schwarm.store import open_store
from schwarm.workers import LocalCrew, hired, working
from tests.lab.filled import TEXT
from tests.waiting import wait

NUMBER = re.compile(r"[\d.,]+")


def play(path: Path, text: str) -> StudyJournal:
    store = open_store(str(path))
    journal = open_study(store, read_text(text))
    with hired(LocalCrew(1)) as crew:
        assert Run(journal, crew).play()
    return journal


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> StudyJournal:
    journal = play(tmp_path_factory.mktemp("lab") / "s.db", TEXT.format(games=6))
    with working("local", 1) as share:
        judge_missing(journal, share)
    return journal


def test_a_study_plays_what_it_says_and_every_game_replays(played: StudyJournal) -> None:
    games = played.games()
    assert len(games) == 2 * 6 + 4 * 4
    seeds: dict[tuple[str, int], int] = {}
    for game in games:
        record = played.store.record(game.game)
        replay(record)
        assert seeds.setdefault((game.key.players, game.key.number), record.seed) == record.seed
    (line,) = listed(played.store)
    assert (line.games, line.planned, line.running) == (28, 28, False)
    assert line.finished is not None


def test_both_games_of_a_start_change_sides(played: StudyJournal) -> None:
    match = [game for game in played.games() if game.key.players == "random - greedy"]
    pairs = [played.store.record(game.game) for game in match[:2]]
    assert pairs[0].seed == pairs[1].seed
    assert list(pairs[0].seats.values()) == list(pairs[1].seats.values())[::-1]


def test_results_and_reports(played: StudyJournal, tmp_path: Path) -> None:
    found = results(played)
    assert found.games == 28
    base = found.arm("base", "random")
    assert base is not None
    assert base.figures["first_side"][""].games == 6
    assert base.figures["uncertainty"][""].games == 2
    match = found.arm("base", "random - greedy")
    assert match is not None
    assert match.figures["weaker"][""].value <= 0.5
    assert match.figures["elo"][""].value >= 0
    assert found.calibration is not None
    assert found.calibration.games == 2 * 2
    assert base.figures["coverage"][""].value > 0.1
    assert found.rungs["base"][1] == 3
    assert 1 <= found.rungs["base"][0] <= 3
    keep(played, found)
    assert kept(played) == found
    path = tmp_path / "r.json"
    path.write_text(report.to_json(found))
    again = report.read_json(path)
    assert report.to_html(again) == report.to_html(found)
    shipped = tmp_path / "r.json.gz"
    shipped.write_bytes(report.to_shipped(found))
    for arm in found.arms:
        arm.examples = {}  # games that others do not have
    texts = [NUMBER.sub("0", to_markdown(one)) for one in (found, report.read_json(shipped))]
    assert texts[0] == texts[1]
    html = report.to_html(found, "de")
    assert html.count("<svg") > 5
    assert "<script" not in html
    assert "http" not in html.replace("http://www.w3.org", "")
    assert "| variant | games |" in to_markdown(found)
    assert report.to_csv(found).startswith("variant,players,measure,key,value,low,high,games,unit,change")
    assert "random, 6 games each" in in_terminal(found)
    assert all(
        one.read_text("utf-8").startswith("<svg xmlns") for one in write_figures(found, tmp_path / "f")
    )


def test_results_of_several_workers_are_those_of_one_process(played: StudyJournal) -> None:
    with working("local", 2) as share:
        assert results(played, share) == results(played)


def test_doubled_thinking_is_told_step_by_step() -> None:
    def match(first: str, second: str, won: int) -> ArmGames:
        one = ArmGames(Arm(Variant("base", "base", "", {}, {}), first, second, 20))
        one.measured = {n: {"first_side": [float((n % 2 == 0) != (n < won)), 1]} for n in range(20)}
        return one

    known = (
        match("best#200", "best#400", 14),
        match("best#100", "best#200", 16),
        match("greedy", "best#100", 4),
    )
    found = skill_trace(known)["base"]
    assert {nodes: round(step.value, 2) for nodes, step in found.steps.items()} == {100: 0.8, 200: 0.7}
    assert found.mean.value == pytest.approx(0.75)
    assert found.mean.low < 0.75 < found.mean.high <= 1
    assert found.mean.games == 40


def test_a_stage_is_played_before_the_rest(tmp_path: Path) -> None:
    text = TEXT.format(games=3) + '[[stage]]\nplayers = ["greedy - best#50"]\ngames = 4\n'
    with open_store(str(tmp_path / "s.db")) as store, hired(LocalCrew(1)) as crew:
        journal = open_study(store, read_text(text))
        run = Run(journal, crew)
        places = list(run._missing(set()))
        assert {run.arms[place].players for place, _ in places[:8]} == {"greedy - best#50"}
        assert len(places) == len(set(places)) == 2 * 3 + 4 * 4


def test_more_games_are_added_and_none_is_played_twice(tmp_path: Path) -> None:
    before = play(tmp_path / "s.db", TEXT.format(games=3)).games()
    after = play(tmp_path / "s.db", TEXT.format(games=5)).games()
    assert len(after) == len(before) + 4
    assert {game.game for game in before} <= {game.game for game in after}


def test_another_seed_needs_another_name(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        open_study(store, read_text(TEXT.format(games=3)))
        with pytest.raises(BadStudy, match="expected another name for a study with another seed"):
            open_study(store, read_text("seed = 9\n" + TEXT.format(games=3)))


def test_a_new_measure_is_taken_of_old_games(played: StudyJournal) -> None:
    game = played.games()[0]
    full = json.loads(game.measured or "")
    played.note_measured({game.key: {name: value for name, value in full.items() if name != "plies"}})
    with working("local", 1) as share:
        measure_missing(played, share)
    assert json.loads(played.games()[0].measured or "") == full


def test_a_budget_by_width_ends_arms_early(tmp_path: Path) -> None:
    text = TEXT.format(games=60).split("[[skill]]")[0]
    wide = text + 'until = { measure = "plies", width = 1000, least = 20 }\n'
    journal = play(tmp_path / "s.db", wide)
    assert 40 <= len(journal.games()) < 60


def test_a_killed_study_goes_on_where_it_was(tmp_path: Path) -> None:
    """A busy machine may play all games of a study before it is killed: then comes a larger one."""
    assert any(goes_on_after_it_was_killed(tmp_path, games) for games in (40, 200, 1000))


def goes_on_after_it_was_killed(folder: Path, games: int) -> bool:
    file, store = folder / f"{games}.toml", folder / f"{games}.db"
    file.write_text(TEXT.format(games=games))
    planned = 2 * games + 16
    command = [
        sys.executable,
        "-m",
        "schwarm",
        "lab",
        "run",
        str(file),
        "--store",
        str(store),
        "--processes",
        "1",
    ]
    running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    with open_store(str(store)) as opened:
        wait(lambda: (found := listed(opened)) and found[0].games >= 3)
        running.kill()  # kill -9
        running.wait()
        first = StudyJournal(opened, 1).games()
    if len(first) == planned:
        return False
    journal = play(store, TEXT.format(games=games))
    assert len(journal.games()) == planned
    assert {game.game for game in first} <= {game.game for game in journal.games()}
    return True


@pytest.mark.long
def test_tuned_weights_and_rollouts_play_and_the_weights_are_kept(tmp_path: Path) -> None:
    text = TEXT.format(games=2).split("[[skill]]")[0] + (
        '[[also]]\nplayers = "tuned#20"\ngames = 2\n[[also]]\nplayers = "rollouts#5"\ngames = 2\n'
        "[tuning]\ngames = 2\nnodes = 10\n"
    )
    journal = play(tmp_path / "s.db", text)
    assert {game.key.players for game in journal.games()} == {"random", "tuned#20", "rollouts#5"}
    weights = journal.notes(WEIGHTS)
    assert set(weights) == {game.key.variant for game in journal.games()}
    assert all(len(pair) == 2 for pair in weights["base"]["weights"].values())
