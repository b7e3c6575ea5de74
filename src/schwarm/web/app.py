"""The application put together; `build` is the only place that knows all parts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount

from schwarm import __version__
from schwarm.game import list_games
from schwarm.lab.report import TEMPLATES as LAB_TEMPLATES
from schwarm.store import open_store
from schwarm.tournament.export import TEMPLATES as EVENT_TEMPLATES
from schwarm.web import (
    api,
    cards,
    class_pages,
    classroom,
    duels,
    errors,
    events,
    lab,
    lessons,
    lobby,
    mending,
    pages,
    people,
    positions,
    profile,
    puzzles,
    qr,
    series,
    sockets,
    studio,
)
from schwarm.web.analysis import Analyses
from schwarm.web.imports import Imports
from schwarm.web.kept_files import COMPRESSED_FROM, KeptFolder
from schwarm.web.open_tables import OpenTables
from schwarm.web.security import Buckets, Guard
from schwarm.web.settings import Settings
from schwarm.web.thinking import warm_up

log = logging.getLogger(__name__)


def build(settings: Settings) -> FastAPI:
    """The site with these settings."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = await asyncio.to_thread(open_store, settings.store)
        open_tables = OpenTables(settings, store)
        app.state.open_tables = open_tables
        app.state.people = people.People(open_tables)
        app.state.lobby = lobby.Lobby(app.state.people)
        app.state.analyses = Analyses(open_tables.queue, store)
        app.state.imports = Imports(settings.imports_at_once, settings.import_seconds)
        app.state.starts = Buckets(settings.starts_per_minute / 60, settings.starts_per_minute)
        app.state.doors = sockets.Doors(settings.sockets_of_visitor)
        await open_tables.open()
        app.state.series = series.AllSeries(settings, store, open_tables.programs)
        await asyncio.to_thread(app.state.series.open)
        app.state.classroom = await classroom.open_classroom(settings, open_tables)
        await app.state.people.open()
        ready = list_games() if settings.warm_up else []
        warm = [asyncio.create_task(open_tables.queue.run("warm-up", warm_up, name)) for name in ready]
        try:
            yield
        finally:
            for task in warm:
                task.cancel()
            await asyncio.gather(*warm, return_exceptions=True)
            await classroom.close_classroom(app.state.classroom)
            await app.state.imports.close()
            await asyncio.to_thread(app.state.series.close)
            app.state.lobby.close()
            await open_tables.close()
            await app.state.people.close()
            await asyncio.to_thread(store.close)

    app = FastAPI(
        title="schwarm",
        version=__version__,
        summary="Play, watch, replay and analyse five board games",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    errors.install(app, pages.missing)
    # First what a view of the page asks for a hundred times: routes are tried one after the other.
    static = KeptFolder(
        files("schwarm.web").joinpath("static"),
        {"events.css": EVENT_TEMPLATES.joinpath("event.css"), "lab.css": LAB_TEMPLATES.joinpath("lab.css")},
    )
    app.router.routes.extend((*cards.router.routes, Mount("/static", static, name="static")))
    routers = (
        api.router, people.router, lobby.router, qr.router, mending.router, profile.router,
        profile.pages, positions.router, puzzles.router, sockets.router, events.router,
        classroom.router, lab.router, pages.router, lessons.router, lessons.pages, studio.pages,
        puzzles.pages, duels.router, duels.pages, series.router, series.pages,
        class_pages.router,
    )  # fmt: skip
    for router in routers:  # their routes as they are: included ones are made anew, 0.4 s of every start
        app.router.routes.extend(router.routes)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_FROM, compresslevel=5)
    app.add_middleware(Guard, settings=settings)
    return app
