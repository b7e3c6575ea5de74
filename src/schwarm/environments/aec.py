"""The games for PettingZoo: agents take turns (AEC). `module_of` makes what its own games are, a module."""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from schwarm.environments import pictures
from schwarm.environments.errors import NotOffered
from schwarm.environments.single import Array, ArrayGame
from schwarm.game import new_game
from schwarm.game.random64 import fresh_seed

RENDER_MODES = ["human", "ansi", "rgb_array", "svg"]
Observation = dict[str, Array]


class GameAEC(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One game; the agents are its sides. An action that is not legal raises BadAction.

    An observation is {"observation": bytes, "action_mask": 0 or 1 for each action}. It is the mover's
    view for either agent; the other agent's mask is all 0.
    """

    def __init__(
        self, game: str, render_mode: str | None = None, *, profile: str | None = None, **options: Any
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise NotOffered(f"expected a render_mode of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.metadata = {
            "name": f"schwarm_{game}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.kind = game
        self.settings: dict[str, Any] = {"profile": profile, **options}
        self.render_mode = render_mode
        self.table = self.new_table(seed=0)
        self.possible_agents = list(self.table.game.setup.book.sides)
        self.agents: list[str] = []
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

    def new_table(self, seed: int) -> ArrayGame:
        """A new game."""
        return ArrayGame(new_game(self.kind, seed=seed, **self.settings))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; the same seed gives the same start and the same chance."""
        self.table = self.new_table(fresh_seed() if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.table.game.to_move

    def observe(self, agent: str) -> Observation:
        """What the side to move sees, and what it may do."""
        mask = self.table.mask()
        if agent != self.table.game.to_move:
            mask[:] = 0
        return {"observation": self.table.observe(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the agent selected."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.table.act(-1 if action is None else int(action))
        if not self.table.options:
            outcome = self.table.game.outcome()
            assert outcome is not None
            for agent in self.agents:
                if outcome.winner is not None:
                    self.rewards[agent] = 1.0 if agent == outcome.winner else -1.0
                self.terminations[agent] = True
        self._accumulate_rewards()
        self.agent_selection = self.table.game.to_move
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board: text, pixels, an SVG picture, or printed."""
        game = self.table.game
        if self.render_mode == "ansi":
            return pictures.as_text(game)
        if self.render_mode == "rgb_array":
            return pictures.as_pixels(game)
        if self.render_mode == "svg":
            return pictures.as_svg(game)
        if self.render_mode == "human":
            print(pictures.as_text(game))
        return None

    def close(self) -> None:
        """Nothing is open."""


def raw_env(game: str, render_mode: str | None = None, **options: Any) -> GameAEC:
    """The environment without wrappers: an illegal action raises BadAction."""
    return GameAEC(game, render_mode, **options)


def env(game: str, render_mode: str | None = None, **options: Any) -> AECEnv[str, Observation, int]:
    """The environment as PettingZoo's own games come: an illegal action ends the game and loses it."""
    wrapped: AECEnv[str, Observation, int] = raw_env(game, render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def module_of(game: str) -> ModuleType:
    """What PettingZoo's own games are: a module with `env` and `raw_env`."""
    module = ModuleType(f"schwarm.environments.schwarm_{game}_v0", f"{game} for PettingZoo.")
    vars(module).update(env=partial(env, game), raw_env=partial(raw_env, game))
    return module
