"""How a net learns Piranhas: `schwarm learn piranhas`."""

from schwarm.learning.recipes import Recipe

RECIPE = Recipe(("seed", "official"))
