"""What the page serves out of the games' folders: the picture on a game's card, and other files."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from schwarm.game import list_games, new_game
from schwarm.game.vector import svg_of
from schwarm.web.face import page_file
from schwarm.web.shared.kept_files import file_answer

router = APIRouter(include_in_schema=False)


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
