"""Measuring processes of the peers; each runs in the peers' own environment."""
