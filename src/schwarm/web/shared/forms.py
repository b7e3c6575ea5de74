"""What the API takes, and its small answers, as types; what the page draws is in messages.py."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    field_validator,
    model_validator,
)

from schwarm.contest.wire.seasons import usual_game
from schwarm.game import Game, new_game
from schwarm.game.record import OUTSIDE_OPTIONS
from schwarm.tournament.words import Fault

Name = Annotated[str, StringConstraints(max_length=40, strip_whitespace=True, pattern=r"^[^\x00]*$")]
Token = Annotated[str, StringConstraints(max_length=64)]
MoveText = Annotated[str, StringConstraints(max_length=400)]
MOST_GAMES = 400  # of a series
MOST_MOVE_MS = 1000  # that a bot thinks about a move of a series
Seed = Annotated[int, Field(ge=0, le=2**64 - 1, strict=True)]


class Form(BaseModel):
    """What comes in: nothing unknown."""

    model_config = ConfigDict(extra="forbid")


def example(**values: JsonValue) -> ConfigDict:
    """A form as somebody may fill it in, for the description of the API."""
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [values]})


GAME = usual_game()  # of examples


class Start(Form):
    """A position to start from: a game with options and a seed or a position, and moves from there."""

    model_config = example(game=GAME, seed=7)
    game: Annotated[str, StringConstraints(max_length=64)]
    profile: Annotated[str, StringConstraints(max_length=64)] | None = None
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=60)
    seed: Seed | Annotated[str, StringConstraints(pattern=r"^[0-9]{1,20}$")] | None = None
    position: Annotated[str, StringConstraints(max_length=4000)] | None = None
    moves: list[MoveText] = Field(default_factory=list, max_length=2000)

    @field_validator("options")
    @classmethod
    def only_options(cls, options: dict[str, bool | int | str]) -> dict[str, bool | int | str]:
        """What else a start is made of has fields of its own."""
        taken = set(OUTSIDE_OPTIONS) & set(options)
        if taken:
            raise ValueError(f"expected options of the rules, not {', '.join(sorted(taken))}")
        return options

    def seed_number(self) -> int | None:
        """The seed; text is for readers of JSON that round large numbers."""
        return None if self.seed is None else int(self.seed)

    def opened(self) -> Game:
        """The game this asks for; GameError says why not. Long ones take their time."""
        game = new_game(
            self.game, profile=self.profile, seed=self.seed_number(), position=self.position, **self.options
        )
        for move in self.moves:
            game.play(move)
        return game


class PutPiece(Form):
    """A piece somebody put on the board by hand; `level` counts from 0 at the bottom of a stack."""

    cell: Annotated[str, StringConstraints(max_length=20)]
    kind: Annotated[str, StringConstraints(max_length=20)]
    side: Annotated[str, StringConstraints(max_length=16)] | None = None
    size: Annotated[int, Field(ge=0, le=9)] = 1
    level: Annotated[int, Field(ge=0, le=30)] = 0
    rot: Annotated[int, Field(ge=0, le=100)] | None = None


class Arrange(Start):
    """A position to change: all pieces that shall stand on its board, who is to move, and numbers by side."""

    pieces: list[PutPiece] = Field(max_length=200)
    to_move: Annotated[str, StringConstraints(max_length=16)]
    numbers: dict[str, dict[str, Annotated[int, Field(ge=0, le=1000, strict=True)]]] = Field(
        default_factory=dict, max_length=4, description="such as coal and speed of a ship"
    )


class NewTable(Start):
    """A new game: against a bot, a program, somebody with an invitation, or both at one screen.

    Against `client`, a program of your own comes to the contest port with the reservation that is answered.
    """

    model_config = example(game=GAME, opponent="bot", level="3", bank_seconds=300, increment_seconds=5)
    side: Annotated[str, StringConstraints(max_length=16)] | None = Field(
        None, description="yours; none: drawn"
    )
    opponent: Literal["bot", "link", "here", "program", "lobby", "person", "client"] = "bot"
    person: Annotated[str, StringConstraints(max_length=16), Field(description="the id of somebody here")] = (
        ""
    )
    level: Annotated[str, StringConstraints(max_length=16)] = "3"
    program: Name = Field("", description="a name of /api/programs")
    name: Name = ""
    listed: bool = True
    move_seconds: Annotated[float, Field(ge=1, le=86_400)] | None = None
    bank_seconds: Annotated[
        float | None, Field(ge=1, le=86_400, description="for all moves together, instead of a time for each")
    ] = None
    increment_seconds: Annotated[
        float, Field(ge=0, le=3_600, description="what every move gives back of the bank")
    ] = 0
    rated: Annotated[bool, Field(description="count it for the Elo of those with a name, where it can")] = (
        True
    )


class Naming(Form):
    """A name somebody wants to play by."""

    model_config = example(name="Ada")
    name: Annotated[str, StringConstraints(min_length=1, max_length=24, strip_whitespace=True)]


class Accept(Form):
    """Join an open game, or one that is kept for you; a name for those who have none of their own."""

    name: Name = ""


class Proposal(Form):
    """Something that needs both players: offer it, or answer the other's offer."""

    model_config = example(what="draw", say="offer")
    what: Literal["draw", "take_back"]
    say: Literal["offer", "accept", "decline"] = "offer"
    side: Annotated[str, StringConstraints(max_length=16)] | None = None


