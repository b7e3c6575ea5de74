"""How a net learns Hive: `schwarm learn hive`."""

from schwarm.learning.recipes import Recipe, Rival

# Who avoids being hemmed in never learns what it costs: one game in five begins so, and two in six are
# played against somebody who is out for it, or against the player of version 0.1.
LOCKER = Rival(
    weights={
        "pinned": (-9000, -12000),
        "set_fields": (4000, 2500),
        "free_ants": (9000, 8000),
        "free_beetles": (8000, 8000),
        "free_grasshoppers": (8000, 6000),
        "free_spiders": (6000, 5000),
    }
)
RECIPE = Recipe(
    ("seed", "official"),
    nodes=800,
    opening=9,
    stray=5,
    cramped=20,
    rivals=(None, None, LOCKER, None, None, Rival("0.1")),
    points=300,
)
