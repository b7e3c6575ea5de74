"""The HTML shell of a page; everything that moves is done by the ES modules it loads."""

from __future__ import annotations

import json
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import ChoiceLoader, Environment, PackageLoader, select_autoescape

from schwarm import __version__
from schwarm.game.catalogue import games_to_offer
from schwarm.store.store import Store
from schwarm.web.shared.class_lines import any_tournament
from schwarm.web.shared.parts import parts_of
from schwarm.web.shared.texts import EVERYWHERE, LANGUAGES, catalogue, preferred

FOLDERS = ("shared", "home", "tables", "people", "analysis", "teaching", "events", "lab", "classroom")
templates = Environment(
    # The templates of tournaments and studies are their own: exported reports are made of them, too.
    loader=ChoiceLoader(
        [
            PackageLoader(f"schwarm.{part}")
            for part in (*(f"web.{one}" for one in FOLDERS), "tournament", "lab")
        ]
    ),
    autoescape=select_autoescape(),
    trim_blocks=True,
    lstrip_blocks=True,
)
YEAR_S = 31_536_000


def language_of(request: Request) -> str:
    """The language asked for in the address, remembered, or preferred by the browser."""
    for wish in (request.query_params.get("lang"), request.cookies.get("lang")):
        if wish in LANGUAGES:
            return str(wish)
    return preferred(request.headers.get("accept-language", ""))


def page(
    request: Request,
    template: str,
    *,
    status: int = 200,
    data: Any = None,
    sections: tuple[str, ...] = (),
    **more: Any,
) -> HTMLResponse:
    """A page in the visitor's language.

    `data` is what its module starts with; `sections` are texts that it needs beside those of every page;
    `game` is the one that all boards on it are of.
    """
    language = language_of(request)
    texts = catalogue(language)
    told = {section: texts[section] for section in (*EVERYWHERE, *sections)}
    html = templates.get_template(template).render(
        language=language,
        languages=LANGUAGES,
        t=texts["page"],
        texts=texts,
        games=games_to_offer(),
        path=request.url.path,
        tournaments=any_tournament(parts_of(request).part(Store)),
        version=__version__,
        data=embedded({"texts": told, "language": language, "data": data}),
        **more,
    )
    response = HTMLResponse(html, status)
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie("lang", language, max_age=YEAR_S, httponly=True, samesite="lax")
    return response


def embedded(value: Any) -> str:
    """JSON that is safe inside a script element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def missing(request: Request, status: int = 404) -> Response:
    """There is nothing at this address."""
    return page(request, "missing.html", status=status)
