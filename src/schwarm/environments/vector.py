"""Many games at once, in the shape of Gymnasium's vector environments."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from schwarm.bits import MASK64
from schwarm.environments import saved
from schwarm.environments.batch import Batch, Starts
from schwarm.environments.errors import BadAction, BadArray, NotOffered
from schwarm.environments.layout import BOTH
from schwarm.environments.opponents import THINK_MS, ByArrays, Opponent, asked, checked_side, with_bot
from schwarm.environments.single import Array, arrays_for, locked
from schwarm.game import Game, new_game
from schwarm.game.random64 import Stream, fresh_seed

START_STREAM = 20


class VecEnv(VectorEnv[Array, Array, Array]):
    """`num_envs` games of one kind, stepped together; a game that ends begins anew in the same step.

    Without an opponent both sides play through it: `to_move` says whose turn it is in each game, observations
    are from that side's view, and a reward is that of the side that has just acted. With one, observations
    and rewards are those of `side`, and a step ends when that side is to move again. All arrays that come
    back are views of buffers that the next step writes over: copy what you keep.
    """

    def __init__(
        self, game: str, num_envs: int, *, threads: int, starts: int, start_seed: int,
        opponent: Opponent | None, side: int | None, think_ms: int, options: dict[str, Any],
        like: VecEnv | None = None,
    ) -> None:  # fmt: skip
        """See make_vec; `like` is an environment made with the same words, whose starts are shared."""
        if num_envs < 1 or threads < 1 or starts < 1:
            raise NotOffered(
                f"expected 1 or more games, threads and starts, not {num_envs}, {threads} and {starts}"
            )
        checked_side(side)
        self.words: dict[str, Any] = {
            "game": game, "num_envs": num_envs, "threads": threads, "starts": starts,
            "start_seed": start_seed, "opponent": opponent, "side": side, "think_ms": think_ms,
            "options": options,
        }  # fmt: skip
        self.opponent = asked(with_bot(opponent, game), think_ms)
        stream = Stream(start_seed, START_STREAM)
        count = starts if like is None else 1
        games = [new_game(game, seed=stream.word(), **options) for _ in range(count)]
        arrays = arrays_for(games[0])
        self.layout = arrays.layout
        if arrays.words == 0:
            raise NotOffered(f"{game}: many games at once: {arrays.bound}")
        self.setup = games[0].setup
        self.starts: Starts = Starts(arrays, games) if like is None else like.starts
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.make_buffers()
        self._seats[:] = BOTH if opponent is None else side or 0
        threads = min(threads, num_envs)
        edges = [num_envs * part // threads for part in range(threads + 1)]
        self.batches = [self.make_batch(games[0], *edges[part : part + 2]) for part in range(threads)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.single_observation_space = spaces.Box(0, 255, (self.layout.size,), np.uint8)
        self.single_action_space = spaces.Discrete(self.layout.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.started = False

    def make_buffers(self) -> None:
        """The arrays that all steps write to, and what callers see of them."""
        count, layout = self.num_envs, self.layout
        widths = (layout.actions, layout.size, layout.size)
        whole = np.zeros(count * sum(widths), np.uint8)  # in one piece: then it gets large pages
        edges = np.cumsum([count * width for width in widths])[:-1]
        mask, self._observations, self._finals = (
            part.reshape(count, width) for part, width in zip(np.split(whole, edges), widths, strict=True)
        )
        self._mask = mask.view(np.int8)
        self._done = np.zeros(count, np.uint8)
        self._movers = np.zeros(count, np.uint8)
        self._seats = np.zeros(count, np.uint8)
        self._actions = np.zeros(count, np.int64)
        self._samples = np.zeros(count, np.int64)
        self._rewards = np.zeros(count, np.float32)
        self.action_mask = locked(self._mask)
        self.observations = locked(self._observations)
        self.final_observations = locked(self._finals)
        self.terminations = locked(self._done.view(np.bool_))
        self.to_move = locked(self._movers)
        self.sides = locked(self._seats)
        self.rewards = locked(self._rewards)
        self.truncations = locked(np.zeros(count, np.bool_))
        shape = (count, len(layout.planes), layout.rows, layout.columns)
        self.planes = self.observations[:, : layout.plane_bytes].reshape(shape)
        self.scalars = self.observations[:, layout.plane_bytes :]

    def make_batch(self, game: Game, first: int, last: int) -> Batch:
        """The games from `first` to `last` - 1, with an engine of their own."""
        drawn = self.words["opponent"] is not None and self.words["side"] is None
        outside = self.opponent is not None
        batch = Batch(arrays_for(game.copy()), last - first, first, self.starts, outside, drawn)
        rows = slice(first, last)
        batch.attach(
            self._mask[rows], self._observations[rows], self._finals[rows], self._done[rows],
            self._movers[rows], self._seats[rows], self._actions[rows], self._samples[rows],
            self._rewards[rows],
        )  # fmt: skip
        return batch

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin all games anew; the same seed gives the same games on any number of threads.

        With a list of seeds each game has its own, and goes the same way wherever in a list that seed stands.
        """
        if isinstance(seed, Iterable):
            self.seed_each(seed)
        elif seed is not None or not self.started:
            word = checked_seed(seed)
            for batch in self.batches:
                batch.seed(word)
        self.started = True
        self.run("reset")
        if any(batch.stuck for batch in self.batches):
            raise NotOffered(
                f"expected a side that has a move, not {self.words['side']}: no start gives it one"
            )
        self.answer()
        return self.observations, self.infos()

    def seed_each(self, seeds: Iterable[int | None]) -> None:
        """Give each game a seed of its own, a fresh one for None."""
        found = list(seeds)
        if len(found) != self.num_envs:
            raise BadArray(f"expected a seed for each of {self.num_envs} games, not {len(found)}")
        for number, word in enumerate([checked_seed(seed) for seed in found]):
            batch, row = self.place_of(number)
            batch.seed_game(row, word)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Take one legal action in every game; nothing changes if one of them is not legal."""
        if not self.started:
            raise BadAction("expected reset() before the first step()")
        self._actions[:] = self.checked_actions(actions, self.num_envs)
        for batch in self.batches:
            wrong = batch.wrong_action()
            if wrong >= 0:
                raise self.refusal(batch.first + wrong)
        self.run("step")
        self.answer()
        return self.observations, self.rewards, self.terminations, self.truncations, self.infos()

    def step_games(self, numbers: Array, actions: Array) -> None:
        """Take one legal action in some of the games; the arrays of the others stay as they are."""
        rows = np.asarray(numbers)
        found = self._actions[rows] = self.checked_actions(actions, len(rows))
        wrong = (found < 0) | (found >= self.layout.actions)
        wrong |= self._mask[rows, np.where(wrong, 0, found)] == 0
        if wrong.any():
            raise self.refusal(int(rows[wrong.argmax()]))
        for number in rows.tolist():
            batch, row = self.place_of(number)
            batch.step_game(row)
        self.answer()

    def refusal(self, number: int) -> BadAction:
        """What is wrong with the action of a game."""
        legal = np.flatnonzero(self._mask[number])
        return BadAction(
            f"game {number}: expected one of {len(legal)} legal actions such as {legal[:5].tolist()},"
            f" not {self._actions[number]}"
        )

    def answer(self) -> None:
        """Let an opponent from outside move until its adversary is to move in every game."""
        if self.opponent is None:
            return
        while (rows := np.flatnonzero(self._movers != self._seats)).size:
            if isinstance(self.opponent, ByArrays):
                found = self.opponent.actions(self._observations[rows], self._mask[rows])
                self._actions[rows] = found
                self.run("answer")
                continue
            for number in rows.tolist():
                batch, row = self.place_of(number)
                game = self.game(number)
                batch.make(row, game.code_of(self.opponent(game.view(seed=batch.word(row)))))

    def checked_actions(self, actions: Array, count: int) -> Array:
        """The actions as an array of the right shape."""
        found = np.asarray(actions)
        if found.shape != (count,):
            raise BadArray(f"expected actions of shape ({count},), not {found.shape}")
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
        """A random legal action for every game, chosen with the last step; all legal moves equally likely."""
        return self._samples.copy()

    def place_of(self, number: int) -> tuple[Batch, int]:
        """The batch of a game, and its row there."""
        if not 0 <= number < self.num_envs:
            raise BadArray(f"expected a game from 0 to {self.num_envs - 1}, not {number}")
        batch = next(b for b in self.batches if number < b.first + b.count)
        return batch, number - batch.first

    def game(self, number: int) -> Game:
        """A game as it stands, to look at: put up from its position, without its history."""
        batch, row = self.place_of(number)
        engine = batch.look_at(row)
        setup = engine.setup
        return setup.book.game(
            type(setup)(setup.book, setup.profile, setup.options, setup.seed, engine.position())
        )

    # --- saved states --------------------------------------------------------------------------------
    def kind(self) -> dict[str, Any]:
        """What must be the same where a state is loaded."""
        return {"game": self.setup.book.name, "options": dict(self.setup.options), "games": self.num_envs}

    def save(self) -> bytes:
        """All games as bytes: where they stand, what is chosen of their moves, their chance."""
        if not self.started:
            raise BadAction("expected reset() before save()")
        places = [self.place_of(number) for number in range(self.num_envs)]
        return saved.pack(self.kind(), {}, [batch.state_of(row) for batch, row in places])

    def load(self, data: bytes) -> None:
        """Go on from a state that an environment of as many games with the same options has saved."""
        _, parts = saved.unpack(self.kind(), data)
        for number, part in enumerate(parts):
            batch, row = self.place_of(number)
            batch.set_state(row, part)
        self.started = True

    def copy_games(self, source: VecEnv, numbers: Array, to: Array) -> None:
        """Let games go on from where those of another environment stand, or others of this very one."""
        if source.setup.book is not self.setup.book or source.setup.options != self.setup.options:
            raise BadArray("expected games with the same options")
        states = [b.state_of(row) for b, row in map(source.place_of, np.asarray(numbers).tolist())]
        for state, (batch, row) in zip(states, map(self.place_of, np.asarray(to).tolist()), strict=True):
            batch.set_state(row, state)
        self.started = True

    def clone(self) -> VecEnv:
        """An independent environment in the same state; the last rewards and ends are not in it."""
        twin = VecEnv(**self.words, like=self)
        if self.started:
            twin.load(self.save())
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> VecEnv:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return revived, (self.words, self.save() if self.started else b"")

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        if self.pool is not None:
            self.pool.shutdown()


def checked_seed(seed: int | None) -> int:
    """A seed as a plain number; a fresh one for None."""
    if seed is None:
        return fresh_seed()
    if not isinstance(seed, int | np.integer) or not 0 <= seed <= MASK64:
        raise BadArray(f"expected a seed from 0 to 2**64-1, not {seed!r}")
    return int(seed)


def revived(words: dict[str, Any], state: bytes) -> VecEnv:
    """What `VecEnv.__reduce__` took apart."""
    made = VecEnv(**words)
    if state:
        made.load(state)
    return made


def make_vec(
    game: str,
    num_envs: int,
    *,
    threads: int = 1,
    starts: int = 256,
    start_seed: int = 0,
    opponent: Opponent | None = None,
    side: int | None = None,
    think_ms: int = THINK_MS,
    profile: str | None = None,
    **options: object,
) -> VecEnv:
    """Many games at once; see VecEnv.

    Every game begins with one of `starts` start positions, chosen once by `start_seed`; what a start leaves
    hidden is chosen anew for every game. Against an `opponent` (the name of a bot, as `"random"`, `"greedy"`,
    a player of `schwarm.bots`, both with `think_ms` per move, a function from a game to a move, or ByArrays)
    `side` is 0, 1 or None: drawn for every game.

    >>> games = make_vec("hive", 4)
    >>> observations, infos = games.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((4, 1828), (4, 8737))
    >>> observations, rewards, terminations, truncations, infos = games.step(games.sample_actions())
    >>> infos["to_move"].tolist()
    [1, 1, 1, 1]
    """
    return VecEnv(
        game, num_envs, threads=threads, starts=starts, start_seed=start_seed, opponent=opponent, side=side,
        think_ms=think_ms, options={"profile": profile, **options},
    )  # fmt: skip
