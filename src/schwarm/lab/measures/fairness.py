"""Is one side favoured?"""

from __future__ import annotations

from schwarm.lab.measures.measure import Measure, ratio
from schwarm.lab.trace import Trace


def first_side(game: Trace) -> list[float]:
    """The first side's points: 1 for a win, a half for a draw."""
    return ratio(0.5 if game.winner is None else float(game.winner == 0))


MEASURES = (
    Measure(
        "first_side", "score of the first side", "%", "fairness",
        "the share of the points that the side with the first move gets; 50 % is fair",
        "(wins of the first side + draws / 2) / games", of=first_side, compared=True, margin=0.05,
    ),
)  # fmt: skip
