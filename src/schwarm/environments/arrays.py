"""A game as arrays: what each game's own module offers, and what all of them share.

`Arrays` looks at one game at a time, its engine. A position becomes bytes from the view of the side to
move; a legal move becomes a path of action numbers, of length one where the game has a flat action
space. Everything in the first half is plain numbers, without checks and without Python's lock.
"""

from __future__ import annotations

from typing import Any

import cython

from schwarm.environments.errors import BadAction
from schwarm.environments.layout import Layout
from schwarm.game.game import Game
from schwarm.game.rulebook import Move

if not cython.compiled:
    from schwarm.environments.memory import bytes_of, clear

Path = tuple[int, ...]
END = -1  # the token behind the last one of a path


class Arrays:
    """One game's arrays. The methods of the first half are for batches, the others for single games."""

    layout: Layout
    actions: int  # size of the action space
    size: int  # bytes of one observation
    words: int  # of one saved state at most; 0 where the options set no bound to it
    composed: bool  # does a move take several actions?
    bound: str  # without words: what options would have to be like for a saved state
    engine: Game

    def __init__(self, layout: Layout, words: int, composed: bool, bound: str = "") -> None:
        self.layout = layout
        self.actions = layout.actions
        self.size = layout.size
        self.words = words
        self.composed = composed
        self.bound = bound

    # --- what a game's module offers -----------------------------------------------------------------
    def load(self, block: list[Any], at: int) -> None:
        """Bring the state saved at block[at:] back into the engine."""
        self.engine.load_place(block, at)

    def save(self, block: list[Any], at: int) -> None:
        """Write the engine's state to block[at:]; no move before it can be taken back."""
        self.engine.forget_past()
        self.engine.save_place(block, at)

    def decode(self, action: int) -> int:
        """The code of a legal action of a flat action space."""
        return 0

    def token(self, code: int, place: int, side: int) -> int:
        """The action that stands at a place of a move's path, in the view of a side; END behind the last."""
        return END

    def mark(self, codes: list[int], count: int, side: int, mask: Any, at: int) -> None:
        """Flat action spaces: set mask[at + action] for each listed move."""

    def spell(self, codes: list[int], count: int, place: int, side: int, tokens: list[int]) -> None:
        """Composed moves: write the action at a place of each one's path."""

    def hint(self, hints: list[int], place: int) -> None:
        """Flat action spaces: note at hints[place:] what `fetch_mask` will need of this position."""

    def fetch_mask(self, mask: Any, at: int, hints: list[int], place: int) -> None:
        """Flat action spaces: ask for the memory that `wipe` and `mark` touch around the next move."""

    def wipe(self, mask: Any, at: int) -> None:
        """Clear what `mark` set for the engine's position."""
        clear(mask, at, self.actions)

    def write(self, out: Any, at: int, side: int) -> None:
        """Write what a side sees of the engine's position, as before the first action of a move."""

    def write_choice(self, code: int, place: int, side: int, out: Any, at: int) -> None:
        """Write the first `place` actions of a move's path into an observation that shows fewer."""

    # --- for single games: with checks and Python objects -------------------------------------------
    def take(self, game: Game) -> None:
        """Look at this game from now on."""
        self.engine = game

    def paths(self, game: Game) -> list[tuple[Path, Move]]:
        """All legal moves with their paths of actions, in the order of the rule book; none at the end."""
        self.take(game)
        found = []
        for i in range(0 if game.over() else game.list_moves(0)):
            code = game.stack[i]
            path = []
            place = 0
            while self.token(code, place, game.side) != END:
                path.append(self.token(code, place, game.side))
                place += 1
            found.append((tuple(path), code))
        return [(path, game.move_of(code)) for path, code in found]

    def observe_into(self, game: Game, out: Any, chosen: Path, side: int) -> None:
        """Write what a side sees of a game, its own actions chosen so far with it; `out` has been checked."""
        self.take(game)
        target = bytes_of(out)
        self.write(target, 0, side)
        if len(chosen) == 0:
            return
        for i in range(game.list_moves(0)):
            code = game.stack[i]
            matches = True
            for place in range(len(chosen)):
                if self.token(code, place, game.side) != chosen[place]:
                    matches = False
            if matches:
                self.write_choice(code, len(chosen), game.side, target, 0)
                return
        raise BadAction(f"expected the first actions of a legal move, not {chosen}")
