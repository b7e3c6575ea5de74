"""How a net learns Protista: `schwarm learn protista`."""

from schwarm.learning.recipes import Recipe, Stage, Until

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
        Stage(Until.NET, changes={"score_share": 0.9, "epochs": 6, "rate": 2e-3}),
        Stage(Until.NET, share=2.0),
        Stage(share=0.8),
    ),
)
