"""The lab: rule variants measured by games of our own players, with intervals.

A study (study.py) says which variants of a game (variants.py) are played by whom and how often. `run` has
the games played and writes them into the store; `measures` says what is counted in each game; `statistics`
turns the counts into figures with intervals; `report` shows them.
"""
