"""Counting move sequences: the standard check that two implementations of a game agree."""

from __future__ import annotations

import cython

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.search.threads import over_threads


class Halt:
    """A word from another thread that a count is not wanted any more."""

    def __init__(self) -> None:
        self.now = False

    def stop(self) -> None:
        """Let the count end soon; what it gives then means nothing."""
        self.now = True


NEVER = Halt()  # for counts that nobody halts


def leaves(game: Game, depth: int, base: int, halt: Halt) -> int:
    """Number of sequences of `depth` moves; those that end the game earlier do not count."""
    if game.over():
        return 0
    end = game.list_moves(base)
    if depth == 1:
        return end - base
    total = 0
    for i in range(base, end):
        if halt.now:
            break
        game.push(game.stack[i])
        total += leaves(game, depth - 1, end, halt)
        game.pop()
    return total


def count(game: Game, depth: int, halt: Halt = NEVER) -> int:
    """Perft on this very game object, which comes back as it was."""
    if depth == 0:
        return 1
    with cython.nogil:
        total = leaves(game, depth, 0, halt)
    game.check()
    return total


def count_after(game: Game, move: str, depth: int, halt: Halt = NEVER) -> int:
    """Perft below one move."""
    game.play(move)
    total = count(game, depth, halt)
    game.undo()
    return total


def perft(game: Game, depth: int, *, threads: int = 1) -> int:
    """Number of legal move sequences of this length, from here on.

    :param depth: how many plies long they are.
    :param threads: on how many threads they are counted.
    :raises GameError: if the depth is below 0.

    >>> from schwarm.game import new_game
    >>> perft(new_game("piranhas", seed=7), 2)
    1958
    """
    if depth < 0:
        raise GameError(f"expected a depth of 0 or more, not {depth}")
    if depth < 2:
        return count(game.copy(), depth)
    halt = Halt()
    if threads == 1:
        (total,) = over_threads(game, 1, [depth], lambda twin, plies: count(twin, plies, halt), halt.stop)
        return total
    return sum(split(game, depth, threads=threads).values())


def split(game: Game, depth: int, *, threads: int = 1) -> dict[str, int]:
    """Perft below each legal move: shows where two implementations part."""
    if depth < 1:
        raise GameError(f"expected a depth of 1 or more, not {depth}")
    moves = game.legal_moves()
    halt = Halt()
    counts = over_threads(
        game, threads, moves, lambda twin, move: count_after(twin, move, depth - 1, halt), halt.stop
    )
    return dict(zip(map(str, moves), counts, strict=True))
