"""The games that bring lessons along."""

OURS = ("blokus", "hive", "mississippi_queen", "piranhas", "protista")
