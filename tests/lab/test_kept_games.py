"""A study's games as a file: another store goes on from them, and nothing else is taken for them."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from schwarm.lab.errors import BadStudy
from schwarm.lab.journal import WEIGHTS, StudyJournal, open_study
from schwarm.lab.judging import measure_missing
from schwarm.lab.kept_games import NAME, games_beside, take_games, write_games
from schwarm.lab.results import results
from schwarm.lab.study import read_text
from schwarm.lab.variants import arms
from schwarm.store import open_store
from schwarm.workers import working
from tests.lab.filled import TEXT, filled


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> tuple[StudyJournal, Path]:
    folder = tmp_path_factory.mktemp("kept")
    journal = filled(open_store(str(folder / "one.db")))
    journal.note(WEIGHTS, "base", {"weights": {"swarm": [1, 2]}, "told": []})
    assert write_games(journal, folder / NAME) == sum(arm.games for arm in arms(journal.study))
    return journal, folder / NAME


def test_a_study_goes_on_in_a_store_that_never_saw_its_games(
    packed: tuple[StudyJournal, Path], tmp_path: Path
) -> None:
    first, path = packed
    second = open_study(open_store(str(tmp_path / "two.db")), first.study)
    assert take_games(second, path) == len(first.games())
    assert take_games(second, path) == 0, "nothing is taken twice"
    assert second.keys() == first.keys()
    assert second.notes(WEIGHTS) == first.notes(WEIGHTS)
    with working("local", 1) as share:
        measure_missing(second, share)
    one, other = (results(journal).model_dump(exclude={"calibration"}) for journal in (first, second))
    for arm in (*one["arms"], *other["arms"]):
        del arm["examples"]  # numbers of games in their store
    assert one == other


def test_games_of_another_study_and_torn_files_are_refused(
    packed: tuple[StudyJournal, Path], tmp_path: Path
) -> None:
    first, path = packed
    other = read_text(TEXT.format(games=3).replace('game = "piranhas"', 'game = "piranhas"\nseed = 5'))
    store = open_store(str(tmp_path / "other.db"))
    with pytest.raises(BadStudy, match="expected games of a study with seed 5, not 1"):
        take_games(open_study(store, other), path)
    torn = tmp_path / NAME
    torn.write_bytes(path.read_bytes()[:-200])
    study = open_study(open_store(str(tmp_path / "torn.db")), first.study)
    with pytest.raises(BadStudy, match="expected the games of a study"):
        take_games(study, torn)
    lines = lzma.decompress(path.read_bytes()).replace(b'"winner":"red"', b'"winner":"blue"')
    torn.write_bytes(lzma.compress(lines))
    with pytest.raises(BadStudy, match="expected the games of a study"):
        take_games(study, torn)
    torn.write_bytes(b"nonsense")
    with pytest.raises(BadStudy, match="expected the games of a study"):
        take_games(study, torn)


def test_games_are_found_beside_the_file_of_a_study(tmp_path: Path) -> None:
    assert games_beside(tmp_path / "s.toml") is None
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / NAME).touch()
    assert games_beside(tmp_path / "s.toml") == tmp_path / "s" / NAME
