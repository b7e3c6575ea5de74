"""Mississippi Queen in words: a captain's orders, and what they cost."""

from __future__ import annotations

from schwarm.game.board import Step
from schwarm.web import words
from schwarm.web.words import Moment

FASTEST = 6


class Words(words.Words):
    """One order for each action, then the coal burnt and the passengers taken on board."""

    def parts(self, moment: Moment) -> list[str]:
        """Full steam, left, three fields, one coal."""
        told = moment.told
        burnt = moment.before.fact("coal", told.side) - (told.steps[-1].coal if told.steps else 0)
        orders = [self.order(step) for step in told.steps]
        return [*orders, self.count("coal", burnt), self.count("passenger", len(told.captured))]

    def order(self, step: Step) -> str:
        """An action as a captain would call it."""
        if step.kind == "accelerate":
            if step.speed == FASTEST and step.number > 0:
                return self.say("full")
            return self.say("faster" if step.number > 0 else "slower", speed=step.speed)
        if step.kind == "turn":
            return str(self.texts["turns"][str(step.number)])
        if step.kind == "push":
            return self.say("push")
        return self.count("fields", step.number) or self.say("back")
