"""What is noted of each ply of a game of self-play; never compiled."""

RANDOM = 0  # made without a search, at random or aside of the best
QUIET = 1  # searched, and the best move changes little: a position to learn from
NOISY = 2  # searched, but too briefly, or the best move changes so much that the position says nothing
