"""Many games at once, in the shape of Gymnasium's vector environments."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from schwarm.environments.batch import Batch
from schwarm.environments.errors import BadAction, BadArray, NotOffered
from schwarm.environments.single import Array, arrays_for
from schwarm.game import Game, new_game
from schwarm.game.random64 import Stream, fresh_seed

START_STREAM = 20


class VecEnv(VectorEnv[Array, Array, Array]):
    """`num_envs` games of one kind, stepped together; a game that ends begins anew in the same step.

    Both sides play through it: `to_move` says whose turn it is in each game, observations are from that
    side's view, and a reward is that of the side that has just acted. All arrays that come back are views
    of buffers that the next step writes over: copy what you keep.
    """

    def __init__(
        self, game: str, num_envs: int, *, threads: int, starts: int, start_seed: int, **options: Any
    ) -> None:
        """See make_vec."""
        if num_envs < 1 or threads < 1 or starts < 1:
            raise NotOffered(
                f"expected 1 or more games, threads and starts, not {num_envs}, {threads} and {starts}"
            )
        threads = min(threads, num_envs)
        stream = Stream(start_seed, START_STREAM)
        games = [new_game(game, seed=stream.word(), **options) for _ in range(starts)]
        arrays = arrays_for(games[0])
        self.layout = arrays.layout
        if arrays.words == 0:
            raise NotOffered(f"{game}: many games at once: {arrays.bound}")
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.make_buffers()
        self.batches: list[Batch] = []
        for part in range(threads):
            first, last = num_envs * part // threads, num_envs * (part + 1) // threads
            self.batches.append(self.make_batch(games, first, last))
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.single_observation_space = spaces.Box(0, 255, (self.layout.size,), np.uint8)
        self.single_action_space = spaces.Discrete(self.layout.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.started = False

    def make_buffers(self) -> None:
        """The arrays that all steps write to, and what callers see of them."""
        count, layout = self.num_envs, self.layout
        self._mask = np.zeros((count, layout.actions), np.int8)
        self._observations = np.zeros((count, layout.size), np.uint8)
        self._finals = np.zeros((count, layout.size), np.uint8)
        self._done = np.zeros(count, np.uint8)
        self._movers = np.zeros(count, np.uint8)
        self._actions = np.zeros(count, np.int64)
        self._samples = np.zeros(count, np.int64)
        self._rewards = np.zeros(count, np.float32)
        self.action_mask = locked(self._mask)
        self.observations = locked(self._observations)
        self.final_observations = locked(self._finals)
        self.terminations = locked(self._done.view(np.bool_))
        self.to_move = locked(self._movers)
        self.rewards = locked(self._rewards)
        self.truncations = locked(np.zeros(count, np.bool_))
        shape = (count, len(layout.planes), layout.rows, layout.columns)
        self.planes = self.observations[:, : layout.plane_bytes].reshape(shape)
        self.scalars = self.observations[:, layout.plane_bytes :]

    def make_batch(self, games: list[Game], first: int, last: int) -> Batch:
        """The games from `first` to `last` - 1, with an engine of their own."""
        batch = Batch(arrays_for(games[0].copy()), last - first, first, len(games))
        for number, game in enumerate(games):
            batch.add_start(game, number)
        rows = slice(first, last)
        batch.attach(
            self._mask[rows], self._observations[rows], self._finals[rows], self._done[rows],
            self._movers[rows], self._actions[rows], self._samples[rows], self._rewards[rows],
        )  # fmt: skip
        return batch

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin all games anew; the same seed gives the same games on any number of threads."""
        if seed is not None and not isinstance(seed, int | np.integer):
            raise BadArray(f"expected one seed for all games, not {type(seed).__name__}")
        if seed is not None or not self.started:
            for batch in self.batches:
                batch.seed(fresh_seed() if seed is None else int(seed))
        self.started = True
        self.run("reset")
        return self.observations, self.infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Take one legal action in every game; nothing changes if one of them is not legal."""
        if not self.started:
            raise BadAction("expected reset() before the first step()")
        self._actions[:] = self.checked_actions(actions)
        for batch in self.batches:
            wrong = batch.wrong_action()
            if wrong >= 0:
                number = batch.first + wrong
                legal = np.flatnonzero(self._mask[number])
                raise BadAction(
                    f"game {number}: expected one of {len(legal)} legal actions such as {legal[:5].tolist()},"
                    f" not {self._actions[number]}"
                )
        self.run("step")
        return self.observations, self.rewards, self.terminations, self.truncations, self.infos()

    def checked_actions(self, actions: Array) -> Array:
        """The actions as an array of the right shape."""
        found = np.asarray(actions)
        if found.shape != (self.num_envs,):
            raise BadArray(f"expected actions of shape ({self.num_envs},), not {found.shape}")
        if found.dtype.kind not in "iu":
            raise BadArray(f"expected whole numbers as actions, not {found.dtype}")
        return found

    def run(self, work: str) -> None:
        """Let all batches work, each on a thread of its own."""
        if self.pool is None:
            getattr(self.batches[0], work)()
        else:
            for done in [self.pool.submit(getattr(batch, work)) for batch in self.batches]:
                done.result()

    def infos(self) -> dict[str, Any]:
        """Masks and sides; the last observation of games that ended, where `_final_obs` says so."""
        return {
            "action_mask": self.action_mask,
            "to_move": self.to_move,
            "final_obs": self.final_observations,
            "_final_obs": self.terminations,
        }

    def sample_actions(self) -> Array:
        """A random legal action for every game, drawn with the last step; all legal moves equally likely."""
        return self._samples.copy()

    def game(self, number: int) -> Game:
        """A game as it stands, to look at: put up from its position, without its history."""
        if not 0 <= number < self.num_envs:
            raise BadArray(f"expected a game from 0 to {self.num_envs - 1}, not {number}")
        batch = next(b for b in self.batches if number < b.first + b.count)
        engine = batch.look_at(number - batch.first)
        setup = engine.setup
        return setup.book.game(
            type(setup)(setup.book, setup.profile, setup.options, setup.seed, engine.position())
        )

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        if self.pool is not None:
            self.pool.shutdown()


def locked(array: Array) -> Array:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def make_vec(
    game: str,
    num_envs: int,
    *,
    threads: int = 1,
    starts: int = 256,
    start_seed: int = 0,
    profile: str | None = None,
    **options: object,
) -> VecEnv:
    """Many games at once; see VecEnv.

    Every game begins with one of `starts` start positions, drawn once from `start_seed`; what a start leaves
    hidden is drawn anew for every game.

    >>> games = make_vec("hive", 4)
    >>> observations, infos = games.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((4, 1828), (4, 8737))
    >>> observations, rewards, terminations, truncations, infos = games.step(games.sample_actions())
    >>> infos["to_move"].tolist()
    [1, 1, 1, 1]
    """
    return VecEnv(
        game, num_envs, threads=threads, starts=starts, start_seed=start_seed, profile=profile, **options
    )
