"""Move ordering: the table's move first, then by the evaluator's priors, killers, countermoves, history."""

from __future__ import annotations

import cython

from schwarm.game.game import Game
from schwarm.search.evaluator import Evaluator
from schwarm.search.tables import *

if not cython.compiled:
    from schwarm.bits import free_numbers, free_words, mix, more_numbers, new_numbers, new_words

TABLE_MOVE = 3 * NOISY  # the best move the transposition table remembers
KILLER = NOISY - 50_000  # a quiet move that caused a cutoff at the same ply
COUNTERMOVE = NOISY - 100_000  # a quiet move that caused a cutoff after the same enemy move
CHANCE = -NOISY  # a move whose result is random, which no single search can stand for


class Ordering:
    """Scores the moves of a position and picks the best ones, one at a time: a cutoff saves the rest."""

    evaluator: Evaluator
    scores: list[int]
    room: int
    killers: list[int]
    countermoves: list[int]
    history: list[int]

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.room = 4096
        self.scores = new_numbers(self.room)  # beside the game's stack, index by index
        self.killers = new_words(512)  # two a ply
        self.countermoves = new_words(4096)  # by the enemy's move before
        self.history = new_numbers(8192)  # by side and move

    def __dealloc__(self) -> None:
        free_numbers(self.scores)
        free_words(self.killers)
        free_words(self.countermoves)
        free_numbers(self.history)

    def forget(self) -> None:
        """Lose all memory of earlier searches."""
        for i in range(512):
            self.killers[i] = 0
        for i in range(4096):
            self.countermoves[i] = 0
        for i in range(8192):
            self.history[i] = 0

    def begin_search(self) -> None:
        """Forget the killers, which belong to plies, and keep a quarter of the history."""
        for i in range(512):
            self.killers[i] = 0
        for i in range(8192):
            self.history[i] >>= 2

    def score_moves(self, game: Game, base: int, end: int, table_move: int, ply: int, previous: int) -> None:
        """Score the moves stack[base:end]; `table_move` is the upper half of mix(the move to try first)."""
        if end > self.room:
            self.scores = more_numbers(self.scores, self.room, 2 * end)
            self.room = 2 * end
        side_half = 4096 * game.side
        countermove = self.countermoves[mix(previous) & 4095]
        for i in range(base, end):
            move = game.stack[i]
            scrambled = mix(move)
            if self.evaluator.chance_moves and self.evaluator.is_chance_move(game, move):
                self.scores[i] = CHANCE
                continue
            if scrambled >> 32 == table_move:
                self.scores[i] = TABLE_MOVE
                continue
            score = self.evaluator.prior(game, move) + self.history[side_half + (scrambled & 4095)]
            if score < KILLER:
                if move == self.killers[2 * ply]:
                    score = KILLER + 1
                elif move == self.killers[2 * ply + 1]:
                    score = KILLER
                elif move == countermove and score < COUNTERMOVE:
                    score = COUNTERMOVE
            self.scores[i] = score

    def pick_next(self, game: Game, place: int, end: int) -> int:
        """Swap the move with the best score of stack[place:end] to `place`; return its score."""
        top = place
        best = self.scores[place]
        for i in range(place + 1, end):
            if self.scores[i] > best:
                best = self.scores[i]
                top = i
        if top != place:
            move = game.stack[top]
            game.stack[top] = game.stack[place]
            game.stack[place] = move
            self.scores[top] = self.scores[place]
            self.scores[place] = best
        return best

    def learn_cutoff(self, game: Game, base: int, place: int, depth: int, ply: int, previous: int) -> None:
        """The move stack[place] caused a cutoff; remember it, and that the moves before it did not."""
        move = game.stack[place]
        if self.scores[place] >= NOISY and self.scores[place] < TABLE_MOVE:
            return
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.countermoves[mix(previous) & 4095] = move
        side_half = 4096 * game.side
        bonus = min(depth * depth, 400)
        self.update_history(side_half + (mix(move) & 4095), bonus)
        for i in range(base, place):
            if self.scores[i] < NOISY:
                self.update_history(side_half + (mix(game.stack[i]) & 4095), -bonus)

    def update_history(self, place: int, bonus: int) -> None:
        """Add a bonus to a move's history and let the old value decay, so that it stays within +-16384."""
        size = bonus if bonus > 0 else -bonus
        self.history[place] += bonus * 16 - (self.history[place] * size >> 10)
