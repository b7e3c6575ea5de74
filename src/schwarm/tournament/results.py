"""What a tournament knows of a game that was played, and of a match made of such games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from schwarm.game.record import End, Irregular

WIN, DRAW, LOSS = 2, 1, 0  # victory points of one game
JUDGED = (Irregular.CANCELLED, Irregular.ADJUDICATED, Irregular.AGREED)  # without a winner these are drawn
RULED = "set by the operator"  # the reason of a game whose result somebody has decided
WALKOVER = "walkover"  # the reason of a game that was not played because somebody had no bot


class GameKey(NamedTuple):
    """Where a game belongs; all count from 0, in the order in which games are played."""

    stage: int
    group: int
    day: int
    match: int
    number: int

    @property
    def pair(self) -> tuple[int, int, int, int, int]:
        """The two games of a pair share this: same start, sides swapped."""
        return (*self[:4], self.number // 2)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game. `first` made the first move; points and scores are those of (first, second)."""

    first: str
    second: str
    points: tuple[int, int]  # victory points
    scores: tuple[
        tuple[int, ...], tuple[int, ...]
    ]  # victory points alone if it was not played; none at a walkover
    reason: str
    game: int | None = None  # its number in the store
    versions: tuple[int, int] = (0, 0)  # of their programs; 0 where there is one alone

    @property
    def players(self) -> tuple[str, str]:
        """Who played, the first one to move in front."""
        return self.first, self.second

    def points_of(self, name: str) -> int:
        """The victory points of one of the two."""
        return self.points[self.players.index(name)]


def played(first: str, second: str, end: End, sides: Sequence[str], game: int | None = None) -> Played:
    """A finished game as a tournament sees it. If both broke the rules nobody gets points."""
    if end.winner is not None:
        points = (WIN, LOSS) if end.winner == sides[0] else (LOSS, WIN)
    elif end.reason in list(Irregular) and end.reason not in JUDGED:
        points = (LOSS, LOSS)
    else:
        points = (DRAW, DRAW)
    return Played(first, second, points, (end.scores[sides[0]], end.scores[sides[1]]), str(end.reason), game)


def walkover(first: str, second: str, absent: Sequence[str]) -> Played:
    """A game that is lost without being played by whoever is absent."""
    points = (LOSS if first in absent else WIN, LOSS if second in absent else WIN)
    return Played(first, second, points, ((), ()), WALKOVER)


@dataclass(frozen=True, slots=True)
class Match:
    """The games of two entrants on one match day; `home` begins its games 1, 3, 5 ...

    `away` is None when `home` rests. `decided_by` names what decided a knock-out match beyond games won.
    """

    home: str
    away: str | None
    games: tuple[Played, ...] = ()
    finished: bool = False
    winner: str | None = None
    decided_by: str = ""
    title: str = ""
    key: tuple[int, int, int, int] = (0, 0, 0, 0)
    numbers: tuple[int, ...] = ()  # of the games: some may be missing while a match is played
    annulled: bool = False  # one of the two has left: it counts for nobody

    def numbered(self) -> Iterator[tuple[GameKey, Played]]:
        for number, game in zip(self.numbers, self.games, strict=True):
            yield GameKey(*self.key, number), game

    @property
    def by_number(self) -> dict[int, Played]:
        """The games by their number in the match."""
        return dict(zip(self.numbers, self.games, strict=True))

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays."""
        return (self.home,) if self.away is None else (self.home, self.away)

    def points_of(self, name: str, win: int, draw: int, loss: int) -> int:
        """What a finished match is worth to one of the two; where nobody got a point, both have lost."""
        winner = self.winner or self.leader()
        if winner is None and any(any(game.points) for game in self.games):
            return draw
        return win if winner == name else loss

    def won(self, name: str) -> int:
        """Games won by one of the two."""
        count = 0
        for game in self.games:
            count += game.points[game.first != name] == WIN
        return count

    def leader(self) -> str | None:
        """Who has won more games; None if level."""
        if self.away is None:
            return self.home
        home, away = self.won(self.home), self.won(self.away)
        return None if home == away else self.home if home > away else self.away
