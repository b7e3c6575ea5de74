"""How a net learns Mississippi Queen: `schwarm learn mississippi_queen`."""

from schwarm.learning.recipes import GenerationGoal, GenerationTerms, Recipe

# A random move often strands a ship: some games have a few, to see such positions too, the others none.
RECIPE = Recipe(
    ("seed", "official"),
    positions=640_000,
    nodes=1000,
    opening=1,
    stray=3,
    epochs=8,
    warm=4,
    points=300,
    gate_opening=0,
    generations=2,
    stages=(
        GenerationTerms(GenerationGoal.GAMES),
        GenerationTerms(share=0.4, changes={"opening": 0, "stray": 0}),
    ),
)
