"""What is told of class tournaments as JSON, as types: to everybody, to a team, to the operator."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from schwarm.tournament.words import Fault

Result = Literal["won", "drawn", "lost"]
Scalar = bool | int | float | str | None


class OfferedLimits(TypedDict):
    """What a page takes from a class at most."""

    teams: int
    name: int
    upload_bytes: int
    upload_mib: int
    uploads: int
    upload_every_s: float
    tests: int
    test_games: int


class Preset(TypedDict):
    """A tournament that is ready to be chosen; `text` says its stages in the words of event files."""

    id: str
    name: str
    game: str | None
    text: str
    move_ms: float | None
    games: int | None


class ClassOffer(TypedDict):
    """What a page offers a class; `why` programs are not taken, in `kinds` why a kind of team is not.

    `trusted`: programs are taken and run without a sandbox.
    """

    uploads: bool
    trusted: bool
    why: Fault | None
    kinds: dict[str, Fault | None]
    levels: dict[str, list[str]]
    elo: dict[str, dict[str, int]]
    presets: list[Preset]
    on: list[str]
    limits: OfferedLimits
    operator: NotRequired[bool]


class ClassLine(TypedDict):
    """A tournament in a list; `event` is its number among all events once it has begun."""

    id: int
    name: str
    game: str
    state: str
    teams: int
    event: int | None
    rehearsal: bool
    created: str


class NextMatch(TypedDict):
    """A match to come."""

    day: int
    match: dict[str, int]
    names: list[str]
    when: str | None


class LastGame(TypedDict):
    """A finished game by its number in the store."""

    record: int
    names: list[str]


class ClassStanding(TypedDict):
    """How far a tournament is; `day_over`: the next match day waits until the operator begins it.

    `results` is another number as soon as a result is there or is corrected, or somebody leaves the ranking:
    who shows tables asks anew. `last` is the game that ended last.
    """

    played: int
    planned: int
    results: int
    next: list[NextMatch]
    day_over: bool
    last: LastGame | None


class LiveGame(TypedDict):
    """A game under way; `missing` are those who are not ready yet."""

    key: list[int]
    match: dict[str, int]
    names: list[str]
    ply: int
    table: str | None
    missing: list[str]


class Trial(TypedDict):
    """How a version did in its first games: played, and of how many; `log`: the team's page has its lines."""

    state: str
    log: bool
    progress: list[int]


class Qualification(Trial):
    """The same with its log; what the program wrote stands in `values` alone."""

    lines: list[Fault]


class TeamLine(TypedDict):
    """A team in its tournament; versions and qualification are for the operator."""

    id: int
    name: str
    kind: str
    level: str | None
    ready: bool
    out: str | None
    versions: NotRequired[int]
    plays: NotRequired[int | None]
    qualification: NotRequired[Trial | None]


class JournalLine(TypedDict):
    """What an operator, a team, or the page itself did; `why` tells what kept the page from going on."""

    when: str
    what: str
    who: str
    team: str | None
    teams: list[str]
    reason: str
    why: Fault | None
    detail: dict[str, Any]


class AbsentTeam(TypedDict):
    """A team whose client was connected before the server started again, and has to be started again.

    `seconds`: so long a game still waits for it; null while none does.
    """

    id: int
    name: str
    seconds: int | None


class ClassEvent(ClassStanding):
    """A tournament; code, place and journal are for the operator."""

    id: int
    name: str
    game: str
    profile: str
    options: dict[str, Scalar]
    state: str
    deadline: str | None
    days: list[str] | str
    begun: int
    closes: str | None
    endless: bool
    rehearsal: bool
    kinds: list[str]
    preset: str
    limits: dict[str, float | None]
    leaving: str
    format: str
    stages: list[dict[str, Any]]
    event: int | None
    teams: list[TeamLine]
    live: list[LiveGame]
    operator: bool
    code: NotRequired[str]
    on: NotRequired[str]
    journal: NotRequired[list[JournalLine]]
    absent: NotRequired[list[AbsentTeam]]


class RemotePlace(TypedDict):
    """Where a client from elsewhere goes, and with what."""

    host: str
    port: int
    code: str


class Version(TypedDict):
    """A program that a team has sent."""

    number: int
    size: int
    sha: str
    when: str
    kept: bool
    qualification: Qualification


class TeamGame(TypedDict):
    """A game from one team's side; `record` is null where nobody played, `counts` false if annulled."""

    key: list[int]
    opponent: str
    first: bool
    result: Result
    points: int
    reason: str
    fault: Fault | None
    opponent_fault: Fault | None
    plies: int
    think_ms: float
    slowest_ms: float
    processor_ms: float | None
    record: int | None
    counts: bool


class GameCounts(TypedDict):
    """Games of one kind, counted; times and plies on average."""

    won: int
    drawn: int
    lost: int
    faults: int
    think_ms: int | None
    slowest_ms: int | None
    plies: int | None


class AgainstOne(TypedDict):
    """How a team does against an opponent, from each side."""

    opponent: str
    first: GameCounts
    second: GameCounts


class Compared(TypedDict):
    """How much stronger a team's present version is than the one before."""

    version: int
    before: int
    elo: NotRequired[int]
    low: NotRequired[int]
    high: NotRequired[int]
    stronger: NotRequired[float]
    why: NotRequired[Fault]


class TestMatch(TypedDict):
    """A match of a team for itself as it stands; `theirs`: another team has asked for it."""

    id: int
    version: int | None
    against: str
    rival: str | None
    theirs: bool
    games: int
    when: str
    state: str
    played: int
    wins: int
    draws: int
    losses: int
    score: float | None
    low: float | None
    high: float | None
    elo: NotRequired[float]
    elo_low: NotRequired[float]
    elo_high: NotRequired[float]
    stronger: NotRequired[float]
    why: NotRequired[Fault]


class Rival(TypedDict):
    """Another team that can be asked for a match."""

    id: int
    name: str


class TeamPage(TypedDict):
    """All that a team, and the operator, may know of it; `own` tells the team from the operator."""

    id: int
    name: str
    event: ClassLine
    kind: str
    level: str | None
    out: str | None
    reservation: RemotePlace | None
    plays: int | None
    uploads: bool
    closes: str | None
    compared: Compared | None
    versions: list[Version]
    games: list[TeamGame]
    statistics: list[AgainstOne]
    live: list[LiveGame]
    tests: list[TestMatch]
    rivals: list[Rival]
    own: NotRequired[bool]


class TestGameLine(TypedDict):
    """A finished game of a test match."""

    number: int
    record: int
    first: bool
    result: Result
    reason: str
    fault: Fault | None


class PlyNote(TypedDict):
    """A ply of a game with what the team's program said before it."""

    ply: int
    own: bool
    ms: float | None
    said: str


class Notes(TypedDict):
    """A team's own notes on one of its games; `before` was said before the first ply."""

    side: str
    before: str
    plies: list[PlyNote]
