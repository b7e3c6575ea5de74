"""What the page says no with: one shape for every refusal, {"error": {"code", "message", ...}}."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from schwarm.contest.server.logs import Seldom
from schwarm.game.errors import BadNotation, BadOption, BadPosition, GameError, IllegalMove, refusals
from schwarm.game.wrong_values import wrong_value
from schwarm.store.errors import Full, NoSuchGame, StoreError
from schwarm.tournament.words import in_languages

seldom = Seldom(logging.getLogger(__name__))
CODES = {400: "bad_request", 403: "forbidden", 404: "not_found", 405: "not_allowed", 413: "too_large"}
GAME_CODES = {
    BadNotation: "bad_notation",
    BadOption: "bad_option",
    BadPosition: "bad_position",
    IllegalMove: "illegal_move",
}
LONGEST = 1000  # characters of a refusal
NO_ROOM = "there is no room left on the disk: nothing can be kept until there is"


class Problem(Exception):
    """A refusal with its HTTP status; `code` is for programs, the message for people."""

    def __init__(self, status: int, code: str, message: str, **more: Any) -> None:
        self.status = status
        message = sayable(message)
        self.body = {"error": {"code": code, "message": message, **more}}
        super().__init__(message)


def sayable(text: str) -> str:
    """A text that can be sent: what a visitor wrote may be long, or hold halves of characters."""
    return text[:LONGEST].encode(errors="replace").decode()


def unkept(error: StoreError | OSError) -> Problem:
    """Why the store keeps nothing now, without telling strangers where it is."""
    if isinstance(error, Full):
        return Problem(503, "no_room", NO_ROOM)
    return Problem(503, "store", "games cannot be kept at the moment: come back later")


def refusal(error: GameError) -> Problem:
    """What a rule book said no to; an illegal move names its rule."""
    more: dict[str, Any] = {"faults": faults} if (faults := list(map(in_languages, refusals(error)))) else {}
    if isinstance(error, IllegalMove):
        more |= {"rule": error.rule, "why": error.why}
    code = next((code for kind, code in GAME_CODES.items() if isinstance(error, kind)), "bad_request")
    return Problem(422, code, str(error), **more)


def wrong_form(details: Iterable[Mapping[str, Any]]) -> Problem:
    """What pydantic said no to."""
    found = list(map(wrong_value, details))
    return Problem(422, "bad_request", "; ".join(found), faults=list(map(in_languages, found)))


def answer(problem: Problem) -> JSONResponse:
    """A problem as an HTTP answer."""
    return JSONResponse(problem.body, problem.status)


def install(app: FastAPI, missing: Callable[[Request, int], Response]) -> None:
    """Let every refusal of the API have the one shape; people who came by an address get a page."""

    def told(request: Request, problem: Problem) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "")
        if wants_page and not request.url.path.startswith("/api/"):
            return missing(request, problem.status)
        return answer(problem)

    @app.exception_handler(Problem)
    async def on_problem(request: Request, error: Problem) -> Response:
        return told(request, error)

    @app.exception_handler(GameError)
    async def on_game_error(request: Request, error: GameError) -> Response:
        return told(request, refusal(error))

    @app.exception_handler(NoSuchGame)
    async def on_no_game(request: Request, error: NoSuchGame) -> Response:
        return told(request, Problem(404, "not_found", str(error)))

    @app.exception_handler(StoreError)
    async def on_store_error(request: Request, error: StoreError) -> Response:
        seldom.warning("the store refused", error=str(error))
        return told(request, unkept(error))

    @app.exception_handler(RequestValidationError)
    async def on_invalid(request: Request, error: RequestValidationError) -> Response:
        inside = [one | {"loc": one["loc"][1:] or one["loc"]} for one in error.errors()]  # of body or query
        return told(request, wrong_form(inside))

    @app.exception_handler(ClientDisconnect)
    async def on_gone(request: Request, _: ClientDisconnect) -> Response:
        return Response(status_code=400)  # nobody reads it: whoever asked hung up before the end

    @app.exception_handler(Exception)
    async def on_mistake(request: Request, _: Exception) -> Response:
        return answer(Problem(500, "internal", "something went wrong here; it is in the server's log"))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        code = CODES.get(error.status_code, "refused")
        found = told(request, Problem(error.status_code, code, str(error.detail)))
        found.headers.update(error.headers or {})
        return found
