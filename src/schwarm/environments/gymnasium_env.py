"""The games for Gymnasium: one agent against an opponent that is part of the environment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from schwarm.environments import pictures
from schwarm.environments.errors import NotOffered
from schwarm.environments.single import Array, ArrayGame
from schwarm.game import Game, list_games, new_game

Opponent = Callable[[Game], str]
RENDER_MODES = ["ansi", "rgb_array", "svg"]


class SoloEnv(gymnasium.Env[Array, Any]):
    """One side of a game; the other one is played by `opponent`, a function from a game to a legal move.

    The opponent gets a view of the game: what is hidden from players is hidden from it. Without one it plays
    at random. `side` is 0, 1 or None: drawn for every game. The mask of legal actions is in the info and in
    `action_masks()`. An action that is not legal loses the game, so that any agent can be tried.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 (as in Gymnasium)

    def __init__(
        self,
        game: str,
        opponent: Opponent | None = None,
        *,
        side: int | None = None,
        render_mode: str | None = None,
        profile: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise NotOffered(f"expected a render_mode of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        if side not in (0, 1, None):
            raise NotOffered(f"expected side 0, 1 or None, not {side!r}")
        self.kind = game
        self.settings: dict[str, Any] = {"profile": profile, **options}
        self.opponent = opponent
        self.wanted_side = side
        self.side = 0
        self.render_mode = render_mode
        self.table = ArrayGame(new_game(game, seed=0, **self.settings))
        layout = self.table.arrays.layout
        self.layout = layout
        self.observation_space = spaces.Box(0, 255, (layout.size,), np.uint8)
        self.action_space = spaces.Discrete(layout.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin anew and let the opponent move where it begins."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2))
        self.side = drawn if self.wanted_side is None else self.wanted_side
        word = int(self.np_random.integers(1 << 63))
        self.table = ArrayGame(new_game(self.kind, seed=word, **self.settings))
        self.answer()
        return self.table.observe(), self.info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Take an action; the opponent answers when the move is complete and the turn is its own."""
        if int(action) not in self.table.legal_actions():
            return self.table.observe(), -1.0, True, False, {**self.info(), "illegal": True}
        self.table.act(int(action))
        self.answer()
        return self.table.observe(), self.reward(), not self.table.options, False, self.info()

    def answer(self) -> None:
        """Let the opponent move as long as it is its turn."""
        game = self.table.game
        while self.table.options and game.side != self.side:
            game.play(self.opponent_move(game))
            self.table.look()

    def opponent_move(self, game: Game) -> str:
        """What the opponent plays here."""
        word = int(self.np_random.integers(1 << 63))
        if self.opponent is not None:
            return self.opponent(game.view(seed=word))
        return game.random_move(2 * word) or ""

    def reward(self) -> float:
        """1 for a game won, -1 for one lost, else 0."""
        outcome = self.table.game.outcome() if not self.table.options else None
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == self.table.game.setup.book.sides[self.side] else -1.0

    def action_masks(self) -> Array:
        """Which actions are legal, under the name that masked learners ask for."""
        return self.table.mask().astype(bool)

    def info(self) -> dict[str, Any]:
        """The mask of legal actions and the agent's side."""
        return {"action_mask": self.table.mask(), "side": self.side}

    def render(self) -> Any:
        """The board: text, pixels or an SVG picture."""
        draw = {"ansi": pictures.as_text, "rgb_array": pictures.as_pixels, "svg": pictures.as_svg}
        return draw[self.render_mode](self.table.game) if self.render_mode else None


def register() -> None:
    """Make `gymnasium.make("schwarm/Piranhas-v0")` and the like work; Gymnasium calls this by itself."""
    for game in list_games():
        name = game.title().replace("_", "")
        if f"schwarm/{name}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"schwarm/{name}-v0",
                entry_point="schwarm.environments.gymnasium_env:SoloEnv",
                kwargs={"game": game},
            )
