"""Boards of the games that a class tournament is playing now, as far as they can be seen from here."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from schwarm.games.errors import GameError
from schwarm.web.api import REFUSALS
from schwarm.web.classroom import Desk, TheClass
from schwarm.web.snapshot import snapshot
from schwarm.workers import Running
from schwarm.workers.task import start

router = APIRouter(prefix="/api/class", tags=["class"], responses=REFUSALS)
MOST = 4  # that fit on a wall


@router.get("/events/{number}/boards")
def boards(desk: Desk, found: TheClass) -> list[dict[str, Any]]:
    """The positions of a few games under way; those that began last come last."""
    playing = sorted(desk.room.host.games(found.id), key=lambda game: game.since_ms)
    shown = [seen for game in playing if (seen := shown_of(game)) is not None]
    return shown[:MOST]


def shown_of(game: Running) -> dict[str, Any] | None:
    """A game as the page draws it; None where nobody tells its moves."""
    position = start(game.task)
    try:
        for move in game.moves:
            position.play(move)
    except GameError:  # it ended while we looked, and another one has begun
        return None
    if game.ply and not game.moves:
        return None
    return {
        "key": list(game.task.key),
        "names": [player.name for player in game.task.players],
        "ply": len(game.moves),
        "board": snapshot(position.view(), moves=False),
    }
