"""Draws docs/reference/games/NAME.svg, a picture of each game: `make pictures`."""

from __future__ import annotations

from pathlib import Path
from random import Random

import schwarm

FOLDER = Path(__file__).parent.parent / "docs" / "reference" / "games"
PLIES = 16
SIZE = 480


def picture(name: str) -> str:
    """A game some way into it, with the last move set off and one that could come next as an arrow."""
    for seed in range(1, 100):
        game, chance = schwarm.new_game(name, seed=seed), Random(seed)
        while game.turn < PLIES and (moves := game.legal_moves()):
            game.play(chance.choice(moves))
        if game.outcome() is None:
            return game.svg(size=SIZE, coordinates=True, arrows=[chance.choice(game.legal_moves())]) + "\n"
    raise ValueError(f"expected a game of {name} that lasts {PLIES} plies")


if __name__ == "__main__":
    for each in schwarm.list_games():
        if (FOLDER / f"{each}.md").exists():  # the games of others have pages elsewhere
            (FOLDER / f"{each}.svg").write_text(picture(each))
