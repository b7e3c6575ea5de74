"""The contract suite over all games that are installed: from one start every day, from three in the long run."""

import pytest

import schwarm
from schwarm.game import Game
from schwarm.testing.contract import *
from schwarm.testing.contract import SEEDS


@pytest.fixture(params=[SEEDS[0], *(pytest.param(seed, marks=pytest.mark.long) for seed in SEEDS[1:])])
def game(request: pytest.FixtureRequest, kind: tuple[str, str]) -> Game:  # type: ignore[no-redef]
    return schwarm.new_game(kind[0], profile=kind[1], seed=request.param)
