"""PettingZoo's face of one game: `from schwarm.environments import schwarm_piranhas_v0`."""

from functools import partial

from schwarm.environments import aec

env = partial(aec.env, "piranhas")
raw_env = partial(aec.raw_env, "piranhas")
