"""Tournaments of a class: operators, teams, games by hand, the projector."""
