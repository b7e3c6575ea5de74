"""What a puzzle is about, by facts of its line: what `describe` and `board` say, and how the game ends.

Which themes a game has says its folder, in `teaching/themes.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from schwarm.game import Board, Description, Game
from schwarm.teaching.puzzles.puzzle import Goal, puzzle_rules


@dataclass
class PuzzleBoard:
    """A puzzle's line on its board, step by step."""

    game: Game  # at the puzzle's position
    goal: Goal
    line: tuple[str, ...]

    def __post_init__(self) -> None:
        self.side = self.game.to_move
        first, second = self.game.setup.book.sides
        self.enemy = second if self.side == first else first
        self.before = self.game.board()
        self.told: list[Description] = []
        self.boards: list[Board] = []
        game = self.game.copy()
        for move in self.line:
            self.told.append(game.describe(move))
            game.play(move)
            self.boards.append(game.board())
        outcome = game.outcome()
        self.ending = "" if outcome is None else str(outcome.reason)

    @property
    def answer(self) -> Description:
        """What the right move does."""
        return self.told[0]

    @property
    def after(self) -> Board:
        """The board after the right move."""
        return self.boards[0]

    @property
    def mine(self) -> list[Description]:
        """What the solver's moves do."""
        return [told for told in self.told if told.side == self.side]

    @cached_property
    def reply(self) -> Game:
        """The game after the right move."""
        game = self.game.copy()
        game.play(self.line[0])
        return game


def themes_of(game: Game, goal: Goal, line: tuple[str, ...]) -> tuple[str, ...]:
    """The themes of a puzzle, sorted; the goal comes first."""
    rules = puzzle_rules(game.name)
    return (str(goal), *sorted(rules.themes(PuzzleBoard(game, goal, line)) - {""}))
