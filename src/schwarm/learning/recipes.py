"""How much of what a game's learning takes; the command line may change each number."""

from __future__ import annotations

from dataclasses import dataclass

from schwarm.games import rule_book
from schwarm.games.errors import BadOption


@dataclass(frozen=True, slots=True)
class Recipe:
    """One generation: self-play, training, gate."""

    profiles: tuple[str, ...]  # sets of options, each in its share of the games
    positions: int = 2_000_000  # to learn from, a generation
    nodes: int = 500  # a search of self-play
    games: int = 40  # in one file
    opening: int = 12  # random plies at the start, at most
    stray: int = 6  # later moves made at random, in a hundred
    keep: int = 3  # generations whose games are used
    score_share: float = 0.6  # of the target: the search's score; the rest is the game's result
    epochs: int = 14
    rate: float = 2e-3
    warm: int = 0  # epochs before that: learning to judge as the hand-made evaluation does
    points: int = 400  # points of the net that make odds of e to 1
    gate_games: int = 400  # at most
    gate_ms: int = 100  # a move
    gate_nodes: int = 0  # nodes a move instead of time
    gate_opening: int = 4  # random plies at the start; none where they could decide the game


RECIPES = {
    "piranhas": Recipe(("seed", "official")),
    "hive": Recipe(("seed", "official"), nodes=800, opening=9, stray=5, points=300),
    # A random move often strands a ship, and no two rivers are alike: no game needs one.
    "mississippi_queen": Recipe(
        ("seed", "official"),
        positions=900_000,
        nodes=1000,
        opening=0,
        stray=0,
        epochs=8,
        warm=4,
        points=300,
        gate_opening=0,
    ),
    "protista": Recipe(
        ("standard",),
        positions=500_000,
        nodes=1500,
        opening=4,
        stray=2,
        epochs=8,
        rate=4e-3,
        warm=6,
        points=350,
        gate_opening=2,
    ),
}
QUICK = {
    "positions": 60_000,
    "nodes": 150,
    "epochs": 8,
    "gate_games": 40,
    "gate_nodes": 300,
}


def recipe_for(game: str) -> Recipe:
    """What learning a game takes when nothing else is asked for."""
    if game not in RECIPES:
        raise BadOption(f"expected a game of {', '.join(RECIPES)}, not {game!r}")
    recipe = RECIPES[game]
    missing = [profile for profile in recipe.profiles if profile not in rule_book(game).profiles]
    if missing:
        raise BadOption(f"expected profiles of {game}, not {', '.join(missing)}")
    return recipe
