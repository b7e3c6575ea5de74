"""The games for OpenSpiel, as games written in Python: import this module, then pyspiel.load_game.

    import schwarm.environments.openspiel
    game = pyspiel.load_game("python_schwarm_piranhas(seed=7,rounds=2)")

A parameter is `seed`, `starts`, `profile` or one of the game's own options. With `starts` of 2 or more the
first node is a chance node that picks one of so many starts. What the players cannot know is decided when it
comes to light: at a creation of Protista and where the Mississippi comes into view stands a chance node with
CHANCES equally likely outcomes, each drawn from the rule book's own distribution.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from schwarm.extras import MissingExtra

try:
    import pyspiel
except ImportError as missing:
    raise MissingExtra("schwarm.environments.openspiel", "OpenSpiel", "open_spiel") from missing

from schwarm.environments.single import Array, ArrayGame, face_of
from schwarm.game import Game, Move, list_games, new_game, rule_book
from schwarm.game.random64 import Stream

CHANCES = 64
CHANCE_STREAM = 30
Parameters = dict[str, Any]


def game_type(name: str) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before it is loaded."""
    book = rule_book(name)
    parameters: Parameters = {"seed": 0, "starts": 1, "profile": ""}
    for option in book.options:
        parameters[option.name] = option.default if isinstance(option.default, bool | int | str) else ""
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"python_schwarm_{name}",
        long_name=f"{book.title} (schwarm)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games with its parameters."""

    name = ""
    kind: pyspiel.GameType

    def __init__(self, params: Parameters | None = None) -> None:
        given = dict(params or {})
        self.seed = int(given.get("seed", 0))
        self.starts = int(given.get("starts", 1))
        if self.starts < 1:
            raise ValueError(f"starts: expected 1 or more, not {self.starts}")
        plain = ("seed", "starts", "profile")
        book = rule_book(self.name)
        defaults = {option.name: option.default for option in book.options}
        self.settings: Parameters = {
            key: value for key, value in given.items() if key not in plain and value != defaults[key]
        }
        self.settings["profile"] = given.get("profile") or None
        self.chances = book.chance or book.hidden
        first = self.start(0)
        self.layout = ArrayGame(first).arrays.layout
        information = pyspiel.GameInfo(
            num_distinct_actions=self.layout.actions,
            max_chance_outcomes=max(self.starts, CHANCES if self.chances else 0),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=face_of(self.name).most_actions(first),
        )
        super().__init__(self.kind, information, given)

    def __deepcopy__(self, memo: dict[int, Any]) -> SpielGame:
        return self  # it never changes; OpenSpiel copies states with what they refer to

    def start(self, number: int) -> Game:
        return new_game(self.name, seed=self.seed + number, **self.settings)

    def new_initial_state(self, state: Any = None) -> SpielState:
        """The root."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The observation as a tensor and as text."""
        return Observer(self)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node: somebody's choice, or chance: a start, a creation, a bend of the river."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.spiel = game
        self.table: ArrayGame | None = ArrayGame(game.start(0)) if game.starts == 1 else None
        self.waiting: Move | None = None  # a move that chance has to complete
        self.draws = 0

    def current_player(self) -> int:
        """Whose choice it is."""
        if self.table is None or self.waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.table.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.table.game.side

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None
        return self.table.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All equally likely."""
        count = self.spiel.starts if self.table is None else CHANCES
        return [(number, 1 / count) for number in range(count)]

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.table = ArrayGame(self.spiel.start(action))
        elif self.waiting is not None:
            seed = Stream(self.spiel.seed, CHANCE_STREAM + CHANCES * self.draws + action).word()
            game = self.table.game.view(seed=seed)
            game.play(self.waiting)
            self.table, self.waiting = ArrayGame(game), None
            self.draws += 1
        else:
            complete = self.table.step(action)
            if (
                complete
                and self.spiel.chances
                and needs_chance(self.table.game, made := self.table.one.made())
            ):
                self.table.game.undo()
                self.table.look()
                self.waiting = self.table.game.move_of(self.table.game.before_chance(made.code))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.table is None:
            return f"chance {action}"
        place = len(self.table.chosen)
        fitting = [str(move) for path, move in self.table.options if path[place] == action]
        return fitting[0] if len(fitting) == 1 else f"action {action}"

    def is_terminal(self) -> bool:
        return self.waiting is None and self.table is not None and self.table.over

    def returns(self) -> list[float]:
        """1 and -1, or twice 0 for a draw and while the game goes on."""
        if not self.is_terminal():
            return [0.0, 0.0]
        assert self.table is not None
        outcome = self.table.game.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        first = 1.0 if outcome.winner == self.table.game.setup.book.sides[0] else -1.0
        return [first, -first]

    def __str__(self) -> str:
        if self.table is None:
            return "start to be drawn"
        told = f"{self.table.game.public_position()} {self.table.chosen}"
        return f"{told} {self.waiting}" if self.waiting is not None else told


def needs_chance(game: Game, made: Move) -> bool:
    """Did the last move bring something to light that nobody knew? The game stands after it."""
    if game.before_chance(made.code) != made.code:
        return True
    if not game.setup.book.hidden:
        return False
    after = game.public_position().count("?")
    game.undo()
    before = game.public_position().count("?")
    game.play(made)
    return after < before


class Observer:
    """What OpenSpiel's algorithms see; everything the players know is public."""

    def __init__(self, game: SpielGame) -> None:
        self.tensor: Array = np.zeros(game.layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees."""
        self.tensor[:] = 0 if state.table is None else state.table.observe(side=player)

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state)


for _name in list_games():
    _kind = game_type(_name)
    _class = type(f"{_name}_game", (SpielGame,), {"name": _name, "kind": _kind})
    globals()[_class.__name__] = _class  # where pickles look for it
    pyspiel.register_game(_kind, _class)
