"""Protista: walking (K0), shared by kinds 1, 3 and 5.

A piece advances again and again in one direction, or with one leap, up to n times. It stops before own
pieces and the edge, takes enemy singles, and may end by hitting the first enemy stack in its way.
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import OFF, cell, lowest
    from schwarm.games.protista.canonical import add_hit, add_landing
    from schwarm.games.protista.codes import (
        advances_of,
        ending_of,
        exit_of,
        jumps_of,
        kind_of,
        origin_of,
        walk_code,
        way_of,
        with_ending,
        with_exit,
        with_leg,
    )
    from schwarm.games.protista.stacking import hit, pile


def walks(game: Position, kind: int, direction: int, most: int) -> None:
    """All walks of the piece on the origin without portals."""
    way = direction + 6 if kind == SHARP_V else direction
    bare = walk_code(kind, game.origin, direction)
    here = game.origin
    taken = 0
    used = 0
    while True:
        ahead = game.ways[WAYS * here + way]
        there = game.owner[ahead]
        blocked = used == most or there == BEYOND or there == game.side
        if used and (blocked or not game.must_continue):
            add_landing(game, with_leg(bare, 0, used), here, taken, OFF)
        if blocked:
            return
        if game.height[ahead] > 1:
            code = with_ending(with_leg(bare, 0, used), HITS)
            if used:
                add_landing(game, code, here, taken, ahead)
            else:
                add_hit(game, code, ahead)
            return
        if there != EMPTY:
            taken |= cell(ahead)
        here = ahead
        used += 1


def portal_walks(game: Position, kind: int, direction: int, most: int) -> None:
    """All walks of the piece on the origin through at least one portal (K9)."""
    way = direction + 6 if kind == SHARP_V else direction
    most = min(most, MOST_ADVANCES)  # a code has no room for more
    walk_on(game, way, most, game.origin, 0, 0, walk_code(kind, game.origin, direction), 0, 0)


def walk_on(
    game: Position, way: int, most: int, here: int, used: int, taken: int, code: int, jumps: int, leg: int
) -> None:
    """Go on from a cell; `code` holds the walk up to the last portal, `leg` the advances since."""
    while True:
        ahead = game.ways[WAYS * here + way]
        there = game.owner[ahead]
        if there == 1 - game.side and taken & cell(ahead):
            there = EMPTY  # taken before the piece came round again
        blocked = used == most or there == BEYOND or there == game.side
        if jumps and (blocked or not game.must_continue):
            add_landing(game, with_leg(code, jumps, leg), here, taken, OFF)
        if blocked:
            return
        if game.height[ahead] > 1:
            if jumps:
                add_landing(game, with_ending(with_leg(code, jumps, leg), HITS), here, taken, ahead)
            return
        if there != EMPTY:
            taken |= cell(ahead)
        here = ahead
        used += 1
        leg += 1
        if game.gates & cell(here) and jumps < game.portal_jumps:
            entered = with_leg(code, jumps, leg)
            rest = game.gates & ~cell(here)
            while rest:
                out = lowest(rest)
                rest &= rest - 1
                walk_on(game, way, most, out, used, taken, with_exit(entered, jumps, out), jumps + 1, 0)


def make_walk(game: Position, code: int) -> None:
    """Make a move of kind 1, 3 or 5."""
    way = way_of(code) + 6 if kind_of(code) == SHARP_V else way_of(code)
    start = here = origin_of(code)
    if ending_of(code) == STACKS:
        pile(game, start, game.ways[WAYS * start + way])
        return
    for leg in range(jumps_of(code) + 1):
        if leg:
            here = exit_of(code, leg - 1)
        for _ in range(advances_of(code, leg)):
            here = game.ways[WAYS * here + way]
            if game.owner[here] == 1 - game.side:
                game.place(here, EMPTY, 0, 0)
    if ending_of(code) == HITS:
        hit(game, game.ways[WAYS * here + way])
    if here != start:
        game.relocate(start, here)
