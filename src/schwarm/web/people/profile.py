"""One's games looked back on: Elo over time, and how it went against everybody one has met."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from fastapi import APIRouter, Request
from fastapi.responses import Response

from schwarm.game import list_games
from schwarm.store.page_tables import FinishedTable
from schwarm.web.people import messages
from schwarm.web.people.people import ThePeople
from schwarm.web.shared.asking import REFUSALS, Token
from schwarm.web.shared.pages import page
from schwarm.web.tables.plans import Plan

router = APIRouter(prefix="/api/people", tags=["people"], responses=REFUSALS)
pages = APIRouter(include_in_schema=False)
MOST = 1000  # games, the newest

Game = tuple[FinishedTable, str]  # with the side one played


@router.get("/me/profile", response_model=messages.Profile)
async def profile(people: ThePeople, token: Token) -> messages.Profile:
    """One's Elo after each rated game, and everybody one has met; from the newest thousand games."""
    person = await people.must(token)
    games = await asyncio.to_thread(people.store.finished, person.id, None, MOST)
    history, opponents = looked_back(games)
    return {
        "name": person.name,
        "ratings": await people.ratings(person.id),
        "history": history,
        "opponents": opponents,
        "games": len(games),
    }


def looked_back(
    games: Iterable[Game],
) -> tuple[dict[str, list[messages.RatingPoint]], list[messages.Opponent]]:
    """Elo by game, oldest first, and all opponents, those met last first; games come newest first."""
    history: dict[str, list[messages.RatingPoint]] = {}
    met: dict[tuple[str, str, str, str], messages.Opponent] = {}
    for one, side in games:
        plan, ended = Plan.from_json(one.plan), one.ended.timestamp()
        seat = plan.seats[side]
        if seat.new_elo is not None:
            point: messages.RatingPoint = {"ended": ended, "elo": seat.new_elo, "table": one.id}
            history.setdefault(plan.game, []).insert(0, point)
        other = next(other for name, other in plan.seats.items() if name != side)
        if other.key and other.key == seat.key:
            continue  # both sides at one screen
        key = (plan.game, other.kind, other.person or other.name, other.level)
        found = met.setdefault(
            key,
            {
                "game": plan.game,
                "kind": other.kind,
                "name": other.name,
                "level": other.level,
                "won": 0,
                "drawn": 0,
                "lost": 0,
                "last": ended,
            },
        )
        if one.winner is None:
            found["drawn"] += 1
        elif one.winner == side:
            found["won"] += 1
        else:
            found["lost"] += 1
    return history, list(met.values())


@pages.get("/profile")
def profile_page(request: Request) -> Response:
    """Whose it is only the browser knows."""
    return page(request, "profile.html", sections=("people",), data={"games": list_games()})
