"""The contract suite over all games that are installed: of three starts two are left to the long run."""

import pytest

import schwarm
from schwarm.game import Game
from schwarm.testing.contract import *
from schwarm.testing.contract import SEEDS


@pytest.fixture(params=[SEEDS[0], *(pytest.param(seed, marks=pytest.mark.long) for seed in SEEDS[1:])])  # type: ignore[no-redef]
def game(request: pytest.FixtureRequest, kind: tuple[str, str]) -> Game:
    return schwarm.new_game(kind[0], profile=kind[1], seed=request.param)
