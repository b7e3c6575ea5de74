"""How a net learns Blokus: `schwarm learn blokus`."""

from schwarm.learning.recipes import Recipe, Stage, Until

# Half of the games are those of the season; the others let the net know every board and start there is. Of
# hundreds of moves players make the sensible few, so many moves are made at random, to see what becomes of
# the others, and a first net plays the second half of the games, whose mistakes teach the next one.
RECIPE = Recipe(
    ("official", "text", "official", "corners", "official", "classic", "official", "duo"),
    positions=1_000_000,
    nodes=400,
    opening=10,
    stray=12,
    epochs=10,
    warm=3,
    points=100,
    gate_nodes=1500,
    generations=2,
    stages=(Stage(Until.NET, changes={"score_share": 0.9, "epochs": 6}), Stage()),
)
