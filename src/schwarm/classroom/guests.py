"""Games of a tournament that need no worker: somebody takes part from outside, by hand or with a client."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from schwarm.game.errors import Refusal
from schwarm.workers import Failed, Report, Running, Task

FOR_EACH_GUEST = 8  # games of a guest that may wait for it, so that the workers never wait for a guest
Done = Callable[[Report | Failed], None]


@dataclass(frozen=True, slots=True)
class Invited:
    """A team whose games are played at the page itself: `kind` is remote or hand.

    What it shows to prove who it is may change: the store knows that when a game begins.
    """

    team: int
    class_id: int
    kind: str
    seconds: float  # for a move by hand
    arrive_s: float  # to be ready for a game by hand


class GuestGames(Protocol):
    """Whoever plays the games of people and of clients from elsewhere; keys begin with a share's number."""

    def begin(self, task: Task, invited: Mapping[str, Invited], done: Done, held: Callable[[], bool]) -> None:
        """Play this game, though not while it is held, and tell how it ended; from any thread."""

    def running(self) -> list[Running]:
        """The games under way."""

    def break_off(self, void: Callable[[Task], bool]) -> None:
        """End these games; whoever waits for them hears that they failed for good."""

    def table_of(self, key: tuple[int, ...]) -> str:
        """The table at which a game is played by people; '' if there is none."""

    def missing(self, key: tuple[int, ...]) -> list[str]:
        """Who is not ready yet for a game."""

    def expect_back(self, teams: Iterable[int]) -> None:
        """These teams were connected before the server started again: a game waits for each of them, once."""

    def absent(self) -> Mapping[int, float | None]:
        """Those of them that are not back, with how many seconds a game still waits for them, if one does."""

    def skip(self, team: int) -> None:
        """Wait for a team no longer."""

    def hold(self, share: int, held: bool) -> None:
        """Let the clocks of people in the games of a share stand still, or run again."""


class Invitations:
    """The teams of one tournament that come to the page, as guests of its share of the pool."""

    def __init__(self, page: GuestGames | None, invited: Mapping[str, Invited]) -> None:
        self.invited = dict(invited)
        self._page = page

    @property
    def slots(self) -> int:
        """How many games may wait for them."""
        return FOR_EACH_GUEST * len(self.invited)

    def takes(self, task: Task) -> bool:
        """Does one of them take part?"""
        return any(one.name in self.invited for one in task.players)

    def begin(self, task: Task, done: Done, held: Callable[[], bool]) -> None:
        """Have it played at the page."""
        if self._page is None:
            done(Failed(task.key, Refusal("no_guests"), final=True))
        else:
            self._page.begin(task, self.invited, done, held)

    def running(self) -> list[Running]:
        """The games under way."""
        return [] if self._page is None else self._page.running()
