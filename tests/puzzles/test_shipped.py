"""The puzzles that ship: enough, all different, all proven, none trivial, all with words."""

import pytest

from schwarm.teaching.face import teaching_file
from schwarm.teaching.puzzles import Goal, find, puzzle_games, shipped
from schwarm.teaching.puzzles.proof import proven
from schwarm.teaching.puzzles.puzzle import packed, unpacked
from schwarm.teaching.puzzles.rating import Examiner, rating_of
from schwarm.teaching.puzzles.solving import themes_in
from schwarm.teaching.puzzles.symmetry import canonical
from schwarm.web.shared.texts import LANGUAGES, catalogue

SAMPLE = 6
FEWEST = {"blokus": 150}  # its games are rarely decided by one of the last moves; of the others there are 200


@pytest.mark.parametrize("game", puzzle_games())
def test_there_are_enough_different_ones(game: str) -> None:
    puzzles = shipped(game)
    assert len(puzzles) >= FEWEST.get(game, 200)
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)
    assert len({canonical(puzzle.start()) for puzzle in puzzles}) == len(puzzles)
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)
    assert find(game, puzzles[7].name) == puzzles[7]


def test_all_files_together_are_smaller_than_a_megabyte() -> None:
    shipped_files = [teaching_file(game, "puzzles.jsonl.gz") for game in puzzle_games()]
    assert 0 < sum(len(file.read_bytes()) for file in shipped_files if file is not None) < 1_000_000


@pytest.mark.parametrize("game", puzzle_games())
def test_a_sample_is_proven_again(game: str) -> None:
    puzzles = shipped(game)
    for puzzle in puzzles[:: len(puzzles) // SAMPLE]:
        assert proven(puzzle), puzzle


@pytest.mark.long
@pytest.mark.parametrize("game", puzzle_games())
def test_all_are_proven_again(game: str) -> None:
    wrong = [puzzle.name for puzzle in shipped(game) if not proven(puzzle)]
    assert wrong == []


@pytest.mark.parametrize("game", puzzle_games())
def test_no_greedy_player_finds_the_answer(game: str) -> None:
    examiner = Examiner(game)
    for puzzle in shipped(game)[::5]:
        position = puzzle.start()
        assert len(position.legal_moves()) > 1
        assert not examiner.is_trivial(position, puzzle.answer), puzzle


@pytest.mark.parametrize("game", puzzle_games())
def test_a_sample_is_solved_by_todays_levels_as_it_says(game: str) -> None:
    examiner, puzzles = Examiner(game), shipped(game)
    for puzzle in puzzles[:: len(puzzles) // SAMPLE]:
        assert examiner.solved(puzzle.start(), puzzle.answer) == puzzle.solved, puzzle


@pytest.mark.parametrize("game", puzzle_games())
def test_winning_lines_end_with_the_win_of_whoever_solves_them(game: str) -> None:
    for puzzle in shipped(game):
        position = puzzle.start()
        side = position.to_move
        for move in puzzle.line:
            position.play(move)
        outcome = position.outcome()
        if puzzle.goal is Goal.WIN:
            assert outcome is not None
            assert outcome.winner == side
            assert len(puzzle.line) == puzzle.plies
        else:
            assert len(puzzle.line) == 1
        assert puzzle.rating == rating_of(puzzle.solved)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", puzzle_games())
def test_every_theme_has_a_name(game: str, language: str) -> None:
    assert set(themes_in(game)) <= set(catalogue(language)["puzzles"]["theme"])


def test_a_file_comes_back_as_it_was() -> None:
    some = shipped("piranhas")[:3]
    assert unpacked(packed(some)) == some
