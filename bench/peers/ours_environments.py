"""Steps of our vector environments, masks and observations written; for bench/environments.py."""

from bench.worker import Task, serve
from schwarm.environments import make_vec

NAMES = ("hive", "mississippi_queen", "piranhas", "protista")
SIZES = (128, 4096)  # batches that are measured besides those of 1,024 games
STEPS = 20


def steps(name: str, count: int = 1024, profile: str | None = None) -> Task:
    """Random legal actions in a batch on one core."""
    games = make_vec(name, count, profile=profile)
    games.reset(seed=1)

    def work() -> int:
        for _ in range(STEPS):
            games.step(games.sample_actions())
        return count * STEPS

    for _ in range(20):  # until the games stand at all stages
        work()
    return work


if __name__ == "__main__":
    tasks = {name: steps(name) for name in NAMES}
    tasks["protista_small"] = steps("protista", profile="small")
    tasks |= {f"{name}_{count}": steps(name, count) for name in NAMES for count in SIZES}
    serve(tasks, seconds=0.4)
