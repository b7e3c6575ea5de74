"""Mississippi Queen as values: the visible river with both ships, and what a list of actions does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwarm.game.board import ROW_HEIGHT, Board, Cell, Description, Fact, Mark, Piece, Shape, Step
from schwarm.games.mississippi_queen.actions import Trip
from schwarm.games.mississippi_queen.notation import SIDES, read_actions
from schwarm.games.mississippi_queen.tables import (
    GOAL,
    ISLAND,
    LOG,
    NOWHERE,
    PLACES,
    POINTS,
    SANDBANK,
    SEGMENTS,
    WATER,
)

if TYPE_CHECKING:
    from schwarm.games.mississippi_queen.rules import MississippiQueen

KINDS = {WATER: "water", GOAL: "goal", LOG: "log", SANDBANK: "sandbank", ISLAND: "island"}
ACTIONS = {"A": "accelerate", "T": "turn", "M": "advance", "P": "push"}


def board_of(game: MississippiQueen) -> Board:
    """The visible segments, passengers and ships; a hidden segment is a mark without cells.

    The segments left behind are known as well, but nobody may sail there (S6).

    Directions count counter-clockwise from 0, to the right. A cell's group is its segment, its value what a
    ship there counts besides whole segments (W1); a ship's value is its passengers.
    """
    low, high = game.window()
    cells = tuple(cell_of(game, field) for field in range(PLACES * low, PLACES * (high + 1)))
    marks = [
        Mark(
            "stream", tuple(c.name for c in cells if c.group == segment), None, segment, game.flow_of(segment)
        )
        for segment in range(low, high + 1)
    ]
    marks += [Mark("hidden", (), value=segment) for segment in range(high + 1, SEGMENTS)]
    pieces = []
    for island, pier, waiting in game.piers():
        if waiting:
            pieces.append(Piece(name(game, island), "passenger", course=pier))
            stage = game.next_field(island, pier)
            if stage != NOWHERE:
                marks.append(Mark("stage", (name(game, stage),), course=pier))
        else:
            marks.append(Mark("gone", (name(game, island),), course=pier))
    pieces += [ship_of(game, side) for side in range(2)]
    facts = []
    for number, side in enumerate(SIDES):
        ship = game.ship(number)
        facts += [
            Fact("points", game.points()[number], side),
            Fact("speed", ship.speed, side),
            Fact("coal", ship.coal, side),
            Fact("passengers", ship.aboard, side),
            Fact("free_turns", ship.free, side),
        ]
    behind = tuple(cell_of(game, field) for field in range(PLACES * low))
    return Board(Shape.RIVER, cells, tuple(pieces), tuple(marks), facts=tuple(facts), behind=behind)


def cell_of(game: MississippiQueen, field: int) -> Cell:
    """A field of the river; even rows stand half a field to the right."""
    x, y = game.coordinates(field)
    return Cell(
        name=f"{x},{y}",
        column=x,
        row=y,
        x=x + (0.5 if y % 2 == 0 else 0.0),
        y=ROW_HEIGHT * y,
        kind=KINDS[game.kind_of(field)],
        group=field // PLACES,
        value=POINTS[field % PLACES],
    )


def ship_of(game: MississippiQueen, side: int) -> Piece:
    ship = game.ship(side)
    return Piece(name(game, ship.field), "ship", SIDES[side], ship.aboard, course=ship.course)


def name(game: MississippiQueen, field: int) -> str:
    x, y = game.coordinates(field)
    return f"{x},{y}"


def describe(game: MississippiQueen, code: int) -> Description:
    """The actions one by one, both ships' ways, and the passengers that come on board."""
    text = game.write(code)
    trip = Trip(game, text)
    way, pushed = [trip.field], [trip.other]
    steps = []
    for number, action in enumerate(read_actions(text), 1):
        course, here, other = trip.course, trip.field, trip.other
        trip.act(number, action)
        entered = [here]
        if action.letter == "M":
            heading = course if action.number > 0 else (course + 3) % 6
            while entered[-1] != trip.field:  # an advance goes straight on
                entered.append(game.next_field(entered[-1], heading))
            way += entered[1:]
        elif action.letter == "P":
            entered = [other, trip.other]
            pushed.append(trip.other)
        steps.append(
            Step(
                kind=ACTIONS[action.letter],
                number=action.number,
                text=action.text,
                path=tuple(name(game, field) for field in entered),
                speed=trip.speed,
                coal=trip.coal,
                points=max(0, trip.points),
            )
        )
    ships = [(way[0], way[-1])]
    if len(pushed) > 1:
        ships.append((pushed[0], pushed[-1]))
    return Description(
        text=text,
        side=game.to_move,
        kind="sail",
        piece=ship_of(game, game.side),
        start=name(game, way[0]),
        goal=name(game, way[-1]),
        path=tuple(name(game, field) for field in way),
        captured=tuple(Piece(name(game, f), "passenger", course=pier) for f, pier in game.boarding(code)),
        moved=tuple((name(game, start), name(game, goal)) for start, goal in ships),
        also=("push",) if len(pushed) > 1 else (),
        steps=tuple(steps),
    )
