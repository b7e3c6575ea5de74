"""Searches over any game: perft, playouts, alpha-beta and Monte Carlo tree search.

They use only the contract in schwarm.game.game; what is known of a game comes in through `Evaluator`.
"""
