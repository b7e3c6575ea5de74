"""Piranhas in words: which fish swims how far in which line, what it eats, whether the swarm is one now."""

from __future__ import annotations

from schwarm.web import words
from schwarm.web.words import Moment


class Words(words.Words):
    """Lines are told without left and right: the board may be seen from either side."""

    def parts(self, moment: Moment) -> list[str]:
        """The way, the fish eaten, the swarm united."""
        told = moment.told
        if told.piece is None or told.start is None or told.goal is None:
            return [self.say("other")]
        start, goal = moment.before.cell(told.start), moment.before.cell(told.goal)
        line = "row" if start.row == goal.row else "column" if start.column == goal.column else "diagonal"
        far = self.count("squares", len(told.path) - 1)
        made = [self.say(line, fish=self.say("fish", weight=told.piece.value), far=far)]
        made += [self.say("eats", weight=piece.value) for piece in told.captured]
        united = moment.after.fact("swarms", told.side) == 1 < moment.before.fact("swarms", told.side)
        return [*made, self.say("unites") if united else ""]
