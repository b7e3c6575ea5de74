"""What puzzles of Hive are about.

Surround, limit, beetle, set, pin, gate, escape, cover, and the insect that moves.
"""

from __future__ import annotations

from schwarm.game import Board, Game, IllegalMove
from schwarm.teaching.puzzles.puzzle import Goal, start_at
from schwarm.teaching.puzzles.themes import PuzzleBoard


def themes_of(scene: PuzzleBoard) -> set[str]:
    """Surrounding, covering, pinning and gates."""
    answer = scene.answer
    endings = {"queen surrounded": "surround", "more free fields around the queen": "limit"}
    found = {endings.get(scene.ending, "")}
    if answer.kind == "set":
        found.add("set")
    if answer.piece is not None:
        found.add(answer.piece.kind)
        if answer.piece.kind == "queen" and scene.goal is Goal.SAVE:
            found.add("escape")
    if answer.goal is not None and len(scene.after.on(answer.goal)) > 1:
        covered = scene.after.on(answer.goal)[-2]
        found.add("cover")
        if covered.kind == "queen":
            found.add("ride")
    if not scene.reply.finished():
        movable = movers(scene.reply)
        had = movers(turned(scene.game))
        held = {piece.cell for piece in scene.after.pieces if piece.side == scene.enemy and not piece.covered}
        if (had - movable) & held:
            found.add("pin")
        if queen_gated(scene.reply, scene.after, scene.enemy):
            found.add("gate")
    return found


def movers(game: Game) -> set[str]:
    """The cells from which the side to move can move."""
    starts = {move.split(">")[0] for move in game.legal_moves() if ">" in move}
    return starts


def turned(game: Game) -> Game:
    """The same Hive board with the other side to move."""
    rows, turn = game.position().split()
    return start_at("hive", f"{rows} {int(turn) + 1}", game.profile)


def queen_gated(game: Game, board: Board, side: str) -> bool:
    """M7: has the queen free fields, and a gate before one of them, but no way out?"""
    queen = next((p for p in board.pieces if p.kind == "queen" and p.side == side), None)
    free = next((mark.cells for mark in board.marked("liberty") if mark.side == side), ())
    if queen is None or queen.covered or not free or queen.cell in movers(game):
        return False
    for cell in free:
        try:
            game.code_of(f"{queen.cell}>{cell}")
        except IllegalMove as refused:
            if refused.rule == "M7":
                return True
    return False
