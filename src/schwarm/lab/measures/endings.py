"""How games end."""

from __future__ import annotations

from schwarm.lab.measures.measure import Measure, Sum, ratio, shares
from schwarm.lab.trace import Trace

# Reasons with which a limit or a repetition ends a game, so that a judgement and no move decides it.
JUDGED = {
    "limit", "repetition", "more free fields around the queen", "equally free queens", "more points",
    "more passengers", "equal points",
}  # fmt: skip


def reasons(game: Trace) -> dict[str, object]:
    """Which reason ended it."""
    return shares({game.reason: 1}, 1)


def drawn(game: Trace) -> list[float]:
    """Did nobody win?"""
    return ratio(int(game.winner is None))


def at_the_limit(game: Trace) -> list[float]:
    """Was it stopped rather than won?"""
    return ratio(int(game.reason in JUDGED))


def outcome(game: Trace) -> dict[str, object]:
    """Which of the three outcomes it had."""
    parts = dict.fromkeys(("first", "drawn", "second"), 0)
    parts["drawn" if game.winner is None else "first" if game.winner == 0 else "second"] = 1
    return shares(parts, 1)


MEASURES = (
    Measure(
        "reasons", "ended by", "%", "endings",
        "the share of games that each reason ended", "games with the reason / games", Sum.SHARES, of=reasons,
    ),
    Measure(
        "drawn", "drawn", "%", "endings",
        "the share of games without a winner", "games without a winner / games", of=drawn,
        compared=True, margin=0.05,
    ),
    Measure(
        "outcome_uniformity", "uniformity of outcomes", "", "endings",
        "1 if wins of either side and draws are equally frequent, 0 if all end alike; fair games without "
        "draws have 0.63", "-sum of p log(p) / log(3), p the shares of the three outcomes",
        Sum.EVENNESS, of=outcome, compared=True, margin=0.05,
    ),
    Measure(
        "stopped", "stopped by a limit or repetition", "%", "endings",
        "the share of games that a limit or a repetition ended, so that a judgement and no move decided them",
        "games whose reason is a limit or a repetition / games", of=at_the_limit, compared=True, margin=0.05,
    ),
)  # fmt: skip
