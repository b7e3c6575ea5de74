"""Monte Carlo tree search over any game: PUCT, with rollouts or an evaluator at the leaves.

Values count for the first side, from -1 to 1; every node remembers who moves there, so a side may move
again. `Tree` is for games of perfect information: it lists a node's moves once and backs proven results up.
For games with chance moves or hidden parts see open_loop.py.

With a `BatchEvaluator` the search gathers leaves and has them evaluated together. A leaf that waits counts
as a visit lost by the side that went there (virtual loss), so the next simulations go elsewhere.
"""

from __future__ import annotations

import time

import cython

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.game.rulebook import Move
from schwarm.search.batch import BatchEvaluator
from schwarm.search.evaluator import Evaluator
from schwarm.search.tables import *

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

    from schwarm.bits import (
        advance,
        clock_us,
        free_numbers,
        free_reals,
        free_words,
        mix,
        new_numbers,
        new_reals,
        new_words,
    )

LONGEST = 500  # plies from the root to the deepest leaf
FAR = 1 << 62  # a number of simulations or a moment that is never reached
FREE_RIDES = 16  # simulations for each place of a batch before the clock is read again
UNVISITED = 0.1  # a move not visited yet is taken to be so much worse than its parent (first play urgency)


class Tree:
    """A search tree in flat blocks; node 0 is the root. Each thread needs one of its own."""

    evaluator: Evaluator
    batches: BatchEvaluator | None
    batch_size: int
    virtual_loss: float
    capacity: int
    size: int
    rollout_plies: int
    explore: float
    random: int
    simulations: int
    deadline: int
    move: list[int]
    first: list[int]
    count: list[int]
    parent: list[int]
    side: list[int]
    proven: list[int]
    visits: list[int]
    total: list[float]
    prior: list[float]
    path: list[int]
    length: int

    def __init__(
        self,
        evaluator: Evaluator,
        capacity: int = 1 << 18,
        *,
        rollout_plies: int = 0,
        batch_size: int = 1,
        explore: float = 1.4,
        seed: int = 0,
    ) -> None:
        """`rollout_plies` random moves are made before a leaf is evaluated; 0 evaluates it at once.

        `batch_size` is how many leaves a `BatchEvaluator` gets at a time; other evaluators have no batches.
        """
        if capacity < 2 or capacity & (capacity - 1):
            raise ValueError(f"expected a power of two as capacity of a tree, not {capacity}")
        if batch_size < 1:
            raise ValueError(f"expected a batch size of 1 or more, not {batch_size}")
        self.batches = evaluator if isinstance(evaluator, BatchEvaluator) else None
        if rollout_plies and self.batches is not None:
            raise ValueError(
                "expected no rollouts with a batch evaluator, which evaluates the leaves themselves"
            )
        self.evaluator = evaluator
        self.batch_size = batch_size
        self.virtual_loss = 1.0 if batch_size > 1 else 0.0
        self.capacity = capacity
        self.rollout_plies = rollout_plies
        self.explore = explore
        self.random = seed
        self.path = [0] * 512
        self.allocate()
        self.clear()

    def allocate(self) -> None:
        """New blocks for `capacity` nodes."""
        self.move = new_words(self.capacity)
        self.first = new_numbers(self.capacity)
        self.count = new_numbers(self.capacity)
        self.parent = new_numbers(self.capacity)
        self.side = new_numbers(self.capacity)
        self.proven = new_numbers(self.capacity)
        self.visits = new_numbers(self.capacity)
        self.total = new_reals(self.capacity)
        self.prior = new_reals(self.capacity)

    def __dealloc__(self) -> None:
        free_words(self.move)
        free_numbers(self.first)
        free_numbers(self.count)
        free_numbers(self.parent)
        free_numbers(self.side)
        free_numbers(self.proven)
        free_numbers(self.visits)
        free_reals(self.total)
        free_reals(self.prior)

    # --- inside: no Python, no checks ------------------------------------------------------------
    def add(self, move: int, prior: float) -> int:
        """A new node; there must be room."""
        node = self.size
        self.size += 1
        self.move[node] = move
        self.prior[node] = prior
        self.first[node] = self.count[node] = self.parent[node] = self.visits[node] = 0
        self.side[node] = -1
        self.proven[node] = OPEN
        self.total[node] = 0.0
        return node

    def upper_bound(self, child: int, sign: int, mean: float, width: float) -> float:
        """PUCT: a child's mean value for the side to move at its parent, plus a bonus for few visits."""
        tries = self.visits[child]
        value = sign * self.total[child] / tries if tries else mean - UNVISITED
        return value + width * self.prior[child] / (1 + tries)

    def expand(self, game: Game, node: int, end: int) -> None:
        """Give a node children for the moves stack[0:end], with priors that sum to 1."""
        self.first[node] = self.size
        self.count[node] = end
        total = 0.0
        for i in range(end):
            share = self.evaluator.policy(game, game.stack[i])
            total += share
            self.parent[self.add(game.stack[i], share)] = node
        for i in range(self.first[node], self.size):
            self.prior[i] /= total

    def select(self, node: int) -> int:
        """The child with the best upper bound for the side to move at this node."""
        sign = 1 - 2 * self.side[node]
        mean = sign * self.total[node] / self.visits[node]
        width = self.explore * sqrt(self.visits[node])
        best = -1e9
        pick = self.first[node]
        for child in range(self.first[node], self.first[node] + self.count[node]):
            if self.proven[child] == OPEN:
                bound = self.upper_bound(child, sign, mean, width)
            else:
                bound = 1e6 * sign * self.proven[child]  # a proven draw is preferred only to losing moves
            if bound > best:
                best = bound
                pick = child
        return pick

    def step(self, game: Game, node: int) -> None:
        """Go down to a node."""
        game.push(self.move[node])
        self.path[self.length] = node
        self.length += 1

    def descend(self, game: Game) -> None:
        """Walk from the root to a leaf, and expand it when it is met for the second time."""
        node = 0
        while self.count[node] and self.proven[node] == OPEN and self.length < LONGEST:
            node = self.select(node)
            self.step(game, node)
        if self.proven[node] != OPEN:
            return
        self.side[node] = game.side
        if game.over():
            self.proven[node] = game.score()
        elif (node == 0 or self.visits[node]) and self.evaluator.knows(game):
            end = game.list_candidates(0)
            if end == 0:
                self.proven[node] = game.score()
            elif self.size + end <= self.capacity:
                self.expand(game, node, end)

    def estimate(self, game: Game) -> float:
        """The value of a leaf: a proven result, that of a rollout, or the evaluator's expectation."""
        node = self.path[self.length - 1]
        if self.proven[node] != OPEN:
            return self.proven[node]
        if self.rollout_plies == 0:
            return game.score() if game.over() else self.evaluator.expectation(game)
        place = new_words(game.place_words)
        game.save_place(place, 0)
        plies = 0
        ended = game.over()
        while not ended and plies < self.rollout_plies:
            self.random = advance(self.random)
            if not game.pick(mix(self.random)):
                ended = True
                break
            game.push(game.stack[0])
            plies += 1
            ended = game.over()
        value = game.score() if ended else self.evaluator.expectation(game)
        if game.blocks:
            game.load_place(place, 0)
        else:
            for _ in range(plies):
                game.pop()
        free_words(place)
        return value

    def prove(self, node: int) -> None:
        """Is a node proven by its children? One win for the side to move is enough, else all must be."""
        sign = 1 - 2 * self.side[node]
        best = -1
        for child in range(self.first[node], self.first[node] + self.count[node]):
            if self.proven[child] == OPEN:
                best = OPEN
            elif sign * self.proven[child] > 0:
                self.proven[node] = sign
                return
            elif best != OPEN:
                best = max(best, sign * self.proven[child])
        if best != OPEN:
            self.proven[node] = sign * best

    def simulate(self, game: Game) -> None:
        """One simulation; the game comes back as it was."""
        self.start_path()
        self.descend(game)
        self.back_up(game, self.estimate(game))

    def start_path(self) -> None:
        """A simulation begins at the root."""
        self.path[0] = 0
        self.length = 1

    def back_up(self, game: Game, value: float) -> None:
        """Add a leaf's value to the nodes of the path, prove what it proves, and go back to the root."""
        for i in range(self.length):
            node = self.path[self.length - 1 - i]
            self.visits[node] += 1
            self.total[node] += value
            if i > 0:
                game.pop()
                if self.count[node] and self.proven[node] == OPEN and self.proves():
                    if self.proven[self.path[self.length - i]] != OPEN:
                        self.prove(node)
        self.simulations += 1

    def proves(self) -> bool:
        """Do proven results of children prove their parent?"""
        return True

    def keep_subtree(self, place: int) -> None:
        """Make a node the root, with all that lies below it; no node comes before its parent."""
        new_places = new_numbers(self.size)  # 1 + the new number of each node that is kept
        end = self.size
        self.size = 0
        for node in range(place, end):
            above = new_places[self.parent[node]]
            if above or node == place:
                new_places[node] = 1 + self.move_node(node)
                if above:
                    self.add_child(new_places[node] - 1, above - 1)
        free_numbers(new_places)
        self.simulations = self.visits[0]

    def move_node(self, node: int) -> int:
        """Add a node again, without parent and children; its new place is never behind its old one."""
        place = self.add(self.move[node], self.prior[node])
        self.side[place] = self.side[node]
        self.proven[place] = self.proven[node]
        self.visits[place] = self.visits[node]
        self.total[place] = self.total[node]
        return place

    def add_child(self, node: int, parent: int) -> None:
        """Make the newest node a child of another, whose children are added one after the other."""
        self.parent[node] = parent
        if self.count[parent] == 0:
            self.first[parent] = node
        self.count[parent] += 1

    def run(self, game: Game, simulations: int) -> int:
        """Simulate until the number, the deadline or a proof is reached; return the simulations made."""
        for done in range(simulations):
            if self.proven[0] != OPEN or (done & 7 == 7 and clock_us() >= self.deadline):
                return done
            self.simulate(game)
        return simulations

    # --- called from Python ----------------------------------------------------------------------
    def clear(self) -> None:
        """Forget the tree."""
        self.size = 0
        self.simulations = 0
        self.add(0, 1.0)

    def search(self, game: Game, *, simulations: int = FAR, deadline: float | None = None) -> int:
        """Grow the tree below this position until the number or a moment of time.monotonic() is reached.

        It must be the position the tree has followed the game to. Returns the simulations made now.
        """
        self.evaluator.require(game)
        if game.finished():
            raise GameError("expected a game that is not over")
        self.deadline = FAR
        if deadline is not None:
            self.deadline = clock_us() + int(1e6 * (deadline - time.monotonic()))
        self.prepare_root(game)
        if self.batches is not None:
            return self.grow_in_batches(game, simulations)
        return self.grow(game, simulations)

    def prepare_root(self, game: Game) -> None:
        """Called before a search goes on; nothing to do here."""

    def grow(self, game: Game, simulations: int) -> int:
        """Simulate without Python's global lock."""
        with cython.nogil:
            done = self.run(game, simulations)
        game.check()
        self.evaluator.check()
        return done

    # --- leaves evaluated in batches ---------------------------------------------------------------
    def grow_in_batches(self, game: Game, simulations: int) -> int:
        """`run` for a batch evaluator; the deadline is checked after each batch."""
        assert self.batches is not None
        if not self.evaluator.knows(game):
            self.batches.learn([game.copy()])
        done = 0
        while done < simulations and self.proven[0] == OPEN and (done < 2 or clock_us() < self.deadline):
            # Two simulations whatever the time: only then is there a move to name.
            done += self.run_batch(game, min(FREE_RIDES * self.batch_size, simulations - done))
        return done

    def run_batch(self, game: Game, most: int) -> int:
        """Gather leaves, have them evaluated together and back their values up; return the simulations.

        They end when the batch is full, at a leaf that waits already, or after `most` simulations: those
        that end at a known position need no evaluation and do not fill the batch.
        """
        assert self.batches is not None
        waiting: dict[int, list[int]] = {}  # leaf -> the path to it
        leaves: list[Game] = []
        done = 0
        while done < most and len(leaves) < self.batch_size and self.proven[0] == OPEN:
            self.start_path()
            self.descend(game)
            leaf = self.path[self.length - 1]
            if self.proven[leaf] != OPEN or game.over() or self.evaluator.knows(game):
                self.back_up(game, self.estimate(game))
            else:
                self.retreat(game)
                if leaf in waiting:
                    break
                leaves.append(self.leaf_of(game))
                waiting[leaf] = [self.path[i] for i in range(self.length)]
                self.hold_path()
            done += 1
        if leaves:
            try:
                values = self.batches.learn(leaves)
            except BaseException:
                self.clear()  # its counts hold virtual losses
                raise
            for path, value in zip(waiting.values(), values, strict=True):
                self.release_path(path, value)
        return done

    def retreat(self, game: Game) -> None:
        """Take the moves of the path back without a result."""
        for _ in range(self.length - 1):
            game.pop()

    def leaf_of(self, game: Game) -> Game:
        """A copy of the game, which is at the root, at the end of the path."""
        twin = game.copy()
        self.resample(twin)
        for i in range(1, self.length):
            twin.push(self.move[self.path[i]])
        return twin

    def resample(self, game: Game) -> None:
        """Give a copy of the root the hidden parts of the present simulation; nothing is hidden here."""

    def loss_at(self, node: int) -> float:
        """A virtual loss for the side that chose to go to a node."""
        return self.virtual_loss * (2 * self.side[self.parent[node]] - 1) if node else 0.0

    def hold_path(self) -> None:
        """Count a visit with a virtual loss for every node of the path until its leaf is evaluated."""
        for i in range(self.length):
            node = self.path[i]
            self.visits[node] += 1
            self.total[node] += self.loss_at(node)

    def release_path(self, path: list[int], value: float) -> None:
        """Put a leaf's value in place of the virtual losses."""
        for node in path:
            self.total[node] += value - self.loss_at(node)
        self.simulations += 1

    def children(self, node: int) -> list[int]:
        return list(range(self.first[node], self.first[node] + self.count[node]))

    def root_statistics(self) -> dict[int, tuple[int, float, int]]:
        """Root move code -> visits, sum of values for the first side, proven result (OPEN: none)."""
        return {self.move[c]: (self.visits[c], self.total[c], self.proven[c]) for c in self.children(0)}

    def follow(self, code: int) -> None:
        """A move has been made: keep what is known below it, forget the rest.

        The code is that of the listed move: `Game.before_chance` tells it of a move as made.
        """
        place = next((child for child in self.children(0) if self.move[child] == code), 0)
        if place == 0 or self.proven[place] != OPEN:
            self.clear()
        else:
            self.keep_subtree(place)

    def line(self, game: Game, code: int) -> tuple[Move, ...]:
        """A root move and the most visited moves after it, as far as they are legal; none is there twice."""
        moves: list[Move] = []
        node = 0
        for child in self.children(0):
            if self.move[child] == code:
                node = child
        while node and not game.over() and game.allows(self.move[node]):
            move = game.move_of(self.move[node])
            if move in moves:
                break
            moves.append(move)
            game.push(self.move[node])
            node = self.most_visited(node)
        for _ in moves:
            game.pop()
        return tuple(moves)

    def most_visited(self, node: int) -> int:
        """The most visited child, 0 if none was visited."""
        best = 0
        most = 0
        for child in self.children(node):
            if self.visits[child] > most:
                best, most = child, self.visits[child]
        return best
