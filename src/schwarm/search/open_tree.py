"""Monte Carlo tree search for games with hidden or drawn parts.

Each simulation begins with a new drawing and lists the moves anew. Nodes are keyed by the moves made (open
loop), so their values are averages over drawings, and nothing counts as proven.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.games.game import Game
from schwarm.search.mcts import Tree

if cython.compiled:
    from cython.cimports.libc.math import sqrt
else:
    from math import sqrt

    from schwarm.bits import advance, free_numbers, mix, new_numbers
    from schwarm.search.mcts import LONGEST


class OpenTree(Tree):
    """A tree keyed by moves, for games whose hidden parts are drawn anew for each simulation."""

    slots: list[int]
    sibling: list[int]

    def take_room(self) -> None:
        Tree.take_room(self)
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
        child = self.slots[self.slot(node, game.stack[pick])]
        if child == 0 and self.size < self.capacity:
            child = self.add(game.stack[pick], 0.0)
            self.attach(child, node)
        return child

    def attach(self, node: int, parent: int) -> None:
        self.slots[self.slot(parent, self.move[node])] = node
        self.parent[node] = parent
        self.sibling[node] = self.first[parent]
        self.first[parent] = node

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

    def keep(self, place: int) -> None:
        self.empty_slots()
        Tree.keep(self, place)

    def empty_slots(self) -> None:
        """Forget which node is whose child."""
        for i in range(2 * self.capacity):
            self.slots[i] = 0

    # --- called from Python ----------------------------------------------------------------------
    def clear(self) -> None:
        Tree.clear(self)
        self.empty_slots()

    def grow(self, game: Game, simulations: int) -> int:
        self.weed(game)
        return Tree.grow(self, game, simulations)

    def weed(self, game: Game) -> None:
        """Forget root moves that are kept from other drawings and cannot be made in this position."""
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
