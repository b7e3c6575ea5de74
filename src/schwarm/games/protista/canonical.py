"""Protista: the canonical list (M3). Each result once, under the label that comes first.

Labels are ordered by number of the kind, portal jumps, length of the text, text. The kinds call

    add            where no other move can have the same result
    add_each       the same for every cell of a board
    add_landing    one piece goes from the origin to a goal, taking some singles, perhaps hitting a stack
    add_hit        one stack is hit and nothing moves
    add_change     waves that bounce and generations: several cells change and no piece moves

Results of one piece are told apart without hashing: `landed`, `captured` and `piled` are the goals its
piece has reached so far, in the order of the kinds; what is left over, walks through portals and walks
that take several pieces, is looked up in a short list of routes.
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import (
        BOARD_WORDS,
        MOST_CELLS,
        OFF,
        PLACES,
        board_at,
        cell,
        keep_board,
        lowest_of,
        more_words,
        word_of,
    )
    from schwarm.games.protista.codes import jumps_of, kind_of
    from schwarm.games.protista.spelling import spell


def open_list(game: Position, base: int) -> None:
    """Begin a list at stack[base:]."""
    game.list_end = base
    game.struck = 0
    game.changes_end = 0


def open_origin(game: Position, origin: int) -> None:
    """Begin with the moves of one piece."""
    game.origin = origin
    game.links = game.linked[PLACES * game.side + origin]
    game.landed = game.captured = game.piled = 0
    game.routes_end = 0


def room_for(game: Position, count: int) -> None:
    """Let the stack hold so many moves more, for those who write them to it themselves."""
    if game.list_end + count > game.stack_room:
        game.make_room(game.list_end)


def add(game: Position, code: int) -> int:
    """Put a move on the list; return its place on the stack."""
    if game.list_end == game.stack_room:
        game.make_room(game.list_end)
    game.stack[game.list_end] = code
    game.list_end += 1
    return game.list_end - 1


def add_each(game: Position, first: int, step: int, cells: int) -> None:
    """Put the moves first + step * cell on the list, for every cell of a board."""
    room_for(game, MOST_CELLS)
    stack = game.stack
    end = game.list_end
    for place in range(BOARD_WORDS):  # word by word: the machine's own words are quicker to take apart
        word = word_of(cells, place)
        while word:
            stack[end] = first + step * lowest_of(word)
            end += 1
            word &= word - 1
        first += 64 * step
    game.list_end = end


def add_landing(game: Position, code: int, goal: int, taken: int, target: int) -> None:
    """A piece lands on `goal`, takes singles and hits the stack on `target` (OFF: none)."""
    if game.every_label:
        add(game, code)
        return
    here = cell(goal)
    simple = target == OFF and (taken == 0 or taken == here)
    jumps = jumps_of(code)
    if simple and jumps == 0:
        if taken:
            if not game.captured & here:
                game.captured |= here
                add(game, code)
        elif not game.landed & here:
            game.landed |= here
            add(game, code)
        return
    if not game.portals_open:
        add(game, code)  # a walk that takes several pieces, or one and hits: no other leads there
        return
    i = 0
    while i < game.routes_end:
        if game.routes[i] == goal | target << 9 and board_at(game.routes, i + 2) == taken:
            improve(game, game.routes[i + 1], code)
            return
        i += 2 + BOARD_WORDS
    if simple:
        if taken:
            if game.captured & here:
                return
            game.captured |= here
        else:
            if game.landed & here:
                return
            game.landed |= here
    if game.routes_end + 2 + BOARD_WORDS > game.routes_room:
        game.routes = more_words(game.routes, game.routes_room, 2 * game.routes_room)
        game.routes_room *= 2
    at = game.routes_end
    game.routes[at] = goal | target << 9
    game.routes[at + 1] = add(game, code)
    keep_board(game.routes, at + 2, taken)
    game.routes_end = at + 2 + BOARD_WORDS


def add_hit(game: Position, code: int, target: int) -> None:
    """The stack on `target` is hit and nothing else happens; several pieces may be able to."""
    if game.every_label:
        add(game, code)
    elif game.struck & cell(target):
        improve(game, game.struck_at[target], code)
    else:
        game.struck |= cell(target)
        game.struck_at[target] = add(game, code)


def add_change(game: Position, code: int, changed: int, filled: int) -> None:
    """The cells of `changed` change in place; `filled` tells that own pieces appear on some of them."""
    if game.every_label:
        add(game, code)
        return
    i = 0
    while i < game.changes_end:
        if game.changes[i] == filled and board_at(game.changes, i + 2) == changed:
            improve(game, game.changes[i + 1], code)
            return
        i += 2 + BOARD_WORDS
    if game.changes_end + 2 + BOARD_WORDS > game.changes_room:
        game.changes = more_words(game.changes, game.changes_room, 2 * game.changes_room)
        game.changes_room *= 2
    at = game.changes_end
    game.changes[at] = filled
    game.changes[at + 1] = add(game, code)
    keep_board(game.changes, at + 2, changed)
    game.changes_end = at + 2 + BOARD_WORDS


def improve(game: Position, at: int, code: int) -> None:
    """Let a listed move have another label if that one comes first."""
    if precedes(game, code, game.stack[at]):
        game.stack[at] = code


def precedes(game: Position, code: int, other: int) -> bool:
    """Does one label come before another?"""
    if kind_of(code) != kind_of(other):
        return kind_of(code) < kind_of(other)
    if jumps_of(code) != jumps_of(other):
        return jumps_of(code) < jumps_of(other)
    length = spell(game, code, game.spelled)
    other_length = spell(game, other, game.spelled_too)
    if length != other_length:
        return length < other_length
    for i in range(length):
        if game.spelled[i] != game.spelled_too[i]:
            return game.spelled[i] < game.spelled_too[i]
    return False
