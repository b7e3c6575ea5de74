"""The application put together; `build` is the only place that knows all parts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files

from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.types import ASGIApp

from schwarm import __version__
from schwarm.classroom.errors import ClassroomError
from schwarm.game import list_games
from schwarm.lab.report import TEMPLATES as LAB_TEMPLATES
from schwarm.platform.signals import stop_self
from schwarm.store import open_store
from schwarm.tournament.export import TEMPLATES as EVENT_TEMPLATES
from schwarm.web.analysis import mending, positions
from schwarm.web.analysis import routes as analysis
from schwarm.web.analysis.analyses import Analyses
from schwarm.web.analysis.imports import Imports
from schwarm.web.boards import cards
from schwarm.web.boards.modules import JoinedModules
from schwarm.web.boards.sheets import JoinedSheets
from schwarm.web.classroom import desk
from schwarm.web.classroom import pages as class_pages
from schwarm.web.classroom import routes as classroom
from schwarm.web.classroom.table import ClassTable
from schwarm.web.env import Env, PageApp
from schwarm.web.events import routes as events
from schwarm.web.forwarding import Forwarder
from schwarm.web.home import pages as home
from schwarm.web.lab import studies, studio
from schwarm.web.people import lobby, profile, sitting
from schwarm.web.people import routes as people
from schwarm.web.people.lobby import Presence
from schwarm.web.people.people import People
from schwarm.web.shared import errors, qr
from schwarm.web.shared.asking import StartLimits
from schwarm.web.shared.connections import Connections
from schwarm.web.shared.inner import InnerPort
from schwarm.web.shared.kept_files import COMPRESSED_FROM, KeptFolder
from schwarm.web.shared.mirror import Mirror
from schwarm.web.shared.pages import missing
from schwarm.web.shared.relay import Relay, relay_of
from schwarm.web.shared.security import Guard, ValidTokens
from schwarm.web.shared.settings import Settings
from schwarm.web.shared.thinking import warm_up
from schwarm.web.tables import duels, series, sockets
from schwarm.web.tables import pages as tables_pages
from schwarm.web.tables import routes as tables
from schwarm.web.tables.far_crowds import FarCrowds
from schwarm.web.tables.far_tables import FarTables
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.plans import CLASS
from schwarm.web.tables.series import AllSeries
from schwarm.web.teaching import lessons, puzzles, rules
from schwarm.workers import Urgency


@asynccontextmanager
async def opened(settings: Settings, app: ASGIApp, tokens: ValidTokens) -> AsyncIterator[Env]:
    """Every part of the page, opened one after the other, and closed the other way round.

    `app` answers what other pages on the same database pass on.
    """
    store = await asyncio.to_thread(open_store, settings.store)
    mirror = Mirror(store)
    inner = InnerPort(app, settings.inner, settings.inner_address)
    relay: Relay | None = None
    try:
        relay = relay_of(settings.relay, store)
        await relay.open()
        if store.shared:
            await inner.open()
        await asyncio.to_thread(store.become_page, inner.address)
    except BaseException:
        if relay is not None:
            await relay.close()
        await inner.close()
        await asyncio.to_thread(store.close)
        raise
    store.signed_off = stop_self
    open_tables = OpenTables(settings, store, {CLASS: ClassTable}, mirror)
    far, crowds = FarTables(store, relay, open_tables.tables), FarCrowds(open_tables, relay)
    inner.services |= {"hear": mirror.serve, "watch": crowds.serve}
    relay.hear = far.hear
    relay.missed = lambda: [heal() for heal in (crowds.beat, far.look_at_all)]
    everybody = People(open_tables)
    here = Presence(everybody)
    if settings.class_on != "local":
        await asyncio.to_thread(open_tables.pool.crew, Urgency.PAGE)  # no cluster: no page
    await open_tables.open()
    all_series = AllSeries(settings, store, open_tables.programs, open_tables.pool)
    await asyncio.to_thread(all_series.open)
    env = Env(
        settings,
        store,
        open_tables,
        everybody,
        here,
        Analyses(open_tables.queue, store),
        Imports(settings.imports_at_once, settings.import_seconds),
        StartLimits(settings),
        Connections(settings.sockets_of_visitor, tokens),
        all_series,
        await desk.open_classroom(settings, open_tables),
        far,
    )
    await everybody.open()
    loop = asyncio.get_running_loop()

    def take_over() -> None:
        """Go on with interrupted games and series that no page plays."""
        open_tables.take_over()
        loop.run_in_executor(None, all_series.take_over)

    def fellows() -> None:
        """Pages came to this database, or went."""
        mirror.look()
        take_over()
        everybody.count_again()

    store.can_write_again.add_done_callback(lambda _: loop.call_soon_threadsafe(take_over))
    if store.shared:
        store.fellows.hear(partial(loop.call_soon_threadsafe, fellows))
        fellows()
    loop.call_soon(inner.ready.set)  # when whoever opens us has the environment
    ready = list_games() if settings.warm_up else []
    warm = [asyncio.create_task(open_tables.queue.run("warm-up", warm_up, name)) for name in ready]
    try:
        yield env
    finally:
        for task in warm:
            task.cancel()
        await asyncio.gather(*warm, return_exceptions=True)
        await desk.close_classroom(env.classroom)
        await env.imports.close()
        await asyncio.to_thread(all_series.close)
        here.close()
        await open_tables.close()
        await everybody.close()
        await mirror.close()
        await far.close()
        await inner.close()
        await relay.close()
        await asyncio.to_thread(store.close)


def build(settings: Settings) -> PageApp:
    """The site with these settings."""
    tokens = ValidTokens()

    @asynccontextmanager
    async def life(app: PageApp) -> AsyncIterator[None]:
        async with opened(settings, app, tokens) as app.env:
            yield

    app = PageApp(
        title="schwarm",
        version=__version__,
        summary="Play, watch, replay and analyse five board games",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    errors.install(app, missing)
    app.add_exception_handler(ClassroomError, desk.told)
    # First what every view of the page asks for: routes are tried one after the other.
    static = KeptFolder(
        files("schwarm.web").joinpath("static"),
        {"events.css": EVENT_TEMPLATES.joinpath("event.css"), "lab.css": LAB_TEMPLATES.joinpath("lab.css")},
    )
    sheets = Mount("/static/sheets", JoinedSheets(static.files), name="sheets")
    modules = Mount("/static/modules", JoinedModules(static.files), name="modules")
    app.router.routes.extend((sheets, modules, *cards.router.routes, Mount("/static", static, name="static")))
    routers = (
        tables.router, analysis.router, sitting.router, people.router, lobby.router, qr.router,
        mending.router, profile.router, profile.pages, positions.router, puzzles.router, sockets.router,
        events.router, classroom.router, studies.router, home.pages, lobby.pages, tables_pages.pages,
        positions.pages, rules.pages, lessons.router, lessons.pages, studio.pages, puzzles.pages,
        duels.router, duels.pages, series.router, class_pages.router,
    )  # fmt: skip
    for router in routers:  # their routes as they are: included ones are made anew, 0.4 s of every start
        app.router.routes.extend(router.routes)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_FROM, compresslevel=5)
    app.add_middleware(sockets.TableSockets)
    app.add_middleware(Forwarder)
    app.add_middleware(Guard, settings=settings, tokens=tokens)
    return app
