"""The live side of the API: a table's state as it changes, moves in return, and the list of games.

Messages are JSON objects with a `type`. A client says `hello` first, with its token if it plays.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from schwarm.game import Game
from schwarm.game.errors import GameError
from schwarm.store.errors import StoreError
from schwarm.web import boards
from schwarm.web.boards.messages import Draft
from schwarm.web.shared import forms
from schwarm.web.shared.connections import (
    HELLO_S,
    REFUSED,
    TOKEN,
    Admission,
    Connections,
    Listener,
    TheConnections,
    hang_up,
    heard,
    refuse,
)
from schwarm.web.shared.errors import Problem, refusal, unkept, wrong_form
from schwarm.web.shared.parts import parts_of
from schwarm.web.shared.security import Buckets, fingerprint
from schwarm.web.tables.choices import apart
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.routes import TheTables, side_of
from schwarm.web.tables.table import Table

router = APIRouter(prefix="/api")
TABLE = re.compile(r"[A-Za-z0-9_-]{1,40}")
SOCKET = re.compile(r"/api/tables/([^/]+)/socket")


class TableSockets:
    """A table, live: `hello` gets `welcome` and `state`; `move`, `state`, `ping` and more are understood.

    A layer of the application: a hundred routes would be tried for each of thousands who come to watch, and
    what every layer keeps of a request would be kept as long as they watch.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = SOCKET.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if asked is None:
            await self._app(scope, receive, send)
            return
        socket = WebSocket(scope, receive, send)
        env = parts_of(socket)
        async with env.part(Connections).enter(socket) as place:
            if place is not None:
                await self._welcome(socket, place, env.part(OpenTables), asked[1])

    async def _welcome(
        self, socket: WebSocket, place: Admission, open_tables: OpenTables, table: str
    ) -> None:
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
            place.welcome(fingerprint(token) if sides else "")
            await _serve(found, Listener(socket, token, sides), free=open_tables.settings.chat)
        except Problem as problem:
            await refuse(socket, problem)
        except StoreError as error:
            await hang_up(socket, REFUSED, str(unkept(error)))
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            pass


async def _serve(table: Table, client: Listener, *, free: bool) -> None:
    """`free`: may players write what they like?"""
    take_back = bool(client.sides) and table.actions.may_take_back(client.sides)
    client.catch_up = lambda: table.catch_up(client)
    try:
        with client.together():
            client.say(type="welcome", sides=list(client.sides), take_back=take_back)
            table.enter(client)
        await _listen(table, client, free=free)
    finally:
        client.end()
        table.leave(client)


async def _listen(table: Table, client: Listener, *, free: bool) -> None:
    limits = lines = None
    while True:
        try:
            message = await heard(client.socket)
            limits, lines = limits or Buckets(20, 60), lines or Buckets(0.5, 5)  # most only watch
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
            client.say(type="error", **wrong_form(error.errors()).body)


def _say(table: Table, client: Listener, message: dict[str, Any], lines: Buckets, *, free: bool) -> None:
    said = forms.Chat.model_validate({name: value for name, value in message.items() if name != "type"})
    side = side_of(table, client.token)
    if not lines.take(""):
        raise Problem(429, "too_many", "too many lines: wait a moment")
    table.talk.say(side, said.line, said.text, free=free)


async def _answer(table: Table, client: Listener, message: dict[str, Any]) -> None:
    kind = message.pop("type")
    number = message.pop("id", None)
    if kind == "ping":
        client.say(type="pong", id=number)
    elif kind == "state":
        table.catch_up(client)
    elif kind == "move":
        play = forms.Play.model_validate(message)
        await table.actions.play(side_of(table, client.token, play.side), play.move, play.ply)
    elif kind == "attempt":
        path = forms.Path.model_validate(message).path
        side, ply, game = side_of(table, client.token), len(table.course.plies), table.course.shown.copy()
        await table.actions.play(side, await apart(boards.of(game).text, game, path), ply)
    elif kind == "compose":
        form = forms.Compose.model_validate(message)
        ahead = side_of(table, client.token) if form.ahead else ""
        draft = await apart(composed, table.course.shown.copy(), form.steps, ahead)
        client.say(type="composed", id=number, draft=draft)
    else:
        raise Problem(
            422, "bad_request", f"expected move, attempt, compose, chat, state or ping, not {kind[:20]!r}"
        )


def composed(game: Game, steps: list[str], ahead: str) -> Draft:
    """A move begun with these steps; of the side `ahead`, if one is named, as if it were its turn."""
    game = boards.turned_to(game, ahead) if ahead else game
    return boards.of(game).compose(game, steps)


@router.websocket("/lobby/socket")
async def lobby_socket(socket: WebSocket, open_tables: TheTables, connections: TheConnections) -> None:
    """The list of games, live: `games` once, then an `entry` for each change."""
    async with connections.enter(socket) as place:
        if place is None:
            return
        client = Listener(socket)
        client.catch_up = lambda: show_games(client, open_tables)
        try:
            place.welcome()
            open_tables.watchers.add(client)
            client.catch_up()
            while True:
                await heard(socket)
        except Problem as problem:
            await refuse(socket, problem)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            open_tables.watchers.discard(client)
            client.end()


def show_games(client: Listener, open_tables: OpenTables) -> None:
    """Send the whole list of games."""
    client.say(type="games", games=open_tables.listed())