class Chat(Form):
    """Something to say: the name of a ready-made line, or a text where that is allowed."""

    model_config = example(line="good_game")
    line: Annotated[str, StringConstraints(max_length=20)] = ""
    text: Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)] = ""


class Machine(Form):
    """Who plays without being a person: a bot's line, such as `5`, `best@200` or `mcts#500`, or a program."""

    model_config = example(bot="5")
    bot: Annotated[str, StringConstraints(max_length=40, strip_whitespace=True)] = ""
    program: Name = Field("", description="a name of /api/programs")

    @model_validator(mode="after")
    def only_one(self) -> Self:
        """Nobody is both."""
        if bool(self.bot) == bool(self.program):
            raise ValueError("expected a bot or a program")
        return self


class NewDuel(Start):
    """A game between two machines, at most so fast that each move gets `pace_ms`."""

    model_config = example(game=GAME, first={"bot": "3"}, second={"bot": "best@200"}, pace_ms=500)
    first: Machine = Field(description="who makes the first move")
    second: Machine
    playing: bool = True
    pace_ms: Annotated[int, Field(ge=0, le=60_000, strict=True)] = 1000
    listed: bool = True


class Conduct(Form):
    """How a game between machines goes on; what is left out stays as it is. `step`: one move now."""

    model_config = example(playing=False, step=True)
    playing: bool | None = None
    pace_ms: Annotated[int, Field(ge=0, le=60_000, strict=True)] | None = None
    step: bool = False


class NewSeries(Form):
    """A series of games between two machines: two from each start, with the sides swapped."""

    model_config = example(game=GAME, first={"bot": "3"}, second={"bot": "5"}, games=20, move_ms=100)
    game: Annotated[str, StringConstraints(max_length=64)]
    profile: Annotated[str, StringConstraints(max_length=64)] | None = None
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=60)
    first: Machine
    second: Machine
    games: Annotated[int, Field(ge=2, le=MOST_GAMES, multiple_of=2, strict=True)] = 20
    move_ms: Annotated[int, Field(ge=10, le=MOST_MOVE_MS, strict=True)] = Field(
        100, description="what a bot may think about a move"
    )
    opening_plies: Annotated[int, Field(ge=0, le=20, strict=True)] = Field(
        4, description="random moves at each start"
    )
    seed: Seed | None = None


class JoinTable(Form):
    """The seat an invitation is for."""

    model_config = example(invite="the-word-of-the-invitation", name="Ben")
    invite: Token
    name: Name = ""


class Play(Form):
    """A move in the game's notation; with `ply` it counts only if so many plies have been made."""

    model_config = example(move="A4-C4", ply=0)
    move: MoveText
    ply: Annotated[int, Field(ge=0, le=100_000, strict=True)] | None = None
    side: Annotated[str, StringConstraints(max_length=16)] | None = None


class Compose(Form):
    """The steps of a move that is being composed; `ahead` of one's turn, as if it had come already."""

    steps: list[Annotated[str, StringConstraints(max_length=8)]] = Field(max_length=60)
    ahead: bool = False


class Path(Form):
    """The cells somebody clicked on."""

    path: list[Annotated[str, StringConstraints(max_length=20)]] = Field(min_length=1, max_length=20)


class Mend(Form):
    """A move to be tried instead of the one that was played."""

    move: MoveText


class Side(Form):
    """For which side, where a token plays both."""

    side: Annotated[str, StringConstraints(max_length=16)] | None = None


class PlayOn(Form):
    """Go on from a position of a finished game."""

    model_config = example(ply=12, level="5")
    ply: Annotated[int, Field(ge=0, le=100_000, strict=True)]
    side: Annotated[str, StringConstraints(max_length=16)] | None = None
    level: Annotated[str, StringConstraints(max_length=16)] = "3"
    opponent: Literal["bot", "link", "here"] = "bot"


class Upload(Form):
    """A game record as one line of JSON, or an official replay file."""

    text: Annotated[str, StringConstraints(min_length=2, max_length=7_900_000)]


class ErrorBody(BaseModel):
    """Why not: `code` for programs, `message` for people, `rule` the id of the rule a move breaks.

    `faults` are what a rule book has against a position, one by one, or a classroom against what was asked.
    """

    code: str
    message: str
    rule: str | None = None
    why: str | None = None
    faults: list[Fault] | None = None
    proposal: str | None = Field(None, description="a name like the one that is taken, and free")


class Error(BaseModel):
    """The one shape of every refusal."""

    error: ErrorBody


class PliesMade(BaseModel):
    """How many plies have been made."""

    ply: int


class Hint(BaseModel):
    """A move that the strongest bot would play."""

    move: str
    path: list[str]
    words: dict[str, str]
    players: str = ""  # as players of the game write it, where they have a notation
