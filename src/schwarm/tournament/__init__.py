"""Tournaments: event files, schedules, tables, running an event and showing it.

In reading order. Pure: results, schedule, table (criteria), formats (what an event file says, and who meets
whom in each format), progress (where an event stands). Running: journal (events in the store), qualification,
run (a whole event, whose games `workers` plays). Showing: views, tree and chart, live, terminal, export.
"""
