"""Games of other packages get everything: the example brings all faces along, and each is seen to be used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.example import install

pytestmark = pytest.mark.compiled_only  # about imports, not about rules


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process for which the example is installed."""
    return {**os.environ, "PYTHONPATH": install(tmp_path_factory.mktemp("example"))}


def told(environment: dict[str, str], code: str) -> str:
    """What a Python program prints that knows the example as installed."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_every_face_of_the_example_opens(installed: dict[str, str]) -> None:
    code = """
from schwarm.game.faces import FACES, face, faults
print(sorted(name for name in FACES if face("breakthrough", name) is None), faults)
"""
    assert told(installed, code) == "['recipe'] {}"


def test_its_levels_judge_by_its_evaluation(installed: dict[str, str]) -> None:
    code = """
import schwarm
from schwarm import bots

print(bots.names("breakthrough"))
game = schwarm.new_game("breakthrough", position="....../..W.../b.b.../.W..../....../...... 0")
print(bots.player("breakthrough", "3").choose(game, 60_000))
print(type(bots.player("breakthrough", "greedy").searcher.evaluator).__name__)
"""
    names, move, kind = told(installed, code).splitlines()
    assert names == "['random', 'greedy', '1', '2', '3', 'best']"
    assert move in ("c5-b6", "c5-c6", "c5-d6")
    assert kind == "Pawns"


def test_its_arrays_are_its_own(installed: dict[str, str]) -> None:
    pytest.importorskip("numpy")
    code = """
import schwarm
from schwarm.environments import legal_mask, observe
game = schwarm.new_game("breakthrough", seed=1)
print(observe(game).sum(), legal_mask(game).sum(), legal_mask(game).size)
"""
    assert told(installed, code) == "25 16 108"


def test_its_codec_speaks_for_it(installed: dict[str, str]) -> None:
    code = """
import schwarm
from schwarm.contest.wire import season_of_game
from schwarm.contest.wire.element import render
game = schwarm.new_game("breakthrough", seed=1)
print(render(season_of_game("breakthrough").write_move("a2-a3", game)))
"""
    assert told(installed, code) == '<data class="move" from="a2" to="a3"/>'


def test_its_lessons_are_solved_and_its_puzzles_proven(installed: dict[str, str]) -> None:
    code = """
from schwarm.teaching.lessons import lessons, sheet, solve
from schwarm.teaching.puzzles.proof import Judge
from schwarm.teaching.puzzles.puzzle import start_at
from schwarm.teaching.puzzles.themes import themes_of
(lesson,) = lessons("breakthrough")
print([str(move) for move in solve(lesson)], len(sheet("breakthrough").pictures))
game = start_at("breakthrough", "bb..../W...../....../....../....../.....W 0")
proof = Judge("breakthrough").prove(game)
print(proof.goal, proof.answer)
"""
    lesson, puzzle = told(installed, code).splitlines()
    assert lesson.endswith("1")
    assert puzzle.split()[0] in ("win", "save")


def test_studies_are_told_the_kinds_of_its_moves(installed: dict[str, str]) -> None:
    code = """
import schwarm
from schwarm.lab.kinds import offered, plain_kinds
game = schwarm.new_game("breakthrough", seed=1)
print(offered(game, 0), plain_kinds("breakthrough", {"capture", "step"}))
"""
    assert told(installed, code) == "{'step'} ['step', 'capture']"


def test_its_page_says_moves_in_both_languages(installed: dict[str, str]) -> None:
    code = """
import schwarm
from schwarm.web.words import words_of
game = schwarm.new_game("breakthrough", seed=1)
print(*words_of(game, "a2-b3").values(), sep="|")
"""
    assert told(installed, code) == "Pawn from a2 to b3|Bauer von a2 nach b3"


def test_a_broken_face_is_left_out_and_told(installed: dict[str, str], tmp_path: Path) -> None:
    place = Path(install(tmp_path / "broken").split(os.pathsep)[-1])
    (place / "schwarm_breakthrough" / "season.py").write_text("SEASON = 1 // 0\n")
    environment = {
        **installed,
        "PYTHONPATH": os.pathsep.join([installed["PYTHONPATH"].split(os.pathsep)[0], str(place)]),
    }
    code = """
from schwarm.contest.wire import game_types, season_of_game
from schwarm.game.faces import faults
print(type(season_of_game("breakthrough")).__name__, faults)
"""
    assert "ZeroDivisionError" in told(environment, code)
    assert told(environment, code).startswith("Generic ")
