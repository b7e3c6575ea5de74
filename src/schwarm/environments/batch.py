"""Many games stepped one after the other by one engine, without Python's lock; or one game alone.

A game that waits for its turn is a block of words; the engine loads it, plays, saves it. So the tables of a
rule book stay in the processor's cache and a waiting game needs little memory. Each game draws from a random
stream of its own, numbered over all batches, so the number of threads changes nothing.

A game's seat says who plays through the batch: one side, or BOTH. The other side's moves are random, or come
from outside. A game alone stays in its engine, with its history, and does not begin anew at its end.
"""

from __future__ import annotations

from typing import Any

import cython

from schwarm.environments.arrays import Arrays
from schwarm.environments.errors import BadArray
from schwarm.environments.layout import BOTH
from schwarm.environments.lists import Lists
from schwarm.game.game import Game
from schwarm.game.rulebook import Move

if not cython.compiled:
    from schwarm.bits import BOARD_WORDS, advance, below, copy_words, free_words, mix, new_words, stream_state
    from schwarm.environments.memory import (
        bytes_of,
        clear,
        fetch_bytes,
        fetch_words,
        integers_of,
        new_block,
        reals_of,
    )
    from schwarm.game.plain_memory import bytes_in, words_in

AHEAD = 2  # so many games before its turn the memory of a game is asked for
NEEDED = 192  # words of a state asked for: behind them lies what is rarely long
FEW = 16  # while more moves fit the actions chosen so far, the next action hardly ever completes one
TRIES = 100  # starts drawn until one lets the side on the seat move
ASIDE = 0x5C4A3B2E1D0F6978  # tells words of `word` from those of the streams
HEAD = 6  # words before the state of a game and its list, see `state_of`


class Starts:
    """Start positions, shared by batches."""

    count: int
    block: list[Any]  # so many states

    def __init__(self, arrays: Arrays, games: list[Game]) -> None:
        """They begin like these games, which stay as they are; `arrays` looks at a copy of the last then."""
        self.count = len(games)
        writer = cython.cast(Arrays, arrays)
        self.block = new_block(self.count * writer.words)
        for number, game in enumerate(games):
            writer.take(game.copy())
            writer.save(self.block, number * writer.words)

    def __dealloc__(self) -> None:
        free_words(self.block)


