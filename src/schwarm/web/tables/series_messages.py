"""What the page gets as JSON about games between bots, as types; see messages.py."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from schwarm.tournament.words import Fault
from schwarm.web.shared.messages import EXACT


@EXACT
class Conducted(TypedDict):
    """A game between machines, or a series of them: whoever has the token may pause and stop it."""

    id: str
    address: str
    token: str


@EXACT
class SeriesNow(TypedDict):
    """A game of a series that is being played."""

    number: int
    ply: int


State = Literal["running", "stopped", "broken", "finished"]


@EXACT
class Series(TypedDict):
    """How a series goes on; its results are those of the event with the same number."""

    id: int
    state: State
    why: Fault | None  # it broke
    played: int
    now: list[SeriesNow]
