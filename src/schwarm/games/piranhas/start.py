"""Piranhas: the start position of a seed (S1, S2)."""

from schwarm.game.random64 import Stream
from schwarm.games.piranhas.tables import SIZE

WEIGHTS = (1, 1, 1, 1, 2, 2, 2, 3, 3)  # chances 4 : 3 : 2


def start_rows(seed: int) -> list[str]:
    """Rows of the start position, bottom first. Stream 0 draws the weights, stream 1 the kraken."""
    rows = [["."] * SIZE for _ in range(SIZE)]
    weights = Stream(seed, 0)
    for i in range(1, SIZE - 1):
        near, far = weights.choice(WEIGHTS), weights.choice(WEIGHTS)
        rows[i][0], rows[0][i] = str(near), str(near + 3)
        rows[i][SIZE - 1], rows[SIZE - 1][i] = str(far), str(far + 3)
    kraken = Stream(seed, 1)
    x, y = 2 + kraken.below(6), 2 + kraken.below(6)
    other_x, other_y = x, y
    while x == other_x or y == other_y or abs(x - other_x) == abs(y - other_y):
        other_x, other_y = 2 + kraken.below(6), 2 + kraken.below(6)
    rows[y][x] = rows[other_y][other_x] = "#"
    return ["".join(row) for row in rows]
