"""Tree search for games with hundreds of moves: a policy's first visits, values shared among siblings.

A leaf is worth what a random game by the policy gives, mixed with the evaluator's expectation. The result of
a simulation counts for the move made at a node, and less for each move that the same player made later: had
it been made at once, much would have come the same. So a move has a value before it is tried (rapid action
value estimation), which counts as much as a few visits and is outweighed by more.
"""

from __future__ import annotations

import cython

from schwarm.game.game import Game
from schwarm.search.evaluator import Evaluator
from schwarm.search.mcts import Tree
from schwarm.search.policy import Policy
from schwarm.search.tables import *

if cython.compiled:
    from cython.cimports.libc.math import exp, sqrt
else:
    from math import exp, sqrt

    from schwarm.bits import advance, free_reals, free_words, mix, new_reals, new_words, sort_words
    from schwarm.search.mcts import UNVISITED

    NOTED = 1024  # moves of a simulation that count for siblings


class PolicyTree(Tree):
    """A tree whose children stand in the order of their codes, so that a move is found among them."""

    policy: Policy
    playout_share: float
    shared_weight: float
    shared_decay: float
    least_share: float
    refinement: float
    root_refined: bool
    shared_visits: list[float]
    shared_total: list[float]
    made: list[int]
    made_by: list[int]
    noted: int

    def __init__(
        self,
        evaluator: Evaluator,
        policy: Policy,
        capacity: int = 1 << 18,
        *,
        playout_share: float = 0.5,
        shared_weight: float = 20.0,
        shared_decay: float = 0.1,
        least_share: float = 0.002,
        refinement: float = 10.0,
        explore: float = 1.4,
        seed: int = 0,
    ) -> None:
        """`playout_share` of a leaf's value is a random game's result, the rest the evaluator's expectation.

        A shared value counts as `shared_weight` visits; a move made n plies later counts 1 / (1 + n *
        `shared_decay`). Moves whose weight is less than `least_share` of the best one's are left out.
        The root's priors are multiplied by e to `refinement` times the expectation after each move.
        """
        self.policy = policy
        self.playout_share = playout_share
        self.shared_weight = shared_weight
        self.shared_decay = shared_decay
        self.least_share = least_share
        self.refinement = refinement
        self.root_refined = False
        self.made = [0] * 1024
        self.made_by = [0] * 1024
        self.noted = 0
        super().__init__(evaluator, capacity, explore=explore, seed=seed)

    def allocate(self) -> None:
        Tree.allocate(self)
        self.shared_visits = new_reals(self.capacity)
        self.shared_total = new_reals(self.capacity)

    def __dealloc__(self) -> None:
        free_reals(self.shared_visits)
        free_reals(self.shared_total)

    def add(self, move: int, prior: float) -> int:
        node = Tree.add(self, move, prior)
        self.shared_visits[node] = 0.0
        self.shared_total[node] = 0.0
        return node

    def move_node(self, node: int) -> int:
        visits = self.shared_visits[node]
        total = self.shared_total[node]
        place = Tree.move_node(self, node)
        self.shared_visits[place] = visits
        self.shared_total[place] = total
        return place

    def expand(self, game: Game, node: int, end: int) -> None:
        """Give a node children for the promising ones of stack[0:end], with priors that sum to 1."""
        if not game.ordered:
            sort_words(game.stack, end)
        self.policy.begin(game)
        start = self.size
        best = total = 0.0
        for i in range(end):
            weight = self.policy.weight(game, game.stack[i])
            best = max(best, weight)
            self.add(game.stack[i], weight)
        self.size = start
        for i in range(start, start + end):
            weight = self.prior[i]
            if weight >= self.least_share * best:
                total += weight
                self.parent[self.add(self.move[i], weight)] = node
        self.first[node] = start
        self.count[node] = self.size - start
        for i in range(start, self.size):
            self.prior[i] /= total
        if node == 0:
            self.refine_root(game)

    def refine_root(self, game: Game) -> None:
        """Multiply the root's priors, once, by what the evaluator says of the positions after its moves."""
        if self.root_refined:
            return
        self.root_refined = True
        sign = 1 - 2 * self.side[0]
        total = 0.0
        for child in range(self.first[0], self.first[0] + self.count[0]):
            game.push(self.move[child])
            value = self.policy.result(game) if game.over() else self.evaluator.expectation(game)
            game.pop()
            self.prior[child] *= exp(self.refinement * sign * value)
            total += self.prior[child]
        for child in range(self.first[0], self.first[0] + self.count[0]):
            self.prior[child] /= total

    def select(self, node: int) -> int:
        sign = 1 - 2 * self.side[node]
        mean = sign * self.total[node] / self.visits[node] - UNVISITED
        width = self.explore * sqrt(1.0 * self.visits[node])
        weight = self.shared_weight
        best = -1e9
        pick = self.first[node]
        for child in range(self.first[node], self.first[node] + self.count[node]):
            if self.proven[child] == OPEN:
                first = (sign * self.shared_total[child] + mean) / (self.shared_visits[child] + 1.0)
                tries = self.visits[child]
                bound = (sign * self.total[child] + weight * first) / (tries + weight)
                bound += width * self.prior[child] / (1 + tries)
            else:
                bound = 1e6 * sign * self.proven[child]
            if bound > best:
                best = bound
                pick = child
        return pick

    def start_path(self) -> None:
        Tree.start_path(self)
        self.noted = 0

    def clear(self) -> None:
        Tree.clear(self)
        self.root_refined = False

    def follow(self, code: int) -> None:
        Tree.follow(self, code)
        self.root_refined = False

    def prepare_root(self, game: Game) -> None:
        if self.count[0]:
            self.refine_root(game)

    def note(self, game: Game, move: int) -> None:
        """Remember who makes which move in this simulation."""
        if self.noted < NOTED:
            self.made[self.noted] = move
            self.made_by[self.noted] = self.policy.mover(game)
            self.noted += 1

    def step(self, game: Game, node: int) -> None:
        self.note(game, self.move[node])
        Tree.step(self, game, node)

    def estimate(self, game: Game) -> float:
        node = self.path[self.length - 1]
        if self.proven[node] != OPEN:
            return self.proven[node]
        if game.over():
            return self.policy.result(game)
        share = self.playout_share
        value = (1.0 - share) * self.evaluator.expectation(game) if share < 1.0 else 0.0
        return value + share * self.playout(game) if share > 0.0 else value

    def playout(self, game: Game) -> float:
        """The result of a random game by the policy; the game comes back as it was."""
        place = new_words(game.place_words)
        game.save_place(place, 0)
        plies = 0
        while plies < NOTED and not game.over():
            self.random = advance(self.random)
            if not self.policy.draw(game, mix(self.random)):
                break
            self.note(game, game.stack[0])
            game.push(game.stack[0])
            plies += 1
        value = self.policy.result(game)
        if game.blocks:
            game.load_place(place, 0)
        else:
            for _ in range(plies):
                game.pop()
        free_words(place)
        return value

    def back_up(self, game: Game, value: float) -> None:
        for i in range(min(self.length, self.noted)):
            if self.count[self.path[i]]:
                self.share_value(self.path[i], i, value)
        Tree.back_up(self, game, value)

    def share_value(self, node: int, at: int, value: float) -> None:
        """Count a simulation's value for the siblings that the player at a node made from there on."""
        for i in range(at, self.noted):
            if self.made_by[i] == self.made_by[at]:
                child = self.find_child(node, self.made[i])
                if child:
                    weight = 1.0 / (1.0 + self.shared_decay * (i - at))
                    self.shared_visits[child] += weight
                    self.shared_total[child] += weight * value

    def find_child(self, node: int, move: int) -> int:
        """The child of a node for a move, 0 if there is none."""
        low = self.first[node]
        high = low + self.count[node]
        while low < high:
            middle = (low + high) >> 1
            if self.move[middle] < move:
                low = middle + 1
            else:
                high = middle
        found = low < self.first[node] + self.count[node] and self.move[low] == move
        return low if found else 0
