"""AlphaZero on our batches: tree search in many games at once, its nodes games of a vector environment.

    python examples/alphazero.py piranhas --option rounds=4
    python examples/alphazero.py hive --games 16 --device cuda

A node of a tree is one game of a pool. It is made by copying its parent's game and stepping it alone
(`copy_games`, `step_games`), so that the search needs neither rules nor Game objects, and one call of the net
judges the new nodes of all trees. Needs `pip install './schwarm[learn]'`.
"""

import argparse
import time
from collections import deque

import numpy as np
import torch
from learn_ppo import Net
from net_player import score
from torch.nn import functional

from schwarm.environments import make_vec, transform

EXPLORE, NOISE, NOISE_SHARE = 1.5, 10.0, 0.25  # of the search; the noise's alpha is NOISE / legal actions
PART, RATE, KEPT = 512, 1e-3, 60_000  # positions of a gradient step, its size, positions to learn from


class Judge:
    """The net for arrays: odds of the actions and the value for the side to move."""

    def __init__(self, net, device):
        self.net, self.device = net, device

    def __call__(self, seen, mask):
        """One call for all rows."""
        with torch.no_grad():
            logits, values = self.net(*(torch.tensor(rows, device=self.device) for rows in (seen, mask)))
        return logits.softmax(-1).cpu().numpy() * mask, values.cpu().numpy()


class Forest:
    """One tree for each game of an environment, all grown by a node in each round."""

    def __init__(self, games, words, simulations):
        self.games, self.width = games, simulations + 1
        self.trees = np.arange(games.num_envs)
        self.pool = make_vec(*words[0], games.num_envs * self.width, **words[1])
        shape = games.num_envs, self.width, games.layout.actions
        self.odds, self.visits, self.totals = (np.zeros(shape, np.float32) for _ in range(3))
        self.child = np.zeros(shape, np.int16)  # 0: none yet, since the root is nobody's child
        self.mover = np.zeros(shape[:2], np.int8)
        self.over = np.zeros(shape[:2], bool)
        self.worth = np.zeros(shape[:2], np.float32)  # for the side that begins the game

    def place(self, trees, nodes):
        """The games of the pool that nodes are."""
        return trees * self.width + nodes

    def search(self, judge):
        """Grow all trees from where the games stand; how often each action was tried at the roots."""
        for table in (self.odds, self.visits, self.totals, self.child, self.over):
            table[:] = 0
        roots = np.zeros_like(self.trees)
        self.pool.copy_games(self.games, self.trees, self.place(self.trees, roots))
        self.judge(judge, self.trees, roots)
        for tree in self.trees:
            legal = np.flatnonzero(self.games.action_mask[tree])
            noise = np.random.dirichlet(np.full(len(legal), NOISE / len(legal)))
            self.odds[tree, 0] *= 1 - NOISE_SHARE
            self.odds[tree, 0, legal] += NOISE_SHARE * noise
        for number in range(1, self.width):
            self.grow(judge, number)
        return self.visits[:, 0].copy()

    def grow(self, judge, number):
        """Go down to where each tree ends, add node `number` there, and tell everybody on the way up."""
        trees, nodes = self.trees, np.zeros_like(self.trees)
        way, leaves = [], np.zeros_like(self.trees)
        fresh = []
        while trees.size:
            actions = self.choose(trees, nodes)
            way.append((trees, nodes, actions))
            below = self.child[trees, nodes, actions]
            new = below == 0
            if new.any():
                fresh.append((trees[new], nodes[new], actions[new]))
            leaves[trees] = np.where(new, number, below)
            going = ~new & ~self.over[trees, below]
            trees, nodes = trees[going], below[going].astype(np.int64)
        if fresh:
            self.add(judge, number, *(np.concatenate(parts) for parts in zip(*fresh, strict=True)))
        for trees, nodes, actions in way:
            worth = self.worth[trees, leaves[trees]]
            self.visits[trees, nodes, actions] += 1
            self.totals[trees, nodes, actions] += np.where(self.mover[trees, nodes] == 0, worth, -worth)

    def choose(self, trees, nodes):
        """The action with the best upper bound in each node."""
        odds, visits = self.odds[trees, nodes], self.visits[trees, nodes]
        bound = EXPLORE * odds * np.sqrt(visits.sum(-1, keepdims=True) + 1) / (1 + visits)
        value = self.totals[trees, nodes] / np.maximum(visits, 1)
        return np.where(odds > 0, value + bound, -np.inf).argmax(-1)

    def add(self, judge, number, trees, nodes, actions):
        """Make new nodes: copies of their parents' games, stepped by an action."""
        places = self.place(trees, number)
        self.pool.copy_games(self.pool, self.place(trees, nodes), places)
        self.pool.step_games(places, actions)
        self.child[trees, nodes, actions] = number
        self.over[trees, number] = self.pool.terminations[places]
        self.judge(judge, trees, np.full_like(trees, number))
        won = np.where(self.mover[trees, nodes] == 0, 1, -1) * self.pool.rewards[places]
        self.worth[trees, number] = np.where(self.over[trees, number], won, self.worth[trees, number])

    def judge(self, judge, trees, nodes):
        """Ask the net about nodes."""
        places = self.place(trees, nodes)
        odds, values = judge(self.pool.observations[places], self.pool.action_mask[places])
        self.odds[trees, nodes] = np.maximum(odds, 1e-6 * self.pool.action_mask[places])
        self.mover[trees, nodes] = self.pool.to_move[places]
        self.worth[trees, nodes] = np.where(self.pool.to_move[places] == 0, values, -values)


