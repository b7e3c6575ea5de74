"""Constants of the searches, computed once at import; this module is never compiled."""

from math import log

OPEN = 2  # a node of a search tree that is not proven; proven ones hold the game's score: -1, 0 or 1
NOISY = 1_000_000  # from here on a prior marks a noisy move, which is neither reduced nor pruned
# Late move reductions, REDUCTION[64 * depth + moves tried before]: the deeper and the later, the more plies.
REDUCTION = [
    round(0.4 + log(depth) * log(tried) / 2.2) if depth > 2 and tried > 1 else 0
    for depth in range(64)
    for tried in range(64)
]
