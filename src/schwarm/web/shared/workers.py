"""All workers of a page, in one pool."""

from __future__ import annotations

from functools import cache, partial

from schwarm.programs.cores import cores_here
from schwarm.web.shared.settings import Settings
from schwarm.web.shared.thinking import seed_bots
from schwarm.workers import Crew, LocalCrew, Pool, Urgency, crew_of

SERIES_NICE = 15  # people's games come first


def page_pool(settings: Settings) -> Pool:
    """Workers for what people wait for, and others that tournaments, tests and series share.

    On a cluster these are CPUs of it, those for what people wait for apart from the others.
    """
    begin = partial(seed_bots, settings.bot_seed)

    @cache
    def cluster() -> Crew:
        return crew_of(settings.class_on, settings.class_workers or None, spare=settings.bot_workers)

    @cache
    def local(nice: int) -> Crew:
        return LocalCrew(settings.class_workers or None, nice=nice, live=True)

    def hire(rank: Urgency) -> Crew:
        if settings.class_on != "local":
            bots = rank is Urgency.PAGE
            return crew_of(settings.class_on, settings.bot_workers, begin=begin) if bots else cluster()
        if rank is Urgency.PAGE:
            return LocalCrew(settings.bot_workers, anywhere=True, begin=begin)
        return local(SERIES_NICE if rank is Urgency.SERIES else settings.class_nice)

    slots = None if settings.class_on != "local" else settings.class_workers or cores_here()
    most = {Urgency.SERIES: max(settings.series_workers, 1)}
    return Pool(hire, slots, reserved=settings.bot_workers, most=most)
