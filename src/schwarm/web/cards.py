"""Drawings that the page takes from the games: the picture on a game's card, and the shapes of all pieces."""

from __future__ import annotations

import json
from importlib.resources import files

from fastapi import APIRouter
from starlette.responses import FileResponse, Response

from schwarm.games import names, new_game
from schwarm.games.vector import shapes, svg_of

router = APIRouter(include_in_schema=False)


@router.get("/static/cards/{game}.svg")
def card(game: str) -> Response:
    """Drawn by hand where there is one, else the start position; no other file can be asked for."""
    if game not in names():
        return Response(status_code=404)
    drawn = files("schwarm.web").joinpath("static", "cards", f"{game}.svg")
    if drawn.is_file():
        return FileResponse(str(drawn), media_type="image/svg+xml")
    return Response(svg_of(new_game(game, seed=1).board()), media_type="image/svg+xml")


@router.get("/static/shapes.js")
def shapes_module() -> Response:
    """The shapes that notebooks draw as well, as a module: a page is ready only once it has them."""
    return Response(
        f"export default {json.dumps(shapes(), separators=(',', ':'))};\n", media_type="text/javascript"
    )
