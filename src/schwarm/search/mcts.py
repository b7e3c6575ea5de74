"""Monte Carlo tree search over any game: PUCT, with rollouts or an evaluator at the leaves.

Values count for the first side, from -1 to 1; every node remembers who moves there, so a side may move
again. `Tree` is for games where all is open: it lists a node's moves once and passes proven results up.
For games with hidden or drawn parts see open_tree.py.
"""

from __future__ import annotations

import time

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.games.errors import GameError
from schwarm.games.game import Game
from schwarm.games.rulebook import Move
from schwarm.search import tables
from schwarm.search.evaluator import Evaluator

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

LONGEST = 500  # plies of a walk down the tree
OPEN = tables.OPEN
FAR = 1 << 62
BASE = 20_000  # added to every prior, so that no move is hopeless
TOP = 80_000  # no prior counts for more than this


class Tree:
    """A search tree in flat blocks; node 0 is the root. Give each thread its own."""

    evaluator: Evaluator
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
        explore: float = 1.4,
        seed: int = 0,
    ) -> None:
        """`rollout_plies` random moves are made before the evaluator judges; 0 asks it at once."""
        if capacity < 2 or capacity & (capacity - 1):
            raise ValueError(f"expected a power of two as capacity of a tree, not {capacity}")
        self.evaluator = evaluator
        self.capacity = capacity
        self.rollout_plies = rollout_plies
        self.explore = explore
        self.random = seed
        self.path = [0] * 512
        self.take_room()
        self.clear()

    def take_room(self) -> None:
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

    def promise(self, game: Game, move: int) -> float:
        """A move's prior before it is divided by the sum of all."""
        return min(BASE + self.evaluator.prior(game, move), TOP)

    def bound(self, child: int, sign: int, mean: float, width: float) -> float:
        """Upper bound of a child's value for the side to move at its parent."""
        tries = self.visits[child]
        value = sign * self.total[child] / tries if tries else mean - 0.1
        return value + width * self.prior[child] / (1 + tries)

    def expand(self, game: Game, node: int, end: int) -> None:
        """Give a node children for the moves stack[0:end], with priors that sum to 1."""
        self.first[node] = self.size
        self.count[node] = end
        total = 0.0
        for i in range(end):
            promise = self.promise(game, game.stack[i])
            total += promise
            self.parent[self.add(game.stack[i], promise)] = node
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
                bound = self.bound(child, sign, mean, width)
            else:
                bound = 1e6 * sign * self.proven[child]  # a proven draw beats only what looks lost
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
        elif node == 0 or self.visits[node]:
            end = game.list_candidates(0)
            if end == 0:
                self.proven[node] = game.score()
            elif self.size + end <= self.capacity:
                self.expand(game, node, end)

    def estimate(self, game: Game) -> float:
        """What a leaf is worth: a proven result, that of a rollout, or the evaluator's word."""
        node = self.path[self.length - 1]
        if self.proven[node] != OPEN:
            return self.proven[node]
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
        value = game.score() if ended else self.squash(self.evaluator.value(game))
        for _ in range(plies):
            game.pop()
        return value

    def squash(self, value: int) -> float:
        """The evaluator's value between -1 and 1."""
        size = value if value >= 0 else -value
        return (1.0 * value) / (size + self.evaluator.scale)

    def settle(self, node: int) -> None:
        """Is a node proven by its children? The side to move needs one win, or knows them all."""
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
        self.path[0] = 0
        self.length = 1
        self.descend(game)
        value = self.estimate(game)
        for i in range(self.length):
            node = self.path[self.length - 1 - i]
            self.visits[node] += 1
            self.total[node] += value
            if i > 0:
                game.pop()
                if self.count[node] and self.proven[node] == OPEN and self.solves():
                    if self.proven[self.path[self.length - i]] != OPEN:
                        self.settle(node)
        self.simulations += 1

    def solves(self) -> bool:
        """Are results of children proof for their parent?"""
        return True

    def keep(self, place: int) -> None:
        """Make a node the root, with all that lies below it; no node comes before its parent."""
        homes = new_numbers(self.size)  # 1 + the new number of each node that is kept
        end = self.size
        self.size = 0
        for node in range(place, end):
            above = homes[self.parent[node]]
            if above or node == place:
                homes[node] = 1 + self.resettle(node)
                if above:
                    self.attach(homes[node] - 1, above - 1)
        free_numbers(homes)
        self.simulations = self.visits[0]

    def resettle(self, node: int) -> int:
        """Add a node as it was, but for its relations; it comes before its old place."""
        home = self.add(self.move[node], self.prior[node])
        self.side[home] = self.side[node]
        self.proven[home] = self.proven[node]
        self.visits[home] = self.visits[node]
        self.total[home] = self.total[node]
        return home

    def attach(self, node: int, parent: int) -> None:
        """Make the newest node a child of another, whose children are added one after the other."""
        self.parent[node] = parent
        if self.count[parent] == 0:
            self.first[parent] = node
        self.count[parent] += 1

    def run(self, game: Game, simulations: int) -> int:
        """Simulate until the number, the deadline or a proof is reached; return how often that was."""
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
        if game.finished():
            raise GameError("expected a game that is not over")
        self.deadline = FAR
        if deadline is not None:
            self.deadline = clock_us() + int(1e6 * (deadline - time.monotonic()))
        return self.grow(game, simulations)

    def grow(self, game: Game, simulations: int) -> int:
        """Simulate without Python's lock."""
        with cython.nogil:
            done = self.run(game, simulations)
        return done

    def children(self, node: int) -> list[int]:
        """The nodes below a node."""
        return list(range(self.first[node], self.first[node] + self.count[node]))

    def tally(self) -> dict[int, tuple[int, float, int]]:
        """Root move code -> visits, sum of values for the first side, proven result (2: none)."""
        return {self.move[c]: (self.visits[c], self.total[c], self.proven[c]) for c in self.children(0)}

    def follow(self, code: int) -> None:
        """A move has been made: keep what is known below it, forget the rest.

        The code is that of the listed move: `Game.choice_of` tells it of a move as made.
        """
        place = next((child for child in self.children(0) if self.move[child] == code), 0)
        if place == 0 or self.proven[place] != OPEN:
            self.clear()
        else:
            self.keep(place)

    def line(self, game: Game, code: int) -> tuple[Move, ...]:
        """A root move and the most visited moves after it, as far as they are legal in this drawing."""
        moves: list[Move] = []
        node = 0
        for child in self.children(0):
            if self.move[child] == code:
                node = child
        while node and not game.over() and game.allows(self.move[node]):
            moves.append(game.move_of(self.move[node]))
            game.push(self.move[node])
            node = self.favourite(node)
        for _ in moves:
            game.pop()
        return tuple(moves)

    def favourite(self, node: int) -> int:
        """The most visited child, 0 if none was visited."""
        best = 0
        most = 0
        for child in self.children(node):
            if self.visits[child] > most:
                best, most = child, self.visits[child]
        return best
