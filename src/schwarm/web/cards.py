"""The picture of a game on its card: drawn by hand where there is one, else the start position."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter
from starlette.responses import FileResponse, Response

from schwarm.games import names, new_game
from schwarm.games.vector import svg_of

router = APIRouter(include_in_schema=False)


@router.get("/static/cards/{game}.svg")
def card(game: str) -> Response:
    """The picture; only names of games are looked up, so no other file can be asked for."""
    if game not in names():
        return Response(status_code=404)
    drawn = files("schwarm.web").joinpath("static", "cards", f"{game}.svg")
    if drawn.is_file():
        return FileResponse(str(drawn), media_type="image/svg+xml")
    return Response(svg_of(new_game(game, seed=1).board()), media_type="image/svg+xml")
