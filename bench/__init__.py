"""Benches: honest figures, each a ratio against a named peer in one run. `make bench` runs them all."""
