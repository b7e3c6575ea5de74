"""Tournaments: schedules, tables, ratings, sequential tests, and running many games.

In reading order. Pure: results, schedule, table (criteria), formats (what an event file says, and who meets
whom in each format), progress (where an event stands), ratings. Running: journal (events in the
store), task, play and worker (one game in a process), local and cluster (many games), run (a whole
event). Showing: views, tree and chart, live, terminal, export.
"""
