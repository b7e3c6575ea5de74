"""The environment: every part of a running page, made once in app.py and handed to whoever works with it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeVar, cast

from fastapi import FastAPI

from schwarm.store.store import Store
from schwarm.web.analysis.analyses import Analyses
from schwarm.web.analysis.imports import Imports
from schwarm.web.classroom.desk import ClassDesk
from schwarm.web.people.lobby import Presence
from schwarm.web.people.people import People
from schwarm.web.shared.asking import StartLimits
from schwarm.web.shared.connections import Connections
from schwarm.web.shared.settings import Settings
from schwarm.web.tables.far_tables import FarTables
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.series import AllSeries

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Env:
    """All parts; no two of them are of one type, so that a route gets the one it asks for (parts.py)."""

    settings: Settings
    store: Store
    tables: OpenTables
    people: People
    lobby: Presence
    analyses: Analyses
    imports: Imports
    starts: StartLimits
    connections: Connections
    series: AllSeries
    classroom: ClassDesk
    far: FarTables

    def part(self, kind: type[Part]) -> Part:
        """The part of this type."""
        values = (getattr(self, one.name) for one in fields(self))
        return next(value for value in values if isinstance(value, kind))


class PageApp(FastAPI):
    """The application, and once it is open all that it works with."""

    env: Env


def env_of(app: object) -> Env:
    """The environment of an application that is open."""
    return cast(PageApp, app).env