def play(games, forest, judge, moves, memory):
    """Play some moves in all games; what was searched goes to the memory once its game has ended."""
    open_games = forest.open_games
    for _ in range(moves):
        visits = forest.search(judge).astype(np.float64)
        policy = visits / visits.sum(-1, keepdims=True)
        actions = np.array([np.random.choice(len(row), p=row) for row in policy])
        for tree, row in enumerate(policy):
            seen = games.observations[tree].copy(), games.action_mask[tree].copy()
            open_games[tree].append((*seen, row, int(games.to_move[tree])))
        mover = games.to_move.copy()
        _, rewards, ended, _, _ = games.step(actions)
        for tree in np.flatnonzero(ended):
            for seen, mask, row, side in open_games[tree]:
                worth = rewards[tree] if side == mover[tree] else -rewards[tree]
                memory.append((seen, mask, row.astype(np.float32), np.float32(worth)))
            open_games[tree] = []


def learn(net, optimiser, memory, steps, layout, device):
    """Let the net tell what the search found and how the games ended, in turned positions."""
    for _ in range(steps if len(memory) >= PART else 0):
        rows = [memory[k] for k in np.random.randint(len(memory), size=PART)]
        seen, mask, policy, worth = (np.stack(column) for column in zip(*rows, strict=True))
        symmetry = np.random.randint(layout.symmetries)
        _, mask = transform(layout, symmetry, seen, mask)
        seen, policy = transform(layout, symmetry, seen, policy)
        parts = (torch.tensor(array, device=device) for array in (seen, mask, policy, worth))
        seen, mask, policy, worth = parts
        logits, value = net(seen, mask)
        loss = functional.cross_entropy(logits, policy) + functional.mse_loss(value, worth)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def main():
    """Play, learn, and print how strong it has become."""
    parser = argparse.ArgumentParser(description="Learn a game by AlphaZero's method.")
    parser.add_argument("game", nargs="?", default="piranhas")
    parser.add_argument("--option", action="append", default=[], help="rounds=4 and the like")
    parser.add_argument("--games", type=int, default=64, help="games played at once")
    parser.add_argument("--simulations", type=int, default=32, help="nodes of a tree")
    parser.add_argument("--iterations", type=int, default=40)
    parser.add_argument("--moves", type=int, default=16, help="in every game, between two times of learning")
    parser.add_argument("--width", type=int, default=128, help="of the network's layers")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--matches", type=int, default=100, help="games against each bot at the end")
    wish = parser.parse_args()
    options = dict(item.split("=") for item in wish.option)
    torch.manual_seed(0)
    np.random.seed(0)
    torch.set_num_threads(1)
    games = make_vec(wish.game, wish.games, starts=4096, **options)
    games.reset(seed=0)
    net = Net(games.layout.size, games.layout.actions, wish.width).to(wish.device)
    optimiser = torch.optim.Adam(net.parameters(), RATE)
    forest = Forest(games, ((wish.game,), {"starts": 1, **options}), wish.simulations)
    forest.open_games = [[] for _ in range(wish.games)]
    memory = deque(maxlen=KEPT)
    for iteration in range(1, wish.iterations + 1):
        play(games, forest, Judge(net, wish.device), wish.moves, memory)
        learn(net, optimiser, memory, 2 * wish.games * wish.moves // PART + 1, games.layout, wish.device)
        if iteration % 10 == 0 or iteration == wish.iterations:
            used = f"{time.process_time():6.0f} s of processor, {iteration} iterations"
            print(f"{used}, {len(memory):6,} positions", flush=True)
    for bot in ("random", "greedy") if wish.matches else ():
        print(bot, score(net, wish.game, options, bot, wish.matches, wish.device, 800), flush=True)


if __name__ == "__main__":
    main()
