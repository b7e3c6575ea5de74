"""The games for Gymnasium: one agent against an opponent that is part of the environment."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from schwarm.environments import pictures, saved
from schwarm.environments.errors import BadAction, NotOffered
from schwarm.environments.layout import Layout
from schwarm.environments.opponents import THINK_MS, ByArrays, Opponent, asked, checked_side, with_bot
from schwarm.environments.single import Array, ArrayGame
from schwarm.game import Game, new_game

RENDER_MODES = ["ansi", "rgb_array", "svg"]


class SoloEnv(gymnasium.Env[Array, Any]):
    """One side of a game; the other one is played by `opponent`.

    That is a player of `schwarm.bots`, which has `think_ms` for a move, a function from a game to a legal
    move, or ByArrays; without one it plays at random. It gets a view of the game: what is hidden from players
    is hidden from it. `side` is 0, 1 or None: drawn for every game. The mask of legal actions is in the info
    and in `action_masks()`. An action that is not legal loses the game, so that any agent can be tried.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 (as in Gymnasium)

    def __init__(
        self,
        game: str,
        opponent: Opponent | None = None,
        *,
        side: int | None = None,
        think_ms: int = THINK_MS,
        render_mode: str | None = None,
        profile: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise NotOffered(f"expected a render_mode of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        checked_side(side)
        self.opponent, self.think_ms = with_bot(opponent, game), think_ms
        asked(self.opponent, think_ms)  # refused now rather than later
        self.wanted_side = side
        self.side = 0
        self.render_mode = render_mode
        self.table = ArrayGame(new_game(game, seed=0, profile=profile, **options))
        layout = self.layout
        self.observation_space = spaces.Box(0, 255, (layout.size,), np.uint8)
        self.action_space = spaces.Discrete(layout.actions)

    @property
    def layout(self) -> Layout:
        """What the numbers mean."""
        return self.table.arrays.layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin anew and let the opponent move where it begins."""
        super().reset(seed=seed)
        word, chance, drawn = self.np_random.integers(1 << 63, size=3).tolist()
        self.side = drawn & 1 if self.wanted_side is None else self.wanted_side
        setup = replace(self.table.game.setup, seed=word)
        self.table.put(setup.book.game(setup), seat=self.side, chance=chance, outside=self.has_opponent)
        self.answer()
        return self.table.observe(), self.info()

    @property
    def has_opponent(self) -> bool:
        """Is there one other than chance?"""
        return asked(self.opponent, self.think_ms) is not None

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Take an action; the opponent answers when the move is complete and the turn is its own."""
        table = self.table
        try:
            table.step(int(action))
        except BadAction:
            return table.observe(), -1.0, True, False, {**self.info(), "illegal": True}
        if self.opponent is not None:
            self.answer()
        over = table.over
        return table.observe(), self.reward() if over else 0.0, over, False, self.info()

    def answer(self) -> None:
        """Let the opponent move as long as it is its turn; one that plays at random has moved already."""
        choose = asked(self.opponent, self.think_ms)
        table = self.table
        while choose is not None and not table.over and table.game.side != self.side:
            if isinstance(choose, ByArrays):
                table.step(int(choose.actions(table.observe()[None], table.mask()[None])[0]))
            else:
                word = int(self.np_random.integers(1 << 63))
                table.play(choose(table.game.view(seed=word)))

    def reward(self) -> float:
        """1 for a game won, -1 for one lost, else 0."""
        outcome = self.table.game.outcome()
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == self.table.game.setup.book.sides[self.side] else -1.0

    def action_masks(self) -> Array:
        """Which actions are legal, under the name that masked learners ask for."""
        return self.table.mask().astype(bool)

    def sample_action(self) -> int:
        """A random legal action, all moves equally likely."""
        return self.table.sample()

    def info(self) -> dict[str, Any]:
        """The mask of legal actions and the agent's side."""
        return {"action_mask": self.table.mask(), "side": self.side}

    # --- saved states --------------------------------------------------------------------------------
    def kind(self) -> dict[str, Any]:
        """What must be the same where a state is loaded."""
        return {"game": self.table.game.name, "options": dict(self.table.game.options)}

    def save(self) -> bytes:
        """The whole state as bytes: the game with its history, the agent's side, and chance."""
        told, state = self.table.save()
        told |= {"side": self.side, "random": self.np_random.bit_generator.state}
        return saved.pack(self.kind(), told, [state])

    def load(self, data: bytes) -> None:
        """Go on from a state that an environment of this game with the same options has saved."""
        told, (state,) = saved.unpack(self.kind(), data)
        self.side = told["side"]
        self.np_random.bit_generator.state = told["random"]
        self.table.load(told, state)

    def clone(self) -> SoloEnv:
        """An independent environment in the same state."""
        return deepcopy(self)

    def render(self) -> Any:
        """The board: text, pixels or an SVG picture."""
        draw: dict[str, Callable[[Game], Any]] = {
            "ansi": pictures.as_text,
            "rgb_array": pictures.as_pixels,
            "svg": Game.svg,
        }
        return draw[self.render_mode](self.table.game) if self.render_mode else None
