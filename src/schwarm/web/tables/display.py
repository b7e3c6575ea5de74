"""What is shown of a game: its state for players and for spectators, its picture, its moves in words.

What costs something to make is made once, and made anew when something has changed.
"""

from __future__ import annotations

from collections.abc import Callable

from schwarm.web.tables import messages
from schwarm.web.tables.choices import Choices
from schwarm.web.tables.followed import Followed
from schwarm.web.tables.watchers import Watchers, as_text
from schwarm.web.words.teller import MovesInWords

State = Callable[[bool], messages.State]


class Display:
    """What those who watch a table see."""

    def __init__(
        self, course: Followed, watchers: Watchers, running: Callable[[], bool], state: State
    ) -> None:
        """`state` is everything a player, or else a spectator, may know."""
        self.teller = MovesInWords()
        self.choices = Choices(course, running, lambda: state(True), self._tell_players)
        self._course = course
        self._watchers = watchers
        self._state = state
        self._texts: dict[bool, str] = {}
        self._picture: str | None = None

    def anew(self) -> None:
        """What was made to be sent is out of date."""
        self._texts.clear()
        self._picture = None

    def state_text(self, player: bool) -> str:
        """The state message as JSON; players also get the legal moves. Made once for all who hear it."""
        if player not in self._texts:
            self._texts[player] = as_text({"type": "state", "state": self._state(player)})
        return self._texts[player]

    def publish(self) -> None:
        """Send the new state to everybody, to players as soon as their moves are listed."""
        if self._watchers.spectators():
            self._watchers.push(self.state_text(player=False), players=False)
        if self._watchers.sides():  # whoever comes later is told on entering
            self.choices.tell_players()

    def _tell_players(self, states: list[messages.State]) -> None:
        for state in states:
            self._watchers.push(as_text({"type": "state", "state": state}), players=True)

    def picture(self) -> str:
        """The position as a small picture, drawn once."""
        if self._picture is None:
            self._picture = str(self._course.shown._repr_svg_())
        return self._picture
