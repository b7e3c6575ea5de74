"""The live side of the API: a table's state as it changes, moves in return, and the list of games.

Messages are JSON objects with a `type`. A client says `hello` first, with its token if it plays.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from schwarm.game.errors import GameError
from schwarm.store.errors import StoreError
from schwarm.web import boards, forms
from schwarm.web.api import side_of
from schwarm.web.errors import Problem, refusal, sayable, unkept
from schwarm.web.open_tables import OpenTables
from schwarm.web.security import Buckets, fingerprint, visitor_of
from schwarm.web.table import Table

router = APIRouter(prefix="/api")
BACKLOG = 100  # messages a slow reader may lag behind
LONGEST = 8000  # characters of a client's message
HELLO_S = 20.0
GONE, REFUSED, SLOW = 4404, 4403, 4408
LONGEST_REASON = 120  # bytes of the reason a connection is closed with
TABLE = re.compile(r"[A-Za-z0-9_-]{1,40}")
TOKEN = re.compile(r"[A-Za-z0-9_-]{0,64}")


class Listener:
    """A connection that messages are pushed to without waiting."""

    def __init__(self, socket: WebSocket, token: str = "", sides: tuple[str, ...] = ()) -> None:
        self.socket = socket
        self.token = token
        self.sides = sides
        self._out: asyncio.Queue[str | None] = asyncio.Queue(BACKLOG)
        self._pump: asyncio.Task[None] | None = None

    def push(self, text: str) -> None:
        """Send a message; one who reads too slowly is dropped and may come back."""
        try:
            self._out.put_nowait(text)
        except asyncio.QueueFull:
            while not self._out.empty():
                self._out.get_nowait()
            self._out.put_nowait(None)

    def say(self, **message: Any) -> None:
        """Send an object."""
        self.push(json.dumps(message, separators=(",", ":")))

    def begin(self) -> None:
        """Send what is pushed, from now on."""
        self._pump = asyncio.create_task(self._send())

    def end(self) -> None:
        """The connection has ended."""
        if self._pump is not None:
            self._pump.cancel()

    async def _send(self) -> None:
        try:
            while (text := await self._out.get()) is not None:
                await self.socket.send_text(text)
            await self.socket.close(SLOW, "reading too slowly")
        except (WebSocketDisconnect, RuntimeError):  # gone; whoever listens hears of it too
            pass


class Doors:
    """How many connections each visitor has."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: Counter[str] = Counter()

    @asynccontextmanager
    async def enter(self, socket: WebSocket) -> AsyncIterator[bool]:
        """Accept a connection and count it while it lasts; False, and closed, if its visitor has too many."""
        try:
            await socket.accept()
        except (WebSocketDisconnect, RuntimeError):  # gone before we could answer
            yield False
            return
        visitor = visitor_of(socket)
        if self.open[visitor] >= self.most:
            await hang_up(socket, REFUSED, "too many connections")
            yield False
            return
        self.open[visitor] += 1
        try:
            yield True
        finally:
            self.open[visitor] -= 1


async def heard(socket: WebSocket) -> dict[str, Any]:
    """The next message; Problem if it is not one."""
    frame = await socket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1000), frame.get("reason"))
    text = frame.get("text")
    if text is None:
        raise Problem(422, "bad_request", "expected text, not a binary message")
    if len(text) > LONGEST:
        raise Problem(413, "too_large", f"expected at most {LONGEST} characters")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise Problem(422, "bad_request", "expected a JSON object with a type")
    return message


@router.websocket("/tables/{table}/socket")
async def table_socket(socket: WebSocket, table: str) -> None:
    """A table, live: `hello` gets `welcome` and `state`; then `move`, `compose` and `ping` are understood."""
    open_tables: OpenTables = socket.app.state.open_tables
    doors: Doors = socket.app.state.doors
    async with doors.enter(socket) as admitted:
        if not admitted:
            return
        try:
            if not TABLE.fullmatch(table):
                raise Problem(404, "not_found", "there is no game at this address")
            found = await open_tables.awaited(table)
            async with asyncio.timeout(HELLO_S):
                hello = await heard(socket)
            token = hello.get("token") or ""
            if not isinstance(token, str) or not TOKEN.fullmatch(token):
                raise Problem(422, "bad_request", "expected a token as the page gave it")
            sides = tuple(found.plan.side_of(fingerprint(token))) if token else ()
            await _serve(found, Listener(socket, token, sides), free=open_tables.settings.chat)
        except Problem as problem:
            await hang_up(socket, GONE if problem.status == 404 else REFUSED, str(problem))
        except StoreError as error:
            await hang_up(socket, REFUSED, str(unkept(error)))
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            pass


