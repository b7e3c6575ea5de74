"""Puzzles on the page: an overview, one puzzle to solve, and what the API answers to moves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import Field

from schwarm.game.catalogue import games_to_offer
from schwarm.game.vector import svg_of
from schwarm.teaching.puzzles import Goal, NoPuzzles, Puzzle, find, puzzle_games, shipped
from schwarm.teaching.puzzles.solving import after, attempt, of_the_day, themes_in, whole_solution, why_not
from schwarm.web import boards
from schwarm.web.boards.messages import Draft
from schwarm.web.boards.snapshot import describe, snapshot
from schwarm.web.shared import forms
from schwarm.web.shared.asking import PICTURE_S, REFUSALS, SVG
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.pages import missing, page
from schwarm.web.shared.security import visitor_of
from schwarm.web.tables.routes import TheTables
from schwarm.web.teaching import messages
from schwarm.web.words import words_of

router = APIRouter(responses=REFUSALS)
pages = APIRouter(include_in_schema=False)
SECTIONS = ("puzzles",)
PuzzleGame = Annotated[str, Path(max_length=64)]
PuzzleName = Annotated[str, Path(pattern=r"^[0-9a-f]{8}$")]
GOALS: dict[Goal, Literal["win", "save"]] = {Goal.WIN: "win", Goal.SAVE: "save"}


class Moves(forms.Form):
    """The moves from a puzzle's position on; the last one is the one to be judged."""

    moves: list[forms.MoveText] = Field(max_length=40)


class PuzzleDraft(Moves):
    """The steps of a move that is being composed, after some moves."""

    steps: list[Annotated[str, Field(max_length=8)]] = Field(max_length=60)


# --- pages --------------------------------------------------------------------------------------------
@pages.get("/puzzles")
def overview(request: Request) -> Response:
    """All games with today's puzzles and their themes."""
    today = datetime.now(UTC).date()
    names = [game for game in games_to_offer() if game in puzzle_games()]
    games = {game: [puzzle.name for puzzle in shipped(game)] for game in names}
    daily = {game: of_the_day(game, today) for game in names}
    return page(
        request,
        "puzzles.html",
        sections=SECTIONS,
        daily=daily,
        counts={game: len(names) for game, names in games.items()},
        themes={game: themes_in(game) for game in names},
        data={
            "names": games,
            "daily": {game: puzzle.name for game, puzzle in daily.items()},
            "day": today.isoformat(),
        },
    )


@pages.get("/puzzles/{game}")
def any_puzzle(request: Request, game: str) -> Response:
    """A puzzle that suits the visitor, whom only the browser knows."""
    return puzzle_page(request, game, None)


@pages.get("/puzzles/{game}/{name}")
def one_puzzle(request: Request, game: str, name: str) -> Response:
    """One puzzle."""
    return puzzle_page(request, game, name)


@pages.get("/puzzles/{game}/{name}/picture")
def picture(request: Request, game: str, name: str) -> Response:
    """A puzzle's position as a small picture."""
    try:
        drawn = svg_of(find(game, name).start().board(), small=True)
    except NoPuzzles:
        return missing(request)
    return Response(drawn, media_type=SVG, headers={"cache-control": f"private, max-age={PICTURE_S}"})


def puzzle_page(request: Request, game: str, name: str | None) -> Response:
    """The page on which a puzzle is solved."""
    if game not in puzzle_games():
        return missing(request)
    try:
        puzzle = None if name is None else find(game, name)
    except NoPuzzles:
        return missing(request)
    today = datetime.now(UTC).date()
    return page(
        request,
        "puzzle.html",
        sections=SECTIONS,
        game=game,
        data={
            "book": describe(game),
            "puzzle": None if puzzle is None else shown(puzzle),
            "list": [[one.name, one.rating, list(one.themes)] for one in shipped(game)],
            "daily": of_the_day(game, today).name,
            "day": today.isoformat(),
        },
    )


# --- the API ------------------------------------------------------------------------------------------
@router.get("/api/puzzles/{game}/{name}", tags=["puzzles"], response_model=messages.PuzzleShown)
def show_puzzle(game: PuzzleGame, name: PuzzleName) -> messages.PuzzleShown:
    """A puzzle: its position, what is asked, and what was proven."""
    return shown(named(game, name))


