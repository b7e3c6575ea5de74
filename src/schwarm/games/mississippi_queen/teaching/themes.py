"""What puzzles of Mississippi Queen are about.

Goal, trap, behind, limit, brake, push, passenger, sandbank, log, coal.
"""

from __future__ import annotations

from schwarm.teaching.puzzles.puzzle import Goal
from schwarm.teaching.puzzles.themes import PuzzleBoard


def themes_of(scene: PuzzleBoard) -> set[str]:
    """Racing, braking, pushing, fetching passengers and trapping."""
    endings = {
        "goal reached": "goal",
        "no legal move": "trap",
        "left behind": "behind",
        "more points": "limit",
        "more passengers": "limit",
    }
    found = {endings.get(scene.ending, "")}
    kinds = {cell.name: cell.kind for cell in scene.before.cells}
    for told in scene.mine if scene.goal is Goal.WIN else scene.told[:1]:
        for step in told.steps:
            if step.kind == "accelerate" and step.number < 0:
                found.add("brake")
            if step.kind == "push":
                found.add("push")
            if step.kind == "advance" and step.path and kinds.get(step.path[-1]) in ("sandbank", "log"):
                found.add(kinds[step.path[-1]])
        if told.captured:
            found.add("passenger")
    spent = scene.before.fact("coal", scene.side) - scene.after.fact("coal", scene.side)
    if spent >= 2:
        found.add("coal")
    return found
