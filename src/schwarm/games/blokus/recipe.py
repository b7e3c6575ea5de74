"""How a net learns Blokus: `schwarm learn blokus`."""

from schwarm.learning.recipes import GenerationTerms, Recipe

# Half of the games are those of the season; the others let the net know every board and start there is. Of
# hundreds of moves players make the sensible few, and a net that learns from their positions alone falls for
# the others. So it learns from positions after moves aside, by what a search of two or three plies says of
# them, only what is to be added to the hand-made evaluation, and only a few slopes. How far slopes may go
# before what they foresee better is played worse is tried out by matches (bench/notes/search.md has figures).
RECIPE = Recipe(
    ("official", "text", "official", "corners", "official", "classic", "official", "duo"),
    positions=120_000,
    nodes=3000,
    opening=10,
    stray=0,
    aside=30,
    quick=200,
    keep=5,
    score_share=1.0,
    slopes=0.003,
    facts=("corners", "near", "reach"),
    corrects=True,
    gate_nodes=1500,
    generations=5,
    stages=(
        GenerationTerms(),
        GenerationTerms(share=0, changes={"slopes": 0.001}),
        GenerationTerms(share=0, changes={"slopes": 0.001, "facts": ()}),
        GenerationTerms(changes={"slopes": 0.001}),
        GenerationTerms(share=0, changes={"slopes": 0.0003}),
    ),
)
