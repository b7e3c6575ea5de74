"""Open-loop Monte Carlo tree search: for games with chance moves or hidden parts.

Each simulation resamples what the players cannot know (a determinization) and lists the moves anew. Nodes are
keyed by the moves made, so their values are averages over determinizations, and nothing counts as proven.
"""

from __future__ import annotations

import cython

from schwarm.game.game import Game
from schwarm.search.mcts import Tree

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

    from schwarm.bits import advance, free_numbers, mix, new_numbers
    from schwarm.search.mcts import LONGEST, UNVISITED


class OpenLoopTree(Tree):
    """A tree keyed by moves; chance and hidden parts are resampled for each simulation."""

    slots: list[int]
    sibling: list[int]

    def allocate(self) -> None:
        Tree.allocate(self)
        self.slots = new_numbers(2 * self.capacity)  # node numbers by parent and move, 0 free
        self.sibling = new_numbers(self.capacity)

    def __dealloc__(self) -> None:
        free_numbers(self.slots)
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
        total_share = 0.0
        for i in range(end):
            total_share += self.evaluator.policy(game, game.stack[i])
        best = -1e9
        pick = 0
        for i in range(end):
            child = self.slots[self.slot(node, game.stack[i])]
            prior = self.evaluator.policy(game, game.stack[i]) / total_share
            if child:
                self.prior[child] = prior
                bound = self.upper_bound(child, sign, mean, width)
            else:
                bound = mean - UNVISITED + width * prior
            if bound > best:
                best = bound
                pick = i
        child = self.slots[self.slot(node, game.stack[pick])]
        if child == 0 and self.size < self.capacity:
            child = self.add(game.stack[pick], 0.0)
            self.add_child(child, node)
        return child

    def add_child(self, node: int, parent: int) -> None:
        self.slots[self.slot(parent, self.move[node])] = node
        self.parent[node] = parent
        self.sibling[node] = self.first[parent]
        self.first[parent] = node

    def descend(self, game: Game) -> None:
        """Resample, then walk down until a node is new."""
        self.random = advance(self.random)
        self.resample(game)
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

    def resample(self, game: Game) -> None:
        """Give a game at the root the hidden parts of the present simulation."""
        game.resample(mix(self.random))

    def proves(self) -> bool:
        """Never: what is won in one determinization may be lost in another."""
        return False

    def keep_subtree(self, place: int) -> None:
        self.empty_slots()
        Tree.keep_subtree(self, place)

    def empty_slots(self) -> None:
        """Forget which node is whose child."""
        for i in range(2 * self.capacity):
            self.slots[i] = 0

    # --- called from Python ----------------------------------------------------------------------
    def clear(self) -> None:
        Tree.clear(self)
        self.empty_slots()

    def prepare_root(self, game: Game) -> None:
        """Forget root moves kept from other determinizations that cannot be made in this position."""
        listed = {game.stack[i] for i in range(game.list_candidates(0))}
        known = self.children(0)
        self.first[0] = 0
        for child in reversed(known):
            if self.move[child] in listed:
                self.sibling[child] = self.first[0]
                self.first[0] = child
            else:
                self.visits[0] -= self.visits[child]
                self.total[0] -= self.total[child]
        self.simulations = self.visits[0]

    def children(self, node: int) -> list[int]:
        found = []
        child = self.first[node]
        while child:
            found.append(child)
            child = self.sibling[child]
        return found
