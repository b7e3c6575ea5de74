"""Monte Carlo tree search over any game: PUCT, with rollouts or an evaluator at the leaves.

Values count for the first side, from -1 to 1; every node remembers who moves there, so a side may move
again. `Tree` is for games where all is open: it lists a node's moves once and passes proven results up.
`OpenTree` is for games with hidden or drawn parts: each simulation begins with a new drawing and lists
the moves anew; its nodes are keyed by the moves made (open loop) and nothing counts as proven.
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
        self.side = new_numbers(self.capacity)
        self.proven = new_numbers(self.capacity)
        self.visits = new_numbers(self.capacity)
        self.total = new_reals(self.capacity)
        self.prior = new_reals(self.capacity)

    def __dealloc__(self) -> None:
        free_words(self.move)
        free_numbers(self.first)
        free_numbers(self.count)
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
        self.first[node] = self.count[node] = self.visits[node] = 0
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
            self.add(game.stack[i], promise)
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

    def run(self, game: Game, simulations: int) -> None:
        """Simulate until the number, the deadline or a proof is reached."""
        for done in range(simulations):
            if self.proven[0] != OPEN or (done & 7 == 7 and clock_us() >= self.deadline):
                return
            self.simulate(game)

    # --- called from Python ----------------------------------------------------------------------
    def clear(self) -> None:
        """Forget the tree."""
        self.size = 0
        self.simulations = 0
        self.add(0, 1.0)

    def search(self, game: Game, *, simulations: int = FAR, deadline: float | None = None) -> None:
        """Grow the tree below this position until the number or a moment of time.monotonic() is reached."""
        if game.finished():
            raise GameError("expected a game that is not over")
        self.deadline = FAR
        if deadline is not None:
            self.deadline = clock_us() + int(1e6 * (deadline - time.monotonic()))
        self.grow(game, simulations)

    def grow(self, game: Game, simulations: int) -> None:
        """Simulate without Python's lock."""
        with cython.nogil:
            self.run(game, simulations)

    def children(self, node: int) -> list[int]:
        """The nodes below a node."""
        return list(range(self.first[node], self.first[node] + self.count[node]))

    def tally(self) -> dict[int, tuple[int, float, int]]:
        """Root move code -> visits, sum of values for the first side, proven result (2: none)."""
        return {self.move[c]: (self.visits[c], self.total[c], self.proven[c]) for c in self.children(0)}

    def follow(self, code: int) -> None:
        """A move has been made: keep what is known below it, forget the rest."""
        place = next((child for child in self.children(0) if self.move[child] == code), 0)
        if place == 0 or self.proven[place] != OPEN:
            self.clear()
            return
        chosen = [place]
        links: dict[int, int] = {}
        for node in chosen:  # breadth first, so children stay neighbours
            links[node] = len(chosen)
            chosen.extend(self.children(node))
        kept = [self.node_facts(node) for node in chosen]
        self.size = 0
        for node, facts in zip(chosen, kept, strict=True):
            self.put(facts, links[node])
        self.simulations = self.visits[0]

    def node_facts(self, node: int) -> tuple[int, float, int, int, int, int, float]:
        """A node without its links."""
        return (
            self.move[node],
            self.prior[node],
            self.count[node],
            self.side[node],
            self.proven[node],
            self.visits[node],
            self.total[node],
        )

    def put(self, facts: tuple[int, float, int, int, int, int, float], first: int) -> None:
        """Add a node as it was, its children to come at `first`."""
        node = self.add(facts[0], facts[1])
        self.first[node] = first
        self.count[node], self.side[node], self.proven[node] = facts[2], facts[3], facts[4]
        self.visits[node], self.total[node] = facts[5], facts[6]

    def line(self, game: Game, code: int) -> tuple[Move, ...]:
        """A root move and the most visited moves after it; the game comes back as it was."""
        moves: list[Move] = []
        node = 0
        for child in self.children(0):
            if self.move[child] == code:
                node = child
        while node:
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


class OpenTree(Tree):
    """A tree keyed by moves, for games whose hidden parts are drawn anew for each simulation."""

    slots: list[int]
    parent: list[int]
    sibling: list[int]

    def take_room(self) -> None:
        Tree.take_room(self)
        self.slots = new_numbers(2 * self.capacity)  # node numbers by parent and move, 0 free
        self.parent = new_numbers(self.capacity)
        self.sibling = new_numbers(self.capacity)

    def __dealloc__(self) -> None:
        free_numbers(self.slots)
        free_numbers(self.parent)
        free_numbers(self.sibling)

    def slot(self, node: int, move: int) -> int:
        """Where the child of a node for a move is, or would be, noted."""
        place = mix(move ^ mix(node + 1)) & (2 * self.capacity - 1)
        while self.slots[place]:
            child = self.slots[place]
            if self.parent[child] == node and self.move[child] == move:
                break
            place = place + 1 & (2 * self.capacity - 1)
        return place

    def choose(self, game: Game, node: int, end: int) -> int:
        """The most promising of the moves stack[0:end] as a child; 0 when there is no room for it."""
        sign = 1 - 2 * self.side[node]
        visits = self.visits[node]
        mean = sign * self.total[node] / visits if visits else 0.0
        width = self.explore * sqrt(visits + 1.0)
        sum_of_all = 0.0
        for i in range(end):
            sum_of_all += self.promise(game, game.stack[i])
        best = -1e9
        pick = 0
        for i in range(end):
            child = self.slots[self.slot(node, game.stack[i])]
            prior = self.promise(game, game.stack[i]) / sum_of_all
            if child:
                self.prior[child] = prior
                bound = self.bound(child, sign, mean, width)
            else:
                bound = mean - 0.1 + width * prior
            if bound > best:
                best = bound
                pick = i
        place = self.slot(node, game.stack[pick])
        if self.slots[place] == 0:
            if self.size == self.capacity:
                return 0
            child = self.add(game.stack[pick], 0.0)
            self.slots[place] = child
            self.parent[child] = node
            self.sibling[child] = self.first[node]
            self.first[node] = child
        return self.slots[place]

    def descend(self, game: Game) -> None:
        """Draw anew, then walk until a node is new."""
        self.random = advance(self.random)
        game.redraw(mix(self.random))
        node = 0
        while self.length < LONGEST:
            self.side[node] = game.side
            if game.over() or (node and self.visits[node] == 0):
                return
            end = game.list_candidates(0)
            if end == 0:
                return
            node = self.choose(game, node, end)
            if node == 0:
                return
            self.step(game, node)

    def solves(self) -> bool:
        """What one drawing proves, another may not."""
        return False

    def clear(self) -> None:
        Tree.clear(self)
        for i in range(2 * self.capacity):
            self.slots[i] = 0

    def children(self, node: int) -> list[int]:
        found = []
        child = self.first[node]
        while child:
            found.append(child)
            child = self.sibling[child]
        return found

    def follow(self, code: int) -> None:
        """A move has been made: chance may have shown more than it did, so the tree starts afresh."""
        self.clear()
