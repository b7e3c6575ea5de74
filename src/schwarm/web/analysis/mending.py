"""Mistakes mended: a position of a finished game is a puzzle, and any move that loses nothing solves it.

What the strongest bot said of the position before is compared with what it says after the move that is tried.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request

from schwarm.game.record import record_of
from schwarm.web import boards
from schwarm.web.analysis import messages
from schwarm.web.analysis.analyses import MISTAKE, chance, loss, ways
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
JUDGE_MS = 400  # for the position after the move that is tried


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
    if ply >= min(len(known.judged), len(record.plies)):
        raise Problem(409, "not_judged", "expected a ply that the bots have judged")
    game = at_ply(table, ply).view()
    best = known.judged[ply].line[:1] == (form.move,)
    words, mover = words_of(game, form.move), game.copy()
    game.play(form.move)
    found = await open_tables.queue.run(visitor_of(request), judge, record_of(game), JUDGE_MS)
    lost = max(0.0, loss(mover, chance(known.judged[ply].score), chance(found.score)))
    shot = snapshot(game, moves=False)
    return {
        "right": best or lost < MISTAKE,
        "best": best,
        "lost": round(lost, 4),
        "words": words,
        "answer": ways(game, found.line[:1]),
        "snapshot": shot,
    }


@router.post("/draft", response_model=Draft)
def compose(table: TheTable, ply: PlyNumber, form: forms.Compose) -> Draft:
    """A move of a finished game's position that is being composed step by step."""
    if table.course.end is None:
        raise Problem(409, "running", "the game has not ended")
    game = at_ply(table, ply)
    return boards.of(game).compose(game, form.steps)
