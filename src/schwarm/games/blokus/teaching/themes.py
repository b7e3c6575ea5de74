"""What puzzles of Blokus are about.

Count, shut out, block, corner, small, bonus, partner.
"""

from __future__ import annotations

from schwarm.game import BadPosition, Board, Game
from schwarm.games.blokus.options import COLOURS, SIDES
from schwarm.games.blokus.tables import SIZE_OF, place_of
from schwarm.teaching.puzzles.puzzle import start_at
from schwarm.teaching.puzzles.themes import PuzzleBoard


def themes_of(scene: PuzzleBoard) -> set[str]:
    """Counting squares, keeping corners, shutting colours out."""
    found = set()
    enemies = [colour for colour in COLOURS if owner(colour) == scene.enemy]
    before = {colour: sizes(scene.game, colour) for colour in enemies}
    after = {colour: sizes(scene.reply, colour) for colour in enemies}
    if not any(before.values()):
        found.add("count")
    for colour in enemies:
        if before[colour] and not after[colour]:
            found.add("shut_out")
        elif max(before[colour], default=0) > max(after[colour], default=0):
            found.add("block")
    answer = scene.answer.piece
    assert answer is not None  # nobody skips in puzzles
    mine = sizes(scene.game, answer.kind)
    if answer.value < max(mine):
        found.add("small")
    if sizes(scene.reply, answer.kind) and closes(scene, answer.kind, answer.value):
        found.add("corner")
    if any(finished(scene.before, scene.boards[-1], colour) for colour in COLOURS if colour not in enemies):
        found.add("bonus")
    if len({told.piece.kind for told in scene.mine if told.piece is not None}) > 1:
        found.add("partner")
    return found


def owner(colour: str) -> str:
    """The side that has a colour."""
    return SIDES[COLOURS.index(colour) % 2]


def sizes(game: Game, colour: str) -> list[int]:
    """How many squares each placement of a colour would cover, if it were its turn."""
    board = game.board()
    if game.finished() or not board.fact(f"{colour}:playing", owner(colour)):
        return []
    rows, slot, start, hands, valid, mono, *_ = game.position().split()
    there = int(slot) + (COLOURS.index(colour) - int(slot)) % 4
    try:
        turned = start_at(
            game.name, f"{rows} {there} {start} {hands} {valid} {mono} {game.turn}", game.profile
        )
    except BadPosition:  # the colour cannot lay anything
        return []
    return [SIZE_OF[place_of(move.code)[0]] for move in turned.legal_moves()]


def closes(scene: PuzzleBoard, colour: str, size: int) -> bool:
    """Would another piece of that size, or the same one elsewhere, have been the colour's last?"""
    game = scene.game.copy()
    for move in scene.game.legal_moves():
        if SIZE_OF[place_of(move.code)[0]] == size:
            game.play(move)
            last = not sizes(game, colour)
            game.undo()
            if last:
                return True
    return False


def finished(before: Board, after: Board, colour: str) -> bool:
    """Has a colour laid its last piece in between?"""
    name = f"{colour}:squares"
    return bool(before.fact(name, owner(colour))) and not after.fact(name, owner(colour))
