"""Steps of our vector environments, masks and observations written; for bench/environments.py."""

from bench.worker import Task, serve
from schwarm.environments import make_vec

GAMES = 1024
STEPS = 20


def steps(name: str, profile: str | None = None) -> Task:
    """Random legal actions in a batch of 1,024 on one core."""
    games = make_vec(name, GAMES, profile=profile)
    games.reset(seed=1)

    def work() -> int:
        for _ in range(STEPS):
            games.step(games.sample_actions())
        return GAMES * STEPS

    for _ in range(20):  # until the games stand at all stages
        work()
    return work


if __name__ == "__main__":
    serve(
        {
            "hive": steps("hive"),
            "mississippi_queen": steps("mississippi_queen"),
            "piranhas": steps("piranhas"),
            "protista": steps("protista"),
            "protista_small": steps("protista", profile="small"),
        },
        seconds=0.4,
    )
