"""How a net learns Hive: `schwarm learn hive`."""

from schwarm.learning.recipes import Recipe

RECIPE = Recipe(("seed", "official"), nodes=800, opening=9, stray=5, points=300)