class Batch:
    """A row of games with one engine; the arrays it writes to belong to somebody else."""

    arrays: Arrays
    engine: Game
    count: int
    first: int  # number of its first game among all batches
    alone: bool
    outside: bool  # do the moves of an opponent come from outside?
    drawn: bool  # is the seat drawn for every game?
    stuck: bool  # has the side on a seat no move in any start?
    starts: Starts | None
    start_count: int
    start_blocks: list[Any]
    states: list[Any]  # count blocks of arrays.words words
    streams: list[int]  # state of each game's random stream
    hints: list[int]  # a board for each game: which parts of its mask are going to be touched
    lists: Lists
    mask: Any
    observations: Any
    finals: Any
    done: Any
    movers: Any
    seats: Any
    actions: Any
    samples: Any
    rewards: Any
    kept: tuple[Any, ...]

    def __init__(
        self, arrays: Arrays, count: int, first: int, starts: Starts | None, outside: bool, drawn: bool
    ) -> None:
        """`count` games from the `first` one on; without starts it is the game of the arrays, alone."""
        self.arrays = arrays
        self.engine = self.arrays.engine
        self.count = count
        self.first = first
        self.starts = starts
        self.alone = starts is None
        if starts is not None:
            self.start_count = cython.cast(Starts, starts).count
            self.start_blocks = cython.cast(Starts, starts).block
        self.outside = outside
        self.drawn = drawn
        self.stuck = False
        self.states = new_block(1 if self.alone else self.count * self.arrays.words)
        self.streams = new_words(self.count)
        self.hints = new_words(BOARD_WORDS * self.count)
        self.lists = Lists(arrays, count)

    def __dealloc__(self) -> None:
        free_words(self.states)
        free_words(self.streams)
        free_words(self.hints)

    def attach(
        self, mask: Any, observations: Any, finals: Any, done: Any, movers: Any,
        seats: Any, actions: Any, samples: Any, rewards: Any,
    ) -> None:  # fmt: skip
        """Take the arrays to read from and write to: contiguous, of the right types, one row a game."""
        self.kept = (mask, observations, finals, done, movers, seats, actions, samples, rewards)
        self.mask = bytes_of(mask)
        self.observations = bytes_of(observations)
        self.finals = bytes_of(finals)
        self.done = bytes_of(done)
        self.movers = bytes_of(movers)
        self.seats = bytes_of(seats)
        self.actions = integers_of(actions)
        self.samples = integers_of(samples)
        self.rewards = reals_of(rewards)

    # --- for everybody -------------------------------------------------------------------------------
    def seed(self, seed: int) -> None:
        """Give each game its random stream."""
        for i in range(self.count):
            self.streams[i] = stream_state(seed, self.first + i)

    def seed_game(self, i: int, seed: int) -> None:
        """Give one game a random stream that depends on nothing but this seed."""
        self.streams[i] = stream_state(seed, 0)

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
        for i in range(self.count):
            if not self.legal(i):
                return i
        return -1

    def step(self) -> None:
        """Take one action, which is legal, in every game; one that ends begins anew at once."""
        with cython.nogil:
            for i in range(self.count):
                self.fetch(i + AHEAD)
                self.done[i] = 0
                self.rewards[i] = 0
                self.play(i)

    def answer(self) -> None:
        """Take one action, which is legal, where an opponent is to move; what the step told stays told."""
        with cython.nogil:
            for i in range(self.count):
                if self.seats[i] != BOTH and self.seats[i] != self.movers[i]:
                    self.play(i)

    def step_game(self, i: int) -> None:
        """Take the action of one game, which is legal; the others stay as they are."""
        self.done[i] = 0
        self.rewards[i] = 0
        self.play(i)

    def make(self, i: int, code: int) -> None:
        """Make a whole legal move in one game; what the step told stays told."""
        self.enter(i)
        clear(self.mask, i * self.arrays.actions, self.arrays.actions)
        self.arrive(i, code)

    def word(self, i: int) -> int:
        """A random word for the position of a game; its stream stays as it is."""
        return mix(self.streams[i] ^ ASIDE)

    def look_at(self, i: int) -> Game:
        """The engine in the state of a game: to be read before anything else is done, never to be kept."""
        self.enter(i)
        return self.engine

    # --- saved states --------------------------------------------------------------------------------
    def state_of(self, i: int) -> bytes:
        """All that decides how a game goes on."""
        words = self.arrays.words
        left = self.lists.left[i]
        block = new_words(HEAD + words + left)
        block[0] = self.engine.layout()
        block[1] = self.streams[i]
        block[2] = self.samples[i] if cython.compiled else int(self.samples[i])
        block[3] = self.seats[i] if cython.compiled else int(self.seats[i])
        block[4] = self.lists.places[i]
        block[5] = left
        copy_words(block, HEAD, self.states, i * words, words)
        copy_words(block, HEAD + words, self.lists.codes[i], 0, left)
        data = bytes_in(block, HEAD + words + left)
        free_words(block)
        return data

    def set_state(self, i: int, data: bytes) -> None:
        """Let a game go on from a state that a game with the same options has saved."""
        words = self.arrays.words
        block = words_in(data)
        room = len(data) // 8 if cython.compiled else len(block)
        if room < HEAD + words or block[0] != self.engine.layout() or block[5] != room - HEAD - words:
            raise BadArray("expected the state of a game with the same rules, saved by the same build")
        self.streams[i] = block[1]
        self.samples[i] = block[2]
        self.seats[i] = block[3]
        copy_words(self.states, i * words, block, HEAD, words)
        self.done[i] = 0
        self.rewards[i] = 0
        self.enter(i)
        self.movers[i] = self.engine.side
        clear(self.mask, i * self.arrays.actions, self.arrays.actions)
        self.arrays.write(self.observations, i * self.arrays.size, self.engine.side)
        if self.arrays.composed:
            self.lists.load(i, block, HEAD + words, block[5], block[4], self.engine.side)
            self.show(i)
        else:
            end = self.engine.list_moves(0)
            self.arrays.mark(self.engine.stack, end, self.engine.side, self.mask, i * self.arrays.actions)

    # --- one game alone ------------------------------------------------------------------------------
    def take(self, game: Game, outside: bool, chance: int) -> None:
        """Go on with another game, which its arrays look at already; `look` is called then."""
        self.engine = game
        self.outside = outside
        self.streams[0] = chance

    def chance(self) -> int:
        """What a random opponent draws from next."""
        return self.streams[0]

    def look(self) -> None:
        """Offer what may be done in the position of the engine."""
        clear(self.mask, 0, self.arrays.actions)
        end = self.go_on(0)
        if end == 0:
            self.finish(0, self.engine.side)
        else:
            self.done[0] = 0
            self.offer(0, end)

    def act(self, action: int) -> int:
        """Take an action: 1 if a move was made, 0 if more actions must follow, -1 if it is not legal."""
        self.actions[0] = action
        if not self.legal(0):
            return -1
        return 1 if self.play(0) else 0

    def chosen(self) -> tuple[int, ...]:
        """The actions of a move chosen so far."""
        path = []
        for place in range(0 if self.done[0] else self.lists.places[0]):
            path.append(self.arrays.token(self.lists.codes[0][0], place, self.movers[0]))
        return tuple(path)

    def made(self) -> Move:
        return self.engine.move_of(self.engine.trail[self.engine.made() - 1])

    # --- one game ------------------------------------------------------------------------------------
    def draw(self, i: int) -> int:
        """The next random word of a game."""
        self.streams[i] = advance(self.streams[i])
        return mix(self.streams[i])

    def fetch(self, i: int) -> None:
        """Ask for the memory of a game whose turn comes soon: it lies too far away to be waited for."""
        if i >= self.count:
            return
        if self.arrays.composed:
            self.lists.fetch(i)
            fetch_bytes(self.mask, i * self.arrays.actions, self.arrays.actions)
            if self.lists.left[i] > FEW:
                return
        else:
            self.arrays.fetch_mask(self.mask, i * self.arrays.actions, self.hints, BOARD_WORDS * i)
        fetch_words(self.states, i * self.arrays.words, min(self.arrays.words, NEEDED))
        fetch_bytes(self.observations, i * self.arrays.size, self.arrays.size)

    def enter(self, i: int) -> None:
        """Bring a game into the engine."""
        if not self.alone:
            self.arrays.load(self.states, i * self.arrays.words)

    def restart(self, i: int) -> None:
        """Begin a game anew, with a start, hidden parts and, where it is wished, a seat drawn for it."""
        end = 0
        for _ in range(TRIES):
            start = below(self.draw(i), self.start_count)
            self.arrays.load(self.start_blocks, start * self.arrays.words)
            self.engine.resample(self.draw(i))
            if self.drawn:
                self.seats[i] = self.draw(i) >> 63
            end = self.go_on(i)
            if end:
                self.offer(i, end)
                return
        self.stuck = True

    def legal(self, i: int) -> bool:
        """Is the action of a game legal?"""
        size = self.arrays.actions
        action = self.actions[i]
        if action < 0 or action >= size:
            return False
        return bool(self.mask[i * size + action])

    def play(self, i: int) -> bool:
        """Take the action of a game; was a move made by it?"""
        if self.arrays.composed:
            clear(self.mask, i * self.arrays.actions, self.arrays.actions)
            if not self.lists.choose(i, self.actions[i], self.movers[i]):
                self.ask(i)
                return False
            self.enter(i)
            self.arrive(i, self.lists.codes[i][0])
        else:
            self.enter(i)
            self.arrays.wipe(self.mask, i * self.arrays.actions)
            self.arrive(i, self.arrays.decode(self.actions[i]))
        return True

    def arrive(self, i: int, code: int) -> None:
        """Make a move of the engine's position; judge an end or offer the next moves."""
        mover = self.engine.side
        self.engine.push(code)
        end = self.go_on(i)
        if end == 0:
            self.finish(i, mover)
        else:
            self.offer(i, end)

    def go_on(self, i: int) -> int:
        """Let a random opponent move, then list the next moves on the stack; their end, 0 after the last."""
        while not self.engine.over():
            if self.outside or self.seats[i] == BOTH or self.seats[i] == self.engine.side:
                return self.engine.list_moves(0)
            if not self.engine.pick(self.draw(i)):
                return 0
            self.engine.push(self.engine.stack[0])
        return 0

    def finish(self, i: int, mover: int) -> None:
        """The game of the engine is over: tell how, once in a step, and begin the next one."""
        viewer = self.engine.side
        if self.seats[i] != BOTH:
            mover = viewer = self.seats[i]
        if self.alone:
            self.done[i] = 1
            self.movers[i] = self.engine.side
            self.arrays.write(self.observations, 0, viewer)
            return
        if not self.done[i]:
            score = self.engine.score()
            self.rewards[i] = score if mover == 0 else -score
            self.done[i] = 1
            self.arrays.write(self.finals, i * self.arrays.size, viewer)
        self.restart(i)

    def offer(self, i: int, end: int) -> None:
        """Save the engine's state and write its arrays; its moves are on the stack up to `end`."""
        self.movers[i] = self.engine.side
        if not self.alone:
            self.arrays.save(self.states, i * self.arrays.words)
        self.arrays.write(self.observations, i * self.arrays.size, self.engine.side)
        if self.arrays.composed:
            self.lists.keep(i, self.engine.stack, end, self.engine.side)
            self.ask(i)
        else:
            self.arrays.hint(self.hints, BOARD_WORDS * i)
            self.arrays.mark(self.engine.stack, end, self.engine.side, self.mask, i * self.arrays.actions)
            code = self.engine.stack[below(self.draw(i), end)]
            self.samples[i] = self.arrays.token(code, 0, self.engine.side)

    def ask(self, i: int) -> None:
        """Write which actions of a composed move are chosen, which may come next, and draw one of these."""
        self.show(i)
        self.samples[i] = self.lists.sample(i, self.draw(i))

    def show(self, i: int) -> None:
        """Write which actions of a composed move are chosen and which may come next."""
        if self.lists.places[i]:
            self.arrays.write_choice(
                self.lists.codes[i][0],
                self.lists.places[i],
                self.movers[i],
                self.observations,
                i * self.arrays.size,
            )
        self.lists.mark(i, self.mask, i * self.arrays.actions)