@router.post("/api/puzzles/{game}/{name}/try", tags=["puzzles"], response_model=messages.PuzzleTry)
async def try_move(
    request: Request, open_tables: TheTables, game: PuzzleGame, name: PuzzleName, form: Moves
) -> messages.PuzzleTry:
    """Judge the last of the moves; after a right one comes the engine's best defence."""
    puzzle = named(game, name)
    after(puzzle, form.moves)  # what cannot be played is refused here
    found = await open_tables.queue.run(visitor_of(request), attempt, game, name, form.moves)
    steps = steps_of(puzzle, found.moves, len(form.moves) - 1)
    return {"right": found.right, "solved": found.solved, "moves": list(found.moves), "steps": steps}


@router.post("/api/puzzles/{game}/{name}/why", tags=["puzzles"], response_model=messages.PuzzleLine)
async def why(
    request: Request, open_tables: TheTables, game: PuzzleGame, name: PuzzleName, form: Moves
) -> messages.PuzzleLine:
    """What refutes the last of the moves, which was wrong."""
    puzzle = named(game, name)
    after(puzzle, form.moves)
    line = await open_tables.queue.run(visitor_of(request), why_not, game, name, form.moves)
    before = form.moves[:-1]
    return {"steps": steps_of(puzzle, [*before, *line], len(before))}


@router.get("/api/puzzles/{game}/{name}/solution", tags=["puzzles"], response_model=messages.PuzzleLine)
async def solution(
    request: Request, open_tables: TheTables, game: PuzzleGame, name: PuzzleName
) -> messages.PuzzleLine:
    """The right move and the line after it, until the game is won or the side that was saved is safe."""
    puzzle = named(game, name)
    line = await open_tables.queue.run(visitor_of(request), whole_solution, game, name)
    return {"steps": steps_of(puzzle, line, 0)}


@router.get("/api/puzzles/{game}/{name}/hint", tags=["puzzles"], response_model=messages.PuzzleHint)
def hint(game: PuzzleGame, name: PuzzleName) -> messages.PuzzleHint:
    """How the right move begins."""
    puzzle = named(game, name)
    position = puzzle.start()
    told = position.describe(puzzle.answer)
    path = boards.of(position).path(position, puzzle.answer)
    return {"path": path[:1], "step": told.steps[0].text if told.steps else ""}


@router.post("/api/puzzles/{game}/{name}/draft", tags=["puzzles"], response_model=Draft)
def compose(game: PuzzleGame, name: PuzzleName, form: PuzzleDraft) -> Draft:
    """A move that is being composed step by step."""
    position = after(named(game, name), form.moves)
    drawn = boards.of(position)
    if not drawn.COMPOSED:
        raise Problem(409, "not_composed", f"moves of {game} are not composed")
    return drawn.compose(position, form.steps)


def named(game: str, name: str) -> Puzzle:
    """The puzzle of an address."""
    try:
        return find(game, name)
    except NoPuzzles as error:
        raise Problem(404, "not_found", str(error)) from None


def shown(puzzle: Puzzle) -> messages.PuzzleShown:
    """A puzzle for the page."""
    game = puzzle.start()
    return {
        "name": puzzle.name,
        "game": puzzle.game,
        "side": game.to_move,
        "goal": GOALS[puzzle.goal],
        "plies": puzzle.plies,
        "depth": puzzle.depth,
        "themes": list(puzzle.themes),
        "rating": puzzle.rating,
        "solved": list(puzzle.solved),
        "snapshot": snapshot(game, moves=True),
    }


def steps_of(puzzle: Puzzle, moves: Sequence[str], first: int) -> list[messages.PuzzleStep]:
    """The moves from the place `first` on, each with the position after it."""
    game = after(puzzle, moves[:first])
    steps: list[messages.PuzzleStep] = []
    for move in moves[first:]:
        side, words = game.to_move, words_of(game, move)
        game.play(move)
        shot = snapshot(game, moves=True)
        steps.append({"move": str(move), "side": side, "words": words, "snapshot": shot})
    return steps
