"""Learn a game by playing against oneself: PPO on many games at once, with nothing but wins and losses.

    python examples/learn_ppo.py piranhas --option rounds=12 --minutes 10
    python examples/learn_ppo.py protista --profile small --device cuda

Every few iterations the policy plays the bots `random` and `greedy`, and a line of the curve is printed.
Needs `pip install schwarm[learn]` and torch.
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

from schwarm import bots, new_game
from schwarm.environments import ArrayGame, make_vec

DISCOUNT, TRACE, CLIP = 0.998, 0.95, 0.2


class Net(nn.Module):
    """Policy and value from one observation."""

    def __init__(self, size: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(size, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
        )
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of the legal actions, and the expected result for the side to move."""
        body = self.body(seen.float().clamp(max=8))
        return self.policy(body).masked_fill(mask == 0, -1e9), torch.tanh(self.value(body)).squeeze(-1)


def rollout(games, net, steps, device):
    """Play `steps` actions in all games; returns what PPO needs, flattened."""
    kept = {key: [] for key in ("seen", "mask", "action", "log", "value", "reward", "done", "mover")}
    for _ in range(steps):
        seen = torch.from_numpy(games.observations.copy()).to(device)
        mask = torch.from_numpy(games.action_mask.copy()).to(device)
        with torch.no_grad():
            logits, value = net(seen, mask)
        odds = torch.distributions.Categorical(logits=logits)
        action = odds.sample()
        mover = games.to_move.copy()
        _, rewards, done, _, _ = games.step(action.cpu().numpy())
        row = (seen, mask, action, odds.log_prob(action), value, rewards.copy(), done.copy(), mover)
        for key, item in zip(kept, row, strict=True):
            kept[key].append(item)
    with torch.no_grad():
        _, after = net(
            torch.from_numpy(games.observations.copy()).to(device),
            torch.from_numpy(games.action_mask.copy()).to(device),
        )
    values = torch.stack([*kept["value"], after]).cpu().numpy()
    movers = np.stack([*kept["mover"], games.to_move.copy()])
    gains = np.zeros_like(values)
    for t in reversed(range(steps)):
        # What comes next is worth the opposite when the enemy is to move there, and nothing after the end.
        sign = np.where(movers[t + 1] == movers[t], 1.0, -1.0) * ~kept["done"][t]
        error = kept["reward"][t] + DISCOUNT * sign * values[t + 1] - values[t]
        gains[t] = error + DISCOUNT * TRACE * sign * gains[t + 1]
    flat = {key: torch.cat(kept[key]) for key in ("seen", "mask", "action", "log")}
    flat["gain"] = torch.from_numpy(gains[:steps].reshape(-1)).to(device)
    flat["target"] = torch.from_numpy((gains + values)[:steps].reshape(-1)).to(device)
    return flat


def improve(net, optimiser, data, batch, entropy):
    """One pass of PPO over the data."""
    gain = (data["gain"] - data["gain"].mean()) / (data["gain"].std() + 1e-6)
    for part in torch.randperm(len(gain), device=gain.device).split(batch):
        logits, value = net(data["seen"][part], data["mask"][part])
        odds = torch.distributions.Categorical(logits=logits)
        ratio = (odds.log_prob(data["action"][part]) - data["log"][part]).exp()
        clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
        actor = -torch.min(ratio * gain[part], clipped * gain[part]).mean()
        critic = (value - data["target"][part]).square().mean()
        loss = actor + 0.5 * critic - entropy * odds.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimiser.step()


def score(net, options, opponent, count, device):
    """Share of points against a bot, sides taken in turn; the policy plays its likeliest action."""
    tables = [ArrayGame(new_game(options.game, seed=10**6 + k // 2, **options.setup)) for k in range(count)]
    players = [bots.player(options.game, opponent, seed=k) for k in range(count)]
    while going := [k for k in range(count) if tables[k].options]:
        for k in going:
            while tables[k].options and tables[k].game.side != k % 2:
                tables[k].game.play(players[k].choose(tables[k].game.view(seed=k), budget_ms=1000))
                tables[k].look()
        asked = [k for k in going if tables[k].options]
        if asked:
            seen = torch.from_numpy(np.stack([tables[k].observe() for k in asked])).to(device)
            mask = torch.from_numpy(np.stack([tables[k].mask() for k in asked])).to(device)
            with torch.no_grad():
                best = net(seen, mask)[0].argmax(-1).tolist()
            for k, action in zip(asked, best, strict=True):
                tables[k].act(action)
    points = [
        tables[k].game.outcome().scores[tables[k].game.setup.book.sides[k % 2]][0] for k in range(count)
    ]
    return sum(points) / (2 * count)


def main() -> None:
    """Learn, and print the curve."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="piranhas")
    parser.add_argument("--profile")
    parser.add_argument("--option", action="append", default=[], help="a rule option, such as rounds=12")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=256, help="games played at once")
    parser.add_argument("--width", type=int, default=128, help="of the network's layers")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--every", type=int, default=20, help="iterations between two lines of the curve")
    parser.add_argument("--matches", type=int, default=100, help="games against each bot for a line")
    parser.add_argument("--save", help="file for the network")
    options = parser.parse_args()
    options.setup = {"profile": options.profile} | dict(item.split("=") for item in options.option)
    torch.manual_seed(0)
    torch.set_num_threads(options.threads)
    games = make_vec(options.game, options.games, **options.setup)
    games.reset(seed=0)
    net = Net(games.layout.size, games.layout.actions, options.width).to(options.device)
    optimiser = torch.optim.Adam(net.parameters(), lr=7e-4)
    begun, steps, iteration, playing = time.time(), 0, 0, 0.0
    while (spent := time.time() - begun - playing) < 60 * options.minutes:
        left = 1 - spent / (60 * options.minutes)
        optimiser.param_groups[0]["lr"] = 7e-4 * max(left, 0.05)
        data = rollout(games, net, 32, options.device)
        steps += len(data["gain"])
        for _ in range(2):
            improve(net, optimiser, data, 2048, 0.01 * left)
        iteration += 1
        if iteration % options.every == 0:
            paused = time.time()
            rates = {
                name: score(net, options, name, options.matches, options.device)
                for name in ("random", "greedy")
            }
            playing += time.time() - paused
            told = ", ".join(f"{name} {rate:.0%}" for name, rate in rates.items())
            print(
                f"{spent:6.0f} s, {time.process_time():6.0f} s of processor, {steps:10,} steps: {told}",
                flush=True,
            )
    if options.save:
        torch.save(net.state_dict(), options.save)


if __name__ == "__main__":
    main()
