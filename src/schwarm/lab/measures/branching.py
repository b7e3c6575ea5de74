"""How much there is to choose from, and how large the game is."""

from __future__ import annotations

from math import log10
from statistics import median

from schwarm.lab.measures.measure import Measure, Sum, ratio
from schwarm.lab.trace import Trace

PHASES = ("opening", "middle", "end")
BUCKET = 10  # plies that one point of a curve stands for


def branching(game: Trace) -> list[float]:
    """Legal moves of all positions."""
    return ratio(sum(step.branching for step in game.steps), game.plies)


def typical(game: Trace) -> float:
    """The game's median."""
    return median(step.branching for step in game.steps) if game.steps else 0.0


def largest(game: Trace) -> list[float]:
    """The position with most moves."""
    return ratio(max((step.branching for step in game.steps), default=0))


def by_phase(game: Trace) -> dict[str, list[float]]:
    """The game in three equal parts."""
    found = {phase: [0.0, 0.0] for phase in PHASES}
    for number, step in enumerate(game.steps):
        part = found[PHASES[3 * number // game.plies]]
        part[0] += step.branching
        part[1] += 1
    return found


def over_plies(game: Trace) -> dict[str, list[float]]:
    """The same for every ten plies."""
    found: dict[str, list[float]] = {}
    for number, step in enumerate(game.steps):
        part = found.setdefault(str(number // BUCKET * BUCKET), [0.0, 0.0])
        part[0] += step.branching
        part[1] += 1
    return found


def tree(game: Trace) -> list[float]:
    """log10 of the number of games one could play with as many choices at each ply."""
    return ratio(sum(log10(max(1, step.branching)) for step in game.steps))


def boards(game: Trace) -> list[float]:
    """log10 of the boards with the pieces of one position, chosen from the game by its seed."""
    return ratio(game.boards)


MEASURES = (
    Measure(
        "branching", "legal moves", "moves", "branching",
        "legal moves in a position, the mean over all positions", "sum of legal moves / positions",
        of=branching, compared=True, margin=10,
    ),
    Measure(
        "branching_median", "legal moves, median", "moves", "branching",
        "the median over games of each game's median number of legal moves", "median of the games' medians",
        Sum.MEDIAN, of=typical,
    ),
    Measure(
        "branching_largest", "legal moves, largest of a game", "moves", "branching",
        "the most legal moves of any position of a game, the mean over games",
        "sum of each game's largest / games", of=largest,
    ),
    Measure(
        "branching_by_phase", "legal moves by phase", "moves", "branching",
        "the mean over the positions of each third of a game", "sum of legal moves / positions of the third",
        Sum.CURVE, of=by_phase,
    ),
    Measure(
        "branching_over_plies", "legal moves over plies", "moves", "branching",
        "the mean over the positions of every ten plies", "sum of legal moves / positions of these plies",
        Sum.CURVE, of=over_plies,
    ),
    Measure(
        "game_tree", "game tree", "log10", "branching",
        "log10 of the number of games with the same numbers of choices, the mean over games",
        "sum over the plies of log10(legal moves) / games", of=tree,
    ),
    Measure(
        "state_space", "state space", "log10", "branching",
        "log10 of the ways to put the pieces of a position on the board; one position of each game is drawn",
        "sum of log10(cells! / (empty cells! * product of the kinds' numbers!)) / games", of=boards,
    ),
)  # fmt: skip
