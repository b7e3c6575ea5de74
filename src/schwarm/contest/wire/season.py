"""What a season's codec offers: a game's news as elements, and elements as moves and positions.

One subclass for each season. Everything German, every class name and every order of attributes that a
client of that season expects lives in its codec and nowhere else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schwarm.compat import StrEnum
from schwarm.contest.wire.element import Element, data_of, tag
from schwarm.contest.wire.errors import Malformed
from schwarm.contest.wire.messages import Request, in_room, switch
from schwarm.contest.wire.rules_told import Rules, read_rules, usual_profile, write_rules
from schwarm.game import Game, rule_book
from schwarm.referee.clock import CONTEST, Limits


class Cause(StrEnum):
    """What a player did wrong; whoever is gone, by the codes of the referee's faults."""

    ILLEGAL_MOVE = "illegal move"
    OUT_OF_TURN = "out of turn"
    SOFT_TIMEOUT = "answered late"
    HARD_TIMEOUT = "did not answer"
    LEFT = "left"
    CLOSED = "goodbye"
    BROKEN = "protocol"
    ABSENT = "never_came"


@dataclass(frozen=True, slots=True)
class PlayerFault:
    """A player's mistake; `words` are the official ones of a rule or of the course of the game."""

    cause: Cause
    words: str = ""


@dataclass(frozen=True, slots=True)
class Finish:
    """How a game ended, sides by number; `reason` is the rule book's, empty after a fault."""

    winner: int | None
    reason: str
    scores: tuple[tuple[int, ...], tuple[int, ...]]
    faults: tuple[PlayerFault | None, PlayerFault | None] = (None, None)
    limits: Limits = CONTEST

    @property
    def regular(self) -> bool:
        """Did the rules end it?"""
        return self.faults == (None, None)


@dataclass(frozen=True, slots=True)
class Sent:
    """A move as a client sent it: our notation, the official words for it, and its normal form.

    `broken` is the rule and the reason where our notation cannot even say such a move.
    """

    text: str
    words: str
    data: Element
    broken: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ToldEnd:
    """The end of a game as a server tells it: winner's side or None, why, each side's numbers.

    `cause` is what the offender did; None if the rules ended the game, or whoever stopped it.
    """

    winner: int | None
    reason: str
    scores: tuple[tuple[int, ...], ...]
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class Fragment:
    """One column of the score table."""

    name: str
    aggregation: str
    ranked: bool


class Denial(StrEnum):
    """Why a request is not granted."""

    ROOM = "room"  # there is no such room, or it is full, or this is not the moment
    RESERVATION = "reservation"
    PASSWORD = "password"
    STRANGER = "stranger"  # only administrators may ask this


@dataclass(frozen=True, slots=True)
class Manners:
    """How a season's server behaves, apart from what its messages look like."""

    closes_offender: bool  # whoever moves illegally or out of turn is sent away with a goodbye
    ends_document: bool  # the document of a peer that breaks the protocol is ended before its connection
    empty_move_breaks_rules: bool  # a room message without data is an illegal move, else no message at all
    reserves_every_seat: bool  # a prepared game has a code for each seat, whether it was asked for or not
    joined_when_full: bool  # a reserved seat is confirmed only when the room is full
    paused_states_to_players: bool  # while paused, states still go to players ...
    paused_states_to_observers: bool  # ... and to observers
    state_on_resume: bool  # going on after a pause begins with the state
    announces_pause: bool  # observers hear when a pause begins and ends
    announces_wait: bool  # observers hear after each state of a paused game who will be asked next
    error_to_opponent: bool  # the opponent hears of an illegal move
    result_to_offender: bool  # whoever made an illegal move still gets result and left
    result_on_cancel: bool  # a cancelled game has a result


