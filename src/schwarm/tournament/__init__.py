"""Tournaments: schedules, tables, ratings, sequential tests, and running many games."""
