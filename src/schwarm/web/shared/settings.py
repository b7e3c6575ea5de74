"""What whoever runs the page can set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from schwarm.classroom.limits import ClassLimits
from schwarm.classroom.setup import utc_now
from schwarm.referee import CONTEST, Limits
from schwarm.web.shared.programs import OfferedProgram


@dataclass(frozen=True, slots=True)
class Settings:
    """The defaults suit one machine and its own user; `hosts` are the names the page may be called by."""

    store: str = "schwarm.db"
    inner: tuple[str, int] = ("127.0.0.1", 0)  # where other pages on the same PostgreSQL reach this one ...
    inner_address: str = ""  # ... by this address, if it is not the one to listen on
    relay: str = ""  # what carries pushes between such pages: redis://..., '': PostgreSQL itself
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "::1")
    contest_host: str = "127.0.0.1"
    contest_port: int | None = None  # the contest server's, 13050 by custom; None: there is none
    programs: Mapping[str, OfferedProgram] = field(
        default_factory=dict
    )  # foreign programs to play against, by name
    sandbox: bool = False  # run them in a closed room
    program_limits: Limits = CONTEST
    programs_at_once: int = 8
    programs_of_visitor: int = 2
    bot_workers: int = 2
    bot_seed: int | None = None  # with one, the same bot answers the same position alike after every start
    warm_up: bool = True  # let the workers open all games at the start
    bot_budget_ms: int = 1500
    waiting_jobs: int = 12  # bot work one visitor may have waiting
    tables: int = 5000  # games that are open at a time
    tables_of_visitor: int = 200
    people: int = 50_000  # names that are kept
    names_per_minute: float = 60.0  # that one visitor may take
    offers_of_person: int = 5  # games that wait for others
    shown_people: int = 200  # in the lobby
    shown_games: int = 100
    chat: bool = False  # may players write to each other freely?
    addresses: tuple[
        str, ...
    ] = ()  # where others reach the page, such as http://192.168.1.5:8000, best first
    sockets_of_visitor: int = 60
    connections: int = 1500  # to the page at a time, WebSockets apart ...
    connections_of_visitor: int = 128  # ... and from one address; those of our own proxies are not counted
    requests_per_second: float = 50.0  # of one visitor, on average
    burst: int = 400
    starts_per_minute: float = 60.0  # games one visitor may start
    largest_body: int = 8_000_000  # bytes of an imported game; official replay files are large
    largest_form: int = 1_000_000  # bytes of any other request
    imports_at_once: int = 8  # games being imported, those that wait their turn included; and being sent
    import_seconds: float = 10.0  # of a processor, to read one
    proxies: tuple[str, ...] = ()  # addresses of our own proxies: they tell who the visitor is
    duel_minutes: float = 15.0  # a game between bots that nobody watches for so long ends as it stands
    series_workers: int = 1  # games of bots' series played at a time; 0: there are no series
    series_of_visitor: int = 2  # that are being played
    series_at_once: int = 12
    operator_key: str = ""  # fingerprint of the operator's token; without one nobody runs tournaments here
    uploads: bool = True  # accept programs of teams, where the sandbox holds
    trusted_programs: bool = False  # on Windows, where there is none, accept them too
    class_on: str = "local"  # where games of class tournaments are played: local, ray, ray:HOST:PORT ...
    class_workers: int = 0  # games at a time; 0: one for each core
    class_nice: int = 5  # by how much these give way to the page
    class_limits: ClassLimits = field(default_factory=ClassLimits)
    class_now: Callable[[], datetime] = utc_now  # what time it is, for its deadlines and match days
    forbidden_names: tuple[str, ...] = ()  # words that no team's name may contain
    table_hours: float = 48.0  # a game nobody touches for so long is ended, an invitation withdrawn
