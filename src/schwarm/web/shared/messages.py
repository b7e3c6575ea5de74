"""What the page gets as JSON, as types. They are dictionaries already, so sending them costs no copying.

static/types.d.ts is made from this file, and a test checks real messages of all games against it.
"""

from __future__ import annotations

from typing import (
    Literal,
    NotRequired,  # pydantic needs this one before Python 3.12
)

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

EXACT = with_config(ConfigDict(extra="forbid"))
Value = bool | int | str
Status = Literal["waiting", "running", "ended"]
SeatKind = Literal["person", "bot", "open", "program"]


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
    """A number or a word about a side, shown on its strip."""

    key: str
    value: int | str


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
class Seat(TypedDict):
    """Who plays a side, and whether they are there."""

    kind: SeatKind
    name: str
    level: str
    here: bool
    person: str  # the id of somebody with a name, else ''
    elo: int | None  # theirs when they sat down
    provisional: bool
    new_elo: int | None  # once this game was rated


@EXACT
class Clock(TypedDict):
    """Time used by each side, and how long the one to move has been thinking.

    `left_ms` is what people have left of their bank when they are asked next, an increment included.
    """

    limit_ms: float | None
    left_ms: dict[str, int] | None
    used_ms: dict[str, int]
    running: str | None
    thinking_ms: int | None


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
class Duel(TypedDict):
    """How a game between machines goes on: by itself, each move with at least that time, or step by step."""

    playing: bool
    pace_ms: int


@EXACT
class Hand(TypedDict):
    """The people of a tournament's game: who is ready, and whether the tournament is paused.

    `arrive_ms` is how long they may take to be ready.
    """

    ready: dict[str, bool]
    paused: bool
    arrive_ms: float


@EXACT
class State(Snapshot):
    """A table."""

    id: str
    title: str
    status: Status
    ply: int
    seats: dict[str, Seat]
    history: list[str]
    told: Told | None  # the last move; the address /moves tells all of them
    start: int
    seed: str | None  # as text: programs that read JSON round large numbers
    clock: Clock
    queue: int
    listed: bool
    rematch: str | None
    duel: Duel | None
    offers: dict[str, str]  # who offers a draw, who wants to take a move back
    rated: bool
    open: bool  # may anybody in the lobby join?
    bank_ms: float | None
    increment_ms: float
    hand: Hand | None


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
class Entry(TypedDict):
    """A line in the list of games."""

    id: str
    game: str
    status: Status
    ply: int
    seats: dict[str, Seat]
    to_move: str | None
    end: End | None
    watchers: int
    created: float  # seconds since 1970
    ended: float | None
    living: bool  # is somebody at it, or was a moment ago?
    source: str  # page, contest, upload or store


@EXACT
class Lists(TypedDict):
    """The games that run and those that ended last."""

    running: list[Entry]
    ended: list[Entry]


@EXACT
class Replays(TypedDict):
    """Finished games that somebody looked for; `more`: there are older ones."""

    entries: list[Entry]
    more: bool


@EXACT
class Way(TypedDict):
    """A move to come: the cells it leads over, and what it does in words by language."""

    side: str
    path: list[str]
    words: dict[str, str]


@EXACT
class Analysis(TypedDict):
    """A game judged ply by ply, as far as the bots have come."""

    done: int
    total: int
    failed: bool
    scores: list[int]
    chances: list[float]
    lines: list[list[str]]
    paths: list[list[str]]
    ways: list[list[Way]]
    players: list[list[str]]  # each line as players of the game write it
    lost: list[float]  # by how much each move lowered the chance of whoever made it
    marks: list[str]


@EXACT
class Fault(TypedDict):
    """One thing that is wrong: a text, and what fills it.

    Texts of positions are in the section `faults`, those of class tournaments in `class/refusals`.
    """

    code: str
    values: dict[str, str]


@EXACT
class Verdict(TypedDict):
    """What the strongest bot says of a position: the first side's score and chance, and its best line."""

    score: int
    chance: float
    line: list[str]
    players: list[str]  # the line as players of the game write it
    ways: list[Way]


@EXACT
class Mended(TypedDict):
    """What a move instead of a mistake is worth: the part of the chance it loses, and the answer."""

    right: bool
    best: bool  # is it what the strongest bot would have played?
    lost: float
    words: dict[str, str]
    answer: list[Way]
    snapshot: Snapshot


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
    profiles: dict[str, dict[str, Value]]
    options: list[Option]
    usual: bool  # offered where nobody has chosen a game
    rules: dict[str, str]
    levels: list[str]  # bots, weakest first
    strengths: dict[str, BotElo]  # of those bots whose strength was measured
    score_names: list[str]


@EXACT
class Reservation(TypedDict):
    """How a program of one's own comes to a game: to this port, with this code."""

    port: int
    code: str


@EXACT
class Seated(TypedDict):
    """A place at a table: keep the tokens, they are the right to move."""

    id: str
    address: str
    tokens: dict[str, str]
    invite: str | None
    client: Reservation | None  # of a program of one's own that is to come


@EXACT
class PuzzleShown(TypedDict):
    """A puzzle to solve. Within `plies` the right move wins or a wrong one loses; proven to `depth`."""

    name: str
    game: str
    side: str
    goal: Literal["win", "save"]
    plies: int
    depth: int
    themes: list[str]
    rating: int
    solved: list[int]  # by levels 1 to 10: tries in a hundred that found it
    snapshot: Snapshot


@EXACT
class PuzzleStep(TypedDict):
    """A move of a puzzle's line, in words of each language, and the position after it."""

    move: str
    side: str
    words: dict[str, str]
    snapshot: Snapshot


@EXACT
class PuzzleTry(TypedDict):
    """What came of a move: right or not, the puzzle solved or not, and every move from the last one on."""

    right: bool
    solved: bool
    moves: list[str]
    steps: list[PuzzleStep]


@EXACT
class PuzzleLine(TypedDict):
    """A line to look at: the solution, or what refutes a move."""

    steps: list[PuzzleStep]


@EXACT
class PuzzleHint(TypedDict):
    """How the right move begins: the cells to look at, and the first step where moves are composed."""

    path: list[str]
    step: str
