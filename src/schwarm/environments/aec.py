"""The games for PettingZoo: agents take turns (AEC). `module_of` makes what its own games are, a module."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from schwarm.environments import pictures, saved
from schwarm.environments.errors import BadAction, NotOffered
from schwarm.environments.single import Array, ArrayGame
from schwarm.game import new_game
from schwarm.game.random64 import fresh_seed

RENDER_MODES = ["human", "ansi", "rgb_array", "svg"]
Observation = dict[str, Array]
# What PettingZoo keeps of the agents of a game.
KEPT = (
    "agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos",
    "_skip_agent_selection",
)  # fmt: skip


class GameAEC(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One game; the agents are its sides.

    An observation is {"observation": bytes, "action_mask": 0 or 1 for each action}, as that agent sees the
    game; the mask of who is not to move is all 0. An action that is not legal raises BadAction, or loses the
    game where that is wished.
    """

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        *,
        illegal_loses: bool = False,
        profile: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise NotOffered(f"expected a render_mode of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.metadata = {
            "name": f"schwarm_{game}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.illegal_loses = illegal_loses
        self.render_mode = render_mode
        self.table = ArrayGame(new_game(game, seed=0, profile=profile, **options))
        self.possible_agents = list(self.table.game.setup.book.sides)
        self.agents: list[str] = []
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        layout = self.table.arrays.layout
        space = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (layout.size,), np.uint8),
                "action_mask": spaces.Box(0, 1, (layout.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(layout.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; the same seed gives the same start and the same chance."""
        setup = replace(self.table.game.setup, seed=fresh_seed() if seed is None else seed)
        self.table.put(setup.book.game(setup))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.game.side]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do."""
        table = self.table
        side = table.game.side
        if agent == self.possible_agents[side]:
            return {"observation": table.observe(), "action_mask": table.mask()}
        mask = np.zeros(table.arrays.actions, np.int8)
        return {"observation": table.observe(side=1 - side), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the agent selected."""
        if not self.agents:
            raise BadAction("expected reset() before step(): no game is going on")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        table = self.table
        try:
            table.step(-1 if action is None else int(action))
        except BadAction:
            if not self.illegal_loses:
                raise
            self.finish({self.agent_selection: -1.0})
            return
        if table.over:
            outcome = table.game.outcome()
            assert outcome is not None
            won = {agent: 1.0 if agent == outcome.winner else -1.0 for agent in self.agents}
            self.finish(won if outcome.winner is not None else {})
        self.agent_selection = self.possible_agents[table.game.side]
        if self.render_mode == "human":
            self.render()

    def sample_action(self) -> int | None:
        """A random legal action of the agent selected, all moves equally likely; None after the end."""
        return None if self.table.over else self.table.sample()

    def finish(self, rewards: dict[str, float]) -> None:
        """The game is over; the only rewards of a game are given now."""
        for agent in self.agents:
            self.rewards[agent] = self._cumulative_rewards[agent] = rewards.get(agent, 0.0)
            self.terminations[agent] = True

    # --- saved states --------------------------------------------------------------------------------
    def kind(self) -> dict[str, Any]:
        """What must be the same where a state is loaded."""
        return {"game": self.table.game.name, "options": dict(self.table.game.options)}

    def save(self) -> bytes:
        """The whole state as bytes: the game with its history, and what PettingZoo keeps of its agents."""
        told, state = self.table.save()
        kept = {name: getattr(self, name, None) for name in KEPT}
        return saved.pack(self.kind(), {**told, "kept": kept}, [state])

    def load(self, data: bytes) -> None:
        """Go on from a state that an environment of this game with the same options has saved."""
        told, (state,) = saved.unpack(self.kind(), data)
        self.table.load(told, state)
        for name, value in told["kept"].items():
            setattr(self, name, value)

    def clone(self) -> GameAEC:
        """An independent environment in the same state."""
        return deepcopy(self)

    def render(self) -> Any:
        """The board: text, pixels, an SVG picture, or printed."""
        game = self.table.game
        if self.render_mode == "ansi":
            return pictures.as_text(game)
        if self.render_mode == "rgb_array":
            return pictures.as_pixels(game)
        if self.render_mode == "svg":
            return game.svg()
        if self.render_mode == "human":
            print(pictures.as_text(game))
        return None

    def close(self) -> None:
        """Nothing is open."""


def raw_env(game: str, render_mode: str | None = None, **options: Any) -> GameAEC:
    """The environment for tests: an illegal action raises BadAction."""
    return GameAEC(game, render_mode, **options)


def env(game: str, render_mode: str | None = None, **options: Any) -> GameAEC:
    """The environment as PettingZoo's own games come: an illegal action ends the game and loses it."""
    return GameAEC(game, render_mode, illegal_loses=True, **options)


def module_of(game: str) -> ModuleType:
    """What PettingZoo's own games are: a module with `env` and `raw_env`."""
    module = ModuleType(f"schwarm.environments.schwarm_{game}_v0", f"{game} for PettingZoo.")
    vars(module).update(env=partial(env, game), raw_env=partial(raw_env, game))
    return module
