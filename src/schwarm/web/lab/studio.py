"""The studio: a game's rules put together option by option, with a board and what the lab found."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from schwarm.contest.wire.seasons import usual_game
from schwarm.game import list_games, rule_book
from schwarm.lab.shipped import findings, names
from schwarm.web.boards.snapshot import describe
from schwarm.web.face import page_of
from schwarm.web.shared.pages import language_of, missing, page

pages = APIRouter(include_in_schema=False)
REST = "rest"  # the group of options that the game puts into none


def groups_of(game: str) -> list[tuple[str, list[str]]]:
    """The options of a game by what they are about, as its page says; whatever it leaves out comes last."""
    known = [option.name for option in rule_book(game).options]
    found = [(group, [name for name in options if name in known]) for group, options in page_of(game).groups]
    rest = [name for name in known if not any(name in options for _, options in found)]
    return [*found, *([(REST, rest)] if rest else [])]


@pages.get("/studio")
def any_studio() -> Response:
    """The game that is meant where nobody chose one, or rather one that was studied."""
    return RedirectResponse(f"/studio/{next(iter(names().values()), usual_game())}", 307)


@pages.get("/studio/{game}")
def studio(request: Request, game: str) -> Response:
    """A game's options in groups; what is chosen stands in the address, so that a link shares it."""
    if game not in list_games():
        return missing(request)
    found = findings(game, language_of(request))
    data = {
        "book": describe(game),
        "groups": groups_of(game),
        "findings": {option: [asdict(one) for one in told] for option, told in found.items()},
        "studies": [name for name, about in names().items() if about == game],
    }
    return page(request, "studio.html", sections=("studio",), game=game, data=data)
