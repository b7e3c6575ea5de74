"""What the page gets as JSON of positions, moves and rule books, as types."""

from __future__ import annotations

from typing import NotRequired  # pydantic needs this one before Python 3.12

from typing_extensions import TypedDict

from schwarm.web.shared.messages import EXACT, Value


@EXACT
class Cell(TypedDict):
    """A place of the board at x, y: y grows downwards, neighbours are one unit apart."""

    id: str
    x: float
    y: float
    kind: str
    side: NotRequired[str]
    count: NotRequired[int]
    note: NotRequired[str]
    segment: NotRequired[int]
    flow: NotRequired[int]  # where its water flows to


@EXACT
class Piece(TypedDict):
    """A piece on a cell; `level` counts from 0 at the bottom of a stack."""

    cell: str
    side: NotRequired[str]
    kind: str
    size: NotRequired[int]
    rot: NotRequired[int]
    level: NotRequired[int]
    covered: NotRequired[bool]
    speed: NotRequired[int]
    coal: NotRequired[int]


@EXACT
class Mark(TypedDict):
    """Something that explains a cell: a target, a swarm, a reach. `around` are the pieces that make it."""

    cell: str
    kind: str
    side: NotRequired[str | None]
    note: NotRequired[str]
    rot: NotRequired[int]
    around: NotRequired[list[str]]


# A line between two cells of a swarm; the strong one counts.
Link = TypedDict("Link", {"from": str, "to": str, "side": str | None, "strong": bool})


@EXACT
class Fact(TypedDict):
    """A number or a word about a side, for its strip: a bar of its `parts` shows what is `hidden`, too."""

    key: str
    value: int | str
    parts: NotRequired[list[int]]
    hidden: NotRequired[bool]


@EXACT
class Taken(TypedDict):
    """Pieces beside the board: in hand, or captured."""

    kind: str
    size: NotRequired[int]
    side: str
    count: int


@EXACT
class SideState(TypedDict):
    """What a side's strip shows."""

    facts: list[Fact]
    taken: list[Taken]


@EXACT
class Board(TypedDict):
    """A position as it is drawn; `view` is x, y, width and height of what is seen.

    `behind` are cells out of play; `hidden` counts the parts of a river that nobody has seen yet.
    """

    kind: str  # square, hex or river
    cells: list[Cell]
    pieces: list[Piece]
    marks: list[Mark]
    links: list[Link]
    sides: dict[str, SideState]
    view: tuple[float, float, float, float]
    mover: NotRequired[str]  # which part of the side to move moves, such as a colour
    rounds: NotRequired[int | None]
    round: NotRequired[int]
    left: NotRequired[int]
    behind: NotRequired[list[Cell]]
    hidden: NotRequired[int]


@EXACT
class Choice(TypedDict):
    """A legal move and the cells whose clicks build it.

    `cells` are all it has to do with, `shape` the arrangement that allows it, `way` where its piece goes,
    `goals` where it puts pieces; `also` are further kinds that act inside it; `chance` decides what it does.
    """

    move: str
    path: list[str]
    kind: NotRequired[str]
    capture: NotRequired[bool]
    cells: NotRequired[list[str]]
    shape: NotRequired[list[str]]
    way: NotRequired[list[str]]
    goals: NotRequired[list[str]]
    also: NotRequired[list[str]]
    chance: NotRequired[bool]


@EXACT
class Pose(TypedDict):
    """Where a piece stands on its way, and where it points."""

    cell: str
    rot: int


@EXACT
class Last(TypedDict):
    """The last move, its maker, and the way the piece took.

    `poses` is the way with its turns; `moved` tells every piece that changed its cell, `captured` those that
    left the board as they stood before, `struck` those that lost some of their value, `shape` the
    arrangement that allowed the move.
    """

    move: str
    side: str
    kind: str
    path: list[str]
    poses: NotRequired[list[Pose]]
    pushed: NotRequired[list[str]]
    moved: list[tuple[str, str]]
    captured: list[Piece]
    created: list[str]
    struck: list[str]
    shape: list[str]


@EXACT
class Told(TypedDict):
    """A move in the list of moves: whose it was, how long it took, and what it did, in words by language.

    `path` are the cells it led over; `players` is its text in the notation that players of that game know,
    where there is one.
    """

    side: str
    ms: int | None
    words: dict[str, str]
    path: list[str]
    players: NotRequired[str]


@EXACT
class End(TypedDict):
    """How a game ended."""

    winner: str | None
    reason: str
    scores: NotRequired[dict[str, list[int]]]
    score_names: NotRequired[list[str]]
    faults: NotRequired[dict[str, dict[str, str]]]  # by side, in words by language


class Scene(TypedDict):
    """What a board element needs; `moves` is null where moves are composed step by step."""

    game: str
    sides: list[str]
    to_move: str | None
    board: Board
    composed: bool
    moves: list[Choice] | None
    last: Last | None


@EXACT
class Snapshot(Scene):
    """A position outside of a table."""

    position: str
    turn: int
    end: End | None
    profile: str
    options: dict[str, Value]


@EXACT
class Ship(TypedDict):
    """A ship in the middle of a move that is being composed."""

    cell: str
    rot: int
    speed: int
    coal: int
    points: int
    free_turns: int
    path: list[str]
    pushed: list[str]
    burnt: int


@EXACT
class Cost(TypedDict):
    """What a step takes, the ship's speed after it, and whether nothing may follow it."""

    coal: int
    points: int
    speed: int
    stops: bool


@EXACT
class Draft(TypedDict):
    """A move that is being composed: how it may go on, and what it makes of the ship.

    `costs` has every option, `cell_costs` every cell: what going there takes.
    """

    steps: list[str]
    options: list[str]
    costs: dict[str, Cost]
    cells: dict[str, list[str]]
    cell_costs: dict[str, Cost]
    whole: bool
    move: str | None
    ship: Ship


@EXACT
class Way(TypedDict):
    """A move to come: the cells it leads over, and what it does in words by language."""

    side: str
    path: list[str]
    words: dict[str, str]


@EXACT
class Option(TypedDict):
    """One number or switch of a rule sheet."""

    name: str
    default: Value
    help: str
    choices: list[str]
    low: int
    high: int
    free: bool


@EXACT
class BotElo(TypedDict):
    """A bot's measured Elo with its 95 percent interval; level 1 of every game has 1000."""

    elo: int
    low: int
    high: int


@EXACT
class Book(TypedDict):
    """A game's rule book, as far as the page needs it."""

    name: str
    title: str
    version: int
    sides: list[str]
    hidden: bool
    turned: bool  # does a player of the second side see the board turned round?
    profile_names: list[str]  # the usual one first: an object's keys that look like numbers change places
    usual_profile: str  # which forms begin with
    profiles: dict[str, dict[str, Value]]
    options: list[Option]
    usual: bool  # offered where nobody has chosen a game
    rules: dict[str, str]
    levels: list[str]  # bots, weakest first
    strengths: dict[str, BotElo]  # of those bots whose strength was measured
    score_names: list[str]
