"""Protista in words: the arrangement that moves, where to, and what comes of it."""

from __future__ import annotations

from schwarm.web import words
from schwarm.web.words import Moment


class Words(words.Words):
    """One sentence for each kind of move; losses, targets and loops follow."""

    def parts(self, moment: Moment) -> list[str]:
        """The kind's own words, then pieces taken, stacks hit, targets reached, loops closed."""
        told = moment.told
        pieces = len(told.shape) or len(told.moved)
        if told.kind == "unstacking" and told.piece is not None:
            pieces = told.piece.value
        key = told.kind
        if key == "generation" and len(told.created) != 1:
            key = "generation_many"
        if key == "creation" and told.created:
            key = "created"
        made = [
            self.say(
                key, goal=told.goal, count=pieces, created=len(told.created), cells=" ".join(told.created)
            )
        ]
        made += [self.say(kind) for kind in told.also if kind in ("stacking", "portal")]
        hit = [cell for cell in told.struck if cell != told.start]
        return [
            *made,
            self.count("takes", len(told.captured)),
            self.count("hits", len(hit)),
            self.count("reaches", moment.gained("targets")),
            self.say("closes") if moment.gained("loops") > 0 else "",
        ]
