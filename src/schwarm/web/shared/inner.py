"""The line between two pages on one database: what came to one, a request or a WebSocket, the other answers.

What travels are the events of ASGI, as the application hears and says them, so that requests and sockets are
one thing here. A line serves one of them. It begins with the word that the answering page wants to hear; it
stands in the database, beside its address. Frames are JSON, and bytes behind it as they are.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import secrets
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schwarm.store.runs import PageRun
from schwarm.store.store import Store
from schwarm.web.shared.errors import Problem, answer

log = logging.getLogger(__name__)
Found = TypeVar("Found")
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Service = Callable[[Message, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
LONGEST = 64_000_000  # bytes of a frame
HELLO_S = 5.0  # until a page that called has said the word
CONNECT_S = 1.0  # until a page that is called answers
RESTART = 1012  # why a WebSocket is closed whose page has died: its browser comes back at once
KEPT_ALIVE = {
    getattr(socket, name): value
    for name, value in (
        ("TCP_KEEPIDLE", 1), ("TCP_KEEPINTVL", 1), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 4000),
    )
    if hasattr(socket, name)
}  # fmt: skip
TEXTS = ("path", "method", "scheme", "http_version", "root_path", "type")
BYTES = ("raw_path", "query_string")


class InnerPort:
    """Where other pages reach this one; `address` goes into the database."""

    def __init__(self, app: ASGIApp, place: tuple[str, int], told: str = "") -> None:
        """`told` is the address that others call, if it is not the one to listen on."""
        self._app = app
        self.services: dict[str, Service] = {}  # for pages that want more than an answer, by how they begin
        self._place = place
        self._told = told or place[0]
        self._word = secrets.token_urlsafe(24)
        self._lines: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.address = ""
        self.ready = asyncio.Event()  # to answer; until then those who called wait

    async def open(self) -> None:
        """Let other pages come."""
        host, port = self._place
        self._server = await asyncio.start_server(self._come, host, port)
        self.address = f"{self._told} {self._server.sockets[0].getsockname()[1]} {self._word}"

    async def close(self) -> None:
        """Let nobody come any more, and end what is under way."""
        if self._server is not None:
            self._server.close()
        for task in self._lines:
            task.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._lines.add(task)
        notice_the_dead(writer)
        try:
            await self._answer(reader, writer)
        except (OSError, TimeoutError, ValueError, KeyError, asyncio.CancelledError) as error:
            log.debug("a line from another page ended: %s", error)  # only `close` cancels it
        finally:
            self._lines.discard(task)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(HELLO_S):
            hello = await read_frame(reader)
            if hello is None or not hmac.compare_digest(str(hello.get("word")), self._word):
                return
            asked = await read_frame(reader)
        await self.ready.wait()
        if asked is None:
            return
        for name in self.services.keys() & asked.keys():
            await self.services[name](asked, reader, writer)
            return
        scope = scope_of(asked["scope"])
        gone: Message = {"type": "http.disconnect"}
        if scope["type"] == "websocket":
            gone = {"type": "websocket.disconnect", "code": 1006}

        async def receive() -> Message:
            with suppress(OSError):
                return await read_frame(reader) or gone
            return gone

        async def send(message: Message) -> None:
            writer.write(frame(message))
            await writer.drain()

        await self._app(scope, receive, send)


def notice_the_dead(writer: asyncio.StreamWriter) -> None:
    """Let a line end within seconds whose other end lost its power."""
    line = writer.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in KEPT_ALIVE.items():
        line.setsockopt(socket.IPPROTO_TCP, option, value)


async def call(address: str) -> Streams:
    """A line to a page; OSError or TimeoutError if it is not there. The word is said."""
    host, port, word = address.split()
    async with asyncio.timeout(CONNECT_S):
        reader, writer = await asyncio.open_connection(host, int(port))
    notice_the_dead(writer)
    writer.write(frame({"word": word}))
    return reader, writer


async def relay(line: Streams, scope: Scope, receive: Receive, send: Send) -> None:
    """Let the page at the other end answer; if it dies meanwhile, whoever asked hears that at once."""
    reader, writer = line
    said = ""  # the last kind of event that came back

    async def up() -> None:
        while True:
            message = await receive()
            writer.write(frame(message))
            await writer.drain()
            if message["type"].endswith(".disconnect"):
                return

    async def down() -> None:
        nonlocal said
        while (message := await read_frame(reader)) is not None:
            said = message["type"] if not message.get("more_body") else ""
            await send(message)

    writer.write(frame({"scope": told_scope(scope)}))
    asking = asyncio.create_task(up())
    try:
        with suppress(OSError):
            await down()
    finally:
        writer.close()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    if scope["type"] == "websocket":
        if said != "websocket.close" and not asked_to_leave(asking):
            with suppress(OSError, RuntimeError):
                await send(
                    {"type": "websocket.close", "code": RESTART, "reason": "the game goes on elsewhere"}
                )
    elif not said:
        with suppress(RuntimeError):  # half of an answer is out: the connection is cut
            await answer(died())(scope, receive, send)


async def ask_all(store: Store, request: Request) -> None:
    """Let all other pages do their part of a request, unless it came from one; who is gone needs not."""
    if not store.shared or request.scope.get("inner"):
        return
    body: Message = {"type": "http.request", "body": await request.body(), "more_body": False}

    async def ask(page: PageRun) -> None:
        asked = asyncio.Event()

        async def receive() -> Message:
            if asked.is_set():
                await asyncio.Event().wait()
            asked.set()
            return body

        async def send(message: Message) -> None:
            pass

        with suppress(OSError, TimeoutError):
            await relay(await call(page.inner), request.scope, receive, send)

    await asyncio.gather(*map(ask, await asyncio.to_thread(store.pages)))


async def in_thread(work: Callable[[], Found]) -> Found:
    """What this gives, which may block; who is cancelled waits for it, since the database may close next."""
    doing = asyncio.get_running_loop().run_in_executor(None, work)
    try:
        return await asyncio.shield(doing)
    except asyncio.CancelledError:
        await asyncio.wait((doing,))
        raise


def asked_to_leave(asking: asyncio.Task[None]) -> bool:
    """Has the visitor hung up?"""
    return asking.done() and not asking.cancelled() and asking.exception() is None


def died() -> Problem:
    """The page that was asked is not there any more."""
    return Problem(503, "not_yet", "this game goes on in a moment")


# --- frames ----------------------------------------------------------------------------------------------
def told_scope(scope: Scope) -> dict[str, Any]:
    """What another page has to know of a request, without bytes."""
    told = {name: scope[name] for name in TEXTS if name in scope}
    told |= {name: scope[name].decode("latin-1") for name in BYTES if scope.get(name) is not None}
    told |= {"client": scope.get("client"), "subprotocols": scope.get("subprotocols", [])}
    return told | {"headers": [[one.decode("latin-1") for one in pair] for pair in scope["headers"]]}


def scope_of(told: dict[str, Any]) -> Scope:
    """The scope that another page told; it has let the visitor in, and counted them."""
    scope: dict[str, Any] = dict(told)
    scope |= {name: told[name].encode("latin-1") for name in BYTES if name in told}
    scope["headers"] = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in told["headers"]]
    scope["client"] = tuple(told["client"]) if told["client"] else None
    return scope | {"asgi": {"version": "3.0", "spec_version": "2.4"}, "inner": True}


def frame(message: Message) -> bytes:
    """An event as it goes over the line."""
    told = dict(message)
    body = b""
    for name in ("body", "bytes"):
        if isinstance(told.get(name), bytes | bytearray | memoryview):
            body, told["_"] = bytes(told.pop(name)), name
    if "headers" in told:
        told["headers"] = [
            [one.decode("latin-1") if isinstance(one, bytes) else one for one in pair]
            for pair in told["headers"]
        ]
    text = json.dumps(told, separators=(",", ":")).encode() + b"\n" + body
    return len(text).to_bytes(4, "big") + text


async def read_frame(reader: asyncio.StreamReader) -> Message | None:
    """The next event; None once the line has ended."""
    try:
        length = int.from_bytes(await reader.readexactly(4), "big")
        if length > LONGEST:
            raise ValueError(f"expected at most {LONGEST} bytes")
        text, _, body = (await reader.readexactly(length)).partition(b"\n")
    except asyncio.IncompleteReadError:
        return None
    told: Message = json.loads(text)
    if "_" in told:
        told[told.pop("_")] = body
    if "headers" in told:
        told["headers"] = [
            (name.encode("latin-1"), value.encode("latin-1")) for name, value in told["headers"]
        ]
    return told
