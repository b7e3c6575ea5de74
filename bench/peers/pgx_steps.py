"""Steps of pgx on one core, with masks and observations; runs in the peers' environment."""

import os

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import pgx

from bench.worker import Task, serve

GAMES = 1024
STEPS = 10


def steps(name: str) -> Task:
    """Random games of a pgx environment that begin anew at their end, as pgx's own bench plays them."""
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def work_on(state, key):  # type: ignore[no-untyped-def]
        def one(carry, _):  # type: ignore[no-untyped-def]
            state, key = carry
            key, chooser = jax.random.split(key)
            odds = jnp.log(state.legal_action_mask.astype(jnp.float32))
            action = jax.random.categorical(chooser, odds, axis=-1)
            state = step(state, action, jax.random.split(key, GAMES))
            return (state, key), state.observation.sum()

        return jax.lax.scan(one, (state, key), None, length=STEPS)

    key = jax.random.PRNGKey(0)
    state = jax.jit(init)(jax.random.split(key, GAMES))
    kept = [state, key]

    def work() -> int:
        (kept[0], kept[1]), seen = work_on(*kept)
        seen.block_until_ready()
        return GAMES * STEPS

    work()
    return work


if __name__ == "__main__":
    serve({"connect_four": steps("connect_four")}, seconds=0.4)
