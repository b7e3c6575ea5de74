"""How a net learns Protista: `schwarm learn protista`."""

from schwarm.learning.recipes import GenerationGoal, GenerationTerms, Recipe

# Results are mostly luck: a first net, which trusts the search, plays the second part of the games, and a
# net that learned from twice as many plays the third.
RECIPE = Recipe(
    ("standard",),
    positions=400_000,
    nodes=1500,
    opening=4,
    stray=2,
    epochs=12,
    rate=4e-3,
    warm=4,
    points=350,
    gate_opening=2,
    generations=3,
    stages=(
        GenerationTerms(GenerationGoal.NET, changes={"score_share": 0.9, "epochs": 6, "rate": 2e-3}),
        GenerationTerms(GenerationGoal.NET, share=2.0),
        GenerationTerms(share=0.8),
    ),
)
