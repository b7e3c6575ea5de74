"""Steps of our environments, masks and observations written; for bench/environments.py."""

from bench.worker import Task, serve
from schwarm.environments import SoloEnv, make_vec, raw_env

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


def aec_steps(name: str) -> Task:
    """Games for PettingZoo, both sides by random legal actions."""
    env = raw_env(name)

    def work() -> int:
        env.reset()
        steps = 0
        while True:
            _, _, terminated, _, _ = env.last()
            if terminated:
                return steps
            env.step(env.sample_action())
            steps += 1

    return work


def solo_steps(name: str) -> Task:
    """Games for Gymnasium against a random opponent."""
    env = SoloEnv(name)

    def work() -> int:
        env.reset()
        steps = 0
        over = False
        while not over:
            _, _, over, _, _ = env.step(env.sample_action())
            steps += 1
        return steps

    return work


if __name__ == "__main__":
    tasks = {name: steps(name) for name in NAMES}
    tasks["protista_small"] = steps("protista", profile="small")
    tasks |= {f"{name}_{count}": steps(name, count) for name in NAMES for count in SIZES}
    tasks |= {f"{name}_aec": aec_steps(name) for name in NAMES}
    tasks |= {f"{name}_solo": solo_steps(name) for name in NAMES}
    serve(tasks, seconds=0.4)
