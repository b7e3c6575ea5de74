"""Breakthrough on the page: its moves in words, its card, the look of its board."""

from schwarm.web import words
from schwarm.web.face import Page
from schwarm.web.words import Moment


class Words(words.Words):
    """A pawn steps or takes."""

    def parts(self, moment: Moment) -> list[str]:
        """From where to where."""
        key = "takes" if moment.told.captured else "steps"
        return [self.say(key, start=moment.told.start, goal=moment.told.goal)]


PAGE = Page(words=Words, mark="#7a4")
