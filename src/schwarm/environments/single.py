"""One game as arrays: what it looks like, what may be done, and playing it by action numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from schwarm.environments.arrays import Arrays, Path
from schwarm.environments.errors import BadAction, BadArray
from schwarm.environments.face import ArraysFace
from schwarm.environments.layout import Layout
from schwarm.environments.plain import GenericArrays
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


def observe(game: Game, out: Array | None = None, *, chosen: Path = ()) -> Array:
    """The observation of the side to move as one row of bytes, written into `out` where it is given.

    `chosen` are the actions of a composed move made so far. Only what the players know is in it.
    """
    arrays = arrays_for(game)
    out = checked(out, (arrays.size,), np.uint8)
    arrays.observe_into(game, out, tuple(chosen))
    return out


def action_paths(game: Game) -> dict[Move, Path]:
    """Every legal move with its path of actions; one action each where the action space is flat.

    >>> game = new_game("piranhas", seed=7)
    >>> paths = action_paths(game)
    >>> len(paths), paths[game.legal_moves()[0]]
    (46, (80,))
    """
    return {move: path for path, move in arrays_for(game).paths(game)}


def legal_mask(game: Game, out: Array | None = None, *, chosen: Path = ()) -> Array:
    """For every action 1 if it may come next, else 0."""
    player = ArrayGame(game)
    for action in chosen:
        if player.act(action) is not None:
            raise BadAction(f"expected the first actions of a legal move, not {chosen}: they are all of one")
    return player.mask(out)


class ArrayGame:
    """Plays one game by action numbers; composed moves are made as soon as one alone fits.

    >>> table = ArrayGame(new_game("mississippi_queen", seed=1))
    >>> [table.act(action) for action in (0, 26 + 8)]
    [None, None]
    >>> table.act(26)
    'M1'
    """

    def __init__(self, game: Game) -> None:
        """Moves are made on this very game."""
        self.game = game
        self.arrays = arrays_for(game)
        self.chosen: Path = ()
        self.options: list[tuple[Path, Move]] = []
        self.look()

    def look(self) -> None:
        """List the moves of the position; nothing is chosen yet."""
        self.options = self.arrays.paths(self.game)
        self.chosen = ()
        self.skip_shared()

    def skip_shared(self) -> None:
        """Take over the actions that all moves left have in common, if there are several moves."""
        if len(self.options) > 1:
            first = self.options[0][0]
            place = len(self.chosen)
            while all(path[place] == first[place] for path, _ in self.options):
                place += 1
            self.chosen = first[:place]

    def legal_actions(self) -> list[int]:
        """The actions that may come next, sorted; none once the game is over."""
        place = len(self.chosen)
        return sorted({path[place] for path, _ in self.options})

    def mask(self, out: Array | None = None) -> Array:
        """The same as an array of 0 and 1."""
        out = checked(out, (self.arrays.actions,), np.int8)
        out[:] = 0
        out[self.legal_actions()] = 1
        return out

    def observe(self, out: Array | None = None) -> Array:
        """The observation of the side to move."""
        out = checked(out, (self.arrays.size,), np.uint8)
        self.arrays.observe_into(self.game, out, self.chosen)
        return out

    def act(self, action: int) -> Move | None:
        """Take an action; the move, once it is complete and made, as the rule book returns it."""
        place = len(self.chosen)
        fitting = [(path, move) for path, move in self.options if path[place] == action]
        if not fitting:
            if not self.options:
                raise BadAction(f"the game is over: expected no action, not {action}")
            some = self.legal_actions()[:5]
            raise BadAction(f"expected a legal action of {self.game.to_move} such as {some}, not {action}")
        if len(fitting) == 1:
            made = self.game.play(fitting[0][1])
            self.look()
            return made
        self.options = fitting
        self.chosen = fitting[0][0][: place + 1]
        self.skip_shared()
        return None

    def copy(self) -> ArrayGame:
        """An independent one in the same state."""
        twin = ArrayGame(self.game.copy())
        twin.options, twin.chosen = list(self.options), self.chosen
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> ArrayGame:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        setup = self.game.setup
        start = (setup.book.name, setup.profile, dict(setup.options), setup.seed, setup.position)
        return restored, (*start, [str(move) for move in self.game.history], self.chosen)


def restored(
    name: str,
    profile: str,
    options: dict[str, Any],
    seed: int,
    position: str | None,
    moves: list[str],
    chosen: Path,
) -> ArrayGame:
    """What `ArrayGame.__reduce__` took apart."""
    game = new_game(name, profile=profile, seed=seed, position=position, **options)
    for move in moves:
        game.play(move)
    table = ArrayGame(game)
    for place in range(len(table.chosen), len(chosen)):
        if place == len(table.chosen):
            table.act(chosen[place])
    return table
