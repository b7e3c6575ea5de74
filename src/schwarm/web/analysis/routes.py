"""Finished games judged by bots, and finished games from outside, in the API."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from schwarm.web.analysis import messages
from schwarm.web.analysis.analyses import Analyses
from schwarm.web.analysis.imports import Imports
from schwarm.web.shared import forms
from schwarm.web.shared.asking import REFUSALS, TheStarts
from schwarm.web.shared.parts import part_of
from schwarm.web.shared.security import visitor_of
from schwarm.web.tables.messages import Seated
from schwarm.web.tables.routes import TheTable, TheTables, ended_record, seated

router = APIRouter(prefix="/api", responses=REFUSALS)
TheAnalyses = Annotated[Analyses, Depends(part_of(Analyses))]
TheImports = Annotated[Imports, Depends(part_of(Imports))]


@router.get("/tables/{table}/analysis", tags=["replays"], response_model=messages.Analysis)
async def known_analysis(
    request: Request, open_tables: TheTables, analyses: TheAnalyses, table: TheTable
) -> messages.Analysis:
    """What the bots have said of a finished game; `done` is 0 where nobody has asked them."""
    found, number = await asyncio.to_thread(ended_record, open_tables, table), int(table.course.game_id or 0)
    return (await analyses.known(number, found, visitor_of(request))).state()


@router.post("/tables/{table}/analysis", tags=["replays"], response_model=messages.Analysis)
async def analyse(
    request: Request, open_tables: TheTables, analyses: TheAnalyses, table: TheTable
) -> messages.Analysis:
    """Begin to judge a finished game, or say how far that is; ask again until `done` is `total`."""
    found, number = await asyncio.to_thread(ended_record, open_tables, table), int(table.course.game_id or 0)
    return (await analyses.begin(number, found, visitor_of(request))).state()


# The body is read and checked by the importing process, so its type is only told here, not used.
UPLOAD = {"requestBody": {"content": {"application/json": {"schema": forms.Upload.model_json_schema()}}}}


@router.post("/records", tags=["replays"], status_code=201, response_model=Seated, openapi_extra=UPLOAD)
async def upload(request: Request, open_tables: TheTables, imports: TheImports, starts: TheStarts) -> Seated:
    """Keep a finished game from outside: a record as JSON, or an official replay file; one at a time."""
    visitor = visitor_of(request)
    with imports.admit(visitor):
        starts.count(visitor)
        return seated(await open_tables.upload(visitor, await imports.read(request)), {})
