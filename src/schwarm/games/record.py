"""Game records: what a game started from, every ply, and how it ended; one line of JSON each.

`replay` proves a record: it plays the game again and compares the end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from schwarm.games import new_game
from schwarm.games.errors import GameError
from schwarm.games.game import Game
from schwarm.games.rulebook import OptionValue, Outcome


class BadRecord(GameError):
    """A record that does not parse, or does not replay to the end it tells.

    >>> Record.from_json("nonsense")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    schwarm.games.record.BadRecord: expected a game record as a line of JSON, not 'nonsense' ...
    """


class Irregular(StrEnum):
    """Ends that no rule book knows: the referee decides them.

    >>> [str(end) for end in Irregular][:3]
    ['illegal move', 'time up', 'left the game']
    """

    ILLEGAL_MOVE = "illegal move"
    TIME_UP = "time up"
    LEFT = "left the game"
    RESIGNED = "resigned"
    CANCELLED = "cancelled"  # judged as it stood
    INTERRUPTED = "interrupted"  # nobody's win; may be resumed


@dataclass(frozen=True, slots=True)
class Ply:
    """A move as made, the player's think time and the server's own share, where they were measured.

    >>> Ply("A4-C4", think_ms=12.5).move
    'A4-C4'
    """

    move: str
    think_ms: float | None = None
    server_ms: float | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The outcome as recorded: winner's side or None, reason, each side's numbers.

    >>> End("red", Irregular.RESIGNED, {}).reason == "resigned"
    True
    """

    winner: str | None
    reason: str
    scores: Mapping[str, tuple[int, ...]]

    @classmethod
    def of(cls, outcome: Outcome) -> End:
        """A rule book's outcome."""
        return cls(outcome.winner, str(outcome.reason), dict(outcome.scores))


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game. `end` is None while it runs; `seats` names who played each side.

    >>> record = record_of(new_game("hive", seed=7), {"red": "Ada", "blue": "Bob"})
    >>> Record.from_json(record.to_json()) == record
    True
    """

    game: str
    version: int
    profile: str
    options: Mapping[str, OptionValue]
    seed: int
    position: str | None
    seats: Mapping[str, str]
    plies: tuple[Ply, ...]
    end: End | None

    def ended(self, end: End) -> Record:
        """The same record with this end."""
        return replace(self, end=end)

    def to_json(self) -> str:
        """One line of JSON."""
        plies = [[ply.move, ply.think_ms, ply.server_ms] for ply in self.plies]
        end = self.end and {
            "winner": self.end.winner,
            "reason": self.end.reason,
            "scores": {side: list(numbers) for side, numbers in self.end.scores.items()},
        }
        return json.dumps(
            {
                "game": self.game,
                "version": self.version,
                "profile": self.profile,
                "options": dict(self.options),
                "seed": self.seed,
                "position": self.position,
                "seats": dict(self.seats),
                "plies": plies,
                "end": end,
            },
            separators=(",", ":"),
        )

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read one line of JSON; BadRecord if it is not a record."""
        try:
            fields = json.loads(text)
            end = fields["end"]
            return cls(
                game=str(fields["game"]),
                version=int(fields["version"]),
                profile=str(fields["profile"]),
                options=dict(fields["options"]),
                seed=int(fields["seed"]),
                position=None if fields["position"] is None else str(fields["position"]),
                seats={str(side): str(name) for side, name in fields["seats"].items()},
                plies=tuple(Ply(str(move), think, server) for move, think, server in fields["plies"]),
                end=end
                and End(
                    end["winner"],
                    str(end["reason"]),
                    {side: tuple(map(int, numbers)) for side, numbers in end["scores"].items()},
                ),
            )
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadRecord(
                f"expected a game record as a line of JSON, not {text[:60]!r} ({error})"
            ) from None


def record_of(game: Game, seats: Mapping[str, str] | None = None) -> Record:
    """The record of a game as it stands.

    >>> game = new_game("piranhas", seed=7)
    >>> _ = game.play("A4-C4")
    >>> record = record_of(game, {"red": "Ada", "blue": "Bob"})
    >>> [ply.move for ply in record.plies], record.end
    (['A4-C4'], None)
    """
    outcome = game.outcome()
    return Record(
        game=game.name,
        version=game.setup.book.version,
        profile=game.profile,
        options=dict(game.options),
        seed=game.seed,
        position=game.setup.position,
        seats=dict(seats or {}),
        plies=tuple(Ply(str(move)) for move in game.history),
        end=None if outcome is None else End.of(outcome),
    )


def start_of(record: Record) -> Game:
    """The game a record starts from.

    >>> start_of(record_of(new_game("piranhas", seed=7))).turn
    0
    """
    return new_game(
        record.game, profile=record.profile, seed=record.seed, position=record.position, **record.options
    )


def replay(record: Record) -> Game:
    """Play a record again and return the game at its end; BadRecord if the end is another one.

    >>> game = new_game("piranhas", seed=7)
    >>> _ = game.play("A4-C4")
    >>> replay(record_of(game)) == game
    True
    """
    game = start_of(record)
    for number, ply in enumerate(record.plies):
        try:
            game.play(ply.move)
        except GameError as error:
            raise BadRecord(f"ply {number} does not replay: {error}") from None
    outcome = game.outcome()
    if outcome is not None:
        if record.end is None or record.end != End.of(outcome):
            raise BadRecord(f"expected the end {End.of(outcome)}, not {record.end}")
    elif record.end is not None and record.end.reason not in list(Irregular):
        raise BadRecord(f"expected a running game or an irregular end, not {record.end}")
    return game
