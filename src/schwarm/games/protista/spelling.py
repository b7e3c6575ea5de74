"""Protista: the text of a move, letter by letter, from its code and the size of the board alone.

Written without Python objects, because the canonical list compares texts and legal lists are sorted by them.
"""

from __future__ import annotations

import cython

from schwarm.games.protista.position import Position
from schwarm.games.protista.tables import *

if not cython.compiled:
    from schwarm.bits import mix, new_words
    from schwarm.games.protista.codes import (
        advances_of,
        axis_of,
        created_at,
        created_of,
        ending_of,
        exit_of,
        first_turn_of,
        goal_exit_of,
        goal_of,
        jumps_of,
        kind_of,
        length_of,
        origin_of,
        paired,
        wave_way_of,
        way_of,
    )

RUN = 6  # moves sorted by insertion before runs are merged
KEY_LETTERS = 10  # letters after the kind and its colon that fit a word, six bits each


def spell_cell(game: Position, out: list[int], at: int, number: int) -> int:
    """Write a cell's name; return where it ends."""
    row = number // game.cols + 1
    out[at] = 97 + number % game.cols
    at += 1
    if row >= 100:
        out[at] = 48 + row // 100
        at += 1
    if row >= 10:
        out[at] = 48 + row // 10 % 10
        at += 1
    out[at] = 48 + row % 10
    return at + 1


def spell_direction(out: list[int], at: int, direction: int) -> int:
    """Write `>` and a direction; return where it ends."""
    out[at] = 62
    out[at + 1] = DIRECTION_LETTERS[2 * direction]
    if DIRECTION_LETTERS[2 * direction + 1] == 0:
        return at + 2
    out[at + 2] = DIRECTION_LETTERS[2 * direction + 1]
    return at + 3


def spell(game: Position, code: int, out: list[int]) -> int:
    """Write the text of a move to out[0:]; return its length."""
    kind = kind_of(code)
    out[0] = LETTER[kind]
    if kind == PASS:
        return 1
    if kind == CREATION:
        return spell_creation(game, code, out)
    out[1] = 58
    if kind == WAVE:
        return spell_wave(game, code, out)
    at = spell_cell(game, out, 2, origin_of(code))
    if kind == GENERATION:
        if paired(code):
            out[at] = 45
            at = spell_cell(game, out, at + 1, goal_of(code))
        return at
    if kind == UNSTACKING:
        return spell_direction(out, at, way_of(code))
    if kind == CONTIGUOUS:
        out[at] = MARK[ending_of(code)]
        at = spell_cell(game, out, at + 1, goal_of(code))
        if jumps_of(code):
            out[at] = 126
            at = spell_cell(game, out, at + 1, goal_exit_of(code))
        return at
    return spell_walk(game, code, out, at)


def spell_walk(game: Position, code: int, out: list[int], at: int) -> int:
    """S, C, V: the end of each straight part, portal exits, and the stack hit."""
    kind = kind_of(code)
    ending = ending_of(code)
    way = way_of(code) + 6 if kind == SHARP_V else way_of(code)
    here = origin_of(code)
    for leg in range(jumps_of(code) + 1):
        if leg:
            here = exit_of(code, leg - 1)
            out[at] = 126
            at = spell_cell(game, out, at + 1, here)
        for _ in range(advances_of(code, leg)):
            here = game.ways[WAYS * here + way]
        if advances_of(code, leg):
            out[at] = MARK[ending] if kind == SINGLE else 45
            at = spell_cell(game, out, at + 1, here)
    if ending == HITS:
        out[at] = 33
        at = spell_cell(game, out, at + 1, game.ways[WAYS * here + way])
    return at


def spell_wave(game: Position, code: int, out: list[int]) -> int:
    """W: the pieces in path order, from the end with the smaller number."""
    here = last = origin_of(code)
    axis = axis_of(code)
    turn = first_turn_of(code)
    length = length_of(code)
    for _ in range(length - 1):
        last = game.ways[WAYS * last + axis + turn]
        turn = 1 - turn
    if last < here:
        here = last
        axis += 3  # the same steps backwards: the last one first
        turn = 1 - turn
    else:
        turn = first_turn_of(code)
    at = 2
    for i in range(length):
        if i:
            here = game.ways[WAYS * here + (axis + turn) % 6]
            turn = 1 - turn
            out[at] = 46
            at += 1
        at = spell_cell(game, out, at, here)
    at = spell_direction(out, at, wave_way_of(code))
    if ending_of(code) == HITS:
        out[at] = 33
        at += 1
    return at


