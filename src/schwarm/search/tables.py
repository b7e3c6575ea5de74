"""Numbers the compiled searches share, made once at import; never compiled."""

from math import log

OPEN = 2  # a node of a search tree whose result is not proven; proven ones hold -1, 0 or 1
NOISY = 1_000_000  # priors from here on belong to moves that must not be cut short
# REDUCTION[64*depth + tried]: plies taken off a late move, the more the deeper and the later.
REDUCTION = [
    round(0.4 + log(depth) * log(tried) / 2.2) if depth > 2 and tried > 1 else 0
    for depth in range(64)
    for tried in range(64)
]