class Season(ABC):
    """A codec and the manners that go with it."""

    game: str
    game_type: str
    colours: tuple[str, str]
    unnamed: str | None  # display name of a seat that was taken without a reservation
    manners: Manners
    password_attribute = "password"  # of the request to become an administrator
    replay_root = "protocol"
    harmless: frozenset[str]  # classes of room data that are known but no moves
    fragments: tuple[Fragment, ...]
    request: Element
    goodbye: Element
    lead: str  # the rule book's reason for a game decided by the sides' numbers
    level: str  # and for a draw
    most_turns = 1  # by how many the number that states show as `turn` may grow with one move
    exact = False  # are states sent as the official server sends them where a known client stops at that?

    def __init__(self, game: str = "") -> None:
        """A season has one game; only the codec of games without a season is told which."""
        self.game = game or self.game
        self.book = rule_book(self.game)
        self.sides = self.book.sides
        self.profile = usual_profile(self.book)
        self.usual_options = dict(self.book.choose(self.profile, {}).options)

    # --- the server's side -----------------------------------------------------------------------
    @abstractmethod
    def welcome(self, side: int) -> Element:
        """Tells a player its colour."""

    @abstractmethod
    def state(self, game: Game, names: Sequence[str], last: Element | None) -> Element:
        """The position for everybody; `last` is the last move's data."""

    @abstractmethod
    def read_move(self, data: Element, game: Game) -> Sent:
        """A move as sent; Malformed if it is none. It need not be legal."""

    @abstractmethod
    def write_move(self, text: str, game: Game) -> Element:
        """A move in our notation as room data; the game stands before it."""

    @abstractmethod
    def helpless_move(self) -> Element:
        """What a player says who is asked for a move and has none: well-formed, and against the rules."""

    def turn(self, game: Game) -> int:
        """The number that a state of this game shows as `turn`."""
        return game.turn

    def made(self, sent: Sent, move: str, game: Game) -> Element:
        """A move's data as states show it; `move` is how it was made."""
        return sent.data

    def plays_usual_rules(self, game: Game) -> bool:
        """Is a game played by the rules that a state need not tell?"""
        return game.options == self.usual_options

    def tell_rules(self, state: Element, game: Game) -> None:
        """Add to a state what its game's rules are, where they are not the usual ones."""
        if not self.plays_usual_rules(game):
            state.attributes |= write_rules(self.book, game.profile, game.options)

    @abstractmethod
    def mistake(self, rule: str, why: str, sent: Sent) -> str:
        """The official words for a broken rule."""

    @abstractmethod
    def refusal(self, room: str, name: str, rule: str, why: str, sent: Sent) -> Element:
        """The error that tells of an illegal move."""

    def refusal_for_observers(self, told: Element) -> Element:
        """The same error as observers get it."""
        return told

    def out_of_turn(self, words: str, original: Element) -> Element | None:
        """The error that tells a player of a move nobody asked for; None where it is not told."""
        return None

    def unasked_words(self, side: int, names: Sequence[str], sent: Sent, asked: int | None) -> str:
        """The official words for a move that nobody asked `side` for; `asked` is who was, if anybody."""
        players = [f"{colour}({name})" for colour, name in zip(self.colours, names, strict=True)]
        if asked is None:
            return f"Move from {players[side]} has not been requested."
        return (
            f"It's not your turn yet; expected: {players[asked]}, got {players[side]} (msg was {sent.words})."
        )

    def empty_move_words(self, name: str) -> str:
        """The official words for a room message without a move."""
        return f"{name} hat kein Zug-Objekt gesendet."

    @abstractmethod
    def denial(self, kind: Denial, words: str, original: Element) -> Element | None:
        """The answer to a request that is not granted; None where the connection is closed instead."""

    @abstractmethod
    def stranger_words(self, request: Request) -> str | None:
        """What is told to whoever asks for what only administrators may; None where nothing is."""

    @abstractmethod
    def plain_error(self, message: str, original: Element | None) -> Element:
        """An error about a message of the offender."""

    def in_replay(self, room: str, data: Element) -> Element | None:
        """What a room said as a replay keeps it; None if it does not."""
        return in_room(room, data)

    @abstractmethod
    def result(self, game: Game, names: Sequence[str], finish: Finish) -> Element:
        """The end of the game."""

    def paused(self, game: Game, names: Sequence[str], on: bool) -> Element:
        """Tells observers of a pause."""
        return data_of("paused", paused=switch(on))

    def joined_game_room(self, room: str, players: int) -> Element | None:
        """Tells administrators of a player who came without a reservation; None where it is not told."""
        return tag("joinedGameRoom", roomId=room, playerCount=str(players))

    def standing(self, game: Game) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Each side's numbers as they are now, without the victory points."""
        scores: Mapping[str, tuple[int, ...]] = game.standing()
        first, second = self.sides
        return scores[first][1:], scores[second][1:]

    def judge(self, game: Game) -> Finish:
        """The end of a game that is stopped now: the rule book says who is ahead."""
        standing: Mapping[str, tuple[int, ...]] = game.standing()
        first, second = (standing[side] for side in self.sides)
        winner = None if first[0] == second[0] else int(second[0] > first[0])
        return Finish(winner, self.level if winner is None else self.lead, (first, second))

    def blame(
        self, game: Game, faults: tuple[PlayerFault | None, PlayerFault | None], limits: Limits
    ) -> Finish:
        """The end of a game by the faults of one or both players."""
        standing = self.standing(game)
        winner = next((side for side in range(2) if not faults[side]), None)
        scores = tuple(self.blamed_score(standing[side], faults[side]) for side in range(2))
        return Finish(winner, "", (scores[0], scores[1]), faults, limits)

    def blamed_score(self, standing: tuple[int, ...], fault: PlayerFault | None) -> tuple[int, ...]:
        """An offender's numbers are all zero, the other one's are a win and what the position says."""
        return (2, *standing) if fault is None else (0,) * len(self.fragments)

    def definition(self) -> Element:
        """What the numbers of a score mean."""
        return tag(
            "definition",
            *(
                tag(
                    "fragment",
                    tag("aggregation", fragment.aggregation),
                    tag("relevantForRanking", switch(fragment.ranked)),
                    name=fragment.name,
                )
                for fragment in self.fragments
            ),
        )

    # --- the client's side -----------------------------------------------------------------------
    @abstractmethod
    def recognises(self, state: Element) -> bool:
        """Is this a state of this season's game, and of no other?"""

    def read_welcome(self, data: Element) -> int:
        """The side a player got."""
        colour = (data.get("color") or "").upper()
        if colour not in self.colours:
            raise Malformed(f"expected {self.colours[0]} or {self.colours[1]} as colour, not {colour!r}")
        return self.colours.index(colour)

    def is_request(self, data: Element) -> bool:
        """Does the server ask for a move?"""
        return data.attributes.get("class") == self.request.attributes["class"]

    @abstractmethod
    def read_position(self, state: Element, before: Game | None) -> str:
        """A state as position text; `before` is the game as it was known so far."""

    def start_position(self, states: Sequence[Element]) -> str:
        """The position of the first of a game's states, with what the later ones reveal."""
        return self.read_position(states[0], None)

    @abstractmethod
    def read_result(self, data: Element) -> ToldEnd:
        """The end of the game as told."""

    @abstractmethod
    def names_in(self, state: Element, result: Element | None) -> tuple[str, str]:
        """The players' display names, empty where there is none."""

    def options(self, state: Element) -> dict[str, object]:
        """The rule options that show in the first state."""
        return {}

    def rules(self, state: Element) -> Rules:
        """The rules of a state's game: those it tells, else the usual ones as far as nothing else shows."""
        return read_rules(state) or Rules(self.profile, self.options(state))


def seconds(limit_ms: float | None) -> str:
    """A limit as the official sentences tell it."""
    return f"{(limit_ms or 0) / 1000:g}"


def parts(scores: tuple[int, ...]) -> list[Element]:
    """A score's numbers."""
    return [tag("part", str(number)) for number in scores]


def read_parts(score: Element) -> tuple[int, ...]:
    """A score's numbers; servers may write whole numbers with a fraction of zero."""
    try:
        return tuple(int(float(part.text)) for part in score.children)
    except (ValueError, OverflowError):
        raise Malformed(f"expected numbers inside <{score.name}>") from None


def renamed(element: Element, name: str, *, keep_class: bool = True) -> Element:
    """The same element under another name."""
    kept = {key: value for key, value in element.attributes.items() if key != "class" or keep_class}
    return Element(name, kept, element.children, element.text)
