"""Breakthrough on the wire: the generic codec, with moves as attributes instead of a text."""

from __future__ import annotations

from schwarm.contest.wire.element import Element, data_of
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.generic import Generic
from schwarm.contest.wire.season import Sent
from schwarm.game import Game


class BreakthroughSeason(Generic):
    """A move is `<data class="move" from="a2" to="a3"/>`."""

    game = "breakthrough"

    def read_move(self, data: Element, game: Game) -> Sent:
        """The text of a move out of its attributes."""
        start, goal = data.attributes.get("from"), data.attributes.get("to")
        if start is None or goal is None:
            raise Malformed("expected a move with the attributes from and to")
        text = f"{start}-{goal}"
        return Sent(text, text, self.write_move(text, game))

    def write_move(self, text: str, game: Game) -> Element:
        """The attributes of a move's text."""
        start, _, goal = text.partition("-")
        return data_of("move", **{"from": start, "to": goal})

    def helpless_move(self) -> Element:
        """What is sent where no move was found."""
        return data_of("move", **{"from": "-", "to": "-"})


SEASON = BreakthroughSeason()
