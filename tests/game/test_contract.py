"""The contract suite over all games that are installed: every day from one start, in the long run from three."""

import pytest

import schwarm
from schwarm.game import Game
from schwarm.testing.contract import *
from schwarm.testing.contract import SEEDS


@pytest.fixture(params=[SEEDS[0], *(pytest.param(seed, marks=pytest.mark.long) for seed in SEEDS[1:])])
def game(request: pytest.FixtureRequest, kind: tuple[str, str]) -> Game:
    return schwarm.new_game(kind[0], profile=kind[1], seed=request.param)