async def hang_up(socket: WebSocket, code: int, why: str) -> None:
    """Close a connection and say why, as far as a closing message has room; the peer may be gone already."""
    reason = sayable(why).encode()[:LONGEST_REASON].decode(errors="ignore")
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, reason)


async def _serve(table: Table, client: Listener, *, free: bool) -> None:
    """`free`: may players write what they like?"""
    take_back = bool(client.sides) and table.may_take_back(client.sides)
    client.say(type="welcome", sides=list(client.sides), take_back=take_back)
    if client.sides:
        await table.choices.ready()
    table.enter(client)
    client.begin()
    try:
        await _listen(table, client, free=free)
    finally:
        client.end()
        table.leave(client)


async def _listen(table: Table, client: Listener, *, free: bool) -> None:
    limits, lines = Buckets(20, 60), Buckets(0.5, 5)
    while True:
        try:
            message = await heard(client.socket)
            if not limits.take(""):
                raise Problem(429, "too_many", "too many messages: wait a moment")
            if message["type"] == "chat":
                _say(table, client, message, lines, free=free)
            else:
                await _answer(table, client, message)
        except Problem as problem:
            client.say(type="error", **problem.body)
        except GameError as error:
            client.say(type="error", **refusal(error).body)
        except StoreError as error:
            client.say(type="error", **unkept(error).body)
        except ValidationError as error:
            client.say(type="error", **Problem(422, "bad_request", str(error.errors()[0]["msg"])).body)


def _say(table: Table, client: Listener, message: dict[str, Any], lines: Buckets, *, free: bool) -> None:
    said = forms.Chat.model_validate({name: value for name, value in message.items() if name != "type"})
    side = side_of(table, client.token)
    if not lines.take(""):
        raise Problem(429, "too_many", "too many lines: wait a moment")
    table.talk.say(side, said.line, said.text, free=free)


async def _answer(table: Table, client: Listener, message: dict[str, Any]) -> None:
    kind = message.pop("type")
    number = message.pop("id", None)
    if not isinstance(number, int | str | None):
        raise Problem(422, "bad_request", "expected a number or a text as id")
    if kind == "ping":
        client.say(type="pong", id=number)
    elif kind == "move":
        play = forms.Play.model_validate(message)
        await table.play(side_of(table, client.token, play.side), play.move, play.ply)
    elif kind == "attempt":
        path = forms.Path.model_validate(message).path
        await table.play(side_of(table, client.token), boards.of(table.shown).text(table.shown, path), None)
    elif kind == "compose":
        form = forms.Compose.model_validate(message)
        game = table.shown.copy()
        if form.ahead:
            game = boards.turned_to(game, side_of(table, client.token))
        client.say(type="composed", id=number, draft=boards.of(game).compose(game, form.steps))
    else:
        raise Problem(422, "bad_request", f"expected move, attempt, compose, chat or ping, not {kind[:20]!r}")


@router.websocket("/lobby/socket")
async def lobby_socket(socket: WebSocket) -> None:
    """The list of games, live: `games` once, then an `entry` for each change."""
    open_tables: OpenTables = socket.app.state.open_tables
    doors: Doors = socket.app.state.doors
    async with doors.enter(socket) as admitted:
        if not admitted:
            return
        client = Listener(socket)
        open_tables.watchers.add(client)
        client.say(type="games", games=open_tables.listed())
        client.begin()
        try:
            while True:
                await heard(socket)
        except (Problem, WebSocketDisconnect, RuntimeError):
            pass
        finally:
            open_tables.watchers.discard(client)
            client.end()
