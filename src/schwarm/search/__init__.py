"""Searches over any game: they see only the contract in schwarm.games.game."""
