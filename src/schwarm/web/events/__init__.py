"""Tournaments of the store: lists, tables, entrants."""
