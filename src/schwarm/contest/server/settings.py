"""What a server is told when it starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from schwarm.contest.wire.seasons import game_types
from schwarm.game import Game, new_game, rule_book
from schwarm.referee import CONTEST, Ledger, Limits

PORT = 13050
EXAMPLE_PASSWORD = "examplepassword"  # everybody knows it: for those who ask for it, on loopback only
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class BadSettings(ValueError):
    """Settings that cannot be meant."""


def starts(profile: str, loaded: Game | None = None) -> Callable[[str], Game]:
    """How games start: freshly drawn under these rules where a game has them, or from a loaded one."""

    def start(game: str) -> Game:
        if loaded is not None and loaded.name == game:
            return loaded.copy()
        return new_game(game, profile=profile if profile in rule_book(game).profiles else None)

    return start


official_start = starts("official")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """`games` are those on offer, the first for a join without a type. No password: no administrators."""

    host: str = "127.0.0.1"
    port: int = PORT
    games: tuple[str, ...] = field(default_factory=lambda: tuple(game_types().values()))
    limits: Limits = CONTEST
    password: str | None = None
    start: Callable[[str], Game] = official_start
    ledger: Callable[[], Ledger | None] = lambda: None
    replays: Path | None = None
    reserved_only: bool = False  # may only those come who have a reservation?
    max_connections: int = 2_000
    max_rooms: int = 2_000
    idle_s: float = 60.0  # how long somebody may be connected without a seat, before and after a game
    connections_of_address: int = 256  # from one address; this machine's own programs are not counted
    trouble: Callable[[], str] = lambda: ""  # why no game can be kept now, in a line; '': it can

    def __post_init__(self) -> None:
        unknown = [game for game in self.games if game not in game_types().values()]
        if unknown or not self.games:
            known = ", ".join(game_types().values())
            raise BadSettings(f"expected games of {known}, not {', '.join(unknown) or 'none'}")
        if self.password == EXAMPLE_PASSWORD and self.host not in LOOPBACK:
            raise BadSettings("expected a password of your own when others can reach the server")
