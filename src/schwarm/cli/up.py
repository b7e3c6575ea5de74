"""`schwarm up`: the page, the contest port, bot workers and one database, ready to play."""

import logging
import webbrowser
from typing import Annotated

import typer

from schwarm.games.errors import BadOption

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def command(
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="port of the page")
    ] = 8000,
    host: Annotated[
        str,
        typer.Option(
            "--host", metavar="ADDRESS", help="address to listen on; loopback unless told otherwise"
        ),
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="a host name the page may be called by; may be repeated"),
    ] = None,
    contest: Annotated[
        int,
        typer.Option("--contest", metavar="N", min=0, max=65535, help="port of the contest server; 0: none"),
    ] = 13050,
    store: Annotated[
        str, typer.Option("--store", metavar="FILE", help="database file or URL")
    ] = "schwarm.db",
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, help="bot worker processes")] = 2,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="open the page in the browser")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="only warnings")] = False,
) -> None:
    """Start the page, the contest port and bot workers; Ctrl+C stops; games go on at the next start."""
    import uvicorn

    from schwarm.web import Settings, create_app

    names = tuple(dict.fromkeys([*LOOPBACK, host, *(name or [])]))
    if host in ("0.0.0.0", "::") and not name:
        raise BadOption("expected --name HOST with --host 0.0.0.0: the name people will type to get here")
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, format="%(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    app = create_app(
        Settings(
            store=store,
            hosts=names,
            bot_workers=workers,
            contest_host=host,
            contest_port=contest or None,
        )
    )
    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", ws="websockets-sansio", ws_max_size=16_384,
        server_header=False, timeout_graceful_shutdown=3, proxy_headers=False,
    )  # fmt: skip
    server = uvicorn.Server(config)
    address = f"http://{'localhost' if host in LOOPBACK else host}:{port}/"
    print(f"the page is at {address} (Ctrl+C stops it)", flush=True)
    if contest:
        print(f"contest clients connect to {host} port {contest}", flush=True)
    if open_browser:
        webbrowser.open(address)
    server.run()
