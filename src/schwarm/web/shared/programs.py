"""Foreign programs as opponents: whoever starts the page offers them, visitors only name one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from schwarm import players
from schwarm.contest.door import Door
from schwarm.game import list_games
from schwarm.game.errors import Refusal
from schwarm.players import BotSpec, Desk, NetSpec, Place, PlayerError, PlayerSpec
from schwarm.players.seats import RemoteSeat
from schwarm.programs.sandbox import Sandbox
from schwarm.referee import Limits, Seat

ARRIVE_S = 30.0  # how long a program may take to start and connect
CLIENT_ARRIVES_S = 3600.0  # how long we wait for a program that somebody else starts
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class OfferedProgram:
    """A program on offer, and the game it plays; None: whichever it is asked for."""

    spec: PlayerSpec
    game: str | None = None


def read_offer(text: str) -> tuple[str, OfferedProgram]:
    """`NAME=PLAYER`, or `GAME/NAME=PLAYER` for one game only; PlayerError if that cannot be meant."""
    name, equals, player = text.partition("=")
    game, slash, rest = name.partition("/")
    named = bool(slash) and game in list_games()
    name = (rest if named else name).strip()
    if not equals or not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise PlayerError(Refusal("named_player", most=LONGEST_NAME, said=repr(text)))
    spec = players.read(player)
    only = game if named else players.game_of(spec)
    for each in list_games() if only is None else [only]:
        players.check(spec, each)
    return name, OfferedProgram(spec, only)


class Programs:
    """All programs on offer; they come through the page's door."""

    def __init__(self, offers: Mapping[str, OfferedProgram], door: Door, *, sandbox: bool) -> None:
        self._offers = offers
        self._place = Place(door=door, sandbox=Sandbox() if sandbox else None, arrive_s=ARRIVE_S)
        self._lent: dict[str, Seat] = {}  # seats for single games, which nobody can choose

    def names(self, game: str) -> list[str]:
        """The programs one can play this game against."""
        return [name for name, offer in self._offers.items() if offer.game in (None, game)]

    def spec(self, name: str) -> PlayerSpec:
        """How a program is started."""
        return self._offers[name].spec

    def thinks_at_desk(self, name: str) -> bool:
        """Is it a bot or a net of ours, which thinks in a worker of the page?"""
        return name in self._offers and isinstance(self._offers[name].spec, BotSpec | NetSpec)

    def seat(self, name: str, game: str, limits: Limits, desk: Desk) -> Seat:
        """A seat for a program; it starts when it joins its game, and is told these limits."""
        if name in self._lent:
            return self._lent[name]
        place = replace(self._place, desk=desk)
        return players.open(self._offers[name].spec, game, name=name, place=place, limits=limits)

    def client(self, code: str, name: str) -> RemoteSeat:
        """A seat for somebody's own program, which comes with this reservation and takes its time for it."""
        assert self._place.door is not None
        return RemoteSeat(name, self._place.door, code=code, arrive_s=CLIENT_ARRIVES_S)

    def lend(self, name: str, seat: Seat) -> None:
        """Let a table have this seat by a name that is only told to it."""
        self._lent[name] = seat

    def take_back(self, name: str) -> None:
        """The game is over, or goes on another time."""
        self._lent.pop(name, None)
