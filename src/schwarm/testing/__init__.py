"""The contract suite for games of other packages, as a plugin of pytest: `pytest --schwarm-game NAME`."""
