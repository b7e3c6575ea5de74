"""How long games and turns are."""

from __future__ import annotations

from schwarm.lab.measures.measure import Measure, Sum, ratio
from schwarm.lab.trace import Trace


def plies(game: Trace) -> list[float]:
    """Moves of both sides."""
    return ratio(game.plies)


def own_plies(game: Trace) -> float:
    """The same, for the median and the spread of all games."""
    return game.plies


def rounds(game: Trace) -> list[float]:
    """A round is one turn of each side."""
    return ratio(len(game.turns) / 2)


def moves_a_turn(game: Trace) -> list[float]:
    """Moves that one side makes in a row."""
    return ratio(game.plies, len(game.turns))


def longest_turn(game: Trace) -> list[float]:
    """The longest run of moves of one side."""
    return ratio(max(game.turns, default=0))


def extra_moves(game: Trace) -> list[float]:
    """Moves beyond the first of a turn."""
    return ratio(game.plies - len(game.turns), game.plies)


def won_by_extra(game: Trace) -> list[float] | None:
    """Was the last move of a won game not the first of its turn?"""
    return None if game.winner is None or not game.turns else ratio(int(game.turns[-1] > 1))


MEASURES = (
    Measure(
        "plies", "length in plies", "plies", "length",
        "moves of both sides until the end, the opening included", "plies / games", of=plies,
        compared=True, margin=5,
    ),
    Measure(
        "median_plies", "median length", "plies", "length",
        "half of the games are shorter than this", "median of the games' plies", Sum.MEDIAN, of=own_plies,
    ),
    Measure(
        "plies_spread", "spread of length", "plies", "length",
        "the standard deviation of the games' lengths", "sqrt(sum of (plies - mean)^2 / (games - 1))",
        Sum.SPREAD, of=own_plies, compared=True, margin=5,
    ),
    Measure(
        "rounds", "length in rounds", "rounds", "length",
        "turns of each side until the end", "turns / 2 / games", of=rounds,
    ),
    Measure(
        "moves_a_turn", "moves a turn", "moves", "length",
        "moves that a side makes before the other one is to move", "plies / turns", of=moves_a_turn,
        compared=True, margin=0.02, needs_turns=True,
    ),
    Measure(
        "longest_turn", "longest turn of a game", "moves", "length",
        "the most moves that a side made in a row in a game, the mean over games",
        "sum of each game's longest turn / games", of=longest_turn, needs_turns=True,
    ),
    Measure(
        "extra_moves", "extra moves", "%", "length",
        "the share of moves that are not the first of their turn", "(plies - turns) / plies", of=extra_moves,
        needs_turns=True,
    ),
    Measure(
        "won_by_extra", "won by an extra move", "%", "length",
        "the share of won games whose last move was not the first of its turn",
        "won games that end with an extra move / won games", of=won_by_extra, compared=True, margin=0.03,
        needs_turns=True,
    ),
)  # fmt: skip
