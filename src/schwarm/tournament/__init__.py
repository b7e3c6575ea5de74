"""Tournaments: schedules, tables, ratings, sequential tests, and running many games.

In reading order. Pure: formats (what an event file says), schedule, swiss and bracket (who meets whom),
results, table (criteria), progress (where an event stands), ratings. Running: journal (events in the
store), task, play and worker (one game in a process), local and cluster (many games), run (a whole
event). Showing: views, live, terminal, export.
"""
