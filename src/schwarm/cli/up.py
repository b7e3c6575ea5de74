"""`schwarm up`: the page, the contest port, bot workers and one database, ready to play."""

import logging
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schwarm.cli.arguments import USUAL_STORE, OperatorToken, StoreFile
from schwarm.cli.crews import DEFAULT_HOST, Host, On, Port, Processes, Quiet, Sandbox
from schwarm.cli.places import shown_store
from schwarm.cli.reach import lan_addresses, reach
from schwarm.game.errors import BadOption, Refusal
from schwarm.store.errors import StoreError
from schwarm.workers.errors import WorkersError

if TYPE_CHECKING:
    from schwarm.web.shared.programs import OfferedProgram

ERRORS = (StoreError, WorkersError)
SHORTEST_TOKEN = 16  # nobody guesses the operator's
OPERATOR_LETTERS = 26
LOOPBACK = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")


def command(
    port: Port = 8000,
    host: Host = DEFAULT_HOST,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan", help="let everybody in this network come: finds the addresses, shows a QR code"
        ),
    ] = False,
    chat: Annotated[
        bool, typer.Option("--chat", help="let players write to each other, not only say ready-made lines")
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="a host name the page may be called by; may be repeated"),
    ] = None,
    contest: Annotated[
        int,
        typer.Option("--contest", metavar="N", min=0, max=65535, help="port of the contest server; 0: none"),
    ] = 13050,
    store: StoreFile = USUAL_STORE,
    inner: Annotated[
        str,
        typer.Option(
            "--inner",
            metavar="ADDRESS:PORT",
            help="where other pages on the same PostgreSQL reach this one; needed with several machines",
        ),
    ] = "127.0.0.1:0",
    relay: Annotated[
        str,
        typer.Option(
            "--relay",
            metavar="URL",
            help="a Redis or Valkey that carries what tables tell between such pages: redis://HOST:PORT; "
            "PostgreSQL does it otherwise",
        ),
    ] = "",
    workers: Processes = 2,
    bot_seed: Annotated[
        int | None,
        typer.Option(
            "--bot-seed", metavar="N", min=0, help="bots answer alike after every start, for a demonstration"
        ),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="open the page in the browser")
    ] = False,
    program: Annotated[
        list[str] | None,
        typer.Option(
            "--program",
            metavar="NAME=PLAYER",
            help="somebody to play against: './program --arguments', 'python my_bot.py', 'module:function', "
            "team.zip, net:FILE; GAME/NAME=PLAYER: in one game only; may be repeated",
        ),
    ] = None,
    sandbox: Sandbox = False,
    proxy: Annotated[
        bool,
        typer.Option(
            "--proxy", help="a proxy on this machine stands in front: believe who it says the visitor is"
        ),
    ] = False,
    proxy_address: Annotated[
        list[str] | None,
        typer.Option("--proxy-address", metavar="ADDRESS", help="... or on another machine; may be repeated"),
    ] = None,
    time: Annotated[
        int,
        typer.Option(
            "--time", metavar="MS", min=1, max=3_600_000, help="time of a program or client for a move"
        ),
    ] = 2000,
    uploads: Annotated[
        bool, typer.Option("--uploads/--no-uploads", help="accept programs of teams, to be locked in")
    ] = True,
    trusted_programs: Annotated[
        bool,
        typer.Option(
            "--trusted-programs",
            help="Windows only: accept programs of teams WITHOUT a sandbox; they can do all that you can",
        ),
    ] = False,
    on: On = "local",
    event_workers: Annotated[
        int,
        typer.Option(
            "--event-processes",
            metavar="N",
            min=0,
            help="games of class tournaments at a time; 0: one a core",
        ),
    ] = 0,
    series: Annotated[
        int,
        typer.Option("--series", metavar="N", min=0, max=64, help="games of bots' series at a time; 0: none"),
    ] = 1,
    names: Annotated[
        Path | None,
        typer.Option("--names", metavar="FILE", help="words that no team's name may contain, one a line"),
    ] = None,
    operator_token_file: OperatorToken = None,
    quiet: Quiet = False,
) -> None:
    """Start the page, the contest port and bot workers; Ctrl+C stops; games go on at the next start."""
    from schwarm.classroom.names import read_forbidden
    from schwarm.contest.server.logs import configure
    from schwarm.contest.server.run import keep_loaded, tune
    from schwarm.platform.sockets import bind_error
    from schwarm.programs.tools import absolute_path
    from schwarm.referee import Limits
    from schwarm.referee.clock import hard_ms
    from schwarm.web import Settings, create_app
    from schwarm.web.serving import PageServer, bound, serve
    from schwarm.web.shared.security import fingerprint

    found = lan_addresses() if lan else []
    if lan:
        host = lan_host(host, found)
    own = [socket.gethostname(), f"{socket.gethostname()}.local"] if lan else []
    hosts = tuple(dict.fromkeys([*LOOPBACK, host, *(name or []), *found, *(one.lower() for one in own)]))
    if host in EVERYWHERE and not name and not lan:
        raise BadOption("expected --name HOST with --host 0.0.0.0: the name people will type to get here")
    if trusted_programs and (sys.platform != "win32" or on != "local"):
        raise BadOption(Refusal("trusted_windows"))
    offers = programs(program or [], sandbox=sandbox)
    os.environ["PATH"] = os.pathsep.join(absolute_path())  # no file of an upload is taken for a browser
    believed = proxies(proxy_address or [], local=proxy)
    forbidden = read_forbidden(names) if names is not None else ()
    token = operator_token(operator_token_file, store)
    inside = inner_place(inner)
    configure(as_json=False, level=logging.WARNING)  # until the greeting is printed
    try:
        sockets = bound(host, port)
    except OSError as error:
        raise BadOption(f"the page cannot have {host} port {port}: {bind_error(error)}") from None
    port = sockets[0].getsockname()[1]
    settings = Settings(
        store=store,
        inner=inside,
        inner_address=(lan_addresses() or [""])[0] if inside[0] in EVERYWHERE else "",
        relay=relay,
        hosts=hosts,
        proxies=believed,
        bot_workers=workers,
        bot_seed=bot_seed,
        contest_host=host,
        contest_port=contest or None,
        programs=offers,
        sandbox=sandbox,
        program_limits=Limits(time, hard_ms(time)),
        operator_key=fingerprint(token),
        uploads=uploads,
        trusted_programs=trusted_programs,
        class_on=on,
        class_workers=event_workers,
        series_workers=series,
        forbidden_names=forbidden,
        chat=chat,
        addresses=tuple(f"http://{one}:{port}" for one in outside(host, name or [], found)),
    )

    def ready() -> None:
        from schwarm.web.env import env_of

        keep_loaded()
        shown = found[0] if found else (name or ["localhost"])[0] if host in EVERYWHERE else host
        address = f"http://{'localhost' if host in LOOPBACK else shown}:{port}/"
        print(f"the page is at {address} (Ctrl+C stops it)", flush=True)
        print(f"games are kept in {shown_store(store)}", flush=True)
        print(
            f"class tournaments are run at {address}operate#{token} (keep this link to yourself)", flush=True
        )
        if trusted_programs:
            print("PROGRAMS OF TEAMS RUN WITHOUT A SANDBOX: they can do all that you can", flush=True)
        if lan:
            show_lan(address, [f"http://{one}:{port}/" for one in found[1:]])
        if env_of(app).tables.contest.address() is not None:
            print(f"contest clients connect to {shown} port {contest}", flush=True)
        if known := reach(host):
            print(known, flush=True)
        if not quiet:
            logging.getLogger("schwarm").setLevel(logging.INFO)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    app = create_app(settings)
    tune()
    serve(PageServer(app, settings, ready), sockets)


