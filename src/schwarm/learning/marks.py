"""What is noted of each ply of a game of self-play; never compiled."""

RANDOM = 0  # made without a search
QUIET = 1  # searched, and the best move changes little: a position to learn from
NOISY = 2  # searched, but by a rival, or the best move changes too much to judge the position as it stands
