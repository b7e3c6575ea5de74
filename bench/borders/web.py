"""The page: headers, whole requests and messages over the socket, in memory and without a network."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import tempfile
from contextlib import AsyncExitStack
from typing import Any
from urllib.parse import unquote

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import Message, Scope

from bench.borders.border import Border, WrongAnswer, as_bytes, played, spoilt, with_changes
from schwarm.game import list_games
from schwarm.web import Settings, create_app
from schwarm.web.shared.asking import bearer
from schwarm.web.shared.security import Guard, ValidTokens, fingerprint, forwarded, visitor_of

LIMITLESS: dict[str, Any] = {
    "requests_per_second": 1e9, "burst": 10**9, "starts_per_minute": 1e9, "tables_of_visitor": 60,
    "sockets_of_visitor": 10**6, "bot_workers": 1, "bot_budget_ms": 5, "warm_up": False,
}  # fmt: skip
PROXIES = ("127.0.0.1", "::1")
PATIENCE_S = 120.0  # an answer that has not come by then is a finding
FRESH_EVERY = 3000  # inputs with one page: its tables fill up


def parts(given: bytes) -> tuple[str, list[tuple[bytes, bytes]], bytes]:
    """First line, headers and body of a request."""
    head, _, body = given.partition(b"\r\n\r\n")
    first, *lines = head.split(b"\r\n")
    pairs = [line.partition(b": ") for line in lines]
    return first.decode(), [(name.lower(), value) for name, _, value in pairs], body


class HeaderLines(Border):
    """Hosts, origins, lengths, forwarded addresses and tokens: let in or refused, never an error."""

    def __init__(self) -> None:
        self._guard = Guard(
            refuse_to_serve, Settings(requests_per_second=1e9, burst=10**9, proxies=PROXIES), ValidTokens()
        )
        self._pool = [
            "localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "[::1", "example.org",
            "user@localhost", "http://localhost:8000", "http://[::1]:8000", "https://example.org", "null",
            "same-origin", "cross-site", "1.2.3.4", "1.2.3.4, 127.0.0.1", "2001:db8::1", "::ffff:1.2.3.4",
            "fe80::1%eth0", "1.2.3.4:5", "0", "17", "1000001",
            "Bearer x8VdGz0o-2kq_3Jd", "bearer  a", "Basic YTpi", "chunked",
        ]  # fmt: skip

    def draw(self, chance: random.Random) -> bytes:
        """The head of a request."""
        lines = [chance.choice(("GET", "POST", "WEBSOCKET", "DELETE", "\u00df"))]
        for name in (
            "Host",
            "Origin",
            "Sec-Fetch-Site",
            "Content-Length",
            "X-Forwarded-For",
            "Authorization",
        ):
            if chance.random() < 0.6:
                text = spoilt(chance, self._pool).replace("\r", "").replace("\n", "")
                lines.append(f"{name}: {text}")
        return (
            "\r\n".join(lines).encode("latin-1", "replace")
            if chance.random() < 0.3
            else as_bytes(chance, "\r\n".join(lines))
        )

    def attempt(self, given: str | bytes) -> None:
        """Ask the guard."""
        assert isinstance(given, bytes)
        first, headers, _ = parts(
            given.partition(b"\r\n")[0].decode(errors="replace").encode() + b"\r\n" + given
        )
        scope: Scope = {
            "type": "websocket" if first == "WEBSOCKET" else "http", "method": first, "path": "/api/tables",
            "headers": headers, "client": ("127.0.0.1", 5),
        }  # fmt: skip
        told = Headers(raw=headers)
        scope["client"] = (forwarded(told, "127.0.0.1", PROXIES), 5)
        connection = HTTPConnection(scope)
        visitor_of(connection)
        problem = self._guard.fault(connection, scope)
        if problem is not None and "\n" in str(problem):
            raise WrongAnswer(f"a refusal of more than one line: {problem}")
        fingerprint(bearer(told.get("authorization", "")))


async def refuse_to_serve(scope: object, receive: object, send: object) -> None:
    """Nothing lies behind the guard here."""


class Page(Border):
    """A page in memory with one game that somebody plays and one that has ended."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="schwarm-fuzz-")
        self._runner = asyncio.Runner()
        self._stack = AsyncExitStack()
        self._served = 0
        self._pages = 0
        self._open()

    def _open(self) -> None:
        self._pages += 1
        store = f"{self._folder}/page{self._pages}.db"
        self._app = create_app(Settings(store=store, hosts=("localhost",), **LIMITLESS))
        context = self._app.router.lifespan_context(self._app)
        self._runner.run(self._stack.enter_async_context(context))
        self.tables = []
        for name in list_games():
            body = json.dumps({"game": name, "opponent": "here", "seed": 7}).encode()
            self.tables.append(json.loads(self.ask("POST /api/tables", [JSON], body)[1]))
        ended = self.tables[0]
        bearing = (b"authorization", f"Bearer {next(iter(ended['tokens'].values()))}".encode())
        self.ask(f"POST /api/tables/{ended['id']}/resign", [JSON, bearing], b"{}")

    def ask(self, first: str, headers: list[tuple[bytes, bytes]], body: bytes) -> tuple[int, bytes]:
        """Status and body of the answer to a request; whatever the page raises is raised here."""
        method, _, target = first.partition(" ")
        path, _, query = target.partition("?")
        if not any(name == b"host" for name, _ in headers):
            headers = [(b"host", b"localhost"), *headers]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": unquote(path), "raw_path": path.encode(),
            "query_string": query.encode(), "root_path": "", "headers": headers, "client": ("127.0.0.1", 5),
            "server": ("localhost", 80),
        }  # fmt: skip
        said: list[Message] = []
        asked = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Message:
            for message in asked:
                return message
            await asyncio.Event().wait()  # nobody hangs up
            raise AssertionError

        async def send(message: Message) -> None:
            said.append(message)

        self._run(scope, receive, send)
        return said[0]["status"], b"".join(message.get("body", b"") for message in said[1:])

    def _run(self, scope: Scope, receive: Any, send: Any) -> None:
        async def within() -> None:
            async with asyncio.timeout(PATIENCE_S):
                await self._app(scope, receive, send)

        self._runner.run(within())

    def freshen(self) -> None:
        """A new page now and then."""
        self._served += 1
        if self._served % FRESH_EVERY == 0:
            self._runner.run(self._stack.aclose())
            self._open()

    def close(self) -> None:
        """End the page."""
        self._runner.run(self._stack.aclose())
        self._runner.close()
        shutil.rmtree(self._folder, ignore_errors=True)


