"""How a net learns Blokus: `schwarm learn blokus`."""

from schwarm.learning.recipes import Recipe

# Half of the games are those of the season; the others let the net know every board and start there is.
# No net has won its match against the hand-made evaluation yet (bench/notes/search.md).
RECIPE = Recipe(
    ("official", "text", "official", "corners", "official", "classic", "official", "duo"),
    nodes=800,
    opening=8,
    stray=4,
    gate_nodes=1500,
)
