"""Steps a second of the environments on one core, of many games and of one, and their memory, beside others.

A step writes the mask and the observation of its game, and a loop over one game reads both. The peers play
the quickest games they have: connect four and tic-tac-toe. pgx is compiled by XLA for one core and plays
batches of 1,024 like ours.
"""

import subprocess
import sys

from bench.compare import Candidate, Row, compare, peer_python

WANTED = {
    "piranhas": 2_400_000,
    "hive": 1_500_000,
    "protista": 800_000,
    "mississippi_queen": 500_000,
}
ONE_GAME = {"piranhas": 150_000, "hive": 150_000, "protista": 150_000, "mississippi_queen": 50_000}
MOST_LOST = 0.15  # of the steps in a batch of 128 games, by one of 4,096
MOST_BYTES = 64 * 1024
MEMORY = """
import resource, sys
from schwarm.environments import make_vec
def size(): return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()
make_vec(sys.argv[1], 1).reset(seed=1)
before = size()
games = make_vec(sys.argv[1], 1024)
games.reset(seed=1)
for _ in range(300): games.step(games.sample_actions())
print((size() - before) // 1024)
"""


def measure() -> list[Row]:
    """Ratios to the peers; where a number of steps is wanted, a row with that number as the peer."""
    python = peer_python("open_spiel>=2,<3", "pgx>=2,<3", "jax", "pettingzoo", "pygame")
    ours = Candidate("bench.peers.ours_environments")
    pgx = Candidate("bench.peers.pgx_steps", python)
    loops = Candidate("bench.peers.pettingzoo_steps", python)
    rows = []
    for game, wanted in WANTED.items():
        row = compare(f"{game} steps", (ours, game), (pgx, "connect_four"), "pgx connect four", 0)
        rows.append(row)
        rows.append(Row(f"{game} steps", row.ours, wanted, "steps wanted", row.ours / wanted, 1))
        many, few = (ours, f"{game}_4096"), (ours, f"{game}_128")
        rows.append(compare(f"{game}, 4,096 games", many, few, "128 games", 1 - MOST_LOST))
    for game, wanted in ONE_GAME.items():
        for face in ("aec", "solo"):
            row = compare(
                f"{game}, {face}", (ours, f"{game}_{face}"), (loops, "pettingzoo_connect_four"),
                "pettingzoo connect four", 0,
            )  # fmt: skip
            rows.append(row)
            rows.append(Row(f"{game}, {face}", row.ours, wanted, "steps wanted", row.ours / wanted, 1))
    for peer in (
        "pettingzoo_connect_four",
        "pettingzoo_tictactoe",
        "open_spiel_connect_four",
        "open_spiel_python_tic_tac_toe",
    ):
        rows.append(compare("piranhas steps", (ours, "piranhas"), (loops, peer), peer.replace("_", " "), 100))
    for candidate in (ours, pgx, loops):
        candidate.close()
    return rows + [memory(game) for game in ("hive", "mississippi_queen", "piranhas", "protista")]


def memory(game: str) -> Row:
    """Bytes of one game of 1,024, buffers and starts included, beside 64 KiB."""
    done = subprocess.run([sys.executable, "-c", MEMORY, game], check=True, capture_output=True, text=True)
    used = int(done.stdout)
    return Row(f"{game}, bytes a game", used, MOST_BYTES, "64 KiB", MOST_BYTES / max(used, 1), 1)
