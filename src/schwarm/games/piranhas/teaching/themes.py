"""What puzzles of Piranhas are about.

Unite, limit, block, credit, eat, quiet, cut.
"""

from __future__ import annotations

from schwarm.teaching.puzzles.themes import PuzzleBoard


def themes_of(scene: PuzzleBoard) -> set[str]:
    """Uniting and cutting off swarms."""
    last = scene.boards[-1]
    found = set()
    if scene.ending in ("heavier swarm", "first swarm"):
        united = [side for side in (scene.side, scene.enemy) if last.fact("swarms", side) <= 1]
        found.add("unite" if scene.side in united else "gift" if united else "limit")
        if scene.ending == "first swarm":
            found.add("credit")
    if scene.ending == "no legal move":
        found.add("block")
    found.add("eat" if scene.answer.captured else "quiet")
    if scene.after.fact("swarms", scene.enemy) > scene.before.fact("swarms", scene.enemy):
        found.add("cut")
    return found
