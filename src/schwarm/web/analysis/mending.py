"""Mistakes mended: a position of a finished game is a puzzle, and any move that loses nothing solves it.

The strongest bot compares the move that is tried with the best one in a search of its own.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request

from schwarm.game.record import record_of
from schwarm.web import boards
from schwarm.web.analysis import messages
from schwarm.web.analysis.analyses import LONGER, MISTAKE, MOST_MS, NODES, ways
from schwarm.web.analysis.routes import TheAnalyses
from schwarm.web.boards.messages import Draft
from schwarm.web.boards.snapshot import snapshot
from schwarm.web.shared import forms
from schwarm.web.shared.asking import REFUSALS, PlyNumber
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.security import visitor_of
from schwarm.web.shared.thinking import judge
from schwarm.web.tables.routes import TheTable, TheTables, at_ply, ended_record
from schwarm.web.words import words_of

router = APIRouter(prefix="/api/tables/{table}/plies/{ply}", tags=["replays"], responses=REFUSALS)


@router.post("/mend", response_model=messages.Mended)
async def mend(
    request: Request,
    open_tables: TheTables,
    analyses: TheAnalyses,
    table: TheTable,
    ply: PlyNumber,
    form: forms.Mend,
) -> messages.Mended:
    """Would this move have been better? The game must have ended, and been judged as far as that."""
    record = await asyncio.to_thread(ended_record, open_tables, table)
    known = await analyses.known(int(table.course.game_id or 0), record, visitor_of(request))
    if ply >= min(len(known.shown), len(record.plies)):
        raise Problem(409, "not_judged", "expected a ply that the bots have judged")
    game = at_ply(table, ply).view()
    best = known.shown[ply].judged.line[:1] == (form.move,)
    words = words_of(game, form.move)
    nodes, most_ms = LONGER * NODES, LONGER * MOST_MS
    found = await open_tables.queue.run(
        visitor_of(request), judge, record_of(game), nodes, most_ms, form.move
    )
    game.play(form.move)
    return {
        "right": best or found.lost < MISTAKE,
        "best": best or found.lost == 0,
        "lost": 0 if best else round(found.lost, 4),
        "words": words,
        "answer": ways(game.copy(), found.played[1:2]),
        "snapshot": snapshot(game, moves=False),
    }


@router.post("/draft", response_model=Draft)
def compose(table: TheTable, ply: PlyNumber, form: forms.Compose) -> Draft:
    """A move of a finished game's position that is being composed step by step."""
    if table.course.end is None:
        raise Problem(409, "running", "the game has not ended")
    game = at_ply(table, ply)
    return boards.of(game).compose(game, form.steps)
