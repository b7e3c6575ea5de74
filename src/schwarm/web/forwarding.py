"""Several pages on one database: what a request is about may be in the memory of another one: it answers.

A table, and a tournament of a class that is played, is had by one page at a time, as the database says. The
page that a proxy happened to choose passes the request or the WebSocket on, or answers it itself where nobody
has it. A page that has just died is looked for again: another one takes its place within seconds.

Whoever only watches a table is served here: what the table tells comes once for all of them
(web/tables/far_tables.py). Whoever plays, or says more than that they watch, talks with its page.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from schwarm.store.claims import page_of_class, page_of_event, page_of_table, page_of_team
from schwarm.store.errors import StoreError
from schwarm.store.schema import GameStatus
from schwarm.web.env import Env
from schwarm.web.shared.connections import HELLO_S, Listener, hang_up, heard, refuse
from schwarm.web.shared.errors import Problem, answer
from schwarm.web.shared.inner import RESTART, call, died, relay
from schwarm.web.shared.security import Buckets, fingerprint
from schwarm.web.tables.sockets import SOCKET

LOOKS, LOOK_S = 30, 0.2  # for whoever takes the place of a page that has died
TABLE = re.compile(r"/(?:api/(?:class/)?tables|api/duels|game)/([A-Za-z0-9_-]{1,40})(?:/|$)")
EVENT = re.compile(r"/(api/class/events|api/class/teams|api/series|duel)/(\d{1,16})(?:/|$)")
PAGE_OF = {
    "api/class/events": page_of_class,
    "api/class/teams": page_of_team,
    "api/series": page_of_event,
    "duel": page_of_event,
}
INVITATION = re.compile(r"/join/([A-Za-z0-9_-]{1,64})")
JOIN = "/api/join"
Lookup = Callable[[], str]  # where the page is reached that has what is asked for; '' if it is ours


class Forwarder:
    """A layer of the application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        look = None
        if not scope.get("inner") and scope["type"] in ("http", "websocket"):
            env: Env = scope["app"].env
            if env.store.shared and scope["path"] == JOIN and scope.get("method") == "POST":
                body = await whole_body(receive)
                message: Message = {"type": "http.request", "body": body, "more_body": False}
                look, receive = invited(env, invitation_in(body)), again([message], receive)
            elif env.store.shared:
                look = wanted(env, scope["path"])
        watched = SOCKET.fullmatch(scope["path"]) if look is not None else None
        if watched is not None and watched[1] in env.far.tables:
            await watch(env, watched[1], "", WebSocket(scope, receive, send))
            return
        for _ in range(LOOKS):
            address = "" if look is None else await looked_up(look)
            if not address:
                await self.app(scope, receive, send)
                return
            if watched is not None:
                await watch(env, watched[1], address, WebSocket(scope, receive, send))
                return
            try:
                line = await call(address)
            except (OSError, TimeoutError):
                await asyncio.sleep(LOOK_S)
                continue
            await relay(line, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": RESTART, "reason": str(died())})
        else:
            await answer(died())(scope, receive, send)


async def looked_up(look: Lookup) -> str:
    """Where it is; a database that is away is told by whoever answers."""
    try:
        return await asyncio.to_thread(look)
    except StoreError:
        return ""


def wanted(env: Env, path: str) -> Lookup | None:
    """How to find the page that a request is for; None if any will do."""
    store = env.store
    if found := TABLE.match(path):
        name = found[1]
        return None if name in env.tables.tables else partial(claimed, env, name)
    if found := INVITATION.fullmatch(path):
        return invited(env, found[1])
    if found := EVENT.match(path):
        return partial(PAGE_OF[found[1]], store, int(found[2]))
    return None


def claimed(env: Env, name: str) -> str:
    """Where the page of a table is; an ended one that no page has is claimed first."""
    address = page_of_table(env.store, name)
    saved = None if address else env.tables.plans.find(name)
    if saved is None or saved.state != GameStatus.ENDED or env.tables.plans.claim(saved.plan):
        return address
    return page_of_table(env.store, name)


def invited(env: Env, invitation: str) -> Lookup | None:
    """The same for whoever comes with an invitation, which only the page of its table knows."""
    key = fingerprint(invitation)
    for table in env.tables.afar.elsewhere():
        if any(seat.invite == key for seat in table.plan.seats.values()):
            return partial(page_of_table, env.store, table.plan.id)
    return None


def invitation_in(body: bytes) -> str:
    """The invitation that a request brings; '' if there is none, which whoever answers says."""
    try:
        return str(json.loads(body)["invite"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""


async def whole_body(receive: Receive) -> bytes:
    """All of a request's body, which is small."""
    body = b""
    while (message := await receive())["type"] == "http.request":
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return body


def again(heard: list[Message], receive: Receive) -> Receive:
    """A `receive` that brings once more what was heard, and then what comes."""
    waiting = list(reversed(heard))

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received


async def watch(env: Env, name: str, address: str, socket: WebSocket) -> None:
    """Serve somebody who came to watch a table of another page, or turns out to play there."""
    async with env.connections.enter(socket) as place:
        if place is None:
            return
        try:
            async with asyncio.timeout(HELLO_S):
                said = [await heard(socket)]
            place.welcome()
            if not said[0].get("token"):
                said.append(await look_on(env, name, address, socket))
            address = await looked_up(partial(page_of_table, env.store, name))
            await pass_on(said, address, socket)
        except Problem as problem:
            await refuse(socket, problem)
        except (TimeoutError, WebSocketDisconnect, RuntimeError, OSError):
            await hang_up(socket, RESTART, str(died()))


async def look_on(env: Env, name: str, address: str, socket: WebSocket) -> dict[str, Any]:
    """Let somebody watch; what they say that only the page of the table can answer."""
    table = await env.far.table(name, address)
    if table is None:
        raise TimeoutError
    client = Listener(socket)
    env.far.enter(table, client)
    limits = None
    try:
        while True:
            try:
                message = await heard(socket)
                limits = limits or Buckets(20, 60)  # most only watch
                if not limits.take(""):
                    raise Problem(429, "too_many", "too many messages: wait a moment")
            except Problem as problem:
                client.say(type="error", **problem.body)
                continue
            if message["type"] == "ping":
                client.say(type="pong", id=message.get("id"))
            elif message["type"] == "state":
                table.catch_up(client)
            else:
                return message
    finally:
        client.end()
        env.far.leave(table, client)


async def pass_on(said: list[dict[str, Any]], address: str, socket: WebSocket) -> None:
    """Let the page at this address serve a connection that was accepted here, and has said this already."""
    messages: list[Message] = [{"type": "websocket.connect"}]
    messages += [{"type": "websocket.receive", "text": json.dumps(one)} for one in said]

    async def told(message: Message) -> None:
        if message["type"] != "websocket.accept":
            await socket.send(message)

    if not address:
        raise OSError("it is nobody's, or has just become ours")
    await relay(await call(address), socket.scope, again(messages, socket.receive), told)
