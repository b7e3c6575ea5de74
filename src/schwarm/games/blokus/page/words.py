"""Blokus in words: which colour lays which piece where, and the points that brings."""

from __future__ import annotations

from schwarm.games.blokus.options import COLOURS
from schwarm.web import words
from schwarm.web.words import Moment


class Words(words.Words):
    """Pieces go by the names they have in moves, without how they are turned."""

    def parts(self, moment: Moment) -> list[str]:
        """The colour and its piece, or that it skips."""
        told = moment.told
        name = COLOURS[moment.before.fact("colour")]
        colour = self.texts["colours"][name]
        if told.piece is None:
            return [self.say("skip", colour=colour)]
        piece, _, place = told.text.partition("@")  # the place by the square that the move names
        return [
            self.say("set", colour=colour, piece=piece.rstrip("rmlf"), goal=place),
            self.count("points", moment.gained(name)),
        ]
