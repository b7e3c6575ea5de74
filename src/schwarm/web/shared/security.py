"""Before a request reaches the page: who may ask, how much, how often; and what browsers must forbid it.

Every state change needs a seat's token or starts something new. Tokens travel in a header, never in a
cookie, so another site's page cannot use them; requests from other sites are refused besides.
"""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schwarm.contest.server.addresses import network
from schwarm.web.shared.errors import Problem, answer
from schwarm.web.shared.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
VISITORS = 20_000  # buckets remembered
PLAYERS = 10  # times as much as its guests an address may do with tokens
CHANGES = ("POST", "PUT", "PATCH", "DELETE")
IMPORTS = "/api/records"  # games from outside may be large ...
PROGRAM = re.compile(r"/api/class/teams/\d{1,16}/program")  # ... and programs of teams


def new_token() -> str:
    """A word nobody can guess."""
    return secrets.token_urlsafe(18)


def fingerprint(token: str) -> str:
    """What the database keeps of a token: enough to know it again, not to use it."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def token_in(authorization: str) -> str:
    """The token that a request brings, '' without one."""
    kind, _, token = authorization.partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def visitor_of(connection: HTTPConnection) -> str:
    """Who asks, as far as limits go: the address the connection comes from."""
    return network(connection.client.host) if connection.client else "local"


def forwarded(headers: Headers, peer: str, proxies: tuple[str, ...]) -> str:
    """The address a request came from, as our own proxies tell it; anybody else's word counts nothing.

    Each proxy appends the address it heard from, so the last one that is none of ours is the visitor's.
    """
    if peer not in proxies:
        return peer
    told = ",".join(headers.getlist("x-forwarded-for")).split(",")
    for entry in reversed(told):
        try:
            address = str(ipaddress.ip_address(entry.strip().strip("[]")))
        except ValueError:
            return peer
        if address not in proxies:
            return address
    return peer


def host_name(host: str) -> str:
    """A Host header without its port; '' if it is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def same_site(headers: Headers) -> bool:
    """Does a browser's request come from our own pages? Programs send no Origin and may."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    try:
        return urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:
        return False


class Buckets:
    """Allowances per visitor that fill up again with time."""

    def __init__(self, per_second: float, most: float) -> None:
        self.per_second = per_second
        self.most = most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, visitor: str) -> bool:
        """Use one up; False if there is none left."""
        now = time.monotonic()
        left, since = self._left.pop(visitor, (self.most, now))
        left = min(self.most, left + (now - since) * self.per_second)
        granted = left >= 1
        self._left[visitor] = (left - 1 if granted else left, now)
        if len(self._left) > VISITORS:
            self._left.popitem(last=False)
        return granted


class ValidTokens:
    """Fingerprints of tokens of seats, accounts and teams that were found valid lately.

    Each has allowances of its own, since a school has one address for all its pupils.
    """

    def __init__(self) -> None:
        self._keys: OrderedDict[str, None] = OrderedDict()

    def add(self, key: str) -> None:
        """Remember a token that was just found valid."""
        self._keys[key] = None
        self._keys.move_to_end(key)
        if len(self._keys) > VISITORS:
            self._keys.popitem(last=False)

    def __contains__(self, key: str) -> bool:
        return key in self._keys


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings, tokens: ValidTokens) -> None:
        self.app = app
        self.settings = settings
        self.tokens = tokens
        self.buckets = Buckets(settings.requests_per_second, settings.burst)
        self.players = Buckets(PLAYERS * settings.requests_per_second, PLAYERS * settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or scope.get("inner"):  # another page let them in
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if self.settings.proxies and connection.client is not None:
            told = forwarded(connection.headers, connection.client.host, self.settings.proxies)
            scope["client"] = (told, connection.client.port)
            connection = HTTPConnection(scope)
        problem = self.fault(connection, scope)
        if scope["type"] == "websocket":
            if problem is None:
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 4403, "reason": str(problem)})
            return
        with_policy = with_headers(send, scope["path"])
        if problem is None:
            await self.app(scope, limited(receive, self.largest(scope)), with_policy)
        else:
            await answer(problem)(scope, receive, with_policy)

    def largest(self, scope: Scope) -> int:
        """How long this request's body may be: only imported games and programs may be large."""
        if PROGRAM.fullmatch(scope["path"]):
            return self.settings.class_limits.upload_bytes
        return self.settings.largest_body if scope["path"] == IMPORTS else self.settings.largest_form

    def fault(self, connection: HTTPConnection, scope: Scope) -> Problem | None:
        """Why this connection is not let in."""
        headers = connection.headers
        if host_name(headers.get("host", "")) not in self.settings.hosts:
            return Problem(421, "unknown_host", f"expected a host of {', '.join(self.settings.hosts)}")
        changes = scope["type"] == "websocket" or scope["method"] in CHANGES
        if changes and not same_site(headers):
            return Problem(403, "other_site", "expected a request from this site's own pages")
        length = headers.get("content-length", "0")
        largest = self.largest(scope)
        if not length.isdecimal() or len(length) > 12 or int(length) > largest:
            return Problem(413, "too_large", f"expected at most {largest} bytes")
        if not scope["path"].startswith("/static/") and not self.takes(connection):
            return Problem(429, "too_many", "too many requests: wait a moment")
        return None

    def takes(self, connection: HTTPConnection) -> bool:
        """Count a request for the seat, account or team that asks, else for its address."""
        visitor = visitor_of(connection)
        token = token_in(connection.headers.get("authorization", ""))
        key = fingerprint(token) if token else ""
        if key in self.tokens and self.players.take(visitor):
            return self.buckets.take(key)
        return self.buckets.take(visitor)


def with_headers(send: Send, path: str) -> Send:
    """A `send` that adds the headers every answer carries."""

    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            # Static files are asked for again each time and answered with 304 while they are unchanged.
            headers.setdefault("cache-control", "no-cache" if path.startswith("/static/") else "no-store")
        await send(message)

    return told


def limited(receive: Receive, most: int) -> Receive:
    """A `receive` that ends a body which goes on for too long."""
    count = 0

    async def counted() -> Message:
        nonlocal count
        message = await receive()
        count += len(message.get("body", b""))
        if count > most:
            raise HTTPException(
                413, f"expected at most {most} bytes"
            )  # the one kind body readers let through
        return message

    return counted
