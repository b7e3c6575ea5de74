"""Does skill tell? These figures come from matches between players of different strength.

A game of a match counts by the weaker player's points, which `results` takes from `first_side` by who had the
first move; Elo is what the share of points means on the usual scale.
"""

from __future__ import annotations

from schwarm.lab.measures.measure import Measure

WEAKER, ELO, DOUBLING = "weaker", "elo", "elo_a_doubling"

MEASURES = (
    Measure(
        WEAKER, "points of the weaker player", "%", "skill",
        "the weaker player's share of the points in a match, each start played twice with the sides changed",
        "(wins of the weaker + draws / 2) / games", compared=True, margin=0.05,
    ),
    Measure(
        ELO, "Elo between the players", "Elo", "skill",
        "how much stronger the second player is", "-400 log10(s / (1 - s)), s the weaker player's share, "
        "a half point added to both sides",
    ),
    Measure(
        DOUBLING, "Elo for a doubling of nodes", "Elo", "skill",
        "the same for each doubling of the nodes that a player may search", "Elo / log2(nodes / nodes)",
    ),
)  # fmt: skip
