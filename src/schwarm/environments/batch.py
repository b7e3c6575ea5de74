"""Many games stepped one after the other by one engine, without Python's lock.

A game that waits for its turn is a block of words; the engine loads it, plays, saves it. So the tables of a
rule book stay in the processor's cache and a waiting game needs little memory. Each game draws from a random
stream of its own, numbered over all batches, so the number of threads changes nothing.
"""

from __future__ import annotations

from typing import Any

import cython

from schwarm.environments.arrays import Arrays
from schwarm.game.game import Game

if not cython.compiled:
    from schwarm.bits import advance, below, free_words, mix, new_words, stream_state
    from schwarm.environments.memory import bytes_of, clear, free_lists, integers_of, new_lists, reals_of

ROOMY = 2048  # a list of moves with more room than this is cut back when it is not needed


class Batch:
    """A row of games with one engine; the arrays it writes to belong to somebody else."""

    arrays: Arrays
    engine: Game
    count: int
    first: int  # number of its first game among all batches
    start_count: int
    states: list[Any]  # count blocks of arrays.words words
    starts: list[Any]  # start_count blocks
    streams: list[int]  # state of each game's random stream
    lists: list[list[int]]  # composed games: the moves that fit the actions chosen so far, each as a pair
    #                         of its code and the action at the place in its path that is decided next
    rooms: list[int]  # for how many moves each of these lists has room
    left: list[int]  # how many moves it holds
    places: list[int]  # the place in their paths that the next action decides
    mask: Any
    observations: Any
    finals: Any
    done: Any
    movers: Any
    actions: Any
    samples: Any
    rewards: Any
    kept: tuple[Any, ...]

    def __init__(self, arrays: Arrays, count: int, first: int, start_count: int) -> None:
        """`count` games from the `first` one on, which begin with one of `start_count` starts."""
        self.arrays = arrays
        self.engine = self.arrays.engine
        self.count = count
        self.first = first
        self.start_count = start_count
        self.states = new_words(self.count * self.arrays.words)
        self.starts = new_words(self.start_count * self.arrays.words)
        self.streams = new_words(self.count)
        self.lists = new_lists(self.count)
        self.rooms = new_words(self.count)
        self.left = new_words(self.count)
        self.places = new_words(self.count)

    def __dealloc__(self) -> None:
        free_words(self.states)
        free_words(self.starts)
        free_words(self.streams)
        free_lists(self.lists, self.count)
        free_words(self.rooms)
        free_words(self.left)
        free_words(self.places)

    def add_start(self, game: Game, number: int) -> None:
        """Let games begin like this one; it stays as it is."""
        self.arrays.take(game.copy())
        self.arrays.save(self.starts, number * self.arrays.words)
        self.arrays.take(self.engine)

    def attach(
        self, mask: Any, observations: Any, finals: Any, done: Any,
        movers: Any, actions: Any, samples: Any, rewards: Any,
    ) -> None:  # fmt: skip
        """Take the arrays to read from and write to: contiguous, of the right types, one row a game."""
        self.kept = (mask, observations, finals, done, movers, actions, samples, rewards)
        self.mask = bytes_of(mask)
        self.observations = bytes_of(observations)
        self.finals = bytes_of(finals)
        self.done = bytes_of(done)
        self.movers = bytes_of(movers)
        self.actions = integers_of(actions)
        self.samples = integers_of(samples)
        self.rewards = reals_of(rewards)

    # --- for everybody -------------------------------------------------------------------------------
    def seed(self, seed: int) -> None:
        """Give each game its random stream."""
        for i in range(self.count):
            self.streams[i] = stream_state(seed, self.first + i)

    def reset(self) -> None:
        """Begin all games anew."""
        with cython.nogil:
            for i in range(self.count):
                self.done[i] = 0
                self.rewards[i] = 0
                clear(self.mask, i * self.arrays.actions, self.arrays.actions)
                self.restart(i)

    def wrong_action(self) -> int:
        """The first game whose action is not legal, -1 if there is none."""
        size = self.arrays.actions
        for i in range(self.count):
            action = self.actions[i]
            if action < 0 or action >= size or self.mask[i * size + action] == 0:
                return i
        return -1

    def step(self) -> None:
        """Take one action, which is legal, in every game; one that ends begins anew at once."""
        with cython.nogil:
            for i in range(self.count):
                self.play(i)

    def look_at(self, i: int) -> Game:
        """The engine in the state of a game: to be read before anything else is done, never to be kept."""
        self.arrays.load(self.states, i * self.arrays.words)
        return self.engine

    # --- one game ------------------------------------------------------------------------------------
    def draw(self, i: int) -> int:
        """The next random word of a game."""
        self.streams[i] = advance(self.streams[i])
        return mix(self.streams[i])

    def restart(self, i: int) -> None:
        """Begin a game anew, with a start and hidden parts drawn for it."""
        start = below(self.draw(i), self.start_count)
        self.arrays.load(self.starts, start * self.arrays.words)
        self.engine.resample(self.draw(i))
        self.offer(i, self.engine.list_moves(0))

    def play(self, i: int) -> None:
        """Take the action of a game."""
        self.done[i] = 0
        self.rewards[i] = 0
        if self.arrays.composed:
            if not self.choose(i):
                return
            self.arrays.load(self.states, i * self.arrays.words)
            mover = self.engine.side
            self.engine.push(self.lists[i][0])
        else:
            self.arrays.load(self.states, i * self.arrays.words)
            mover = self.engine.side
            self.arrays.wipe(self.mask, i * self.arrays.actions)
            self.engine.push(self.arrays.decode(self.actions[i]))
        self.arrive(i, mover)

    def choose(self, i: int) -> bool:
        """Keep the moves that fit the action; is it one alone?"""
        clear(self.mask, i * self.arrays.actions, self.arrays.actions)
        self.left[i] = self.narrow(self.lists[i], self.left[i], self.actions[i])
        if self.left[i] == 1:
            return True
        self.places[i] = self.fork(self.lists[i], self.left[i], self.places[i] + 1, self.movers[i])
        self.ask(i)
        return False

    def narrow(self, pairs: list[int], count: int, action: int) -> int:
        """Keep the moves with this action; return how many there are."""
        kept = 0
        for k in range(count):
            if pairs[2 * k + 1] == action:
                pairs[2 * kept] = pairs[2 * k]
                kept += 1
        return kept

    def fork(self, pairs: list[int], count: int, place: int, side: int) -> int:
        """Spell the first place from `place` on where two or more moves differ, and return it."""
        while True:
            self.arrays.spell(pairs, count, place, side)
            for k in range(1, count):
                if pairs[2 * k + 1] != pairs[1]:
                    return place
            place += 1

    def arrive(self, i: int, mover: int) -> None:
        """After a move: judge an end, offer the next moves."""
        end = 0
        if not self.engine.over():
            end = self.engine.list_moves(0)
        if end == 0:
            score = self.engine.score()
            self.rewards[i] = score if mover == 0 else -score
            self.done[i] = 1
            self.arrays.write(self.finals, i * self.arrays.size)
            self.restart(i)
        else:
            self.offer(i, end)

    def offer(self, i: int, end: int) -> None:
        """Save the engine's state and write its arrays; its moves are on the stack up to `end`."""
        self.movers[i] = self.engine.side
        self.arrays.save(self.states, i * self.arrays.words)
        self.arrays.write(self.observations, i * self.arrays.size)
        if self.arrays.composed:
            self.keep(i, end)
            self.ask(i)
        else:
            self.arrays.mark(self.engine.stack, end, self.engine.side, self.mask, i * self.arrays.actions)
            code = self.engine.stack[below(self.draw(i), end)]
            self.samples[i] = self.arrays.token(code, 0, self.engine.side)

    def keep(self, i: int, end: int) -> None:
        """Copy the moves on the stack to the game's own list."""
        room: int = self.rooms[i]
        if end > room or room > ROOMY:
            free_words(self.lists[i])
            self.lists[i] = new_words(2 * end)
            self.rooms[i] = end
        self.left[i] = end
        pairs = self.lists[i]
        for k in range(end):
            pairs[2 * k] = self.engine.stack[k]
        if end > 1:
            self.places[i] = self.fork(pairs, end, 0, self.engine.side)
        else:
            self.places[i] = 0
            self.arrays.spell(pairs, 1, 0, self.engine.side)

    def ask(self, i: int) -> None:
        """Write what the next action of a move may be, and the actions chosen before it."""
        pairs = self.lists[i]
        count = self.left[i]
        if self.places[i]:
            self.arrays.write_choice(
                pairs[0], self.places[i], self.movers[i], self.observations, i * self.arrays.size
            )
        at = i * self.arrays.actions
        for k in range(count):
            self.mask[at + pairs[2 * k + 1]] = 1
        k = below(self.draw(i), count)
        self.samples[i] = pairs[2 * k + 1]