def spell_creation(game: Position, code: int, out: list[int]) -> int:
    """R, with its cells where they are known."""
    at = 1
    for i in range(created_of(code)):
        out[at] = 46 if i else 61
        at = spell_cell(game, out, at + 1, created_at(code, i))
    return at


def text_of(game: Position, code: int) -> str:
    return "".join([chr(game.spelled[i]) for i in range(spell(game, code, game.spelled))])


# --- sorting by text -----------------------------------------------------------------------------
def text_key(game: Position, code: int) -> int:
    """A word that sorts like the first twelve letters of the text; the last ones asked for are remembered."""
    keyed = game.keyed
    slot = 2 * (mix(code) & KEY_SLOTS - 2)  # two places to go to, each a code and its key
    if keyed[slot] == code:
        return keyed[slot + 1]
    if keyed[slot + 2] != code:
        keyed[slot + 2], keyed[slot + 3] = keyed[slot], keyed[slot + 1]
        keyed[slot], keyed[slot + 1] = code, new_text_key(game, code)
        return keyed[slot + 1]
    return keyed[slot + 3]


def new_text_key(game: Position, code: int) -> int:
    """Four bits for the kind's letter, six for each of ten more; the colon is left out."""
    length = spell(game, code, game.spelled)
    key = SHORT[game.spelled[0]]
    for i in range(2, KEY_LETTERS + 2):
        key = key << 6
        if i < length:
            key |= SHORT[game.spelled[i]]
    return key


def comes_later(game: Position, code: int, other: int) -> bool:
    """Is the first text the greater one?"""
    length = spell(game, code, game.spelled)
    other_length = spell(game, other, game.spelled_too)
    for i in range(min(length, other_length)):
        if game.spelled[i] != game.spelled_too[i]:
            return game.spelled[i] > game.spelled_too[i]
    return length > other_length


def sort_by_text(game: Position, end: int) -> None:
    """Sort stack[0:end] by the texts of the moves: short runs first, then they are merged to and fro.

    stack[end:] holds the codes merged, then the keys of both: their distance from the codes is 2 * end.
    """
    if 4 * end > game.stack_room:
        game.make_room(4 * end)
    if game.keyed_room == 0:
        game.keyed_room = 2 * KEY_SLOTS
        game.keyed = new_words(game.keyed_room)
    for i in range(end):
        game.stack[2 * end + i] = text_key(game, game.stack[i])
    done = 0
    while done < end:
        sort_run(game, done, min(done + RUN, end), 2 * end)
        done += RUN
    width = RUN
    source = 0
    while width < end:
        done = 0
        while done < end:
            left = end - done
            merge(game, source + done, min(width, left), min(2 * width, left), end - source + done, 2 * end)
            done += 2 * width
        source = end - source
        width *= 2
    if source:
        for i in range(end):
            game.stack[i] = game.stack[source + i]


def sort_run(game: Position, first: int, end: int, keys: int) -> None:
    """Sort stack[first:end], few moves, by insertion; the key of each stands `keys` further on."""
    stack = game.stack
    for i in range(first + 1, end):
        code, key = stack[i], stack[keys + i]
        j = i
        while j > first:
            before = stack[keys + j - 1]
            if before < key or (before == key and not comes_later(game, stack[j - 1], code)):
                break
            stack[j], stack[keys + j] = stack[j - 1], before
            j -= 1
        stack[j], stack[keys + j] = code, key


def merge(game: Position, first: int, half: int, count: int, out: int, keys: int) -> None:
    """Merge sorted moves, `half` from stack[first] on and the rest of `count` after them, to stack[out:]."""
    stack = game.stack
    one, other = first, first + half
    one_end, other_end = other, first + count
    while one < one_end and other < other_end:
        key, other_key = stack[keys + one], stack[keys + other]
        if key == other_key:
            later = comes_later(game, stack[one], stack[other])
        else:
            later = key > other_key
        stack[out] = stack[other] if later else stack[one]
        stack[keys + out] = other_key if later else key
        other += later
        one += 1 - later
        out += 1
    while one < one_end:
        stack[out], stack[keys + out] = stack[one], stack[keys + one]
        one += 1
        out += 1
    while other < other_end:
        stack[out], stack[keys + out] = stack[other], stack[keys + other]
        other += 1
        out += 1
