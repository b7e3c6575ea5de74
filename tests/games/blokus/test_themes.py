"""Blokus: what the shipped puzzles say they are about is so."""

from schwarm.games.blokus.options import COLOURS
from schwarm.games.blokus.teaching import CLOSE, is_close
from schwarm.games.blokus.teaching.themes import owner, sizes
from schwarm.teaching.puzzles import shipped

PUZZLES = shipped("blokus")


def test_themes_say_what_the_board_shows() -> None:
    for puzzle in PUZZLES[::8]:
        game = puzzle.start()
        mover = game.describe(puzzle.answer).piece
        assert mover is not None
        enemies = [colour for colour in COLOURS if owner(colour) != game.to_move]
        before = {colour: sizes(game, colour) for colour in enemies}
        largest = max(sizes(game, mover.kind))
        game.play(puzzle.answer)
        after = {colour: sizes(game, colour) for colour in enemies}
        assert ("small" in puzzle.themes) == (mover.value < largest)
        assert ("count" in puzzle.themes) == (not any(before.values()))
        assert ("shut_out" in puzzle.themes) == any(before[one] and not after[one] for one in enemies)


def test_nobody_skips_in_puzzles() -> None:
    assert all("SKIP" not in puzzle.start().legal_moves() for puzzle in PUZZLES[::10])


def test_only_close_games_are_looked_through() -> None:
    game = PUZZLES[0].start()
    for move in PUZZLES[0].line:
        game.play(move)
    while not game.finished():
        game.play(game.legal_moves()[0])
    outcome = game.outcome()
    assert outcome is not None
    one, two = (points[-1] for points in outcome.scores.values())
    assert is_close(game) == (abs(one - two) <= CLOSE)
