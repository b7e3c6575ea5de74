"""What a rule book is made of besides its rules: options, profiles, moves as text, the end as a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING

from schwarm.compat import StrEnum
from schwarm.game.board import Orientation, Piece, Shape
from schwarm.game.errors import BadOption, GameError, Refusal
from schwarm.game.meant import expected

if TYPE_CHECKING:
    from schwarm.game.game import Game

ANY_RULE = "R1"  # what refusals name where a rule book has not numbered its rules
OptionValue = bool | int | str
# A board drawn for a terminal: lines of (text, style) pieces; styles are names such as "red" or "bold blue".
Drawing = list[list[tuple[str, str]]]

GERMAN_PLAIN_LEGEND = (
    "Figur der ersten Seite, nach dem Anfang ihrer Art",
    "Figur der zweiten Seite",
    "Stapel aus zweien",
    "leer",
)
PLAIN_LEGEND = (
    ("A", "piece of the first side, by the first letter of its kind"),
    ("a", "piece of the second side"),
    ("A2", "stack of two"),
    ("·", "empty"),
)


class Move(str):
    """A move's text that also carries the number the compiled core plays by.

    It is a string in every way: it compares, sorts, prints and serialises as its notation.

    >>> import schwarm
    >>> move = schwarm.new_game("piranhas", seed=7).legal_moves()[0]
    >>> move == "A1-A9", move.split("-")
    (True, ['A1', 'A9'])
    """

    __slots__ = ("code",)
    code: int

    def __new__(cls, text: str, code: int) -> Move:
        move = super().__new__(cls, text)
        move.code = code
        return move

    def __reduce__(self) -> tuple[type[Move], tuple[str, int]]:
        return Move, (str(self), self.code)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner's side or None for a draw, why, and each side's numbers.

    >>> import schwarm
    >>> game = schwarm.new_game("piranhas", seed=7)
    >>> while moves := game.legal_moves():
    ...     _ = game.play(moves[-1])
    >>> outcome = game.outcome()
    >>> outcome.winner, str(outcome.reason), outcome.scores["red"]
    ('red', 'heavier swarm', (2, 19))
    """

    winner: str | None
    reason: StrEnum
    scores: Mapping[str, tuple[int, ...]]


class Ending(StrEnum):
    """Why a game ended, where its rule book has no reasons of its own."""

    WON = "won"
    DRAWN = "drawn"


def victory_points(winner: int) -> tuple[int, int]:
    """Both sides' points for a game won by side 0 or 1, or drawn (-1)."""
    return (1, 1) if winner < 0 else (2 - 2 * winner, 2 * winner)


@dataclass(frozen=True, slots=True)
class Option:
    """One number or switch of a rule sheet.

    `choices` lists the words it may be; `low` and `high` bound a number; a bool default makes a
    switch; `check` takes anything else and returns the value in its normal form or raises BadOption.
    """

    name: str
    default: OptionValue
    help: str
    german: str = ""  #: the same in German
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    check: Callable[[object], OptionValue] | None = None

    def read(self, value: object) -> OptionValue:
        """The value in its normal form, from Python or from text."""
        if self.check is not None:
            return self.check(value)
        if isinstance(self.default, bool):
            return self._read_switch(value)
        if isinstance(self.default, int):
            return self._read_number(value)
        if value in self.choices:
            return str(value)
        raise BadOption(
            Refusal("option_choice", name=self.name, names=", ".join(self.choices), said=repr(value))
        )

    def _read_switch(self, value: object) -> bool:
        word = str(value).lower()
        if word in ("true", "yes", "on", "1"):
            return True
        if word in ("false", "no", "off", "0"):
            return False
        raise BadOption(Refusal("option_switch", name=self.name, said=repr(value)))

    def _read_number(self, value: object) -> int:
        try:
            number = int(value) if isinstance(value, int | str) and not isinstance(value, bool) else None
        except ValueError:
            number = None
        if number is None or not self.low <= number <= self.high:
            raise BadOption(
                Refusal("option_number", name=self.name, low=self.low, high=self.high, said=repr(value))
            )
        return number

    def values(self) -> str:
        """What it may be, for people."""
        if self.choices:
            return ", ".join(self.choices)
        if isinstance(self.default, bool):
            return "true, false"
        return f"{self.low} to {self.high}" if isinstance(self.default, int) and not self.check else "text"