JSON = (b"content-type", b"application/json")


class Requests(Page):
    """Whole requests: paths, queries, headers and forms. Any answer below 500, or one that tells to wait."""

    GETS = (
        "/", "/robots.txt", "/api/games", "/api/games/hive", "/api/programs", "/api/tables?ended=10",
        "/api/tables/{id}", "/api/tables/{id}/record", "/api/tables/{id}/replay", "/api/tables/{id}/plies/0",
        "/game/{id}", "/api/events", "/api/events/1", "/record/1", "/static/icon.svg", "/static/../app.py",
        "/?game=hive&option=rounds%3D5", "/board?game=piranhas&position=x", "/api/openapi.json",
        "/events/1/bots/a",
    )  # fmt: skip
    FORMS: tuple[tuple[str, dict[str, Any]], ...] = (
        (
            "/api/positions",
            {"game": "hive", "profile": "seed", "options": {"rounds": 9}, "seed": 7, "moves": []},
        ),
        ("/api/positions", {"game": "piranhas", "seed": "7", "moves": ["A4-C4"]}),
        ("/api/tables", {"game": "piranhas", "opponent": "here", "seed": 7, "side": "red", "name": "Ada"}),
        ("/api/tables", {"game": "protista", "opponent": "link", "move_seconds": 30.0, "listed": False}),
        ("/api/join", {"invite": "x8VdGz0o-2kq_3Jd", "name": "Bob"}),
        ("/api/tables/{id}/moves", {"move": "A4-C4", "ply": 0, "side": "red"}),
        ("/api/tables/{id}/compose", {"steps": ["S6"]}),
        ("/api/tables/{id}/take-back", {"side": "red"}),
        ("/api/tables/{id}/resign", {"side": "red"}),
        ("/api/tables/{id}/rematch", {}),
        ("/api/tables/{id}/play-on", {"ply": 0, "opponent": "here"}),
    )

    def draw(self, chance: random.Random) -> bytes:
        """A request."""
        table = chance.choice(self.tables)
        token = next(iter(table["tokens"].values()))
        headers = [f"Authorization: Bearer {token}"]
        body = ""
        if chance.random() < 0.3:
            first = "GET " + spoilt(chance, [path.format(id=table["id"]) for path in self.GETS])
        else:
            path, form = chance.choice(self.FORMS)
            first = "POST " + path.format(id=table["id"])
            headers.append("Content-Type: application/json")
            body = json.dumps(with_changes(chance, form))
            if chance.random() < 0.2:
                body = spoilt(chance, (body,))
        if chance.random() < 0.1:
            headers.append(
                "Authorization: Bearer " + spoilt(chance, (token,)).replace("\r", "").replace("\n", "")
            )
        first = "".join(letter for letter in first if "!" <= letter <= "~" or letter == " ")
        return as_bytes(chance, "\r\n".join([first, *headers]) + "\r\n\r\n" + body)

    def attempt(self, given: str | bytes) -> None:
        """Ask the page."""
        assert isinstance(given, bytes)
        self.freshen()
        status, body = self.ask(*parts(given))
        if status >= 500 and status != 503:
            raise WrongAnswer(f"status {status}: {body[:300]!r}")


