"""Which move to try first: what the table, killers, answers, priors and history say."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.games.game import Game
from schwarm.search import tables
from schwarm.search.evaluator import Evaluator

if not cython.compiled:
    from schwarm.bits import free_numbers, free_words, mix, more_numbers, new_numbers, new_words

NOISY = tables.NOISY
HINTED = 3 * NOISY  # the move the table remembers
KILLER = NOISY - 50_000  # a quiet move that refuted a neighbour
ANSWER = NOISY - 100_000  # a quiet move that refuted the same move elsewhere
SHUNNED = -NOISY  # a move whose result is drawn: no draw can stand for all of them


class Ordering:
    """Gives every move of a position a mark and brings the best marks forward, one at a time."""

    evaluator: Evaluator
    marks: list[int]
    room: int
    killers: list[int]
    answers: list[int]
    history: list[int]

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.room = 4096
        self.marks = new_numbers(self.room)  # beside the game's stack, index by index
        self.killers = new_words(512)  # two a ply
        self.answers = new_words(4096)  # by the move before
        self.history = new_numbers(8192)  # by side and move

    def __dealloc__(self) -> None:
        free_numbers(self.marks)
        free_words(self.killers)
        free_words(self.answers)
        free_numbers(self.history)

    def forget(self) -> None:
        """Start afresh."""
        for i in range(512):
            self.killers[i] = 0
        for i in range(4096):
            self.answers[i] = 0
        for i in range(8192):
            self.history[i] = 0

    def fade(self) -> None:
        """A new search begins: keep a quarter of what was learnt."""
        for i in range(512):
            self.killers[i] = 0
        for i in range(8192):
            self.history[i] >>= 2

    def grade(self, game: Game, base: int, end: int, hint: int, ply: int, previous: int) -> None:
        """Mark the moves stack[base:end]; `hint` is the upper half of the scrambled move to try first."""
        if end > self.room:
            self.marks = more_numbers(self.marks, self.room, 2 * end)
            self.room = 2 * end
        half = 4096 * game.side
        answer = self.answers[mix(previous) & 4095]
        for i in range(base, end):
            move = game.stack[i]
            scrambled = mix(move)
            if self.evaluator.lottery and self.evaluator.is_drawn(game, move):
                self.marks[i] = SHUNNED
                continue
            if scrambled >> 32 == hint:
                self.marks[i] = HINTED
                continue
            mark = self.evaluator.prior(game, move) + self.history[half + (scrambled & 4095)]
            if mark < KILLER:
                if move == self.killers[2 * ply]:
                    mark = KILLER + 1
                elif move == self.killers[2 * ply + 1]:
                    mark = KILLER
                elif move == answer and mark < ANSWER:
                    mark = ANSWER
            self.marks[i] = mark

    def bring(self, game: Game, place: int, end: int) -> int:
        """Swap the best of stack[place:end] to `place`; return its mark."""
        top = place
        best = self.marks[place]
        for i in range(place + 1, end):
            if self.marks[i] > best:
                best = self.marks[i]
                top = i
        if top != place:
            move = game.stack[top]
            game.stack[top] = game.stack[place]
            game.stack[place] = move
            self.marks[top] = self.marks[place]
            self.marks[place] = best
        return best

    def learn(self, game: Game, base: int, place: int, depth: int, ply: int, previous: int) -> None:
        """stack[place] refuted the position; the moves before it did not."""
        move = game.stack[place]
        if self.marks[place] >= NOISY and self.marks[place] < HINTED:
            return
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.answers[mix(previous) & 4095] = move
        half = 4096 * game.side
        bonus = min(depth * depth, 400)
        self.shift(half + (mix(move) & 4095), bonus)
        for i in range(base, place):
            if self.marks[i] < NOISY:
                self.shift(half + (mix(game.stack[i]) & 4095), -bonus)

    def shift(self, place: int, bonus: int) -> None:
        """Let history lean towards a bonus; it stays within +-16384."""
        size = bonus if bonus > 0 else -bonus
        self.history[place] += bonus * 16 - (self.history[place] * size >> 10)