def inner_place(text: str) -> tuple[str, int]:
    """Where to listen for other pages; BadOption if that is no address with a port.

    >>> inner_place("10.0.0.5:8001")
    ('10.0.0.5', 8001)
    """
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise BadOption(f"expected ADDRESS:PORT after --inner, such as 10.0.0.5:8001, not {text!r}")
    return host.strip("[]"), int(port)


def operator_token(path: Path | None, store: str) -> str:
    """The operator's token: that of a file, which is made where there is none, or else a new one.

    Pages that share a PostgreSQL have one and the same, made of the secret that they share besides.
    """
    from schwarm.web.shared.security import new_token

    if path is None and store.startswith("postgresql"):
        from schwarm.store.secret import NAME, code, read_secret

        return code(read_secret(Path(NAME)), OPERATOR_LETTERS, "operator")
    if path is None:
        return new_token()
    try:
        if path.exists():
            token = path.read_text("utf-8").strip()
        else:
            token = new_token()
            path.touch(mode=0o600)
            path.write_text(f"{token}\n", "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"the operator's token cannot be kept in {path}: {error}") from None
    if len(token) < SHORTEST_TOKEN:
        raise BadOption(f"expected a token of {SHORTEST_TOKEN} signs or more in {path}")
    return token


def lan_host(host: str, found: list[str]) -> str:
    """Where to listen for a whole network; BadOption if there is none, or another address was asked for."""
    if host != LOOPBACK[1]:
        raise BadOption(Refusal("lan_or_host"))
    if not found:
        raise BadOption(Refusal("no_network"))
    return EVERYWHERE[0]


def outside(host: str, names: list[str], found: list[str]) -> list[str]:
    """The hosts by which others reach the page, the best first; none if only this machine can."""
    if host in LOOPBACK:
        return []
    return list(dict.fromkeys([*names, *found, *([] if host in EVERYWHERE else [host])]))


def show_lan(address: str, others: list[str]) -> None:
    """The link for everybody in the room, to be read by telephones."""
    from schwarm.web.shared.qr import terminal

    print(terminal(address), flush=True)
    if others:
        print(f"also at {', '.join(others)}", flush=True)


def proxies(addresses: list[str], *, local: bool) -> tuple[str, ...]:
    """Whose word on the visitor's address counts; BadOption if one is no address."""
    import ipaddress

    try:
        told = [str(ipaddress.ip_address(address)) for address in addresses]
    except ValueError as error:
        raise BadOption(Refusal("proxy_address", why=error)) from None
    return (*(LOOPBACK[1:] if local else ()), *told)


def programs(texts: list[str], *, sandbox: bool) -> "dict[str, OfferedProgram]":
    """The programs on offer; BadOption if one cannot be started, or not in a sandbox."""
    from schwarm.programs.sandbox import SandboxError, check_sandbox
    from schwarm.web.shared.programs import read_offer

    if sandbox and not texts:
        raise BadOption(Refusal("sandbox_alone"))
    try:
        if sandbox:
            check_sandbox()
        return dict(read_offer(text) for text in texts)
    except SandboxError as error:
        raise BadOption(*error.args) from None
