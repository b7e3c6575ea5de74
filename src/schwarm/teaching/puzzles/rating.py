"""How hard a puzzle is: which levels find its answer."""

from __future__ import annotations

from schwarm import bots
from schwarm.game import Game
from schwarm.teaching.puzzles.proof import same_result

PATIENCE_MS = 60_000  # levels are limited by nodes, not by time
SEEDS = 4  # tries of each level; a level without noise always answers the same
EASIEST = 600  # the rating of what every level solves
STEP = 150  # for each level that does not


class Examiner:
    """Lets greedy and the levels of a game try puzzles."""

    def __init__(self, game: str) -> None:
        known = bots.knowledge(game)
        self.greedy = bots.player(game, "greedy")
        self.levels = [
            [bots.player(game, name, seed=seed) for seed in range(SEEDS if level.noise else 1)]
            for name, level in known.levels.items()
        ]

    def is_trivial(self, game: Game, answer: str) -> bool:
        """Does a player find the answer that looks at its own move only?"""
        return same_result(game, self.greedy.choose(game, PATIENCE_MS), answer)

    def solved(self, game: Game, answer: str) -> tuple[int, ...]:
        """How many tries of a hundred find the answer, level by level."""
        found = []
        for players in self.levels:
            right = [same_result(game, player.choose(game, PATIENCE_MS), answer) for player in players]
            found.append(round(100 * sum(right) / len(right)))
        return tuple(found)


def rating_of(solved: tuple[int, ...]) -> int:
    """From 600, what every level always solves, to 2100, what none does.

    >>> rating_of((0, 0, 0, 0, 0, 50, 100, 100, 100, 100))
    1425
    """
    return EASIEST + round(STEP * sum(100 - share for share in solved) / 100)
