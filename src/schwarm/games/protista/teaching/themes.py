"""What puzzles of Protista are about.

Targets, fork, loop, capture, block, no_pieces, and the kind of the move.
"""

from __future__ import annotations

from itertools import pairwise

from schwarm.teaching.puzzles.puzzle import Goal
from schwarm.teaching.puzzles.themes import PuzzleBoard


def themes_of(scene: PuzzleBoard) -> set[str]:
    """Targets, loops, and the kind of the move."""
    endings = {"targets": "targets", "no pieces": "no_pieces", "king": "king", "limit": "limit"}
    found = {endings.get(scene.ending, ""), scene.answer.kind, *scene.answer.also}
    sides = [told.side for told in scene.told]
    if any(one == two for one, two in pairwise(sides)) or (
        not scene.reply.finished() and scene.reply.to_move == scene.side
    ):
        found.add("loop")
    if scene.answer.captured or scene.answer.struck:
        found.add("capture")
    if scene.goal is Goal.WIN and "loop" not in found and len(goals_near(scene)) > 1:
        found.add("fork")
    return found


def goals_near(scene: PuzzleBoard) -> set[str]:
    """The targets that a piece of the solver, as it stands after the right move, touches."""
    place = {cell.name: (cell.x, cell.y) for cell in scene.after.cells}
    aims = {name for mark in scene.after.marked("target") if mark.side == scene.side for name in mark.cells}
    own = {piece.cell for piece in scene.after.pieces if piece.side == scene.side}
    return {
        aim
        for aim in aims
        for cell in own
        if (place[aim][0] - place[cell][0]) ** 2 + (place[aim][1] - place[cell][1]) ** 2 < 1.1
    }
