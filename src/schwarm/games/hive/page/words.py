"""Hive in words: an insect and the neighbour that says best where it went."""

from __future__ import annotations

from math import hypot

from schwarm.game import Board, Piece
from schwarm.web import words
from schwarm.web.words import Moment

NEAR = 1.1  # neighbours are one unit apart
TELLING = ("queen", "beetle", "ant", "grasshopper", "spider")  # which neighbour is named first


class Words(words.Words):
    """A piece is set, goes, climbs or jumps; next to a queen is what everybody wants to know."""

    def parts(self, moment: Moment) -> list[str]:
        """Where the piece went, and whether that surrounds a queen."""
        told = moment.told
        if told.piece is None or told.goal is None:
            return [self.say("skip")]
        piece = self.texts["pieces"][told.piece.kind]
        below = moment.before.on(told.goal)
        if below:
            return [self.say("climb", piece=piece, at=self.named(below[-1])), *self.surrounded(moment)]
        mark = landmark(moment.after, told.goal, told.side)
        key = "set" if told.kind == "set" else "move"
        leapt = len(told.path) - 2 if told.piece.kind == "grasshopper" else 0
        if key == "move" and leapt > 0:
            key = "jump" if leapt == 1 else "jump_many"
        if mark is None:
            return [self.say("alone", piece=piece)]
        return [self.say(key, piece=piece, at=self.named(mark), count=leapt), *self.surrounded(moment)]

    def named(self, piece: Piece) -> str:
        """A piece of a side, as one goes to it."""
        return str(self.texts["at"][str(piece.side)][piece.kind])

    def surrounded(self, moment: Moment) -> list[str]:
        """The queens that had a free field before and have none now."""
        found = []
        for fact in moment.after.facts:
            if fact.name == "liberties" and fact.value == 0 and fact.side is not None:
                if moment.before.fact("liberties", fact.side) != 0:
                    found.append(self.say("surrounds", at=self.texts["at"][fact.side]["queen"]))
        return found


def landmark(board: Board, field: str, mover: str) -> Piece | None:
    """The neighbour that says best where a field is: a queen before others, the enemy's before one's own."""
    here = board.cell(field)
    tops = [piece for piece in board.pieces if not piece.covered and piece.cell != field]
    near = []
    for piece in tops:
        cell = board.cell(piece.cell)
        if hypot(cell.x - here.x, cell.y - here.y) < NEAR:
            near.append(piece)
    return min(
        near, key=lambda piece: (TELLING.index(piece.kind), piece.side == mover, piece.cell), default=None
    )
