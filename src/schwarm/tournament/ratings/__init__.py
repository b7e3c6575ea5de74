"""What results mean: Elo with intervals, sequential tests, ratings of a whole field. Pure, without I/O.

Everything counts pairs of games from one start with the sides swapped: a pair's five possible results
say more than the games one by one, because the start favours the same side in both.
"""

from schwarm.tournament.ratings.elo import Elo, elo_of
from schwarm.tournament.ratings.field import FieldRating, rate
from schwarm.tournament.ratings.pairs import Pairs, pair_counts
from schwarm.tournament.ratings.sprt import Sprt, SprtState

__all__ = ["Elo", "FieldRating", "Pairs", "Sprt", "SprtState", "elo_of", "pair_counts", "rate"]
