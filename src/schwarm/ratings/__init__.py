"""What results mean: Elo with intervals, sequential tests, ratings of a whole field. Pure, without I/O.

Everything counts pairs of games from one start with the sides swapped: a pair's five possible results
say more than the games one by one, because the start favours the same side in both. One estimator answers
for tables, matches and tests: prior.py says what it assumes, duel.py does two players, field.py many.
"""

from schwarm.ratings.elo import Elo, elo_of, percent
from schwarm.ratings.field import Estimate, FieldRating, estimate, rate
from schwarm.ratings.games import MatchRating, match_rating
from schwarm.ratings.pairs import Pairs, pair_counts
from schwarm.ratings.sprt import Sprt, SprtState, advice, alike

__all__ = [
    "Elo",
    "Estimate",
    "FieldRating",
    "MatchRating",
    "Pairs",
    "Sprt",
    "SprtState",
    "advice",
    "alike",
    "elo_of",
    "estimate",
    "match_rating",
    "pair_counts",
    "percent",
    "rate",
]
