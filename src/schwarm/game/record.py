"""Game records: what a game started from, every ply, and how it ended; one line of JSON each.

`replay` proves a record: it plays the game again and compares the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import ItemsView, Mapping
from dataclasses import dataclass, replace
from typing import NoReturn

from schwarm.compat import StrEnum
from schwarm.game import new_game, rule_book
from schwarm.game.errors import GameError, Refusal
from schwarm.game.game import Game
from schwarm.game.rulebook import OptionValue, Outcome

UNSTORABLE = re.compile("[\\0\ud800-\udfff]")  # databases and files do not take these


class BadRecord(GameError):
    """A record that does not parse, or does not replay to the end it tells.

    >>> Record.from_json("nonsense")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    schwarm.game.record.BadRecord: expected a game record as a line of JSON, not 'nonsense' ...
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
    ADJUDICATED = "adjudicated"  # both players' scores, or a judge's, agreed on the result
    AGREED = "agreed"  # the players agreed on a draw


@dataclass(frozen=True, slots=True)
class Ply:
    """A move as made, with what was measured: the player's think time by the clock on the wall, the server's
    own share, and what the player had of processors while it thought.

    >>> Ply("A4-C4", think_ms=12.5).move
    'A4-C4'
    """

    move: str
    think_ms: float | None = None
    server_ms: float | None = None
    processor_ms: float | None = None


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
        plies = [_told(ply) for ply in self.plies]
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
        """Read one line of JSON; BadRecord says in one line why it is not a record."""
        try:
            return _read(json.loads(text, parse_constant=_no_number))
        except RecursionError:
            raise BadRecord("expected a game record, not brackets inside brackets without end") from None
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            missing = isinstance(error, KeyError)
            why = _one_line(f"{error} is missing" if missing else str(error))
            raise BadRecord(Refusal("record_line", said=ascii(text[:60]), why=why)) from None


# --- reading, strictly: whatever gets through can be stored, shown and written again ------------------------
MOST_PLIES = 100_000
MOST_MS = 1e12  # some thirty years
MOST_SCORE = 10**9
LONGEST_NAME = 400
LONGEST_TEXT = 100_000  # of a position, or of an option that is a text
OUTSIDE_OPTIONS = ("name", "profile", "seed", "position")  # what `new_game` takes besides the options


def _read(fields: object) -> Record:
    """The record in parsed JSON; ValueError says what was expected."""
    given = _mapping("a record", fields)
    plies, position, end = given["plies"], given["position"], given["end"]
    if not isinstance(plies, list) or len(plies) > MOST_PLIES:
        raise ValueError(f"plies: expected a list of at most {MOST_PLIES}")
    options = _mapping("options", given["options"])
    for name in OUTSIDE_OPTIONS:
        if name in options:
            raise ValueError(f"options: expected options of the rules, not {name!r}")
    return Record(
        game=_text("game", given["game"]),
        version=_whole("version", given["version"], 1, 2**31 - 1),
        profile=_text("profile", given["profile"]),
        options={_text("options", name): _option(name, value) for name, value in options.items()},
        seed=_whole("seed", given["seed"], 0, 2**64 - 1),
        position=None if position is None else _text("position", position, LONGEST_TEXT),
        seats={_text("seats", side): _text(side, name) for side, name in _pairs("seats", given["seats"])},
        plies=tuple(map(_ply, plies)),
        end=None if end is None else _end(_mapping("end", end)),
    )


def _end(given: Mapping[str, object]) -> End:
    winner = given["winner"]
    scores = {}
    for side, numbers in _pairs("scores", given["scores"]):
        if not isinstance(numbers, list) or len(numbers) > 20:
            raise ValueError("scores: expected a list of numbers for each side")
        scores[_text("scores", side)] = tuple(
            _whole("scores", number, -MOST_SCORE, MOST_SCORE) for number in numbers
        )
    return End(None if winner is None else _text("winner", winner), _text("reason", given["reason"]), scores)


def _told(ply: Ply) -> list[str | float | None]:
    """A ply in JSON; the processor's time stands there only if it is known."""
    told = [ply.move, ply.think_ms, ply.server_ms]
    return told if ply.processor_ms is None else [*told, ply.processor_ms]


def _ply(given: object) -> Ply:
    if not isinstance(given, list) or len(given) not in (3, 4):
        raise ValueError("plies: expected a move, its think time and the server's share for each")
    return Ply(_text("move", given[0]), *map(_time, given[1:]))


def _time(given: object) -> float | None:
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= MOST_MS:
        raise ValueError("plies: expected times in milliseconds, not below 0")
    return float(given)


def _option(name: str, given: object) -> OptionValue:
    if isinstance(given, bool) or (isinstance(given, int) and abs(given) < 2**63):
        return given
    if isinstance(given, str):
        return _text("options", given, LONGEST_TEXT)
    raise ValueError(f"option {name}: expected a switch, a number or a text")


def _whole(what: str, given: object, low: int, high: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
        raise ValueError(f"{what}: expected a whole number from {low} to {high}")
    return given


def _text(what: str, given: object, longest: int = LONGEST_NAME) -> str:
    if not isinstance(given, str) or len(given) > longest:
        raise ValueError(f"{_one_line(what)}: expected a text of at most {longest} characters")
    if UNSTORABLE.search(given):
        raise ValueError(f"{_one_line(what)}: expected a text without zeros and broken characters")
    return given


def _mapping(what: str, given: object) -> Mapping[str, object]:
    if not isinstance(given, dict) or len(given) > 1000:
        raise ValueError(f"{what}: expected names and their values")
    return given


def _pairs(what: str, given: object) -> ItemsView[str, object]:
    return _mapping(what, given).items()


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"expected numbers, not {text}")


def _one_line(text: str) -> str:
    """A message that can be told anywhere: short, on one line, of characters that exist."""
    return UNSTORABLE.sub("?", " ".join(text.split()))[:200]


def record_of(game: Game, seats: Mapping[str, str] | None = None) -> Record:
    """The record of a game as it stands.

    :param seats: who played each side.

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

    :raises GameError: if there is no such game, or it cannot start so.

    >>> start_of(record_of(new_game("piranhas", seed=7))).turn
    0
    """
    return new_game(
        record.game, profile=record.profile, seed=record.seed, position=record.position, **record.options
    )


def replay(record: Record) -> Game:
    """Play a record again and return the game at its end.

    :raises BadRecord: if a ply cannot be played, or the end is another one.
    :raises GameError: if there is no such game, or it cannot start so.

    >>> game = new_game("piranhas", seed=7)
    >>> _ = game.play("A4-C4")
    >>> replay(record_of(game)) == game
    True
    """
    game = start_of(record)
    _check_sides(record)
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


def _check_sides(record: Record) -> None:
    """Seats, winner and scores are those of the game's sides, with as many numbers as the game counts."""
    book = rule_book(record.game)
    end = record.end or End(None, "", {})
    strange = {*record.seats, *end.scores, end.winner} - {*book.sides, None}
    if strange:
        named = ", ".join(sorted(map(str, strange)))
        raise BadRecord(f"expected the sides {' and '.join(book.sides)}, not {_one_line(named)}")
    if any(len(numbers) > len(book.score_names) for numbers in end.scores.values()):
        raise BadRecord(f"expected at most {len(book.score_names)} numbers as a side's scores")
