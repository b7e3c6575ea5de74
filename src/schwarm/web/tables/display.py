"""What is shown of a game: its state and how it changes, the legal moves, its picture, its moves in words.

Whoever comes gets the whole state, and from then on what has changed. Each state has a number, one more than
that of the state before; a change leads to the state of its number. What costs something is made once.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from schwarm.game import Game
from schwarm.game.vector import svg_of
from schwarm.web.shared.connections import Push, encoded
from schwarm.web.tables import messages
from schwarm.web.tables.choices import Choices
from schwarm.web.tables.differences import difference
from schwarm.web.tables.followed import Followed
from schwarm.web.tables.watchers import Watchers
from schwarm.web.words.teller import MovesInWords


class Display:
    """What those who watch a table see."""

    def __init__(
        self,
        course: Followed,
        watchers: Watchers,
        running: Callable[[], bool],
        state: Callable[[], messages.State],
    ) -> None:
        """`state` is everything a spectator may know."""
        self.teller = MovesInWords()
        self.choices = Choices(course, running, self._tell_moves)
        self._course = course
        self._watchers = watchers
        self._state = state
        # No two processes that show a table one after the other give the same number to different states.
        self.number = int(1000 * time.time())  # of the state that was told last
        self._told: messages.State | None = None  # what everybody here has
        self._of: Game | None = None  # the position in it
        self._fresh = False  # is it still so?
        self._whole: Push | None = None
        self._picture: str | None = None

    def anew(self) -> None:
        """What was made to be sent is out of date."""
        self._fresh = False
        self._picture = None

    def whole(self) -> Push:
        """The whole state; if it is another one than was told last, everybody hears of that first."""
        if self._told is None or not self._fresh:
            self._tell_change()
        if self._whole is None:
            assert self._told is not None
            message: messages.StatePush = {"type": "state", "number": self.number, "state": self._told}
            self._whole = Push(encoded(message), number=self.number)
        return self._whole

    def publish(self) -> None:
        """Tell everybody what has changed, and the side to move its moves; others when they come."""
        if self._watchers:
            self._tell_change()
            self.tell_mover()
        else:
            self._told = None

    def _tell_change(self) -> None:
        before, self._told = self._told, self._state()
        self._of, self._fresh = self._course.shown, True
        change = None if before is None else difference(before, self._told)
        if before is None or change is not None:
            self.number += 1
            self._whole = None
        if change is not None:
            message: messages.ChangePush = {"type": "change", "number": self.number, "change": change}
            self._watchers.tell(message, number=self.number)

    # --- legal moves -----------------------------------------------------------------------------------
    def tell_mover(self) -> None:
        """Tell the side to move its legal moves, if it is here."""
        if self._course.shown.to_move in self._watchers.sides():
            self.choices.tell_mover()

    def _tell_moves(self) -> None:
        moves = self.choices.now()
        if moves is not None and self._of is self._course.shown:
            message: messages.MovesPush = {"type": "moves", "number": self.number, "moves": moves}
            self._watchers.tell(message, number=self.number, side=self._course.shown.to_move)

    def picture(self) -> str:
        """The position as a small picture, drawn once."""
        if self._picture is None:
            shown = self._course.shown
            self._picture = svg_of(shown.board(), shown.last_move(), small=True)
        return self._picture
