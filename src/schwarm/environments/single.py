"""One game as arrays: what it looks like, what may be done, and playing it by action numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from schwarm.environments.arrays import Arrays, Path
from schwarm.environments.batch import Batch
from schwarm.environments.errors import BadAction, BadArray, NotOffered
from schwarm.environments.face import ArraysFace
from schwarm.environments.layout import BOTH, Layout
from schwarm.environments.plain import GenericArrays, PlainArrays, PlainTable
from schwarm.game import Game, Move, new_game
from schwarm.game.faces import face

Array = np.ndarray[Any, Any]
GENERIC = ArraysFace(GenericArrays)


def face_of(game: str) -> ArraysFace:
    """How a game becomes arrays: as its folder says, else by its board and the texts of its moves."""
    own: ArraysFace | None = face(game, "arrays")
    return GENERIC if own is None else own


def arrays_for(game: Game) -> Arrays:
    """The arrays of a game and its options, looking at this very game."""
    return face_of(game.name).open(game)


def layout_of(name: str, *, profile: str | None = None, **options: Any) -> Layout:
    """What the numbers of a game's arrays mean.

    >>> layout_of("piranhas").planes[6], layout_of("piranhas").actions
    ('kraken', 800)
    """
    return arrays_for(new_game(name, profile=profile, seed=0, **options)).layout


def checked(out: Array | None, shape: tuple[int, ...], dtype: type) -> Array:
    """A new array, or the given one if it can be written to as it is."""
    if out is None:
        return np.zeros(shape, dtype)
    if not isinstance(out, np.ndarray) or out.dtype != dtype:
        kind = out.dtype if isinstance(out, np.ndarray) else type(out).__name__
        raise BadArray(f"expected a numpy array of {np.dtype(dtype)}, not {kind}")
    if out.shape != shape:
        raise BadArray(f"expected an array of shape {shape}, not {out.shape}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise BadArray("expected a contiguous array that can be written to")
    return out


def observe(game: Game, out: Array | None = None, *, chosen: Path = (), side: str | None = None) -> Array:
    """What a side, else the one to move, sees as one row of bytes, written into `out` where it is given.

    `chosen` are its own actions of a composed move made so far. Only what the players know is in it.
    """
    arrays = arrays_for(game)
    out = checked(out, (arrays.size,), np.uint8)
    arrays.observe_into(game, out, tuple(chosen), game.side if side is None else side_number(game, side))
    return out


def side_number(game: Game, side: str) -> int:
    """0 for the side that begins, 1 for the other."""
    sides = game.setup.book.sides
    if side not in sides:
        raise NotOffered(f"{game.name}: expected a side of {', '.join(sides)}, not {side!r}")
    return sides.index(side)


def action_paths(game: Game) -> dict[Move, Path]:
    """Every legal move with its path of actions; one action each where the action space is flat.

    >>> game = new_game("piranhas", seed=7)
    >>> paths = action_paths(game)
    >>> len(paths), paths[game.legal_moves()[0]]
    (46, (80,))
    """
    return {move: path for path, move in arrays_for(game).paths(game)}


def actions_to_move(game: Game, *actions: int) -> Move:
    """The legal move of an action, or of the actions of a composed move.

    >>> game = new_game("blokus", start="5L")
    >>> actions_to_move(game, 12520), move_to_actions(game, "5Lf@G0")
    ('5Lf@G0', (12520,))

    :raises BadAction: if no legal move begins with them, or several do.
    """
    found = [move for path, move in arrays_for(game).paths(game) if path[: len(actions)] == actions]
    if len(found) != 1:
        why = f"{len(found)} legal moves begin so" if found else "no legal move begins so"
        raise BadAction(f"expected the actions of one legal move, not {actions}: {why}")
    return found[0]


def move_to_actions(game: Game, move: str) -> Path:
    """The actions of a legal move; one where the action space is flat. Refused as `Game.play` does."""
    return action_paths(game)[game.move_of(game.code_of(move))]


def legal_mask(game: Game, out: Array | None = None, *, chosen: Path = ()) -> Array:
    """For every action 1 if it may come next, else 0."""
    player = ArrayGame(game.copy() if chosen else game)
    for action in chosen:
        if player.step(action):
            raise BadAction(f"expected the first actions of a legal move, not {chosen}: they are all of one")
    return player.mask(out)


class ArrayGame:
    """Plays one game by action numbers; composed moves are made as soon as one alone fits.

    It is a batch of one. `observation` and `action_mask` are views of what the next action writes over.

    >>> table = ArrayGame(new_game("mississippi_queen", seed=1))
    >>> [table.act(action) for action in (0, 26 + 8)]
    [None, None]
    >>> table.act(26)
    'M1'
    """

    def __init__(self, game: Game) -> None:
        """Moves are made on this very game; whoever makes others on it calls `look` then."""
        self.game = game
        self.arrays = arrays_for(game)
        actions, size = self.arrays.actions, self.arrays.size
        self._mask, self._seen = np.zeros((1, actions), np.int8), np.zeros((1, size), np.uint8)
        self._done, self._seats = np.zeros(1, np.uint8), np.full(1, BOTH, np.uint8)
        self._samples = np.zeros(1, np.int64)
        self.action_mask, self.observation = locked(self._mask)[0], locked(self._seen)[0]
        self.one: Batch | PlainTable
        if isinstance(self.arrays, PlainArrays):
            self.one = PlainTable(self, game)
        else:
            self.one = Batch(self.arrays, 1, 0, None, False, False)
            self.one.attach(
                self._mask, self._seen, self._seen, self._done, np.zeros(1, np.uint8), self._seats,
                np.zeros(1, np.int64), self._samples, np.zeros(1, np.float32),
            )  # fmt: skip
        self.look()

    def look(self) -> None:
        """List the moves of the position; nothing is chosen yet."""
        self.one.look()

    @property
    def over(self) -> bool:
        """Is there nothing to be done any more?"""
        return bool(self._done[0])

    @property
    def chosen(self) -> Path:
        """The actions of a composed move chosen so far; those that all moves left share are among them."""
        return self.one.chosen()

    @property
    def options(self) -> list[tuple[Path, Move]]:
        """The moves that fit them, with their paths."""
        chosen = self.chosen
        return [pair for pair in self.arrays.paths(self.game) if pair[0][: len(chosen)] == chosen]

    def legal_actions(self) -> list[int]:
        """The actions that may come next, sorted; none once the game is over."""
        found: list[int] = np.flatnonzero(self._mask[0]).tolist()
        return found

    def sample(self) -> int:
        """One of them, chosen with the last step; all legal moves equally likely."""
        return int(self._samples[0])

    def mask(self, out: Array | None = None) -> Array:
        """The same as an array of 0 and 1."""
        if out is None:
            return np.array(self.action_mask)
        out = checked(out, self.action_mask.shape, np.int8)
        out[:] = self.action_mask
        return out

    def observe(self, out: Array | None = None, *, side: int | None = None) -> Array:
        """What a side sees, else the one to move; only that one sees what it has chosen so far."""
        if side is not None and (side != self.game.side or self._seats[0] != BOTH):
            out = checked(out, self.observation.shape, np.uint8)
            self.arrays.observe_into(self.game, out, (), side)
            return out
        if out is None:
            return np.array(self.observation)
        out = checked(out, self.observation.shape, np.uint8)
        out[:] = self.observation
        return out

    def step(self, action: int) -> bool:
        """Take an action; was a move made by it?"""
        found = self.one.act(action)
        if found < 0:
            if self.over:
                raise BadAction(f"the game is over: expected no action, not {action}")
            some = self.legal_actions()[:5]
            raise BadAction(f"expected a legal action of {self.game.to_move} such as {some}, not {action}")
        return found > 0

    def act(self, action: int) -> Move | None:
        """Take an action; the move, once it is complete and made, as the rule book returns it."""
        return self.one.made() if self.step(action) else None

    def play(self, move: str) -> None:
        """Make a whole move, refused as `Game.play` does; what was chosen is forgotten."""
        self.one.make(0, self.game.code_of(move))

    def put(
        self, game: Game, chosen: Path = (), *, seat: int = BOTH, outside: bool = False, chance: int = 0
    ) -> None:
        """Go on with another game that has the same options, after the first actions of a move.

        With a seat, that side alone plays by actions: the other's moves are random, chosen by `chance`, or
        come from `outside`, by `play`.
        """
        self.game = game
        self.arrays.take(game)
        self.one.take(game, outside, chance)
        self._seats[0] = seat
        self.look()
        for place in range(len(self.chosen), len(chosen)):
            if place == len(self.chosen):
                self.step(chosen[place])

    # --- saved states --------------------------------------------------------------------------------
    def parts(self) -> dict[str, Any]:
        """All but the game: what is chosen of a move, who plays, and chance."""
        told = {"chosen": list(self.chosen), "seat": int(self._seats[0]), "outside": bool(self.one.outside)}
        return told | {"chance": self.one.chance()}

    def save(self) -> tuple[dict[str, Any], bytes]:
        """The whole state: what JSON can hold, and the game's own bytes."""
        return {"seed": self.game.seed, "table": self.parts()}, self.game.state(0)

    def load(self, told: dict[str, Any], state: bytes) -> None:
        """Go on from a state that a game with the same options has saved."""
        setup = self.game.setup
        game = setup.book.game(replace(setup, seed=told["seed"]))
        game.bring(state, 0)
        self.go_on(game, told["table"])

    def go_on(self, game: Game, parts: dict[str, Any]) -> ArrayGame:
        """Go on with another game as another ArrayGame would."""
        self.put(game, tuple(parts["chosen"]), seat=parts["seat"], outside=parts["outside"])
        self.one.take(game, parts["outside"], parts["chance"])
        return self

    def copy(self) -> ArrayGame:
        """An independent one in the same state."""
        return restored(self.game.copy(), self.parts())

    def __deepcopy__(self, memo: dict[int, Any]) -> ArrayGame:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game, self.parts())


def restored(game: Game, parts: dict[str, Any]) -> ArrayGame:
    """What `ArrayGame.__reduce__` took apart."""
    return ArrayGame(game).go_on(game, parts)


def locked(array: Array) -> Array:
    """A view that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
