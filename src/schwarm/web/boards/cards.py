"""Drawings that the page takes from the games: the picture on a game's card, and the shapes of all pieces."""

from __future__ import annotations

import json

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from schwarm.game import list_games, new_game
from schwarm.game.vector import shapes, svg_of
from schwarm.web.face import KINDS, page_file
from schwarm.web.shared.kept_files import file_answer

router = APIRouter(include_in_schema=False)
BOARDS = """import "./boards/square-board.js";
import "./boards/hex-board.js";
const own = {own};
const about = document.querySelector("meta[name=boards]")?.content;
const wanted = Object.keys(own).filter((game) => !about || game === about);
await Promise.all(wanted.map((game) => import(own[game])));
"""


@router.get("/static/cards/{game}.svg")
def card(game: str, request: Request) -> Response:
    """Drawn by hand where there is one, else the start position; no other file can be asked for."""
    if game not in list_games():
        return Response(status_code=404)
    drawn = page_file(game, "card.svg")
    if drawn is not None:
        return file_answer(str(drawn), request)
    return Response(svg_of(new_game(game, seed=1).board()), media_type="image/svg+xml")


@router.get("/static/games/{game}/{name}")
async def game_file(game: str, name: str, request: Request) -> Response:
    """What boards of one game do and look like: the modules and sheets of its folder."""
    file = page_file(game, name) if game in list_games() else None
    if file is None:
        return Response(status_code=404)
    return file_answer(str(file), request)


@router.get("/static/boards.js")
async def boards_module() -> Response:
    """A module that opens the boards of every shape, and those that games bring along: of the one game that a
    page is about (its `meta` element says so), or of all."""
    own = {game: f"/static/games/{game}/board.js" for game in list_games() if page_file(game, "board.js")}
    return Response(BOARDS.format(own=json.dumps(own)), media_type=KINDS[".js"])


@router.get("/static/shapes.js")
async def shapes_module() -> Response:
    """The shapes that notebooks draw as well, as a module: a page is ready only once it has them."""
    return Response(
        f"export default {json.dumps(shapes(), separators=(',', ':'))};\n", media_type="text/javascript"
    )
