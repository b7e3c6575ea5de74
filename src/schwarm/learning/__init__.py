"""Learned evaluations from self-play: games, training, a match as gate, again (`schwarm learn`)."""
