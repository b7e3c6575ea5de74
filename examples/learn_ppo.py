"""Learn a game by playing against oneself: PPO on many games at once, with nothing but wins and losses.

    python examples/learn_ppo.py piranhas --option rounds=4
    python examples/learn_ppo.py protista --option profile=small --device cuda

Every few iterations the net plays the bots `random` and `greedy` (net_player.py) for a line of the curve.
Needs `pip install './schwarm[learn]'`.
"""

import argparse
import time

import numpy as np
import torch
from net_player import score
from torch import nn
from torch.distributions import Categorical

from schwarm.environments import make_vec, transform

DISCOUNT, TRACE, CLIP, RATE, ENTROPY = 0.998, 0.95, 0.2, 7e-4, 0.01
LENGTH, PART = 32, 2048  # actions of a rollout in each game; positions of a gradient step
NEVER = -60.0  # logit of an illegal action; further down the exponential function is thirty times slower


class Net(nn.Module):
    """Policy and value from one observation."""

    def __init__(self, size, actions, width):
        super().__init__()
        layers = [nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()]
        self.body = nn.Sequential(*layers, nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, seen, mask):
        """Logits of the legal actions, and the expected result for the side to move."""
        body = self.body(seen.float().clamp(max=8))
        return self.policy(body).masked_fill(mask == 0, NEVER), torch.tanh(self.value(body)).squeeze(-1)


class Progress:
    """Says how far the learning is, at most once in 20 seconds."""

    def __init__(self, total):
        self.total, self.steps, self.began = total, 0, time.monotonic()
        self.next = self.began + 20

    def note(self, doing, steps=0):
        """Count further steps; print a line if it is time for one."""
        self.steps += steps
        now = time.monotonic()
        if now >= self.next:
            self.next = now + 20
            print(f"{now - self.began:6.0f} s, {self.steps:,} of {self.total:,} steps, {doing}", flush=True)


def look(games, device):
    """What stands in all games now, turned by one of the board's symmetries, and what its actions mean."""
    symmetry = torch.randint(games.layout.symmetries, ()).item()
    turned = transform(games.layout, symmetry, games.observations, games.action_mask)
    _, meaning = transform(games.layout, symmetry, games.observations[0], np.arange(games.layout.actions))
    return *(torch.tensor(array, device=device) for array in turned), meaning


def rollout(games, net, device, progress):
    """Play LENGTH actions in all games; returns what PPO needs, one row for each."""
    kept = {key: [] for key in ("seen", "mask", "action", "log", "value", "reward", "done", "mover")}
    for _ in range(LENGTH):
        seen, mask, meaning = look(games, device)
        with torch.no_grad():
            logits, value = net(seen, mask)
        odds = Categorical(logits=logits, validate_args=False)
        action, mover = odds.sample(), games.to_move.copy()
        _, rewards, done, _, _ = games.step(meaning[action.cpu().numpy()])
        row = (seen, mask, action, odds.log_prob(action), value, rewards.copy(), done.copy(), mover)
        for key, item in zip(kept, row, strict=True):
            kept[key].append(item)
        progress.note("playing", len(mover))
    with torch.no_grad():
        _, after = net(*look(games, device)[:2])
    values = torch.stack([*kept["value"], after]).cpu().numpy()
    movers = np.stack([*kept["mover"], games.to_move])
    gains = np.zeros_like(values)
    for t in reversed(range(LENGTH)):
        # What comes next is worth the opposite when the enemy is to move there, and nothing after the end.
        sign = np.where(movers[t + 1] == movers[t], 1.0, -1.0) * ~kept["done"][t]
        error = kept["reward"][t] + DISCOUNT * sign * values[t + 1] - values[t]
        gains[t] = error + DISCOUNT * TRACE * sign * gains[t + 1]
    data = {key: torch.cat(kept[key]) for key in ("seen", "mask", "action", "log")}
    data["gain"] = torch.tensor(gains[:LENGTH].reshape(-1), device=device)
    data["target"] = torch.tensor((gains + values)[:LENGTH].reshape(-1), device=device)
    return data


def improve(net, optimiser, data, entropy, progress):
    """One pass of PPO over the data."""
    gain = (data["gain"] - data["gain"].mean()) / (data["gain"].std() + 1e-6)
    for part in torch.randperm(len(gain), device=gain.device).split(PART):
        logits, value = net(data["seen"][part], data["mask"][part])
        odds = Categorical(logits=logits, validate_args=False)
        ratio = (odds.log_prob(data["action"][part]) - data["log"][part]).exp()
        actor = -torch.min(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part]).mean()
        critic = (value - data["target"][part]).square().mean()
        optimiser.zero_grad()
        (actor + 0.5 * critic - entropy * odds.entropy().mean()).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimiser.step()
        progress.note("learning")


def main():
    """Learn, and print the curve."""
    parser = argparse.ArgumentParser(description="Learn a game by PPO against oneself.")
    parser.add_argument("game", nargs="?", default="piranhas")
    parser.add_argument("--option", action="append", default=[], help="rounds=4, profile=small and the like")
    parser.add_argument("--steps", type=int, default=400_000, help="actions to learn from")
    parser.add_argument("--games", type=int, default=256, help="games played at once")
    parser.add_argument("--width", type=int, default=128, help="of the network's layers")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--every", type=int, default=20, help="iterations between two lines of the curve")
    parser.add_argument("--simulations", type=int, default=800, help="of the net's tree search, for a move")
    parser.add_argument("--matches", type=int, default=100, help="games against each bot for a line")
    wish = parser.parse_args()
    options = dict(item.split("=") for item in wish.option)
    torch.manual_seed(0)
    torch.set_num_threads(wish.threads)
    games = make_vec(wish.game, wish.games, starts=4096, **options)
    games.reset(seed=0)
    net = Net(games.layout.size, games.layout.actions, wish.width).to(wish.device)
    optimiser = torch.optim.Adam(net.parameters())
    weights = sum(part.numel() for part in net.parameters())
    print(f"{wish.game}: {games.layout.actions:,} actions, a net of {weights:,} weights", flush=True)
    progress = Progress(wish.steps)
    steps, iteration = 0, 0
    while steps < wish.steps:
        left = 1 - steps / wish.steps
        optimiser.param_groups[0]["lr"] = RATE * max(left, 0.05)
        data = rollout(games, net, wish.device, progress)
        for _ in range(2):
            improve(net, optimiser, data, ENTROPY * left, progress)
        steps += len(data["gain"])
        iteration += 1
        if iteration % wish.every == 0 or steps >= wish.steps:
            terms = wish.matches, wish.device, wish.simulations
            rates = [f"{bot} {score(net, wish.game, options, bot, *terms)}" for bot in ("random", "greedy")]
            used = f"{time.process_time():6.0f} s of processor, {steps:10,} steps"
            print(f"{used}: {', '.join(rates)}", flush=True)


if __name__ == "__main__":
    main()