@dataclass(frozen=True, slots=True)
class Number:
    """A number of each side that is set by hand, by the name that facts of boards have."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Arranging:
    """How positions are set up by hand: the pieces there are, and the text of a board made of some.

    `write(game, pieces, side)` gives the position text of these pieces with this side to move; all else, such
    as a river, is as in `game`. `adjust(text, numbers)` gives the text with other numbers, by side and name.
    Whether such a position can be is for the rule book to say when it reads it.
    """

    pieces: tuple[Piece, ...]
    write: Callable[[Game, Sequence[Piece], str], str]
    numbers: tuple[Number, ...] = ()
    adjust: Callable[[str, Mapping[str, Mapping[str, int]]], str] | None = None
    climbers: tuple[str, ...] = ()  #: kinds that are put on top of what stands on a cell
    lasting: tuple[str, ...] = ()  #: kinds that stay on the board: each side's is moved and turned


def _named(name: str) -> RuleBook:
    """The rule book of a name, for pickles."""
    from schwarm.game import rule_book

    return rule_book(name)


@dataclass(frozen=True, slots=True)
class RuleBook:
    """Everything the rest of the house needs to know of a game without knowing its rules.

    Name, title and rules are all that a rule book must say; the rest are facts with usual values.

    >>> import schwarm
    >>> book = schwarm.rule_book("piranhas")
    >>> book.title, book.sides, book.score_names
    ('Piranhas (Software-Challenge 2026)', ('red', 'blue'), ('victory points', 'heaviest swarm'))
    """

    name: str
    title: str
    game: Callable[[Setup], Game]
    version: int = 1  #: raised when the game's behaviour changes
    sides: tuple[str, str] = ("white", "black")  #: the first one begins
    options: tuple[Option, ...] = ()
    profiles: Mapping[str, Mapping[str, OptionValue]] = field(
        default_factory=lambda: {"standard": {}}
    )  # the first one is the default
    usual_profile: str = ""  #: what forms begin with and players are measured in; empty: the default
    rules: Mapping[str, str] = field(
        default_factory=lambda: {ANY_RULE: "only legal moves may be made"}
    )  # rule id -> one sentence
    score_names: tuple[str, ...] = ("victory points",)  #: of Outcome.scores; victory points come first
    german_score_names: tuple[str, ...] = ("Siegpunkte",)
    draw: Callable[[Game], Drawing] | None = None  #: for a terminal; without it the board is drawn plainly
    legend: tuple[tuple[str, str], ...] = PLAIN_LEGEND  #: the signs of that drawing and what they mean
    german_legend: tuple[str, ...] = GERMAN_PLAIN_LEGEND  #: the same meanings in German
    random_start: bool = False  #: does the seed decide how the game starts?
    chance: bool = False  #: does chance decide what some moves do?
    hidden: bool = False  #: is something on the board that the players may not know?
    moves_again: bool = False  #: may a side make several plies in a row?
    #: where the option `rounds` limits a game: turns so far, passed-over ones counted, and turns in a round
    slots: Callable[[Game], tuple[int, int]] = field(default=lambda game: (game.turn, 2))
    passes: bool = False  #: does a side without a move pass? Else that ends the game
    composed: bool = False  #: is a move a list of steps, rather than a piece and where it goes?
    shape: Shape = Shape.SQUARE
    orientation: Orientation = Orientation.FIXED  #: of the board before the second side
    arranging: Arranging | None = None  #: None: positions are not set up by hand
    rank: int = 100  #: among the games that people choose from: those with the lowest come first
    questions: tuple[str, ...] = ()  #: calls that only this game answers, for bots: "start_piece()"

    def __post_init__(self) -> None:
        if not self.usual_profile:
            object.__setattr__(self, "usual_profile", next(iter(self.profiles)))
        if self.usual_profile not in self.profiles:
            raise BadOption(self._says(expected("expected_profile", self.profiles, self.usual_profile)))
        if len(self.sides) != 2 or len(set(self.sides)) != 2:
            raise BadOption(f"{self.name}: expected two sides with names of their own, not {self.sides!r}")

    def __reduce__(self) -> tuple[object, ...]:
        try:
            known = _named(self.name) is self
        except GameError:
            known = False
        if known:  # most of a book is functions; its name says it all
            return _named, (self.name,)
        return RuleBook, tuple(getattr(self, part.name) for part in fields(self))

    def _says(self, why: Refusal) -> Refusal:
        return Refusal("said_of", what=self.name, why=why)

    def choose(self, profile: str | None, changed: Mapping[str, object]) -> Setup:
        """Options of a profile with some of them changed; no seed and no position yet."""
        name = profile if profile is not None else next(iter(self.profiles))
        if name not in self.profiles:
            raise BadOption(self._says(expected("expected_profile", self.profiles, name)))
        known = {option.name: option for option in self.options}
        for key in changed:
            if key not in known:
                raise BadOption(self._says(expected("expected_option", known, key)))
        values = {option.name: option.default for option in self.options} | dict(self.profiles[name])
        values |= {key: known[key].read(value) for key, value in changed.items()}
        return Setup(self, name, MappingProxyType(values))


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from. The position, where there is one, comes before the seed; what it
    leaves open (a hidden river, creations) is decided by the seed."""

    book: RuleBook
    profile: str
    options: Mapping[str, OptionValue]
    seed: int = field(default=0)
    position: str | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return _setup, (self.book, self.profile, dict(self.options), self.seed, self.position)

    def number(self, option: str) -> int:
        """A number or switch as an integer."""
        return int(self.options[option])

    def word(self, option: str) -> str:
        return str(self.options[option])


def _setup(
    book: RuleBook, profile: str, options: dict[str, OptionValue], seed: int, position: str | None
) -> Setup:
    """A setup out of a pickle."""
    return Setup(book, profile, MappingProxyType(options), seed, position)
