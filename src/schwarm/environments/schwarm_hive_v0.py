"""PettingZoo's face of one game: `from schwarm.environments import schwarm_hive_v0`."""

from functools import partial

from schwarm.environments import aec

env = partial(aec.env, "hive")
raw_env = partial(aec.raw_env, "hive")