class Frames(Page):
    """A connection to a table's socket that says up to twenty things, texts and bytes."""

    def __init__(self) -> None:
        super().__init__()
        self._said = [
            {"type": "move", "move": str(move), "ply": 0}
            for game in list_games()
            for move in played(game, 7, 0).legal_moves()[:4]
        ]
        self._said += [
            {"type": "ping", "id": 1},
            {"type": "attempt", "path": ["A4", "B4"]},
            {"type": "compose", "steps": ["S6", "F1"], "id": "x"},
            {"type": "move", "move": "A4-C4", "side": "red"},
        ]

    def draw(self, chance: random.Random) -> str:
        """A JSON list of the table's number and what is said there; bytes as lists of numbers."""
        number = chance.randrange(len(self.tables))
        token = next(iter(self.tables[number]["tokens"].values()))
        hello: dict[str, Any] = {"type": "hello", "token": token}
        frames: list[Any] = [json.dumps(hello if chance.random() < 0.9 else with_changes(chance, hello))]
        for _ in range(chance.randrange(20)):
            text = json.dumps(with_changes(chance, chance.choice(self._said)))
            if chance.random() < 0.2:
                text = spoilt(chance, (text,))
            frames.append(list(text.encode(errors="replace")[:40]) if chance.random() < 0.03 else text)
        return json.dumps([number, *frames])

    def attempt(self, given: str | bytes) -> None:
        """Connect, say it all, go."""
        self.freshen()
        number, *frames = json.loads(given)
        table = self.tables[number]["id"]
        scope = {
            "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
            "path": f"/api/tables/{table}/socket", "raw_path": b"", "query_string": b"", "root_path": "",
            "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 5), "server": ("localhost", 80),
            "subprotocols": [],
        }  # fmt: skip
        said: list[Message] = [{"type": "websocket.connect"}]
        for frame in frames:
            kind = {"text": frame} if isinstance(frame, str) else {"bytes": bytes(frame)}
            said.append({"type": "websocket.receive", **kind})
        coming = iter(said)

        async def receive() -> Message:
            await asyncio.sleep(0)
            return next(coming, {"type": "websocket.disconnect", "code": 1000})

        async def send(message: Message) -> None:
            (message.get("text") or "").encode()

        self._run(scope, receive, send)
