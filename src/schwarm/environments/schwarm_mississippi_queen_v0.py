"""PettingZoo's face of one game: `from schwarm.environments import schwarm_mississippi_queen_v0`."""

from functools import partial

from schwarm.environments import aec

env = partial(aec.env, "mississippi_queen")
raw_env = partial(aec.raw_env, "mississippi_queen")
