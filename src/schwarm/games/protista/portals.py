"""Protista, kind 9: portals (K9).

A portal is an empty cell with exactly three pieces of one colour around it, side by side: a cup. The moving
piece is lifted first: it does not count, neither as part of a cup nor as a piece too many at its open side.

      w w          w w
     . P w        . P w      the piece on x may step into P and out of any other portal
    . . .        x . .
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import OFF, PLACES, cell, lowest, popcount
    from schwarm.games.protista.canonical import add_landing
    from schwarm.games.protista.codes import join_exit, walk_code, with_exit, with_leg

PORTALS_OWN, PORTALS_ALL, PORTALS_OFF = range(3)  # places among the choices of the option


def look_round(game: Position, side: int) -> None:
    """Note which cells have a piece of a side next to them, direction by direction."""
    for direction in range(6):
        game.next_to[direction] = game.having(game.pieces[side], direction)
        game.next_to[direction + 6] = game.next_to[direction]


def cups_around(game: Position, spoiled: bool) -> int:
    """Free cells with a cup of the side looked at; with `spoiled`, those with one piece too many instead."""
    found = game.cups & ~game.cups
    for first in range(6):
        cup = game.next_to[first] & game.next_to[first + 1] & game.next_to[first + 2]
        if cup:
            a = game.next_to[first + 3]
            b = game.next_to[first + 4]
            c = game.next_to[first + 5]
            if spoiled:
                found |= cup & (a ^ b ^ c) & ~(a & b & c)
            else:
                found |= cup & ~a & ~b & ~c
    return found & ~game.pieces[0] & ~game.pieces[1]


def find_cups(game: Position) -> None:
    """Note the portals of the position, and whether any piece could use one: that takes two.

    `find_sets` comes first: the three pieces of a cup are one set.
    """
    game.cups = game.spoiled = 0
    game.portals_open = False
    if game.portals_by == PORTALS_OFF or game.portal_jumps == 0:
        return
    if game.crowds:
        look_round(game, game.side)
        game.cups = cups_around(game, False)
        game.spoiled = cups_around(game, True)
    if game.portals_by == PORTALS_ALL:
        look_round(game, 1 - game.side)
        game.cups |= cups_around(game, False)
    game.portals_open = popcount(game.cups | game.spoiled) > 1


def find_gates(game: Position, origin: int) -> None:
    """Note the portals for the piece on a cell: lifting it matters to the cells next to it only."""
    near = game.around[origin]
    game.gates = game.cups
    if not near & (game.cups | game.spoiled):
        return
    game.gates &= ~near
    for way in range(6):
        number = game.ways[WAYS * origin + way]
        if game.owner[number] != EMPTY:
            continue
        links = game.linked[PLACES * game.side + number] & ~BACK[way]
        if CUP[links] or (
            game.portals_by == PORTALS_ALL and CUP[game.linked[PLACES * (1 - game.side) + number]]
        ):
            game.gates |= cell(number)


def first_named(game: Position, cells: int) -> int:
    """The cell with the shortest name, of those the first; OFF if there are no cells."""
    best = OFF
    while cells:
        number = lowest(cells)
        cells &= cells - 1
        if best == OFF or game.name_rank[number] < game.name_rank[best]:
            best = number
    return best


def exits(game: Position, kind: int, entries: int) -> None:
    """Kinds 1 and 2: in by a portal among `entries`, out by any other one, and the move is over."""
    entries &= game.gates
    rest = game.gates & ~game.landed
    while rest and entries:
        out = lowest(rest)
        rest &= rest - 1
        ways_in = entries & ~cell(out)
        while ways_in:
            entry = first_named(game, ways_in)
            ways_in &= ~cell(entry)
            add_landing(game, through(game, kind, entry, out), out, 0, OFF)
            if not game.every_label:
                break  # the first name is the first label


def through(game: Position, kind: int, entry: int, out: int) -> int:
    """The code of a move of kind 1 or 2 into one portal and out of another."""
    if kind == CONTIGUOUS:
        return join_exit(game.origin, entry, out)
    way = 0
    while game.ways[WAYS * game.origin + way] != entry:
        way += 1
    return with_exit(with_leg(walk_code(kind, game.origin, way), 0, 1), 0, out)
