"""Positions outside of any game: looked at, set up by hand, judged by the strongest bot; nothing is kept."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from fastapi import APIRouter, Request
from fastapi.responses import Response

from schwarm.game import BadPosition, Piece, list_games, new_game, rule_book
from schwarm.game.errors import Refusal
from schwarm.game.record import record_of
from schwarm.game.rulebook import OptionValue
from schwarm.web.analysis import messages
from schwarm.web.analysis.analyses import ways
from schwarm.web.boards import drawn_piece
from schwarm.web.boards.messages import Snapshot
from schwarm.web.boards.snapshot import describe, snapshot
from schwarm.web.shared import forms
from schwarm.web.shared.asking import REFUSALS
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.pages import missing, page
from schwarm.web.shared.security import visitor_of
from schwarm.web.shared.thinking import judge
from schwarm.web.tables.routes import TheTables
from schwarm.web.words.teller import as_players_write

router = APIRouter(prefix="/api", responses=REFUSALS)
pages = APIRouter(include_in_schema=False)
JUDGE_NODES, JUDGE_MS = 400_000, 800


@router.post("/positions", tags=["games"], response_model=Snapshot)
def show_position(start: forms.Start) -> Snapshot:
    """A position with its picture and its legal moves."""
    return snapshot(start.opened().view(), moves=True)


@router.post("/positions/arranged", tags=["games"], response_model=Snapshot)
def arrange(form: forms.Arrange) -> Snapshot:
    """The position with these pieces; 422 says what the rule book has against it."""
    game = form.opened()
    arranging, book = game.setup.book.arranging, game.setup.book
    if arranging is None:
        raise Problem(409, "not_arranged", f"positions of {game.name} are not set up by hand")
    if form.to_move not in book.sides:
        raise BadPosition(Refusal("to_move", sides=" or ".join(book.sides), side=repr(form.to_move)))
    known = {(piece.kind, piece.side) for piece in arranging.pieces}
    cells = {cell.name for cell in game.board().cells}
    for piece in form.pieces:
        if (piece.kind, piece.side) not in known or piece.cell not in cells:
            raise BadPosition(Refusal("pieces_and_cells", kind=piece.kind, cell=piece.cell))
    text = arranging.write(game, [put(piece) for piece in form.pieces], form.to_move)
    if form.numbers:
        known_numbers = {number.name for number in arranging.numbers}
        for side, numbers in form.numbers.items():
            if side not in book.sides or not numbers.keys() <= known_numbers:
                raise BadPosition(Refusal("numbers", sides=" and ".join(book.sides), side=side))
        assert arranging.adjust is not None, "whoever has numbers can set them"
        text = arranging.adjust(text, form.numbers)
    made = new_game(form.game, profile=form.profile, seed=None, position=text, **form.options)
    return snapshot(made.view(), moves=True)


def put(piece: forms.PutPiece) -> Piece:
    """A piece as rule books know it."""
    return Piece(piece.cell, piece.kind, piece.side, piece.size, height=piece.level + 1, course=piece.rot)


@router.post("/positions/verdict", tags=["games"], response_model=messages.Verdict)
async def verdict(request: Request, open_tables: TheTables, start: forms.Start) -> messages.Verdict:
    """What the strongest bot says of a position, and what it would play."""
    game = await asyncio.to_thread(lambda: start.opened().view())
    found = await open_tables.queue.run(visitor_of(request), judge, record_of(game), JUDGE_NODES, JUDGE_MS)
    return {
        "score": found.score,
        "chance": round(found.chance, 4),
        "line": list(found.line),
        "players": as_players_write(game, found.line),
        "ways": ways(game, found.line),
    }


# --- the page ---------------------------------------------------------------------------------------------
@pages.get("/position/{game}")
def position(request: Request, game: str) -> Response:
    """A position by its text, or the start of a game: to look at, to try moves, to set up, to be judged."""
    text = request.query_params.get("p")
    profile = request.query_params.get("profile")
    if game not in list_games() or len(text or "") > 4000:
        return missing(request)
    opened = new_game(game, profile=profile, seed=None, position=text, **asked_options(request, game))
    arranging = rule_book(game).arranging
    data = {
        "snapshot": snapshot(opened.view(), moves=True),
        "book": describe(game),
        "pieces": [drawn_piece(piece) for piece in arranging.pieces] if arranging is not None else [],
        "numbers": [asdict(number) for number in arranging.numbers] if arranging is not None else [],
        "climbers": arranging.climbers if arranging is not None else (),
        "lasting": arranging.lasting if arranging is not None else (),
    }
    return page(request, "position.html", game=game, data=data)


def asked_options(request: Request, game: str) -> dict[str, OptionValue]:
    """The rule options of an address, such as `o.rounds=10`, as values of their types."""
    found: dict[str, OptionValue] = {}
    for option in rule_book(game).options:
        text = request.query_params.get(f"o.{option.name}")
        if text is None:
            continue
        if isinstance(option.default, bool):
            found[option.name] = text == "true"
        elif isinstance(option.default, int) and text.lstrip("-").isdecimal():
            found[option.name] = int(text)
        else:
            found[option.name] = text
    return found
