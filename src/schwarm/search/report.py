"""What a search found: the best move, its score, and the principal variation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from schwarm.game.rulebook import Move

WIN = 32_000  # the score of a game won here; one less for each ply until then
PROVEN = 31_000  # from here on a score is a proven win
CAPPED = 3000  # a win or loss that depends on chance counts for no more than this in an average
LONGEST = 128  # plies from the root of alpha-beta to its deepest node
OFTEN = 3  # times that a position has been there: a game that goes on so gets no further
CHANCE_SAMPLES = 6  # random results that stand for all results of a chance move


@dataclass(frozen=True, slots=True)
class Line:
    """A move to choose, its score for the side to move, and the moves expected after it.

    >>> Line(WIN - 3, ()).score_text(), Line(-20, ()).score_text()
    ('win 3', '-20')
    """

    score: int
    moves: tuple[Move, ...]

    @property
    def move(self) -> Move:
        return self.moves[0]

    def score_text(self) -> str:
        """The score as a number, or as `win N` and `loss N`: decided in N plies."""
        if self.score >= PROVEN:
            return f"win {WIN - self.score}"
        return f"loss {WIN + self.score}" if self.score <= -PROVEN else str(self.score)


@dataclass(frozen=True, slots=True)
class SearchReport:
    """The state of a search: its lines, best first, the depth reached, nodes visited and time used.

    >>> from schwarm import bots, new_game
    >>> game = new_game("piranhas", seed=7)
    >>> report = bots.player("piranhas", "greedy").analyse(game, lines=2)
    >>> len(report.lines), report.move in game.legal_moves(), report.score == report.best.score
    (2, True, True)
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    elapsed_ms: int

    @property
    def best(self) -> Line:
        return self.lines[0]

    @property
    def move(self) -> Move:
        return self.lines[0].moves[0]

    @property
    def score(self) -> int:
        """The best move's score for the side to move."""
        return self.lines[0].score

    @property
    def pv(self) -> tuple[Move, ...]:
        """The principal variation: the moves expected from both sides."""
        return self.lines[0].moves

    def info(self) -> list[str]:
        """One line of text for each line found, as the engine protocol streams them."""
        many = len(self.lines) > 1
        return [
            f"info depth {self.depth}{f' line {number}' if many else ''} score {line.score_text()} "
            f"nodes {self.nodes} time {self.elapsed_ms} pv {' | '.join(line.moves)}"
            for number, line in enumerate(self.lines, 1)
        ]


Listener = Callable[[SearchReport], None]


class DepthScores:
    """The scores of the depths a search finished, one after the other.

    >>> scores = DepthScores()
    >>> for score in (40, -20, WIN - 3):
    ...     scores.add(score)
    >>> scores.reached(), scores.at(2), scores.at(9) == WIN - 3
    (128, -20, True)
    """

    def __init__(self) -> None:
        self._scores = [0]

    def add(self, score: int) -> None:
        """The next depth has this score."""
        self._scores.append(score)

    def listen(self, report: SearchReport) -> None:
        """Take a report's score if its depth is the next one; a stopped search reports the last one again."""
        if report.depth == len(self._scores):
            self.add(report.score)

    def reached(self) -> int:
        """The last depth; a proven score holds for all depths there are."""
        return LONGEST if abs(self._scores[-1]) >= PROVEN else len(self._scores) - 1

    def at(self, depth: int) -> int:
        """The score of a depth, or of the last one before it."""
        return self._scores[min(depth, len(self._scores) - 1)]


def chance_lead(samples: Sequence[DepthScores], certain: DepthScores, depth: int) -> int:
    """By how much a chance move is better than the best certain one: its samples on average, equally deep."""
    average = sum(capped(scores.at(depth)) for scores in samples) // len(samples)
    return average - capped(certain.at(depth))


def capped(score: int) -> int:
    """A score for averages: a win that depends on chance is worth much, not everything."""
    return max(-CAPPED, min(CAPPED, score))
